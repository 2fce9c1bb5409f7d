//! Whether the server is alive and ready, and which outside parties it reaches.

use crate::doubles::smtp::{SmtpFault, SmtpServer};
use crate::support::{Client, TestApp, ops_at};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::jobs::party_watch;
use stylebox_server::platform::config::mail::MailTls;
use stylebox_server::providers::mail::smtp::Smtp;
use stylebox_server::state::AppState;

async fn with_mail_server(app: &TestApp) -> (AppState, SmtpServer) {
    let server = SmtpServer::start(MailTls::Starttls).await;
    let smtp = Smtp::new(&server.settings()).unwrap().with_timeout(Duration::from_millis(300));
    (app.with_mail(smtp), server)
}

async fn parties(client: &mut Client) -> Value {
    let mut ready = client.get("/readyz").await.expect(200);
    assert_eq!(ready["database"], "reached");
    ready["parties"].take()
}

#[tokio::test]
async fn a_party_that_is_down_is_named_and_the_server_stays_ready() {
    let app = TestApp::start().await;
    let (state, server) = with_mail_server(&app).await;
    let mut client = app.client_of(state.clone());
    assert_eq!(parties(&mut client).await, json!({}), "nobody was asked yet");

    party_watch::look(&state).await;
    let seen = parties(&mut client).await;
    assert_eq!((&seen["mail"], &seen["payment"]), (&json!("reached"), &json!("embedded")));
    for (fault, word) in
        [(SmtpFault::Silent, "not reachable"), (SmtpFault::RefusesLogin, "refused"), (SmtpFault::None, "reached")]
    {
        server.set(fault);
        party_watch::look(&state).await;
        assert_eq!(parties(&mut client).await["mail"], word, "{fault:?}");
        assert_eq!(client.get("/healthz").await.text, "ok\n");
    }
    assert_eq!(server.received().len(), 0, "asking sends no e-mail");
}

#[tokio::test]
async fn staff_see_the_party_and_why_it_refuses_without_any_secret() {
    let app = TestApp::start().await;
    let (state, server) = with_mail_server(&app).await;
    let attention = async || ops_at(&state, "attention").await.unwrap();
    assert!(!attention().await.contains("party"));
    server.set(SmtpFault::RefusesLogin);
    let said = attention().await;
    assert!(said.contains("party mail") && said.contains("refused: the e-mail server answers 535."), "{said}");
    assert!(!said.contains("a password"), "{said}");
}

#[tokio::test]
async fn without_its_database_a_server_is_alive_and_not_ready() {
    let app = TestApp::start().await;
    app.state.db.close().await;
    let mut client = app.client();
    assert_eq!(client.get("/healthz").await.text, "ok\n");
    assert_eq!(client.get("/readyz").await.expect(503)["database"], "not reachable");
}
