//! After a whole journey no card number is in a log line, in the database or its files, or in an answer.

use crate::support::{CARD, PASSWORD, Shopper, TestApp, card_form, log};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::payment::carry_out::resume_all;
use stylebox_server::service::payment::sandbox::TEST_NUMBERS;

/// Accepted numbers of three brands, the sandbox gateway's test numbers, and a mistyped one.
fn numbers() -> Vec<&'static str> {
    let sandbox = TEST_NUMBERS.iter().map(|(number, _)| *number);
    [CARD, "5555555555554444", "378282246310005", "4242424242424241"].into_iter().chain(sandbox).collect()
}

/// The security codes of the cards: of American Express and of the others.
const CODES: [&str; 2] = ["7391", "739"];

/// Whether the text contains a security code. Three digits occur anywhere by chance, so they count only if they stand alone, like
/// a value in JSON, in debug output, in a column or after its name.
fn says_code(text: &[u8], code: &str) -> bool {
    let digits = code.as_bytes();
    let is_word = |at: Option<&u8>| at.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80);
    text.windows(digits.len()).enumerate().filter(|(_, window)| *window == digits).any(|(at, _)| {
        let before = text[..at].strip_suffix(b" ").unwrap_or(&text[..at]);
        let after = &text[at + digits.len()..];
        let goes_on = is_word(after.first()) || (after.first() == Some(&b'.') && is_word(after.get(1)));
        // A log line's time of day ends in digits too.
        let is_a_time = before.last() == Some(&b':') && before.len() > 1 && before[before.len() - 2].is_ascii_digit();
        !goes_on && before.last().is_some_and(|mark| b"\"'=:([,".contains(mark)) && !is_a_time
    })
}

#[test]
fn the_search_finds_a_written_code() {
    for said in [r#"{"cvv":"739"}"#, r#"{\"cvv\": 739}"#, "cards.cvv: 739\n", "Cvv(739)", "cvv=739 ", "cvv = '739'"] {
        assert!(says_code(said.as_bytes(), "739"), "{said}");
    }
    for chance in ["10.739ms", "elapsed=739.5µs", "=739µs", "01a9-739f", "15:04:739", "7391", "17390000"] {
        assert!(!says_code(chance.as_bytes(), "739"), "{chance}");
    }
}

/// The forms in which a number could be written.
fn spellings(number: &str) -> [String; 3] {
    let groups = |mark: &str| {
        let digits: Vec<char> = number.chars().collect();
        digits.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(mark)
    };
    [number.to_owned(), groups(" "), groups("-")]
}

fn form(number: &str) -> Value {
    let mut form = card_form(number);
    form["card_info"]["cvv"] = json!(CODES[usize::from(!number.starts_with("37"))]);
    form
}

/// The form that changes the card, with the cardholder's address.
fn other_card(number: &str) -> Value {
    let mut form = form(number);
    form["cardholder"] = json!({
        "name": "Ann Larsen", "street_address1": "1200 Harmon Place", "street_address2": "", "city": "Minneapolis",
        "state": "MN", "zip_code": "55403", "country": "US", "phone": "6125550142",
    });
    form
}

/// Sends numbers in every way: well formed, grouped, in the wrong field, in broken JSON. Returns all answers.
async fn try_all_numbers(app: &TestApp) -> String {
    let mut answers = String::new();
    for number in numbers() {
        // Each number gets a customer without a card, so that it reaches the gateway.
        let shopper = &mut Shopper::new(app, &format!("bea{}@example.com", &number[12..])).await;
        let [plain, spaced, dashed] = spellings(number);
        for spelling in [&plain, &spaced, &dashed] {
            shopper.browser.post("/api/credit_cards", form(spelling)).await;
        }
        let mut as_a_number = form(number);
        as_a_number["card_info"]["credit_card_number"] = json!(number.parse::<u64>().unwrap());
        shopper.browser.post("/api/credit_cards", as_a_number).await.refused(422, "request_invalid");
        let mut misplaced = form(number);
        misplaced["card_info"]["expiration"] = json!(number);
        misplaced["options"]["same_as_shipping"] = json!(number);
        shopper.browser.post("/api/credit_cards", misplaced).await.refused(422, "request_invalid");
        let token = shopper.browser.cookies["XSRF-TOKEN"].clone();
        let broken = Request::post("/api/credit_cards")
            .header("x-xsrf-token", token)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(format!(r#"{{"card_info": {{"credit_card_number": "{number}" oops"#)))
            .unwrap();
        shopper.browser.send(broken).await.refused(400, "request_invalid");
        shopper.browser.post("/api/rules/payment.validate", form(number)).await;
        shopper.browser.get(&format!("/api/orders/{number}")).await.refused(404, "not_found");
        shopper.browser.get(&format!("/members/{number}?card={number}")).await;
        answers += &shopper.browser.read();
    }
    answers
}

/// The log without durations, because a duration may be the same number as a code.
fn without_durations(log: &str) -> String {
    let without = |line: &str| line.split(" milliseconds=").next().unwrap_or_default().to_owned();
    log.lines().map(without).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn after_a_full_journey_no_card_number_is_anywhere() {
    log::start_capture();
    let app = TestApp::start().await;
    // A whole box: card, styling with its fee, decisions, a decline, checkout, return.
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(crate::support::GatewayBehaviour::Declines);
    ann.check_out("declined").await.refused(402, "payment_declined");
    app.gateway.set(crate::support::GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("lost").await.expect(202);
    app.gateway.set(crate::support::GatewayBehaviour::Works);
    resume_all(&app.state).await.unwrap();
    assert_eq!(ann.invoice().await["status"], "paid");
    steps::take(&app.state, &ann.order, Step::Receive, Actor::Ops).await.unwrap();
    // Then another card, which waits for a code. Its number is not kept while it waits.
    for number in numbers() {
        ann.browser.patch("/api/credit_cards", other_card(number)).await;
    }
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    assert_eq!(ann.browser.post("/api/mfa_requests", json!({"mfa_type": "email"})).await.status, 204);
    // And every number, in every way.
    let refusals = try_all_numbers(&app).await;
    let outbox = app.client().get("/dev/outbox").await.text;

    let rows = app.dump().await;
    let (log, answers) = (without_durations(&log::captured()), ann.browser.read() + &refusals);
    let files = app.files();
    assert!(rows.contains("4242"), "the last four digits may be shown");
    assert!(log.contains("/api/credit_cards") && log.contains(" INFO "), "the log has the calls");
    assert!(log.contains("DEBUG") && log.contains("INSERT INTO cards"), "and every statement");
    for code in ["card_declined", "debit_card", "gateway_unavailable", "form_invalid", "request_invalid"] {
        assert!(answers.contains(code), "{code}: every refusal is among the answers");
    }
    if app.state.settings.database_url.is_sqlite() {
        for end in ["stylebox.db", "stylebox.db-wal"] {
            let file = files.iter().find(|(name, _)| name.ends_with(end));
            assert!(file.is_some_and(|(_, bytes)| bytes.len() > 4_000), "{end}");
        }
    }
    for number in numbers() {
        for spelling in spellings(number) {
            for (place, text) in [("database", &rows), ("log", &log), ("answers", &answers), ("outbox", &outbox)] {
                let found = text.lines().find(|line| line.contains(&spelling));
                assert_eq!(found, None, "{spelling} is in the {place}");
            }
            for (name, bytes) in &files {
                let found = bytes.windows(spelling.len()).any(|window| window == spelling.as_bytes());
                assert!(!found, "{spelling} is in {name}");
            }
        }
    }
    for (place, text) in [("database", &rows), ("log", &log), ("answers", &answers), ("outbox", &outbox)] {
        for code in CODES {
            let found = text.lines().find(|line| says_code(line.as_bytes(), code));
            assert_eq!(found, None, "the code {code} is in the {place}");
        }
        assert!(!text.contains(PASSWORD), "a password is in the {place}");
    }
    for (name, bytes) in &files {
        for code in CODES {
            assert!(!says_code(bytes, code), "the code {code} is in {name}");
        }
        assert!(!bytes.windows(PASSWORD.len()).any(|window| window == PASSWORD.as_bytes()), "a password is in {name}");
    }
}
