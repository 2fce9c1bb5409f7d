//! Whether the server is alive and ready.

use crate::doubles::smtp::{SmtpFault, SmtpServer};
use crate::support::empty_database::{connect_postgres, connect_sqlite};
use crate::support::{TestApp, ops_at};
use serde_json::json;
use sqlx::Executor;
use std::time::{Duration, Instant};
use stylebox_server::jobs::party_watch;
use stylebox_server::platform::clock::Clock;
use stylebox_server::providers::mail::smtp::Smtp;
use stylebox_server::providers::mail::smtp::settings::MailTls;
use stylebox_server::state::AppState;

async fn with_mail_server(app: &TestApp) -> (AppState, SmtpServer) {
    let server = SmtpServer::start(MailTls::Starttls).await;
    let smtp = Smtp::new(&server.settings()).unwrap().with_timeout(Duration::from_secs(2));
    (app.with_mail(smtp), server)
}

#[tokio::test]
async fn a_party_that_is_down_is_noted_and_the_server_stays_ready() {
    let app = TestApp::start().await;
    let (state, server) = with_mail_server(&app).await;
    let mut client = app.client_of(state.clone());
    assert_eq!(TestApp::said_by(&state, "mail"), None, "the party was not asked yet");

    party_watch::look(&state).await;
    assert_eq!(TestApp::said_by(&state, "payment"), Some("embedded"));
    for (fault, word) in [
        (SmtpFault::None, "reached"),
        (SmtpFault::Silent, "not reachable"),
        (SmtpFault::RefusesLogin, "refused"),
        (SmtpFault::None, "reached"),
    ] {
        server.set(fault);
        party_watch::look(&state).await;
        assert_eq!(TestApp::said_by(&state, "mail"), Some(word), "{fault:?}");
        // Anybody may ask, so the answer names no party.
        assert_eq!(client.get("/readyz").await.expect(200), json!({"ready": true}));
        assert_eq!(client.get("/healthz").await.text, "ok\n");
    }
    assert_eq!(server.received().len(), 0, "asking sends no email");
}

#[tokio::test]
async fn staff_see_the_party_and_why_it_refuses_without_any_secret() {
    let app = TestApp::start().await;
    let (state, server) = with_mail_server(&app).await;
    let attention = async || ops_at(&state, "attention").await.unwrap();
    assert!(!attention().await.contains("party"));
    server.set(SmtpFault::RefusesLogin);
    let said = attention().await;
    assert!(said.contains("party mail") && said.contains("refused: the email server answers 535."), "{said}");
    assert!(!said.contains("a password"), "{said}");
}

/// The status of `/readyz` a second later.
async fn ready(app: &TestApp) -> u16 {
    app.clock.advance(Duration::from_secs(1));
    let reply = app.client().get("/readyz").await;
    assert_eq!(reply.json(), json!({"ready": reply.status == 200}));
    reply.status.as_u16()
}

#[tokio::test]
async fn a_server_without_its_database_is_alive_and_not_ready() {
    let app = TestApp::start().await;
    assert_eq!(ready(&app).await, 200);
    app.state.db.close().await;
    assert_eq!(app.client().get("/healthz").await.text, "ok\n");
    assert_eq!(ready(&app).await, 503);
}

#[tokio::test]
async fn a_server_whose_database_refuses_writes_is_not_ready_until_writes_succeed() {
    let app = TestApp::start().await;
    assert_eq!(ready(&app).await, 200);
    app.execute("ALTER TABLE readiness RENAME TO readiness_gone").await;
    app.state.db.ping().await.unwrap();
    assert_eq!(ready(&app).await, 503, "it can be read, but not written");
    app.execute("ALTER TABLE readiness_gone RENAME TO readiness").await;
    assert_eq!(ready(&app).await, 200);
}

#[tokio::test]
async fn a_server_whose_database_hangs_says_within_seconds_that_it_is_not_ready() {
    let app = TestApp::start().await;
    let url = app.state.settings.database_url.expose().to_owned();
    let begun = Instant::now();
    let hangs = if url.starts_with("sqlite:") {
        let mut other = connect_sqlite(&url).await;
        other.execute("BEGIN IMMEDIATE").await.unwrap();
        let hangs = ready(&app).await;
        other.execute("ROLLBACK").await.unwrap();
        hangs
    } else {
        let mut other = connect_postgres(&url).await;
        other.execute("BEGIN; LOCK TABLE readiness").await.unwrap();
        let hangs = ready(&app).await;
        other.execute("ROLLBACK").await.unwrap();
        hangs
    };
    assert_eq!(hangs, 503);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert_eq!(ready(&app).await, 200, "it recovers by itself");
}

#[tokio::test]
async fn readiness_writes_to_the_database_once_a_second_however_many_ask() {
    let app = TestApp::start().await;
    assert_eq!(ready(&app).await, 200);
    app.execute("UPDATE readiness SET written_at = 0").await;
    let mut stranger = app.client();
    for _ in 0..50 {
        stranger.get("/readyz").await.expect(200);
    }
    let written = "SELECT written_at FROM readiness";
    assert_eq!(app.numbers(written).await, [0]);
    assert_eq!(ready(&app).await, 200);
    assert_eq!(app.numbers(written).await, [app.clock.now().0]);
    // After the clock was set back, the old answer is not used.
    app.clock.set("2026-11-18T15:00:00Z");
    app.state.db.close().await;
    app.client().get("/readyz").await.expect(503);
}
