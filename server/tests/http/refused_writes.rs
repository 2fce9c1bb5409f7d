//! What anybody may call without signing in costs no write if it is refused: strangers can neither fill the database nor keep its writer
//! busy.
//!
//! The table is checked against the service's own description and its sources, so that a call without a row fails.

use crate::support::description::{Call, calls, check_complete};
use crate::support::{Client, PASSWORD, Reply, StatementCount, TestApp, newest_mail, registration};
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use stylebox_core::policy::limits::REFUSAL_BELIEVED_SECONDS;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::platform::points::{self, Point, Watch};

/// How refused calls are limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writes {
    /// The first one writes as little as the last one.
    Never,
    /// A refused call can be a guess, and is counted for all servers. After so many, none writes any more.
    Until(u32),
}

use Writes::{Never, Until};

/// What makes a call refused. Calls that only read, and are never refused, are among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Because {
    /// Nothing like the id exists, or nothing is asked for.
    Unknown,
    /// The answer of the human check is missing or wrong.
    NoHuman,
    /// The human check passed, and the password is wrong.
    WrongPassword,
    /// The human check passed, and the email address is taken.
    EmailTaken,
    /// Nobody has such a link.
    UnknownLink,
}

use Because::{EmailTaken, NoHuman, Unknown, UnknownLink, WrongPassword};

struct Row(&'static str, Because, Writes);

const ROWS: [Row; 21] = [
    Row("POST /sessions", NoHuman, Never),
    // Those of the account: they are used up before the caller's.
    Row("POST /sessions", WrongPassword, Until(10)),
    Row("DELETE /sessions", Unknown, Never),
    Row("POST /registrations", NoHuman, Never),
    Row("POST /registrations", EmailTaken, Until(60)),
    Row("POST /passwords", NoHuman, Never),
    // The first one is no refusal: it needs no human check.
    Row("POST /passwords", Unknown, Until(1)),
    Row("PUT /passwords", UnknownLink, Never),
    Row("PUT /phone_links", UnknownLink, Never),
    Row("POST /email_confirmations", UnknownLink, Never),
    // Codes of friends are short enough to be guessed.
    Row("GET /account/validate_signup_code/{code}", Unknown, Until(30)),
    Row("GET /human_check", Unknown, Never),
    Row("POST /rules/{rule}", Unknown, Never),
    Row("GET /postal_codes/{postal_code}", Unknown, Never),
    Row("GET /locations", Unknown, Never),
    Row("GET /locations/{id}/estimated_delivery_date", Unknown, Never),
    Row("GET /holidays", Unknown, Never),
    Row("GET /current_themeboxes", Unknown, Never),
    Row("GET /questionnaire", Unknown, Never),
    Row("GET /product_images/{id}", Unknown, Never),
    Row("GET /status", Unknown, Never),
];

/// Calls outside the description, as they are routed, and each as a stranger makes it.
const OUTSIDE: [(&str, Method, &str); 15] = [
    (r#""/""#, Method::GET, "/"),
    (r#""/members""#, Method::GET, "/members"),
    (r#""/members/""#, Method::GET, "/members/"),
    (r#""/members/{*path}""#, Method::GET, "/members/nothing"),
    (r#""/openapi.json""#, Method::GET, "/api/openapi.json"),
    (r#""/webhooks/{party}""#, Method::POST, "/api/webhooks/double?a=b"),
    ("fraud_collector::PATH", Method::GET, "/api/fraud_collector.js"),
    (r#""/uploads/{id}""#, Method::PUT, "/uploads/1?expires=9999999999&signature=0"),
    (r#""/healthz""#, Method::GET, "/healthz"),
    (r#""/dev/outbox""#, Method::GET, "/dev/outbox"),
    (r#""/dev/outbox/{id}""#, Method::GET, "/dev/outbox/1"),
    (r#""/dev/style.css""#, Method::GET, "/dev/style.css"),
    (r#"&format!("{BANK_PAGE}{{id}}")"#, Method::GET, "/dev/bank/1"),
    (r#"&format!("{BANK_PAGE}{{id}}/{{answer}}")"#, Method::POST, "/dev/bank/1/confirm"),
    (r#""/nothing""#, Method::POST, "/api/nothing"),
];

/// Routes that [`OUTSIDE`] leaves out.
const LEFT_OUT: [&str; 2] = [
    // It writes one row, at most once a second however many ask (docs/operating/README.md).
    r#""/readyz""#,
    // For Prometheus, at an address of its own.
    r#""/metrics""#,
];

const ADVICE: &str = "add `Row(\"METHOD /path\", Because::…, Never)` to ROWS of tests/http/refused_writes.rs, with a body in `refused` \
    that is refused; `Until(tries)` only if a refused call can be a guess";

/// Times that a refused call is repeated.
const REPEATS: u32 = 3;

/// Past the time for which a server believes what the database has refused.
const FORGOTTEN: Duration = Duration::from_secs(REFUSAL_BELIEVED_SECONDS + 1);

/// Counts the transactions that begin and may write: on SQLite each waits for the only writer, and keeps the others waiting.
#[derive(Debug, Default)]
struct Begun(AtomicU32);

impl Watch for Begun {
    fn reach(&self, point: Point) -> BoxFuture<'static, io::Result<()>> {
        if point == (Point::Begin { writes: true }) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        Box::pin(async { Ok(()) })
    }

    fn ended(&self, _: bool) {}
}

/// The statements since `count` began that write, or lock what they read.
fn writing(count: &StatementCount) -> Vec<String> {
    let writes = ["INSERT", "UPDATE", "DELETE"];
    let is_writing = |sql: &String| writes.iter().any(|word| sql.starts_with(word)) || sql.ends_with("FOR UPDATE");
    count.sent().into_iter().filter(is_writing).collect()
}

/// Sends the call once, so that it is refused.
async fn refused(call: &Call, because: Because, browser: &mut Client) -> Reply {
    let human = match because {
        WrongPassword | EmailTaken => browser.human().await,
        Unknown | NoHuman | UnknownLink => "e30=".to_owned(),
    };
    let (email, wrong) = ("ann@example.com", "Wrong#2026");
    let body = match (&*call.name(), because) {
        ("POST /sessions", _) => json!({"customer": {"email": email, "password": wrong, "recaptchaToken": human}}),
        ("POST /registrations", _) => registration(email, &human),
        ("POST /passwords", NoHuman) => json!({"customer": {"email": email, "recaptchaToken": human}}),
        ("POST /passwords", _) => json!({"customer": {"email": "nobody@example.com"}}),
        ("PUT /passwords", _) => json!({"customer": {
            "password": PASSWORD, "password_confirmation": PASSWORD, "reset_password_token": "0",
        }}),
        ("PUT /phone_links", _) => json!({"phone_link": {"token": "0"}}),
        ("POST /email_confirmations", _) => json!({"token": "0"}),
        _ => json!({}),
    };
    let reply = call.send(browser, "99999", &body).await;
    let is_of_a_guess = call.changes() && because != Unknown;
    assert!(!is_of_a_guess || reply.status.is_client_error(), "{} is not refused: {}", call.name(), reply.text);
    reply
}

#[tokio::test]
async fn a_refused_call_of_a_stranger_writes_nothing() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let every = calls(&app).await;
    let public: Vec<String> = every.iter().filter(|call| !call.needs_session()).map(Call::name).collect();
    let mut known: Vec<&str> = ROWS.map(|row| row.0).to_vec();
    known.dedup();
    check_complete("ROWS", &known, &public, ADVICE);
    for Row(name, because, writes) in &ROWS {
        let call = every.iter().find(|call| call.name() == *name).unwrap();
        // What was counted before belongs to an earlier window.
        app.clock.advance(Duration::from_secs(24 * 60 * 60));
        let mut browser = app.client();
        if let Until(tries) = writes {
            let before = app.dump().await;
            for _ in 0..*tries {
                let reply = refused(call, *because, &mut browser).await;
                assert_ne!(reply.status, 429, "{name} {because:?}");
            }
            assert!(before != app.dump().await, "{name} {because:?} is not counted: its row says Never");
        }
        let before = app.dump().await;
        let (count, begun) = (StatementCount::start(), Arc::new(Begun::default()));
        // The server has no answer of the database yet, remembers one, and has forgotten it.
        for _ in 0..2 {
            for _ in 0..REPEATS {
                let reply = points::watched(begun.clone(), refused(call, *because, &mut browser)).await;
                assert!(*writes == Never || reply.status.is_client_error(), "{name} {because:?}: {}", reply.text);
            }
            app.clock.advance(FORGOTTEN);
        }
        assert_eq!(begun.0.load(Ordering::Relaxed), 0, "{name} {because:?} begins to write");
        assert_eq!(writing(&count), [""; 0], "{name} {because:?}");
        assert!(before == app.dump().await, "{name} {because:?} has written");
    }
}

#[tokio::test]
async fn the_limit_of_a_caller_costs_no_write_either() {
    let app = TestApp::start().await;
    let every = calls(&app).await;
    let before = app.dump().await;
    let count = StatementCount::start();
    for (name, because, tries) in
        [("POST /sessions", NoHuman, 100), ("PUT /passwords", UnknownLink, 30), ("PUT /phone_links", UnknownLink, 30)]
    {
        let call = every.iter().find(|call| call.name() == name).unwrap();
        for _ in 0..tries {
            assert_eq!(refused(call, because, &mut app.client()).await.status, 422, "{name}");
        }
        refused(call, because, &mut app.client()).await.refused(429, "too_many_requests");
    }
    assert_eq!(writing(&count), [""; 0]);
    assert!(before == app.dump().await);
}

#[tokio::test]
async fn a_malformed_call_a_missing_session_and_a_used_link_write_nothing() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let forgotten = json!({"customer": {"email": "ann@example.com"}});
    assert_eq!(app.client().post("/api/passwords", forgotten).await.status, 204);
    let mail = newest_mail(&app, "reset_password").await.unwrap().body;
    let token = mail.split("reset_password_token=").nth(1).unwrap().split_whitespace().next().unwrap();
    let reset = json!({"customer": {
        "password": "Another#2026", "password_confirmation": "Another#2026", "reset_password_token": token,
    }});
    app.client().put("/api/passwords", reset.clone()).await.expect(200);

    let every = calls(&app).await;
    let before = app.dump().await;
    let count = StatementCount::start();
    app.client().put("/api/passwords", reset).await.expect(422);
    for call in &every {
        // The others are in ROWS, with all that they take.
        if call.needs_session() || call.takes_body() {
            let reply = call.send(&mut app.client(), "1", &json!([])).await;
            let status = match &*call.path {
                "/rules/{rule}" => 404,
                _ if call.needs_session() => 401,
                _ => 422,
            };
            assert_eq!(reply.status, status, "{}: {}", call.name(), reply.text);
        }
    }
    assert_eq!(writing(&count), [""; 0]);
    assert!(before == app.dump().await);
}

/// The answer of a human check counts once, on each server. The database is asked for it, and changes nothing.
#[tokio::test]
async fn an_answer_of_the_human_check_that_was_used_writes_nothing() {
    let app = TestApp::start().await;
    let mut browser = app.client();
    let human = browser.human().await;
    browser.post("/api/registrations", registration("ann@example.com", &human)).await.expect(201);
    let before = app.dump().await;
    for server in [&app, &app.second_server().await] {
        let again = server.client().post("/api/registrations", registration("ben@example.com", &human)).await;
        again.refused(422, "human_check_failed");
    }
    assert!(before == app.dump().await);
}

/// The routes that the sources name, outside the description: what follows `.route(` up to the comma.
fn routes(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(routes(&path));
        } else {
            let text = fs::read_to_string(&path).unwrap();
            found.extend(text.split(".route(").skip(1).filter_map(|rest| Some(rest.split_once(", ")?.0.to_owned())));
        }
    }
    found
}

#[tokio::test]
async fn nothing_outside_the_description_writes_for_strangers() {
    let app = TestApp::start().await;
    let named = routes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let mut known: Vec<&str> = OUTSIDE.iter().map(|(route, ..)| *route).chain(LEFT_OUT).collect();
    known.retain(|route| *route != r#""/nothing""#);
    check_complete("OUTSIDE", &known, &named, "add how a stranger calls it to OUTSIDE of tests/http/refused_writes.rs");
    let before = app.dump().await;
    let count = StatementCount::start();
    for (route, method, path) in OUTSIDE {
        for _ in 0..REPEATS {
            let request = Request::builder().method(&method).uri(path).header("host", "stylebox.test");
            let body = Body::from(Value::from("something").to_string());
            let reply = app.client().send(request.header("x-proof", "wrong").body(body).unwrap()).await;
            let is_refused = reply.status.is_client_error();
            assert!(is_refused || method == Method::GET, "{route}: {} {}", reply.status, reply.text);
        }
    }
    assert_eq!(writing(&count), [""; 0]);
    assert!(before == app.dump().await);
}
