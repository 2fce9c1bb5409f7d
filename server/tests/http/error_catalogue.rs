//! The error catalogue of both specs (section 8 of each): the service answers each entry, and core's rule shows it as the catalogue
//! says. Entries that are not an error body name the test that covers them.

use crate::support::{Reply, Shopper, TestApp, card_form, code};
use serde_json::{Value, json};
use stylebox_core::rules;

/// An entry of the catalogue: a text or a behaviour, and the screen that shows it.
struct Row {
    /// The code, or the message that identifies it for the page.
    entry: &'static str,
    screen: &'static str,
    /// How the service answers: method, status, code and message.
    answer: (&'static str, u16, &'static str, &'static str),
    /// The non-empty fields of core's `errors.presentation`.
    shown: Value,
}

const NOT_AUTHORIZED: &str = "Not authorized to perform this action";

fn rows() -> Vec<Row> {
    let row = |entry, screen, answer, shown| Row { entry, screen, answer, shown };
    let toast = |text: &str| json!({"toasts": [text]});
    vec![
        row(
            "credit_card_number_invalid",
            "/payment/billing",
            ("POST", 422, "credit_card_number_invalid", "Credit card number is invalid"),
            toast("Credit card number is invalid"),
        ),
        row("not_authorized", "/dashboard", ("PATCH", 403, "not_authorized", NOT_AUTHORIZED), toast(NOT_AUTHORIZED)),
        // The session is cleared, and the page goes to the sign-in: `session.on_unauthorized`.
        row("401", "/login", ("GET", 401, "not_authorized", NOT_AUTHORIZED), json!({})),
        row(
            "credentials_invalid",
            "/login",
            ("POST", 401, "credentials_invalid", "Invalid username or password"),
            toast("Invalid username or password"),
        ),
        row(
            "reset_password_token",
            "/reset_password",
            ("PUT", 422, "reset_password_token", "Unable to reset password"),
            toast("Unable to reset password"),
        ),
        row("email_invalid", "/register", ("POST", 422, "email_invalid", "Email taken."), toast("Email taken.")),
        row(
            "shippo_id_invalid",
            "/payment/billing",
            ("POST", 422, "shippo_id_invalid", "Invalid Address. Please enter a valid address."),
            json!({
                "toasts": ["Invalid Address. Please enter a valid address."],
                "address_error": "Invalid Address. Please enter a valid address.",
            }),
        ),
        row(
            "PROMO_CODE_NOT_RECOGNIZED",
            "/checkout/confirmation",
            ("POST", 422, "PROMO_CODE_NOT_RECOGNIZED", "This code is not recognized."),
            json!({"promo_error": "This code is not recognized."}),
        ),
        row(
            "not_found (gift card)",
            "/checkout/confirmation",
            ("POST", 404, "not_found", "We could not find a gift card with this number."),
            json!({"gift_card_error": "We could not find a gift card with this number."}),
        ),
        row("mfa error", "/account", ("PATCH", 403, "mfa_required", "mfa error"), json!({"mfa_required": true})),
        row(
            "mfa error: code invalid",
            "/account",
            ("POST", 422, "mfa_code_invalid", "mfa error: code invalid"),
            json!({"mfa_required": true}),
        ),
        row(
            "Debit card",
            "/payment/billing",
            ("POST", 422, "debit_card", "We do not accept debit cards."),
            toast("We do not accept debit cards."),
        ),
        row(
            "Extend failure",
            "/dashboard",
            (
                "PATCH",
                409,
                "not_extendable",
                "Could not extend checkout. Please try again or contact customer support.",
            ),
            toast("Could not extend checkout. Please try again or contact customer support."),
        ),
        // The page then makes an invoice and shows nothing.
        row("Invoice read 404", "/checkout/review", ("GET", 404, "not_found", "There is nothing here."), json!({})),
    ]
}

/// Entries of the catalogue that are not an error body, and where they are tested.
const ELSEWHERE: [(&str, &str); 6] = [
    ("unexpected", "tests/http/foundation.rs: a panic; fixtures/screens/errors/parse.json: a body without an error"),
    ("Wrong MFA code, MFA request failure, other MFA resubmission errors", "fixtures/account/mfa/next.json"),
    ("Expired and expiring card", "fixtures/card/card/dashboard_banner.json"),
    ("Review post failure", "the page is silent: tests/checkout/reviews.rs shows the answers"),
    ("Image upload failure", "the page is silent: tests/style/photos.rs shows the answers"),
    ("Order creation failure after the card is saved", "tests/order/first_order.rs"),
];

/// Makes the service give the answer of an entry.
async fn provoke(app: &TestApp, entry: &str) -> Reply {
    let visitor = &mut app.client();
    match entry {
        "401" => visitor.get("/api/account").await,
        "credentials_invalid" => {
            let token = visitor.human().await;
            let customer = json!({"email": "nobody@example.com", "password": "Wrong#2026", "recaptchaToken": token});
            visitor.post("/api/sessions", json!({ "customer": customer })).await
        }
        "reset_password_token" => {
            let (password, again) = ("Another#2026", "Another#2026");
            let customer =
                json!({"password": password, "password_confirmation": again, "reset_password_token": "gone"});
            visitor.put("/api/passwords", json!({ "customer": customer })).await
        }
        "email_invalid" => {
            visitor.register("taken@example.com").await;
            let form = crate::support::registration("Taken@example.com", &visitor.human().await);
            app.client().post("/api/registrations", form).await
        }
        "credit_card_number_invalid" => save_card(app, card_form("4000000000000127")).await,
        "Debit card" => save_card(app, card_form("4000056655665556")).await,
        "shippo_id_invalid" => {
            let mut form = card_form(crate::support::CARD);
            form["options"]["shipping_address"]["line_1"] = json!("1 Nowhere Lane");
            save_card(app, form).await
        }
        _ => of_a_box(app, entry).await,
    }
}

async fn save_card(app: &TestApp, form: Value) -> Reply {
    let mut shopper = Shopper::new(app, &format!("card{}@example.com", app.state.new_id())).await;
    shopper.browser.post("/api/credit_cards", form).await
}

async fn of_a_box(app: &TestApp, entry: &str) -> Reply {
    let mut ann = Shopper::decided(app, &format!("box{}@example.com", app.state.new_id()), 1).await;
    let (order, change) = (ann.order.clone(), json!({"customer": {"phone": "6125550199"}}));
    match entry {
        "not_authorized" => {
            ann.browser.cookies.remove("XSRF-TOKEN");
            ann.browser.patch("/api/account", change).await
        }
        "mfa error" => ann.browser.patch("/api/account", change).await,
        "mfa error: code invalid" => {
            ann.browser.patch("/api/account", change).await;
            let sent = code(app, &mut ann.browser, "email").await;
            let wrong = if sent == "000000" { "000001" } else { "000000" };
            ann.browser.post("/api/mfa_resubmissions", json!({"customer": {"mfa_code": wrong}})).await
        }
        "Extend failure" => {
            ann.browser.patch(&format!("/api/orders/{order}/extend"), json!({})).await;
            ann.browser.patch(&format!("/api/orders/{order}/extend"), json!({})).await
        }
        "Invoice read 404" => ann.browser.get(&format!("/api/orders/{order}/invoices/current")).await,
        _ => {
            let invoice = ann.invoice().await["id"].as_str().unwrap().to_owned();
            let what = if entry == "PROMO_CODE_NOT_RECOGNIZED" { "coupons" } else { "gift_cards" };
            ann.browser.post(&format!("/api/invoices/{invoice}/{what}"), json!({"code": "NOBODYS"})).await
        }
    }
}

#[tokio::test]
async fn every_entry_is_answered_and_shown_as_the_catalogue_says() {
    let app = TestApp::start().await;
    for Row { entry, screen, answer: (method, status, code, message), shown } in rows() {
        let reply = provoke(&app, entry).await;
        assert_eq!(reply.refused(status, code), message, "{entry}");
        let call = json!({"status": status, "method": method, "path": screen, "body": reply.json()});
        let presented = rules::call("errors.presentation", &call).unwrap();
        let silent = json!({
            "toasts": [], "mfa_required": false, "address_error": null, "promo_error": null, "gift_card_error": null,
        });
        let mut expected = silent.as_object().unwrap().clone();
        expected.extend(shown.as_object().unwrap().clone());
        assert_eq!(presented, Value::Object(expected), "{entry}");
    }
}

#[test]
fn every_code_with_its_own_message_has_a_row() {
    for code in stylebox_core::messages::errors::known_codes() {
        assert!(
            rows().iter().any(|row| row.entry.starts_with(code)),
            "{code} is in no row of tests/http/error_catalogue.rs"
        );
    }
    for (entry, place) in ELSEWHERE {
        let file = place.split(':').next().unwrap();
        for path in file.split_whitespace().filter(|word| word.ends_with(".rs") || word.ends_with(".json")) {
            let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            assert!(root.join(path).exists() || root.join("..").join(path).exists(), "{entry}: {path} is not there");
        }
    }
}
