//! The codes of the second factor and the links of new email addresses, read from the messages.

use super::client::{Client, Reply};
use super::test_app::TestApp;
use serde_json::{Value, json};
use stylebox_server::store::mail::outbox::{self, MailRow};

/// The newest message with a code.
pub async fn newest_code(app: &TestApp) -> MailRow {
    let mut tx = app.state.db.read().await.unwrap();
    let sent = outbox::newest(&mut tx, 200).await.unwrap();
    sent.into_iter().find(|mail| mail.kind == "mfa_code").unwrap()
}

/// Asks for a code by `sms` or `email`, and reads it.
pub async fn code(app: &TestApp, browser: &mut Client, way: &str) -> String {
    browser.post("/api/mfa_requests", json!({"mfa_type": way})).await.expect(204);
    let mail = newest_code(app).await;
    let mut words = mail.body.split(|letter: char| !letter.is_ascii_digit());
    words.find(|word| word.len() == 6).unwrap().to_owned()
}

/// Asks for a code and sends it back, so that the waiting change is made. Returns the account.
pub async fn confirm(app: &TestApp, browser: &mut Client) -> Value {
    let code = code(app, browser, "email").await;
    let body = json!({"customer": {"mfa_type": "email", "mfa_code": code}});
    browser.post("/api/mfa_resubmissions", body).await.expect(200)["data"].clone()
}

/// The newest message of a kind.
pub async fn newest_mail(app: &TestApp, kind: &str) -> Option<MailRow> {
    let mut tx = app.state.db.read().await.unwrap();
    let sent = outbox::newest(&mut tx, 200).await.unwrap();
    sent.into_iter().find(|mail| mail.kind == kind)
}

/// The token of the newest link that proves a new email address.
pub async fn email_token(app: &TestApp) -> String {
    let mail = newest_mail(app, "confirm_email").await.unwrap();
    let link = mail.body.split_once("http://stylebox.test/members/confirm_email#token=").unwrap().1;
    link.split_whitespace().next().unwrap().to_owned()
}

/// Opens a link that proves a new email address.
pub async fn open_email_link(browser: &mut Client, token: &str) -> Reply {
    browser.post("/api/email_confirmations", json!({"token": token})).await
}
