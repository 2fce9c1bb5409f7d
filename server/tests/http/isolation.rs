//! Isolation: every call with an id answers 404 for an id of another customer.
//!
//! The table is checked against the service's own description, so that a call without a row fails.

use crate::support::description::{Call, calls, check_complete};
use crate::support::{PASSWORD, Shopper, TestApp, camera, registration};
use serde_json::{Value, json};

/// What the id in a path belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Id {
    /// Something that belongs to one customer. Everybody else gets 404.
    Of(Thing),
    /// Nothing that belongs to a customer, with the reason.
    Nobodys(&'static str),
}

/// What belongs to one customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thing {
    Order,
    Invoice,
    LineItem,
    StyleProfile,
    Photo,
    ShippingAddress,
    Referral,
    Device,
}

/// A call, what its id belongs to, and a body with which its owner does not get a 404.
struct Row(&'static str, Id, &'static str);

const NONE: &str = "{}";

const ROWS: [Row; 29] = [
    Row("GET /orders/{id}", Id::Of(Thing::Order), NONE),
    Row("PATCH /orders/{id}", Id::Of(Thing::Order), r#"{"order": {"order_review": "Lovely", "review_rating": 5}}"#),
    Row("POST /orders/{id}/cancel", Id::Of(Thing::Order), NONE),
    Row("POST /orders/{id}/keep", Id::Of(Thing::Order), NONE),
    Row("PATCH /orders/{id}/extend", Id::Of(Thing::Order), NONE),
    Row("GET /orders/{id}/invoices/current", Id::Of(Thing::Order), NONE),
    Row("POST /orders/{id}/invoices", Id::Of(Thing::Order), NONE),
    Row("POST /invoices/{id}/coupons", Id::Of(Thing::Invoice), r#"{"code": "Hello25"}"#),
    Row("DELETE /invoices/{id}/coupons", Id::Of(Thing::Invoice), NONE),
    Row("POST /invoices/{id}/gift_cards", Id::Of(Thing::Invoice), r#"{"code": "6035 7100 0000 1234"}"#),
    Row("DELETE /invoices/{id}/gift_cards", Id::Of(Thing::Invoice), NONE),
    Row("POST /invoices/{id}/checkout", Id::Of(Thing::Invoice), r#"{"expected_total_due": "0.01"}"#),
    Row("GET /invoices/available_exchange_sizes/{line_item_id}", Id::Of(Thing::LineItem), NONE),
    Row("GET /style_profiles/{id}", Id::Of(Thing::StyleProfile), NONE),
    Row("PATCH /style_profiles/{id}", Id::Of(Thing::StyleProfile), r#"{"responses": {}}"#),
    Row("GET /locations/{id}/estimated_delivery_date", Id::Nobodys("the retailer's stores"), NONE),
    Row("POST /style_profiles/{id}/upload_urls", Id::Of(Thing::StyleProfile), r#"{"filename": "me.jpg"}"#),
    Row("GET /photos/{id}", Id::Of(Thing::Photo), NONE),
    Row("POST /photos/{id}/finish", Id::Of(Thing::Photo), NONE),
    Row(
        "PATCH /shipping_addresses/{id}",
        Id::Of(Thing::ShippingAddress),
        r#"{"shipping_address": {"line_2": "Apt 9"}}"#,
    ),
    Row("DELETE /shipping_addresses/{id}/suggestion", Id::Of(Thing::ShippingAddress), NONE),
    Row("DELETE /shipping_addresses/{id}", Id::Of(Thing::ShippingAddress), NONE),
    Row("DELETE /account/devices/{id}", Id::Of(Thing::Device), NONE),
    Row("PUT /account/next_box_note/{line_item_id}", Id::Of(Thing::LineItem), NONE),
    Row("DELETE /account/next_box_note/{line_item_id}", Id::Of(Thing::LineItem), NONE),
    Row("POST /orders/{id}/payment_check", Id::Of(Thing::Order), NONE),
    Row("POST /orders/{id}/payment_confirmation", Id::Of(Thing::Order), NONE),
    Row("GET /account/validate_signup_code/{code}", Id::Nobodys("a code that anybody may try"), NONE),
    Row("GET /product_images/{id}", Id::Nobodys("the catalogue's pictures"), NONE),
];

/// Calls whose parameter is not an id, or is the id of a garment in the catalogue.
const NO_IDS: [&str; 3] = ["POST /rules/{rule}", "GET /suggested_items/{id}/click", "GET /postal_codes/{postal_code}"];

const ADVICE: &str = "add `Row(\"METHOD /path\", Id::Of(Thing::…), body)` to ROWS of tests/http/isolation.rs, with a new Thing \
    and Bea's id in `Bea::id_of` if it is of a new kind; or `Id::Nobodys(\"why\")` if it belongs to no customer";

/// The first name of Bea's friend, and of nobody else.
const FRIEND: &str = "Wilhelmina";

/// A customer who has one of everything, and its ids.
struct Bea {
    shopper: Shopper,
    invoice: String,
    line_item: String,
    style_profile: String,
    photo: String,
    shipping_address: String,
    referral: String,
    device: String,
}

impl Bea {
    async fn with_everything(app: &TestApp) -> Self {
        let mut shopper = Shopper::decided(app, "bea@example.com", 2).await;
        app.add_gift_card("6035 7100 0000 1234", 50_00).await;
        let invoice = text(&shopper.invoice().await["id"]);
        let line_item = text(&shopper.lines().await[0]["id"]);
        let profile = shopper.browser.get("/api/style_profiles/current").await.expect(200);
        let photo = camera::upload(app, &mut shopper.browser).await;
        let photo = photo.rsplit_once('/').unwrap().1.to_owned();
        let account = shopper.browser.get("/api/account").await.expect(200);
        let shipping_address = text(&account["shipping_addresses"][0]["id"]);
        let referral = Self::refer_a_friend(app, &mut shopper, &account["referral_code"]).await;
        let style_profile = text(&profile["id"]);
        let mut phone = app.client();
        crate::account::sign_up_and_in::sign_in(&mut phone, "bea@example.com", PASSWORD).await.expect(200);
        let devices = phone.get("/api/account/devices").await.expect(200);
        let device = text(&devices["devices"][0]["id"]);
        Self { shopper, invoice, line_item, style_profile, photo, shipping_address, referral, device }
    }

    /// Refers a friend, who registers. Returns the referral's id.
    async fn refer_a_friend(app: &TestApp, shopper: &mut Shopper, code: &Value) -> String {
        let mut friend = app.client();
        let mut form = registration("friend@example.com", &friend.human().await);
        form["customer"]["first_name"] = json!(FRIEND);
        form["customer"]["referred_by_code"] = code.clone();
        friend.post("/api/registrations", form).await.expect(201);
        let brought = shopper.browser.get("/api/referrals").await.expect(200);
        assert_eq!(
            (&brought["total"], &brought["referrals"][0]["customer_name"]),
            (&json!(1), &json!("Wilhelmina L."))
        );
        text(&brought["referrals"][0]["id"])
    }

    fn id_of(&self, thing: Thing) -> &str {
        match thing {
            Thing::Order => &self.shopper.order,
            Thing::Invoice => &self.invoice,
            Thing::LineItem => &self.line_item,
            Thing::StyleProfile => &self.style_profile,
            Thing::Photo => &self.photo,
            Thing::ShippingAddress => &self.shipping_address,
            Thing::Referral => &self.referral,
            Thing::Device => &self.device,
        }
    }

    /// Everything that Bea can read about Bea's own account.
    async fn everything(&mut self, calls: &[Call]) -> Vec<(String, String)> {
        let mut read = Vec::new();
        for call in calls.iter().filter(|call| !call.changes() && call.needs_session()) {
            let row = ROWS.iter().find(|row| row.0 == call.name());
            let id = match row.map(|row| row.1) {
                Some(Id::Of(thing)) => self.id_of(thing).to_owned(),
                _ => "1".to_owned(),
            };
            read.push((call.name(), self.shopper.browser.get(&call.at(&id)).await.text));
        }
        read
    }
}

fn text(id: &Value) -> String {
    id.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn ids_of_another_customer_are_not_found() {
    let app = TestApp::start().await;
    let calls: Vec<Call> = calls(&app).await;
    let with_id: Vec<&Call> = calls.iter().filter(|call| call.has_id()).collect();
    let names: Vec<String> = with_id.iter().map(|call| call.name()).collect();
    let rows: Vec<&str> = ROWS.iter().map(|row| row.0).chain(NO_IDS).collect();
    check_complete("ROWS", &rows, &names, ADVICE);

    let mut bea = Bea::with_everything(&app).await;
    // Ann has an order and an invoice, too, so no call is refused because one is missing.
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    ann.invoice().await;
    let before = bea.everything(&calls).await;
    for Row(name, id, body) in &ROWS {
        let call = with_id.iter().find(|call| call.name() == *name).unwrap();
        let body: Value = serde_json::from_str(body).unwrap();
        let Id::Of(thing) = id else {
            assert!(!call.needs_session(), "{name} is for customers: whose is its id?");
            continue;
        };
        assert!(call.needs_session() && call.describes(404), "{name}");
        let theirs = call.send(&mut ann.browser, bea.id_of(*thing), &body).await;
        assert_eq!(theirs.status, 404, "{name}: {}", theirs.text);
        // The answer is the same as for an id that does not exist.
        let nobodys = call.send(&mut ann.browser, "0", &body).await;
        assert_eq!(theirs.text, nobodys.text, "{name}");
        call.send(&mut app.client(), bea.id_of(*thing), &body).await.refused(401, "not_authorized");
    }
    assert_eq!(bea.everything(&calls).await, before, "nothing of Bea's has changed");
    // The owner is not refused with the same ids and bodies.
    for Row(name, id, body) in &ROWS {
        let Id::Of(thing) = id else { continue };
        let call = with_id.iter().find(|call| call.name() == *name).unwrap();
        let body: Value = serde_json::from_str(body).unwrap();
        let id = bea.id_of(*thing).to_owned();
        let own = call.send(&mut bea.shopper.browser, &id, &body).await;
        assert_ne!(own.status, 404, "{name}: {}", own.text);
    }
}

#[tokio::test]
async fn calls_without_an_id_answer_only_the_customers_own_data() {
    let app = TestApp::start().await;
    let calls: Vec<Call> = calls(&app).await;
    let bea = Bea::with_everything(&app).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.invoice().await;
    let mut own = 0;
    for call in calls.iter().filter(|call| !call.changes() && !call.has_id() && call.needs_session()) {
        let reply = ann.browser.get(&call.at("")).await;
        assert!(call.describes(reply.status.as_u16()), "{}: {} {}", call.name(), reply.status, reply.text);
        use Thing::{Device, Invoice, LineItem, Order, Photo, Referral, ShippingAddress, StyleProfile};
        for thing in [Order, Invoice, LineItem, StyleProfile, Photo, ShippingAddress, Referral, Device] {
            assert!(!reply.text.contains(bea.id_of(thing)), "{} shows another's {thing:?}", call.name());
        }
        assert!(!reply.text.contains("bea@example.com") && !reply.text.contains(FRIEND), "{}", call.name());
        own += usize::from(reply.text.contains(&ann.order) || reply.text.contains("ann@example.com"));
    }
    assert!(own >= 2, "Ann's account and orders at least");
    let friends = ann.browser.get("/api/referrals").await.expect(200);
    assert_eq!((&friends["total"], &friends["referrals"]), (&json!(0), &json!([])), "Bea's friends are not Ann's");
}

#[tokio::test]
async fn the_description_says_correctly_which_calls_need_a_session() {
    let app = TestApp::start().await;
    for call in calls(&app).await {
        let reply = call.send(&mut app.client(), "1", &json!({})).await;
        let said = if call.needs_session() { "needs a session" } else { "says `security(())`: anybody" };
        let is_refused = reply.status == 401 && reply.text.contains("not_authorized");
        assert_eq!(is_refused, call.needs_session(), "{} {said}, and answers {}", call.name(), reply.status);
        assert!(call.describes(reply.status.as_u16()), "{} does not describe {}", call.name(), reply.status);
    }
}

/// A body with another customer's id is refused.
#[tokio::test]
async fn an_id_in_a_body_must_be_the_customers_own() {
    let app = TestApp::start().await;
    let mut bea = Bea::with_everything(&app).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let before = bea.shopper.lines().await;
    let decision = json!([{"id": bea.line_item, "claimed_kept": false, "customer_feedback": "Too long"}]);
    ann.decide(decision).await.refused(404, "not_found");
    assert_eq!(bea.shopper.lines().await, before);
}
