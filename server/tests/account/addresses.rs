//! The customer's addresses.

use crate::support::{Client, Shopper, TestApp};
use serde_json::{Value, json};
use stylebox_server::store::order::events;

fn elliot() -> Value {
    json!({
        "line_1": " 7 Elliot Avenue ", "line_2": "", "city": "Minneapolis", "state": "mn", "postal_code": "55404",
        "phone": "(612) 555-0100", "country": "US",
    })
}

async fn add(client: &mut Client, address: Value) -> Value {
    client.post("/api/shipping_addresses", json!({"shipping_address": address})).await.expect(201)
}

async fn listed(client: &mut Client) -> Vec<(String, bool)> {
    let account = client.get("/api/account").await.expect(200);
    let addresses = account["shipping_addresses"].as_array().unwrap().clone();
    let line = |address: &Value| address["shipping_line_1"].as_str().unwrap().to_owned();
    addresses.iter().map(|address| (line(address), address["is_primary"].as_bool().unwrap())).collect()
}

fn path(address: &Value) -> String {
    format!("/api/shipping_addresses/{}", address["id"].as_str().unwrap())
}

#[tokio::test]
async fn the_first_address_is_primary_and_another_can_replace_it() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let first = add(&mut ann, elliot()).await;
    assert_eq!(first["name"], "Ann Larsen");
    assert_eq!(first["shipping_line_1"], "7 Elliot Avenue");
    assert_eq!(first["shipping_line_2"], json!(null));
    assert_eq!(first["shipping_state"], "MN");
    assert_eq!(first["shipping_phone"], "6125550100");
    assert_eq!(first["is_primary"], true);
    let mut work = elliot();
    work["line_1"] = json!("80 Ninth Street");
    work["name"] = json!("Reception");
    let work = add(&mut ann, work).await;
    assert_eq!((&work["name"], &work["is_primary"]), (&json!("Reception"), &json!(false)));
    let primary = json!({"shipping_address": {"is_primary": true}});
    let changed = ann.patch(&path(&work), primary).await.expect(200);
    assert_eq!((&changed["name"], &changed["shipping_line_1"]), (&json!("Reception"), &json!("80 Ninth Street")));
    let expected = [("80 Ninth Street".to_owned(), true), ("7 Elliot Avenue".to_owned(), false)];
    assert_eq!(listed(&mut ann).await, expected);
    // There is always a primary address, so it cannot be unset.
    let back = json!({"shipping_address": {"is_primary": false, "line_2": "Floor 3"}});
    let changed = ann.patch(&path(&work), back).await.expect(200);
    assert_eq!((&changed["is_primary"], &changed["shipping_line_2"]), (&json!(true), &json!("Floor 3")));
    ann.delete(&path(&work)).await.expect(204);
    assert_eq!(listed(&mut ann).await, [("7 Elliot Avenue".to_owned(), true)]);
    ann.delete(&path(&first)).await.expect(204);
    let account = ann.get("/api/account").await.expect(200);
    assert_eq!(account["registration_shipping_address_complete"], false);
    ann.delete(&path(&first)).await.refused(404, "not_found");
}

#[tokio::test]
async fn an_address_is_checked_by_core_and_by_the_provider() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let refused = ann.post("/api/shipping_addresses", json!({"shipping_address": {"state": "XX"}})).await.expect(422);
    let fields: Vec<_> = refused["issues"].as_array().unwrap().iter().map(|issue| issue["field"].clone()).collect();
    assert_eq!(fields, ["line_1", "city", "state", "postal_code", "phone"]);
    let mut nowhere = elliot();
    nowhere["line_1"] = json!("1 Nowhere Lane");
    let refused = ann.post("/api/shipping_addresses", json!({"shipping_address": nowhere})).await;
    assert_eq!(refused.refused(422, "shippo_id_invalid"), "Invalid Address. Please enter a valid address.");
    let mut abroad = elliot();
    abroad["country"] = json!("CA");
    ann.post("/api/shipping_addresses", json!({"shipping_address": abroad})).await.refused(422, "shippo_id_invalid");
    let kept = add(&mut ann, elliot()).await;
    let change = json!({"shipping_address": {"line_1": "1 Nowhere Lane"}});
    ann.patch(&path(&kept), change).await.refused(422, "shippo_id_invalid");
    let change = json!({"shipping_address": {"postal_code": "5540"}});
    assert_eq!(ann.patch(&path(&kept), change).await.expect(422)["issues"][0]["field"], "postal_code");
    assert_eq!(listed(&mut ann).await, [("7 Elliot Avenue".to_owned(), true)]);
}

#[tokio::test]
async fn nobody_reaches_another_customers_address() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let address = add(&mut ann, elliot()).await;
    let mut eve = app.client();
    eve.register("eve@example.com").await;
    let change = json!({"shipping_address": {"line_1": "Mine"}});
    eve.patch(&path(&address), change.clone()).await.refused(404, "not_found");
    eve.delete(&path(&address)).await.refused(404, "not_found");
    app.client().patch(&path(&address), change).await.refused(401, "not_authorized");
    app.client().delete(&path(&address)).await.refused(401, "not_authorized");
    assert_eq!(listed(&mut ann).await, [("7 Elliot Avenue".to_owned(), true)]);
}

#[tokio::test]
async fn the_address_of_an_open_order_cannot_be_deleted() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let address = ann.browser.get("/api/account").await.expect(200)["shipping_addresses"][0].clone();
    ann.browser.delete(&path(&address)).await.refused(409, "address_in_use");
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    ann.browser.delete(&path(&address)).await.expect(204);
    assert_eq!(listed(&mut ann.browser).await, []);
    ann.read().await;
}

#[tokio::test]
async fn moving_house_does_not_change_the_tax_on_a_delivered_box() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let before = ann.invoice().await;
    assert_ne!(before["tax"], "0.00");
    let address = ann.browser.get("/api/account").await.expect(200)["shipping_addresses"][0].clone();
    // There is no sales tax in Oregon.
    let moved = json!({"shipping_address": {"city": "Portland", "state": "OR", "postal_code": "97201"}});
    ann.browser.patch(&path(&address), moved).await.expect(200);
    assert_eq!(ann.invoice().await["tax"], before["tax"]);
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(account["shipping_addresses"].as_array().unwrap().len(), 1);
    assert_eq!(account["shipping_addresses"][0]["shipping_city"], "Portland");
    assert_eq!(account["shipping_addresses"][0]["id"], address["id"]);
}

/// The first line of the order's address.
async fn goes_to(shopper: &mut Shopper) -> String {
    shopper.read().await["shipping_address"]["shipping_line_1"].as_str().unwrap_or_default().to_owned()
}

async fn moves_in_account(shopper: &mut Shopper) -> Value {
    let moved = json!({"customer": {}, "shipping_address": elliot()});
    shopper.browser.patch("/api/account", moved).await.expect(200)
}

#[tokio::test]
async fn a_new_address_in_the_account_changes_the_address_of_an_unstyled_box() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    assert_eq!(goes_to(&mut ann).await, "1200 Harmon Place");
    let account = moves_in_account(&mut ann).await;
    assert_eq!(account["shipping_addresses"][0]["shipping_line_1"], "7 Elliot Avenue");
    assert_eq!(goes_to(&mut ann).await, "7 Elliot Avenue");
    let mut tx = app.state.db.read().await.unwrap();
    let history = events::of_order(&mut tx, &ann.order).await.unwrap();
    assert!(history.iter().any(|event| event.reason == "Goes to the customer's new address"));
}

#[tokio::test]
async fn a_new_address_in_the_account_leaves_a_styled_box_and_a_box_to_another_address() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let mut work = elliot();
    work["line_1"] = json!("80 Ninth Street");
    let work = add(&mut ann.browser, work).await;
    let chosen = json!({"order": {"shipping_address_id": work["id"]}});
    ann.browser.patch(&format!("/api/orders/{}", ann.order), chosen).await.expect(200);
    moves_in_account(&mut ann).await;
    assert_eq!(goes_to(&mut ann).await, "80 Ninth Street");

    let mut bea = Shopper::with_box(&app, "bea@example.com").await;
    let before = goes_to(&mut bea).await;
    moves_in_account(&mut bea).await;
    assert_eq!(goes_to(&mut bea).await, before);
}

#[tokio::test]
async fn an_order_keeps_its_address_after_the_customer_has_changed_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let address = ann.browser.get("/api/account").await.expect(200)["shipping_addresses"][0].clone();
    ann.browser.patch(&path(&address), json!({"shipping_address": elliot()})).await.expect(200);
    assert_eq!(goes_to(&mut ann).await, "1200 Harmon Place");
    let listed = ann.browser.get("/api/orders").await.expect(200)["orders"][0]["shipping_address"].clone();
    assert_eq!((&listed["name"], &listed["shipping_line_1"]), (&json!("Ann Larsen"), &json!("1200 Harmon Place")));
}

#[tokio::test]
async fn a_customer_has_at_most_twenty_addresses() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let mut last = json!(null);
    for _ in 0..20 {
        last = add(&mut ann, elliot()).await;
    }
    let more = ann.post("/api/shipping_addresses", json!({"shipping_address": elliot()})).await;
    more.refused(409, "too_many_addresses");
    ann.delete(&path(&last)).await.expect(204);
    add(&mut ann, elliot()).await;
}

#[tokio::test]
async fn the_account_form_saves_an_address_only_if_it_has_changed() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let form = |address: Value| json!({"customer": {"first_name": "Anna"}, "shipping_address": address});
    let account = ann.patch("/api/account", form(elliot())).await.expect(200);
    assert_eq!(account["first_name"], "Anna");
    assert_eq!(account["shipping_addresses"][0]["shipping_line_1"], "7 Elliot Avenue");
    assert_eq!(account["shipping_addresses"][0]["name"], "Anna Larsen");
    let mut same = elliot();
    same["line_1"] = json!("7 ELLIOT avenue");
    same["phone"] = json!("612-555-0100");
    assert_eq!(ann.patch("/api/account", form(same)).await.expect(200), account);
    let mut other = elliot();
    other["line_1"] = json!("80 Ninth Street");
    ann.patch("/api/account", form(other)).await.expect(200);
    let expected = [("80 Ninth Street".to_owned(), true), ("7 Elliot Avenue".to_owned(), false)];
    assert_eq!(listed(&mut ann).await, expected);
    let mut wrong = elliot();
    wrong["city"] = json!(" ");
    let refused = ann.patch("/api/account", form(wrong)).await.expect(422);
    assert_eq!(refused["issues"][0]["field"], "shipping_city");
    let mut nowhere = elliot();
    nowhere["line_1"] = json!("1 Nowhere Lane");
    ann.patch("/api/account", form(nowhere)).await.refused(422, "shippo_id_invalid");
    assert_eq!(listed(&mut ann).await, expected);
}

#[tokio::test]
async fn an_open_order_keeps_its_address_if_another_address_becomes_primary() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let work = add(&mut ann.browser, elliot()).await;
    ann.browser.patch(&path(&work), json!({"shipping_address": {"is_primary": true}})).await.expect(200);
    let expected = [("7 Elliot Avenue".to_owned(), true), ("1200 Harmon Place".to_owned(), false)];
    assert_eq!(listed(&mut ann.browser).await, expected);
    assert_eq!(goes_to(&mut ann).await, "1200 Harmon Place");
}
