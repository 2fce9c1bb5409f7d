//! Limits: how often something may be tried, how large a body may be, how long a list.
//!
//! The tables are checked against the service's own description, so that a call without a row fails.

use crate::support::description::{Call, calls, check_complete};
use crate::support::{Client, Shopper, TestApp, card_form, other_card};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::platform::tries::{Made, Window};
use stylebox_server::store::access::tries;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// A call that may be made `tries` times in a window of `seconds`, counted for each `by`.
struct Row {
    call: &'static str,
    tries: u32,
    seconds: u64,
    by: By,
    /// Whether the customer has checked out. Their change of card then waits for a code.
    has_checked_out: bool,
}

/// What the tries are counted for.
#[derive(PartialEq, Eq)]
enum By {
    /// The caller's address.
    Address,
    /// The customer, at any address.
    Customer,
}

const fn row(call: &'static str, tries: u32, seconds: u64, by: By) -> Row {
    Row { call, tries, seconds, by, has_checked_out: false }
}

/// A call that asks the gateway for a token and whose card then waits for a code. No bank is asked.
const fn token(call: &'static str, tries: u32, seconds: u64) -> Row {
    Row { call, tries, seconds, by: By::Customer, has_checked_out: true }
}

const ROWS: [Row; 37] = [
    row("POST /sessions", 100, 15 * MINUTE, By::Address),
    row("POST /registrations", 60, HOUR, By::Address),
    row("POST /passwords", 30, HOUR, By::Address),
    row("PUT /passwords", 30, HOUR, By::Address),
    row("POST /rules/{rule}", 600, MINUTE, By::Address),
    row("GET /postal_codes/{postal_code}", 240, 10 * MINUTE, By::Address),
    row("POST /credit_cards", 120, 10 * MINUTE, By::Customer),
    row("POST /orders", 30, 10 * MINUTE, By::Customer),
    row("PATCH /orders/{id}", 30, 10 * MINUTE, By::Customer),
    row("POST /orders/{id}/payment_check", 120, 10 * MINUTE, By::Customer),
    row("POST /orders/{id}/payment_confirmation", 120, 10 * MINUTE, By::Customer),
    row("POST /credit_cards/confirmation", 120, 10 * MINUTE, By::Customer),
    row("POST /reviews", 20, 10 * MINUTE, By::Customer),
    row("POST /style_profiles/{id}/upload_urls", 30, 10 * MINUTE, By::Customer),
    row("POST /photos/{id}/finish", 120, 10 * MINUTE, By::Customer),
    row("PATCH /credit_cards", 120, 10 * MINUTE, By::Customer),
    token("POST /credit_cards", 60, 10 * MINUTE),
    token("PATCH /credit_cards", 60, 10 * MINUTE),
    row("PUT /registrations", 10, 15 * MINUTE, By::Customer),
    row("PATCH /registrations", 10, HOUR, By::Customer),
    row("POST /phone_links", 30, 10 * MINUTE, By::Customer),
    row("PUT /phone_links", 30, HOUR, By::Address),
    row("POST /email_confirmations", 30, HOUR, By::Address),
    row("POST /account/pending_email", 10, HOUR, By::Customer),
    row("GET /account/export", 10, HOUR, By::Customer),
    row("POST /account/close", 10, 15 * MINUTE, By::Customer),
    row("POST /mfa_requests", 5, 15 * MINUTE, By::Customer),
    row("POST /mfa_resubmissions", 30, HOUR, By::Customer),
    row("PATCH /account", 20, 10 * MINUTE, By::Customer),
    row("POST /shipping_addresses", 60, 10 * MINUTE, By::Customer),
    row("PATCH /shipping_addresses/{id}", 60, 10 * MINUTE, By::Customer),
    row("POST /address_checks", 60, 10 * MINUTE, By::Customer),
    row("POST /address_suggestions", 300, 10 * MINUTE, By::Customer),
    row("POST /address_suggestions/choice", 300, 10 * MINUTE, By::Customer),
    row("GET /account/validate_signup_code/{code}", 30, 10 * MINUTE, By::Address),
    row("POST /invoices/{id}/coupons", 20, 10 * MINUTE, By::Customer),
    row("POST /invoices/{id}/gift_cards", 20, 10 * MINUTE, By::Customer),
];

/// The calls that are limited only if a service calculates the tax. `checkout::tax` tests them.
const CALCULATED: [&str; 5] = [
    "GET /orders/{id}/invoices/current",
    "POST /orders/{id}/invoices",
    "DELETE /invoices/{id}/coupons",
    "DELETE /invoices/{id}/gift_cards",
    "POST /invoices/{id}/checkout",
];

const ADVICE: &str = "add `row(\"METHOD /path\", tries, seconds, By::…)` to ROWS of tests/http/limits.rs, and a body to `body_of` \
    that gets as far as the count";

/// A body that gets as far as the count. It differs with each try if another limit would refuse the same subject first.
fn body_of(call: &str, number: u32) -> Value {
    let password = json!("Wrong#2026");
    match call {
        "POST /sessions" => {
            json!({"customer": {"email": "ann@example.com", "password": password, "recaptchaToken": "e30="}})
        }
        "POST /registrations" => crate::support::registration("new@example.com", "e30="),
        "POST /passwords" => json!({"customer": {"email": format!("nobody{number}@example.com")}}),
        "PUT /passwords" => json!({"customer": {
            "password": password, "password_confirmation": password, "reset_password_token": "0",
        }}),
        "POST /style_profiles/{id}/upload_urls" => json!({"filename": "me.jpg"}),
        "POST /reviews" => json!({
            "site_key": "", "domain": "", "sku": "", "product_title": "", "time_stamp": 0, "signature": "",
            "display_name": "", "email": "", "reviewer_type": "verified_reviewer",
        }),
        "POST /orders" | "PATCH /orders/{id}" => json!({"order": {"coupon": "NOBODYS"}}),
        "PUT /registrations" => json!({"customer": {"current_password": password, "password": "Another#1"}}),
        "PATCH /registrations" => json!({"customer": {"email": format!("nobody{number}@example.com")}}),
        "POST /phone_links" => json!({"phone_link": {"path": "/quiz/1"}}),
        "PUT /phone_links" => json!({"phone_link": {"token": "0"}}),
        "POST /email_confirmations" => json!({"token": "0"}),
        "POST /account/close" => json!({"current_password": password}),
        "POST /mfa_requests" => json!({"mfa_type": "email"}),
        "PATCH /account" => json!({"customer": {"email": format!("nobody{number}@example.com")}}),
        "POST /shipping_addresses" | "PATCH /shipping_addresses/{id}" | "POST /address_checks" => {
            json!({"shipping_address": card_form("")["options"]["shipping_address"]})
        }
        "POST /address_suggestions" => json!({"text": "1200 Har", "session": "a"}),
        "POST /address_suggestions/choice" => json!({"id": "a", "session": "a"}),
        "POST /mfa_resubmissions" => json!({"customer": {"mfa_code": "123456"}}),
        "POST /credit_cards" => card_form("4000000000000002"),
        "PATCH /credit_cards" => other_card("4000000000000002"),
        "POST /credit_cards/confirmation" => json!({"payment_method": "pm_1"}),
        _ => json!({"code": "NOBODYS"}),
    }
}

async fn try_once(call: &Call, browser: &mut Client, id: &str, number: u32) -> crate::support::Reply {
    call.send(browser, id, &body_of(&call.name(), number)).await
}

#[tokio::test]
async fn a_limited_call_works_again_after_retry_after() {
    let every = calls(&TestApp::start().await).await;
    let limited: Vec<String> = every.iter().filter(|call| call.describes(429)).map(Call::name).collect();
    let known = [&ROWS.map(|row| row.call)[..], &CALCULATED].concat();
    check_complete("ROWS", &known, &limited, ADVICE);
    for Row { call: name, tries, seconds, by, has_checked_out } in &ROWS {
        let call = every.iter().find(|call| call.name() == *name).unwrap();
        let retry_after = &call.operation["responses"]["429"]["headers"]["retry-after"];
        assert!(retry_after.is_object(), "{name} does not describe Retry-After");
        let app = TestApp::start().await;
        let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
        let invoice = ann.invoice().await["id"].as_str().unwrap().to_owned();
        if *has_checked_out {
            ann.check_out("key").await.expect(200);
        }
        let id = match &*call.path {
            "/rules/{rule}" => "mask.zip".to_owned(),
            "/postal_codes/{postal_code}" => "55105".to_owned(),
            _ => invoice,
        };
        let mut browser = if call.needs_session() { ann.browser } else { app.client() };
        // The calls that prepared this test belong to an earlier window.
        app.clock.advance(Duration::from_secs(24 * HOUR));
        // Seven seconds after the first one, or as many as one time stands for in a limit of many tries.
        let first = tries.div_ceil(100);
        for number in 0..*tries {
            if number == first {
                app.clock.advance(Duration::from_secs(7));
            }
            let reply = try_once(call, &mut browser, &id, number).await;
            assert_ne!(reply.status, 429, "{name}: try {number}");
        }
        let refused = try_once(call, &mut browser, &id, *tries).await;
        refused.refused(429, "too_many_requests");
        // Until the first one no longer counts.
        assert_eq!(refused.header("retry-after"), Some(&*(seconds - 7).to_string()), "{name}");
        // From another address, a limit for each address starts again, but a limit for each customer does not.
        browser.address = "198.51.100.9".parse().unwrap();
        let elsewhere = try_once(call, &mut browser, &id, tries + 1).await;
        assert_eq!(elsewhere.status == 429, *by == By::Customer, "{name}: {}", elsewhere.text);
        browser.address = "192.0.2.1".parse().unwrap();
        app.clock.advance(Duration::from_secs(seconds - 8));
        try_once(call, &mut browser, &id, tries + 2).await.refused(429, "too_many_requests");
        app.clock.advance(Duration::from_secs(1));
        for number in 0..first {
            let reply = try_once(call, &mut browser, &id, tries + 3 + number).await;
            assert_ne!(reply.status, 429, "{name}: the wait is over");
        }
        // The others still count.
        let refused = try_once(call, &mut browser, &id, tries + 3 + first).await;
        refused.refused(429, "too_many_requests");
        assert_eq!(refused.header("retry-after"), Some("7"), "{name}");
    }
}

/// Nobody can lock out an account at the moment at which one quarter of an hour ends, or guess twice as often around it.
#[tokio::test]
async fn a_window_does_not_end_with_the_quarters_of_an_hour() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let guess = async || {
        let mut stranger = app.client();
        let human = stranger.human().await;
        let wrong = json!({"email": "ann@example.com", "password": "Wrong#2026", "recaptchaToken": human});
        stranger.post("/api/sessions", json!({"customer": wrong})).await.status.as_u16()
    };
    for (at, tries) in [("15:14:50", 6), ("15:14:59", 4)] {
        app.clock.set(&format!("2026-11-18T{at}Z"));
        for _ in 0..tries {
            assert_eq!(guess().await, 401, "{at}");
        }
    }
    for (at, tries) in [("15:15:00", 0), ("15:29:49", 0), ("15:29:50", 6), ("15:29:59", 4), ("15:30:00", 0)] {
        app.clock.set(&format!("2026-11-18T{at}Z"));
        for _ in 0..tries {
            assert_eq!(guess().await, 401, "{at}");
        }
        assert_eq!(guess().await, 429, "{at}");
    }
}

/// A limit is counted in memory, and by one statement of the database. On both engines the two allow the same tries.
#[tokio::test]
async fn the_database_counts_tries_as_memory_does() {
    let app = TestApp::start().await;
    let mut random = 7_u64;
    let mut below = |most: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % most
    };
    for (most, count) in [(1, 60), (3, 200), (100, 300), (250, 700)] {
        let bucket = format!("{most}");
        let window = Window::new(most, Duration::from_secs(60));
        let mut made = Made::default();
        let mut allowed = 0;
        let mut tx = app.state.db.write().await.unwrap();
        for _ in 0..count {
            // Many at once, now and then a pause, and a clock that is a little behind or runs back.
            let longest = 120_000 / u64::from(most);
            let pause = [0, 0, 0, below(400), below(longest), below(2 * longest)][usize::try_from(below(6)).unwrap()];
            app.clock.advance(Duration::from_millis(pause));
            let back = [0, 0, 0, 0, 0, 0, 0, 5, 90][usize::try_from(below(9)).unwrap()];
            let now = app.state.clock.now().minus(Duration::from_secs(back));
            let until = made.used_up_until(&window, now);
            assert_eq!(tries::used_up_until(&mut tx, &bucket, &window, now).await.unwrap(), until);
            assert_eq!(tries::count(&mut tx, &bucket, &window, now).await.unwrap(), until.is_none());
            if until.is_none() {
                made.add(&window, now);
                allowed += 1;
            } else if below(10) == 0 {
                made.add(&window, now);
                tries::note(&mut tx, &bucket, &window, now).await.unwrap();
            }
        }
        tx.commit().await.unwrap();
        assert!((1..count).contains(&allowed), "{allowed} of {count} tries with a limit of {most}");
    }
    let (none, now) = (Window::new(0, Duration::from_secs(60)), app.state.clock.now());
    let mut tx = app.state.db.write().await.unwrap();
    assert!(!tries::count(&mut tx, "none", &none, now).await.unwrap());
    assert_eq!(
        tries::used_up_until(&mut tx, "none", &none, now).await.unwrap(),
        Made::default().used_up_until(&none, now)
    );
}

/// The largest body that a call accepts, in bytes.
const LARGEST: usize = 64 * 1024;

/// A JSON body with this many bytes, which fits no call.
fn body_of_size(bytes: usize) -> Body {
    Body::from(format!("[\"{}\"]", "a".repeat(bytes - 4)))
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_by_every_call_that_takes_one() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let token = ann.cookies["XSRF-TOKEN"].clone();
    let every = calls(&app).await;
    let with_body: Vec<&Call> = every.iter().filter(|call| call.takes_body()).collect();
    assert!(with_body.len() > 10);
    for call in with_body {
        for status in [400, 413, 415, 422] {
            let is_of_all = call.path == "/rules/{rule}" && [400, 415].contains(&status);
            assert!(is_of_all || call.describes(status), "{} does not describe {status}", call.name());
        }
        let request = |bytes: usize| {
            let request = Request::builder().method(&call.method).uri(call.at("1"));
            let request = request.header(header::CONTENT_TYPE, "application/json").header("idempotency-key", "key");
            request.header("x-xsrf-token", &token).body(body_of_size(bytes)).unwrap()
        };
        ann.clone().send(request(LARGEST + 1)).await.refused(413, "too_large");
        let fits = ann.clone().send(request(LARGEST)).await;
        assert!([404, 422].contains(&fits.status.as_u16()), "{}: {} {}", call.name(), fits.status, fits.text);
    }
}

/// The longest page of a list (spec A, section 7 has ten per page).
const LONGEST_PAGE: usize = 100;

#[tokio::test]
async fn no_list_is_longer_than_a_page_may_be() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    for call in calls(&app).await.iter().filter(|call| call.has_query("limit")) {
        assert!(call.describes(422), "{} does not describe 422", call.name());
        for limit in ["0", "-1", "1.5", "ten", "", "101", "1000000", "99999999999999999999"] {
            let refused = ann.browser.get(&format!("{}?limit={limit}", call.at(""))).await;
            assert_eq!(refused.status, 422, "{} with limit={limit}: {}", call.name(), refused.text);
            assert!(refused.json()["errors"].is_object(), "{}", call.name());
        }
        for limit in [1, LONGEST_PAGE] {
            let page = ann.browser.get(&format!("{}?limit={limit}", call.at(""))).await.expect(200);
            let lists = page.as_object().unwrap().values().filter_map(Value::as_array);
            assert!(lists.clone().count() > 0, "{}: {page}", call.name());
            lists.for_each(|list| assert!(list.len() <= limit, "{}", call.name()));
        }
    }
}

#[tokio::test]
async fn decisions_about_more_items_than_the_box_has_are_refused() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let before = ann.lines().await;
    let many: Vec<Value> = (0..1000).map(|number| json!({"id": number.to_string(), "claimed_kept": true})).collect();
    ann.decide(json!(many)).await.refused(404, "not_found");
    assert_eq!(ann.lines().await, before);
}
