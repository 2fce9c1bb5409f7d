//! The service's own secret key: how it is changed, and a start without it.

use crate::support::{
    CARD, Client, NEW_SECRET_KEY as NEW_KEY, SECRET_KEY, Shopper, TestApp, camera, card_form, code, ops,
};
use serde_json::json;
use std::process::{Command, Output};
use stylebox_server::service::operation::secret_key::{follow, is_another, missed};
use stylebox_server::state::AppState;

const LINKS: &str = "/api/style_profiles/current/upload_urls";
const NUMBER: &str = "6035 7100 2026 0099";
/// A card that the bank refuses.
const REFUSED: &str = "4000000000000002";

/// The customer's browser, calling another server.
fn at(app: &TestApp, state: &AppState, browser: &Client) -> Client {
    let mut other = app.client_of(state.clone());
    other.cookies.clone_from(&browser.cookies);
    other.address = browser.address;
    other
}

/// Whether a gift card with the number is found.
async fn is_found(browser: &mut Client, invoice: &str) -> bool {
    let answer = browser.post(&format!("/api/invoices/{invoice}/gift_cards"), json!({"code": NUMBER})).await;
    assert!([200, 404].contains(&answer.status.as_u16()), "{}", answer.text);
    answer.status == 200
}

#[tokio::test]
async fn gift_cards_move_to_a_new_key_and_the_old_key_can_be_removed_afterwards() {
    let app = TestApp::start().await;
    follow(&app.state).await.unwrap();
    app.add_gift_card(NUMBER, 10_00).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let invoice = ann.invoice().await["id"].as_str().unwrap().to_owned();
    assert!(is_found(&mut ann.browser, &invoice).await);

    let both = app.with_secret_key(NEW_KEY, &[SECRET_KEY]);
    assert!(is_found(&mut at(&app, &both, &ann.browser), &invoice).await, "before its row was moved to the new key");
    let alone = app.with_secret_key(NEW_KEY, &[]);
    assert!(!is_found(&mut at(&app, &alone, &ann.browser), &invoice).await);
    let said = missed(&alone).await.unwrap();
    assert!(said.len() == 1 && said[0].starts_with("1 gift cards cannot be found"), "{said:?}");
    assert!(is_another(&alone).await.unwrap() && is_another(&both).await.unwrap());

    follow(&both).await.unwrap();
    assert!(is_found(&mut at(&app, &alone, &ann.browser), &invoice).await, "without the old key");
    assert_eq!(missed(&alone).await.unwrap(), Vec::<String>::new());
    assert!(!is_another(&alone).await.unwrap());
    assert!(!is_found(&mut ann.browser, &invoice).await, "a server with only the old key does not find it");
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn links_codes_and_human_checks_under_the_old_key_are_accepted_while_it_is_listed() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let photo = async |browser: &mut Client| {
        let links = browser.post(LINKS, json!({"filename": "me.jpg"})).await.expect(200);
        links["upload_url"].as_str().unwrap().to_owned()
    };
    let (one, other) = (photo(&mut ann.browser).await, photo(&mut ann.browser).await);
    ann.browser
        .patch("/api/account", json!({"customer": {"email": "anna@example.com"}}))
        .await
        .refused(403, "mfa_required");
    let code = code(&app, &mut ann.browser, "email").await;
    let body = json!({"customer": {"mfa_type": "email", "mfa_code": code}});
    let (human, other_human) = (ann.browser.human().await, ann.browser.human().await);

    let alone = app.with_secret_key(NEW_KEY, &[]);
    let mut stranger = at(&app, &alone, &ann.browser);
    stranger.send(camera::upload_request(&one, camera::jpeg(1))).await.refused(403, "not_authorized");
    stranger.post("/api/mfa_resubmissions", body.clone()).await.refused(422, "mfa_code_invalid");
    let sign_in = |human: &str| json!({"customer": {"email": "nobody@example.com", "password": "Wr0ng-word", "recaptchaToken": human}});
    stranger.post("/api/sessions", sign_in(&human)).await.refused(422, "human_check_failed");

    let both = app.with_secret_key(NEW_KEY, &[SECRET_KEY]);
    let mut browser = at(&app, &both, &ann.browser);
    browser.send(camera::upload_request(&other, camera::jpeg(1))).await.expect(204);
    browser.post("/api/sessions", sign_in(&other_human)).await.refused(401, "credentials_invalid");
    browser.post("/api/mfa_resubmissions", body).await.expect(200);
    ann.browser.send(camera::upload_request(&one, camera::jpeg(1))).await.expect(204);
}

#[tokio::test]
async fn refused_cards_under_an_old_key_count_while_it_is_listed() {
    let app = TestApp::start().await;
    let thief = async |state: &AppState, number: usize| {
        let mut browser = app.client_of(state.clone());
        browser.address = format!("198.51.100.{number}").parse().unwrap();
        browser.register(&format!("thief{number}@example.com")).await;
        browser
    };
    // Ten refusals of each of three customers, from one network.
    for number in 0..3 {
        let mut browser = thief(&app.state, number).await;
        browser.address = "198.51.100.9".parse().unwrap();
        for _ in 0..10 {
            browser.post("/api/credit_cards", card_form(REFUSED)).await.refused(402, "card_declined");
        }
    }
    let both = app.with_secret_key(NEW_KEY, &[SECRET_KEY]);
    thief(&both, 9).await.post("/api/credit_cards", card_form(CARD)).await.refused(429, "too_many_requests");
    let alone = app.with_secret_key(NEW_KEY, &[]);
    let mut unknown = app.client_of(alone);
    unknown.address = "198.51.100.9".parse().unwrap();
    unknown.register("unknown@example.com").await;
    unknown.post("/api/credit_cards", card_form(CARD)).await.expect(201);
}

fn run(key: Option<&str>, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    command.env_clear().args(arguments);
    if let Some(key) = key {
        command.env("STYLEBOX_SECRET_KEY", key);
    }
    command.output().unwrap()
}

#[tokio::test]
async fn a_live_start_needs_a_key_that_nobody_can_guess_and_no_output_shows_it() {
    let app = TestApp::start().await;
    let folder = std::env::temp_dir().join(format!("stylebox-live-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let table = folder.join("tax.json");
    std::fs::write(&table, include_str!("../../data/tax_rates.json")).unwrap();
    let live = [
        "--database-url",
        app.state.settings.database_url.expose(),
        "--public-url",
        "https://shop.example",
        "--sms",
        "none",
        "--tax",
        "table",
        "--tax-table",
        table.to_str().unwrap(),
        "--log",
        "trace",
    ];
    let said = |output: &Output| {
        assert!(!output.status.success());
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    };
    for (key, sentence) in [
        ("3f1c9a7be25d4086", "STYLEBOX_SECRET_KEY is too short"),
        ("abababababababababababababababababab", "STYLEBOX_SECRET_KEY is a sample"),
        ("0123456789abcdef0123456789abcdef", "STYLEBOX_SECRET_KEY is a sample"),
    ] {
        let said = said(&run(Some(key), &live));
        assert!(said.contains(sentence) && !said.contains(key), "{said}");
    }
    let check = |key| said(&run(key, &[&["check"], &live[..]].concat()));
    // Fakes are named before the missing key.
    assert!(check(None).contains("Real customers cannot be served by fake providers"));
    assert!(!check(Some(NEW_KEY)).contains(&NEW_KEY[..12]), "with each statement in the log");
    let help = run(Some(NEW_KEY), &["--help"]);
    assert!(!String::from_utf8_lossy(&help.stdout).contains(NEW_KEY));
    let shown = format!("{:?}", app.state);
    assert!(shown.contains("keys") && !shown.contains(SECRET_KEY), "{shown}");
    std::fs::remove_dir_all(&folder).unwrap();
}
