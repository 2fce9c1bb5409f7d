//! The session id of Kount's collector in the browser: each sign-in gets a new one.

use super::kount::{start, style};
use crate::support::{Client, PASSWORD, TestApp, ops};
use serde_json::{Value, json};

async fn sign_in(client: &mut Client) -> Value {
    let human = client.human().await;
    let customer = json!({"email": "ann@example.com", "password": PASSWORD, "recaptchaToken": human});
    client.post("/api/sessions", json!({"customer": customer})).await.expect(200)
}

fn id(account: &Value) -> String {
    account["kount_session_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn each_session_has_its_own_id_and_keeps_it() {
    let app = TestApp::start().await;
    let mut desk = app.client();
    let at_desk = id(&desk.register("ann@example.com").await);
    let mut phone = app.client();
    let at_phone = id(&sign_in(&mut phone).await);
    for id in [&at_desk, &at_phone] {
        assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
    }
    assert_ne!(at_desk, at_phone);
    // No answer has the id of another browser that has signed in since.
    let change = json!({"customer": {"themebox_signup": true}});
    for account in [
        desk.get("/api/account").await.expect(200),
        desk.patch("/api/account", change).await.expect(200),
        desk.delete("/api/account/close").await.expect(200),
    ] {
        assert_eq!(id(&account), at_desk);
    }
    assert_eq!(id(&phone.get("/api/account").await.expect(200)), at_phone);
    // The next sign-in of the same browser gets another id, and so does the session after a new password.
    let again = id(&sign_in(&mut desk).await);
    assert!(again != at_desk && again != at_phone);
    let new = json!({"customer": {"current_password": PASSWORD, "password": "Another#1", "password_confirmation": "Another#1"}});
    let changed = id(&desk.put("/api/registrations", new).await.expect(200));
    assert_ne!(changed, again);
    assert_eq!(id(&desk.get("/api/account").await.expect(200)), changed);
}

#[tokio::test]
async fn kount_gets_the_id_of_the_last_sign_in() {
    let (kount, app, mut ann) = start().await;
    let before = id(&ann.browser.get("/api/account").await.expect(200));
    let latest = id(&sign_in(&mut app.client()).await);
    style(&app.state, &ann).await.unwrap();
    assert_eq!(kount.asked()[0]["deviceSessionId"], json!(latest));
    assert_ne!(latest, before);
}

#[tokio::test]
async fn a_new_sign_in_keeps_the_verdict_but_a_new_address_does_not() {
    let (kount, app, mut ann) = start().await;
    kount.decide("REVIEW");
    style(&app.state, &ann).await.unwrap_err();
    sign_in(&mut ann.browser).await;
    // The order stays held, and Kount is not asked about it again.
    let refused = style(&app.state, &ann).await.unwrap_err();
    assert!(refused.contains("held by the fraud check"), "{refused}");
    assert_eq!((kount.asked().len(), app.charged().await.len()), (1, 0));
    let code = ann.code().await;
    ops(&app, &format!("clear {code}")).await.unwrap();
    let account = sign_in(&mut ann.browser).await;
    // The clearance is about the old address.
    let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
    let elsewhere = json!({"shipping_address": {"line_1": "9 Elsewhere Road"}});
    ann.browser.patch(&address, elsewhere).await.expect(200);
    style(&app.state, &ann).await.unwrap_err();
    let asked = kount.asked();
    assert_eq!((asked.len(), app.charged().await.len()), (2, 0));
    assert_eq!(asked[1]["fulfillment"][0]["recipientPerson"]["address"]["line1"], json!("9 Elsewhere Road"));
    assert_eq!(asked[0]["merchantOrderId"], asked[1]["merchantOrderId"]);
    // A clearance survives a sign-in.
    ops(&app, &format!("clear {code}")).await.unwrap();
    sign_in(&mut ann.browser).await;
    style(&app.state, &ann).await.unwrap();
    assert_eq!((kount.asked().len(), app.charged().await), (2, vec![1_00]));
    assert_eq!(kount.violations(), [""; 0]);
}
