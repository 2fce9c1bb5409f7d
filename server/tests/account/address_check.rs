//! Shippo's address check: refusals, suggestions, and what happens if Shippo does not answer.

use crate::doubles::http::HttpFault;
use crate::doubles::shippo::{MISSPELT_STREET, STRANGE_STREET, Shippo, UNKNOWN_STREET};
use crate::support::{CARD, Client, Shopper, TestApp, card_form};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::jobs::party_watch;
use stylebox_server::providers::address::AddressProvider;
use stylebox_server::providers::address::choice::AddressChoice;
use stylebox_server::providers::address::shippo::ShippoAddresses;
use stylebox_server::providers::common::reach::Reach;

const REFUSAL: &str = "Invalid Address. Please enter a valid address.";

/// An app whose address check is the double.
pub async fn start() -> (Shippo, TestApp) {
    let shippo = Shippo::start().await;
    let settings = shippo.settings();
    let app = TestApp::with(|server| {
        server.parties.address = AddressChoice::Shippo(settings);
    })
    .await;
    (shippo, app)
}

pub async fn registered(app: &TestApp) -> Client {
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    ann
}

fn address(line_1: &str) -> Value {
    json!({
        "line_1": line_1, "line_2": "", "city": "San Francisco", "state": "CA", "postal_code": "94104",
        "phone": "(415) 555-0100",
    })
}

pub fn body(line_1: &str) -> Value {
    json!({"shipping_address": address(line_1)})
}

async fn add(client: &mut Client, line_1: &str) -> Value {
    client.post("/api/shipping_addresses", body(line_1)).await.expect(201)
}

fn path(address: &Value) -> String {
    format!("/api/shipping_addresses/{}", address["id"].as_str().unwrap())
}

/// The double's suggestion for [`MISSPELT_STREET`].
fn suggestion() -> Value {
    json!({
        "line_1": "731 Market St", "line_2": null, "city": "San Francisco", "state": "CA", "postal_code": "94103-2005",
    })
}

#[tokio::test]
async fn an_address_that_shippo_knows_is_saved_as_it_was_typed() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    let mut typed = address(" 215 Clayton Street ");
    typed["line_2"] = json!("Apt 3 & 4");
    let saved = ann.post("/api/shipping_addresses", json!({"shipping_address": typed})).await.expect(201);
    assert_eq!((&saved["shipping_line_1"], &saved["suggestion"]), (&json!("215 Clayton Street"), &Value::Null));
    let asked = shippo.asked();
    let expected = [
        ("address_line_1", "215 Clayton Street"),
        ("address_line_2", "Apt 3 & 4"),
        ("city_locality", "San Francisco"),
        ("country_code", "US"),
        ("postal_code", "94104"),
        ("state_province", "CA"),
    ];
    let expected = expected.map(|(field, text)| (field.to_owned(), text.to_owned())).into_iter().collect();
    assert_eq!(asked, [expected], "neither name nor phone is sent");
    assert_eq!(shippo.violations(), [""; 0]);
}

#[tokio::test]
async fn an_address_that_shippo_calls_invalid_is_refused_by_every_call() {
    let (_shippo, app) = start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let ann = &mut ann.browser;
    let refused = ann.post("/api/shipping_addresses", body(UNKNOWN_STREET)).await;
    assert_eq!(refused.refused(422, "shippo_id_invalid"), REFUSAL);
    ann.post("/api/address_checks", body(UNKNOWN_STREET)).await.refused(422, "shippo_id_invalid");
    let account = json!({"customer": {"first_name": "Anna"}, "shipping_address": address(UNKNOWN_STREET)});
    ann.patch("/api/account", account).await.refused(422, "shippo_id_invalid");
    let mut form = card_form(CARD);
    form["options"]["shipping_address"] = address(UNKNOWN_STREET);
    ann.post("/api/credit_cards", form).await.refused(422, "shippo_id_invalid");
    let kept = add(ann, "215 Clayton Street").await;
    ann.patch(&path(&kept), body(UNKNOWN_STREET)).await.refused(422, "shippo_id_invalid");
    let mut abroad = body("215 Clayton Street");
    abroad["shipping_address"]["country"] = json!("CA");
    ann.post("/api/shipping_addresses", abroad).await.refused(422, "shippo_id_invalid");
}

#[tokio::test]
async fn a_suggestion_is_offered_and_can_be_accepted() {
    let (_shippo, app) = start().await;
    let mut ann = registered(&app).await;
    let saved = add(&mut ann, MISSPELT_STREET).await;
    assert_eq!((&saved["shipping_line_1"], &saved["suggestion"]), (&json!(MISSPELT_STREET), &suggestion()));
    let account = ann.get("/api/account").await.expect(200);
    assert_eq!(account["shipping_addresses"][0]["suggestion"], suggestion());
    let taken = ann.patch(&path(&saved), json!({"shipping_address": suggestion()})).await.expect(200);
    assert_eq!(taken["shipping_line_1"], "731 Market St");
    assert_eq!(taken["shipping_postal_code"], "94103-2005");
    assert_eq!((&taken["shipping_phone"], &taken["suggestion"]), (&saved["shipping_phone"], &Value::Null));
}

#[tokio::test]
async fn only_its_customer_can_decline_a_suggestion() {
    let (_shippo, app) = start().await;
    let mut ann = registered(&app).await;
    let saved = add(&mut ann, MISSPELT_STREET).await;
    let suggestion_of = format!("{}/suggestion", path(&saved));
    let mut eve = app.client();
    eve.register("eve@example.com").await;
    eve.delete(&suggestion_of).await.refused(404, "not_found");
    assert_eq!(ann.get("/api/account").await.expect(200)["shipping_addresses"][0]["suggestion"], suggestion());
    for _ in 0..2 {
        ann.delete(&suggestion_of).await.expect(204);
        let kept = ann.get("/api/account").await.expect(200)["shipping_addresses"][0].clone();
        assert_eq!((&kept["shipping_line_1"], &kept["suggestion"]), (&json!(MISSPELT_STREET), &Value::Null));
    }
}

#[tokio::test]
async fn addresses_from_sign_up_and_account_get_suggestions_too() {
    let (_shippo, app) = start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form["options"]["shipping_address"] = address(MISSPELT_STREET);
    ann.browser.post("/api/credit_cards", form).await.expect(201);
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(account["shipping_addresses"][0]["suggestion"], suggestion());
    let orders = ann.browser.get("/api/orders").await.expect(200);
    assert_eq!(orders["orders"][0]["shipping_address"]["suggestion"], suggestion());

    let mut bea = app.client();
    bea.register("bea@example.com").await;
    let form = json!({"customer": {"first_name": "Bea"}, "shipping_address": address(MISSPELT_STREET)});
    let account = bea.patch("/api/account", form).await.expect(200);
    assert_eq!(account["shipping_addresses"][0]["suggestion"], suggestion());
}

#[tokio::test]
async fn an_address_is_checked_without_being_saved() {
    let (_shippo, app) = start().await;
    let mut ann = registered(&app).await;
    let check = async |ann: &mut Client, line_1| ann.post("/api/address_checks", body(line_1)).await.expect(200);
    assert_eq!(check(&mut ann, MISSPELT_STREET).await, json!({"suggestion": suggestion()}));
    assert_eq!(check(&mut ann, "215 Clayton Street").await, json!({"suggestion": null}));
    let refused = ann.post("/api/address_checks", json!({"shipping_address": {"state": "XX"}})).await.expect(422);
    assert_eq!(refused["issues"].as_array().unwrap().len(), 5);
    assert_eq!(ann.get("/api/account").await.expect(200)["shipping_addresses"], json!([]));
    app.client().post("/api/address_checks", body(MISSPELT_STREET)).await.refused(401, "not_authorized");
}

#[tokio::test]
async fn the_address_checks_of_a_customer_are_limited() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    for _ in 0..60 {
        ann.post("/api/address_checks", body("215 Clayton Street")).await.expect(200);
    }
    for path in ["/api/address_checks", "/api/shipping_addresses"] {
        ann.post(path, body("215 Clayton Street")).await.expect(429);
    }
    assert_eq!(shippo.asked().len(), 60);
}

#[tokio::test]
async fn an_address_is_saved_unchecked_if_shippo_does_not_answer() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    for fault in [HttpFault::Down, HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::DoesAndFails] {
        shippo.set(fault);
        let saved = add(&mut ann, UNKNOWN_STREET).await;
        assert_eq!(
            (&saved["shipping_line_1"], &saved["suggestion"]),
            (&json!(UNKNOWN_STREET), &Value::Null),
            "{fault:?}"
        );
        ann.delete(&path(&saved)).await.expect(204);
    }
    shippo.set(HttpFault::None);
    ann.post("/api/shipping_addresses", body(UNKNOWN_STREET)).await.refused(422, "shippo_id_invalid");
    // An answer that is not in Shippo's reference counts as no answer, too.
    add(&mut ann, STRANGE_STREET).await;
}

#[tokio::test]
async fn a_silent_shippo_keeps_a_customer_waiting_for_its_timeout_only() {
    let shippo = Shippo::start().await;
    shippo.set(HttpFault::Silent);
    let provider = ShippoAddresses::new(&shippo.settings()).unwrap().with_timeout(Duration::from_millis(200));
    let app = TestApp::start().await;
    let mut ann = app.client_of(app.with_addresses(provider));
    ann.register("ann@example.com").await;
    add(&mut ann, UNKNOWN_STREET).await;
}

#[tokio::test]
async fn the_check_says_whether_shippo_can_be_reached_and_accepts_the_key() {
    let (shippo, app) = start().await;
    party_watch::look(&app.state).await;
    assert_eq!(TestApp::said_by(&app.state, "address"), Some("reached"));
    assert_eq!(shippo.asked().len(), 0, "asking whether it can be reached checks no address");
    let reach = async |key: &str| ShippoAddresses::new(&shippo.settings_with(key)).unwrap().reach().await;
    let refused = Reach::Refused("Shippo does not take the key (STYLEBOX_SHIPPO_KEY)".to_owned());
    assert_eq!(reach("shippo_test_other").await, refused);
    shippo.set(HttpFault::Down);
    assert_eq!(reach("shippo_test_double").await, Reach::NotReachable);
}

#[tokio::test]
async fn a_suggestion_ends_with_the_account() {
    let (_shippo, app) = start().await;
    let mut ann = registered(&app).await;
    add(&mut ann, MISSPELT_STREET).await;
    assert!(app.dump().await.contains("731 Market St"));
    let closed = ann.post("/api/account/close", json!({"current_password": crate::support::PASSWORD})).await;
    closed.expect(200);
    assert!(!app.dump().await.contains("731 Market St"));
}
