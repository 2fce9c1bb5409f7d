//! Makes the data of a release: rows in every table.

use super::data::Data;
use super::files::{VERSION, add_release, data_of, migrations, released};
use crate::account::address_check;
use crate::checkout::repeated_keys::{agreed, post_under};
use crate::doubles::shippo::{MISSPELT_STREET, Shippo};
use crate::doubles::stripe_tax::StripeTaxDouble;
use crate::order::forms::delivery;
use crate::support::camera::upload;
use crate::support::empty_database::engine;
use crate::support::{GatewayBehaviour, Shopper, TestApp, other_card};
use serde_json::json;
use std::sync::Arc;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::demo;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::providers::Providers;
use stylebox_server::providers::address::shippo::ShippoAddresses;
use stylebox_server::providers::tax::SalesTax;
use stylebox_server::providers::tax::stripe_tax::StripeTax;
use stylebox_server::service::checkout::tax_records;

/// Set to make the files of a release: the version of `Cargo.toml`.
const WRITE: &str = "STYLEBOX_WRITE_RELEASE";

/// Rows that only outside parties, staff, time or a server of 0.2.0 would make. `NOW` stands for the time.
const EXTRA_ROWS: [&str; 24] = [
    "INSERT INTO card_refusals (id, network, card, reason, created_at) VALUES ('refusal', 'network', 'card', 'declined', NOW)",
    "INSERT INTO declined_cards (card, reason, declined_at) VALUES ('card', 'stolen_card', NOW)",
    "INSERT INTO gateway_customers (customer_id, reference, created_at) SELECT id, 'cus_1', NOW FROM customers WHERE email = 'zoe@example.com'",
    "INSERT INTO phone_facts (phone, trouble, known_since) SELECT phone, 'unreachable', NOW FROM customers WHERE email = 'zoe@example.com'",
    "INSERT INTO forget_requests (id, party, reference, created_at, due_at) VALUES ('forget', 'payment', 'token', NOW, NOW + 86400000000)",
    "INSERT INTO shipments (id, order_id, way, created_at, status, attempts, parcel_status, looks_failed, tracking_code, made_at)
     SELECT 'shipment', MIN(id), 'to_customer', NOW, 'made', 1, 'delivered', 0, 'SHIPPO_TRANSIT', NOW FROM orders",
    "INSERT INTO fraud_holds (order_id, why, looked_at, held_at, cleared_at) SELECT MIN(id), 'a new device', 'seen', NOW, NOW FROM orders",
    "INSERT INTO ended_charges (order_id, purpose, card, ended_at) SELECT MIN(id), 'styling_fee', 'card', NOW FROM orders",
    "INSERT INTO gateway_notices (id, kind, reference, attempt_id, amount, currency, status, reason, created_at, updated_at, closed_at, over_at)
     SELECT 'notice', 'dispute', 'dp_1', MIN(id), 2000, 'usd', 'won', 'general', NOW, NOW, NOW, NOW FROM payment_attempts",
    "INSERT INTO gateway_movements (id, kind, amount, fee, currency, moved_at, read_at, outcome, attempt_id, decided_at)
     SELECT 'txn_1', 'charge', amount, 88, currency, NOW, NOW, 'ours', id, NOW FROM payment_attempts ORDER BY id LIMIT 1",
    "INSERT INTO webhook_events (id, party, event_id, hint, received_at, due_at, failures, last_error)
     VALUES ('event', 'stripe', 'evt_1', '{\"about\":\"notice\",\"kind\":\"dispute\",\"reference\":\"dp_1\"}', NOW, NOW, 9, 'timeout')",
    "INSERT INTO phone_links (session_id, token_hash, customer_id, path, created_at, expires_at)
     SELECT MIN(id), 'hash', MIN(customer_id), '/members/', NOW, NOW + 600000000 FROM sessions",
    "INSERT INTO email_changes (customer_id, email, email_key, token_hash, created_at, expires_at)
     SELECT id, 'yanna@example.com', 'yanna@example.com', 'hash', NOW, NOW + 86400000000 FROM customers WHERE email = 'yan@example.com'",
    "INSERT INTO reshuffle_answers (profile_id, card_id, answered_on) SELECT id, 'card', '2026-11-17' FROM style_profiles",
    "INSERT INTO suggested_item_clicks (id, customer_id, product_id, at) SELECT 'click', MIN(id), 'G001', NOW FROM customers",
    "INSERT INTO box_proposals (order_id, seed, fingerprint, proposed_at)
     SELECT id, 1, 'pieces', NOW FROM orders WHERE status = 'created'",
    "INSERT INTO first_order_wishes (customer_id, coupon) SELECT id, '' FROM customers WHERE email = 'ann@example.com'",
    "INSERT INTO next_box_wishes (customer_id, line_item_id, created_at)
     SELECT orders.customer_id, MIN(line_items.id), NOW FROM orders JOIN line_items ON line_items.order_id = orders.id GROUP BY 1",
    "INSERT INTO reminders (order_id, checkout_by_date, days_before, message_id)
     SELECT MIN(orders.id), '2026-11-24', 1, MIN(outbox.id) FROM orders, outbox",
    "INSERT INTO next_box_notices (customer_id, box_date, message_id)
     SELECT MIN(customers.id), '2026-12-15', MIN(outbox.id) FROM customers, outbox",
    "INSERT INTO shop_facts (name, value, updated_at) VALUES ('public_url', 'http://stylebox.test', NOW)",
    "INSERT INTO jobs (name, due_at, failed) VALUES ('outbox', NOW, 0)",
    "INSERT INTO marks (id, kind, hash, sealed, key_id, created_at, expires_at)
     VALUES ('mark', 'stopped', 'hash', 'sealed', 'retired', NOW, NOW + 86400000000)",
    "INSERT INTO rate_limits (bucket, window_start, hits, expires_at) VALUES ('account-changes:hash', NOW, 1, NOW + 600000000)",
];

/// The keys of Una's calls.
pub const ORDERED: &str = "ordered";
pub const DECLINED: &str = "declined";

const GIFT_CARD: &str = "6035 7100 2026 0060";

const REVIEW: [(&str, &str); 5] = [
    ("display_name", "Zoe"),
    ("email", "zoe@example.com"),
    ("review_content", "The boots!"),
    ("review_title", "Lovely"),
    ("reviewer_type", "verified_reviewer"),
];

/// Makes customers with rows in every table: the demo's customers with two years of boxes, Zoe, who has bought, Una, whose orders
/// parties have worked on, and Yan, who has begun changes.
async fn make(app: &TestApp) {
    demo::seed(&app.state).await.unwrap();
    make_una(app).await;
    let mut zoe = Shopper::decided(app, "zoe@example.com", 2).await;
    app.add_gift_card(GIFT_CARD, 1_500).await;
    let id = zoe.invoice().await["id"].as_str().unwrap().to_owned();
    let card = json!({"code": GIFT_CARD});
    zoe.browser.post(&format!("/api/invoices/{id}/gift_cards"), card).await.expect(200);
    zoe.check_out("a-key").await.expect(200);
    steps::take(&app.state, &zoe.order, Step::SendBack, Actor::Ops).await.unwrap();
    let mut review = zoe.read().await["review_invitation"].clone();
    review.as_object_mut().unwrap().extend(REVIEW.map(|(field, text)| (field.to_owned(), json!(text))));
    zoe.browser.post("/api/reviews", review).await.expect(201);
    // The styling fee goes back.
    let stopped = Shopper::with_order(app, "wes@example.com").await;
    for step in [Step::Style, Step::Stop] {
        steps::take(&app.state, &stopped.order, step, Actor::Ops).await.unwrap();
    }
    let mut yan = Shopper::with_order(app, "yan@example.com").await;
    upload(app, &mut yan.browser).await;
    let change = json!({"customer": {"first_name": "Jan", "phone": "6515550199"}});
    yan.browser.patch("/api/account", change).await.refused(403, "mfa_required");
    yan.browser.post("/api/mfa_requests", json!({"mfa_type": "sms"})).await.expect(204);
    yan.browser.post("/api/passwords", json!({"customer": {"email": "yan@example.com"}})).await;
    for sql in EXTRA_ROWS {
        app.execute(sql.replace("NOW", &micros(crate::support::START).to_string()).leak()).await;
    }
}

/// Makes Una, whose tax a service calculates and whose addresses another one checks. An order, a checkout and its decline are under
/// keys, an address has a suggestion, and another card waits for a code.
async fn make_una(app: &TestApp) {
    let mut una = Shopper::decided(app, "una@example.com", 0).await;
    una.check_out("nothing").await.expect(200);
    for step in [Step::SendBack, Step::Receive, Step::Complete] {
        steps::take(&app.state, &una.order, step, Actor::Ops).await.unwrap();
    }
    let (taxes, addresses) = (StripeTaxDouble::start().await, Shippo::start().await);
    let state = app.with_providers(Providers {
        tax: SalesTax::Service(Arc::new(StripeTax::new(&taxes.settings()).unwrap())),
        address: Arc::new(ShippoAddresses::new(&addresses.settings()).unwrap()),
        ..app.state.providers.clone()
    });
    let cookies = std::mem::take(&mut una.browser.cookies);
    una.browser = app.client_of(state.clone());
    una.browser.cookies = cookies;
    let ordered = post_under(&mut una.browser, ORDERED, "/api/orders", &delivery()).await.expect(201);
    una.order = ordered["id"].as_str().unwrap().to_owned();
    una.bring_box(app).await;
    una.keep(2).await;
    let invoice = una.invoice().await;
    app.gateway.set(GatewayBehaviour::Declines);
    una.check_out_for(&invoice, DECLINED, &agreed(&invoice)).await.refused(402, "payment_declined");
    app.gateway.set(GatewayBehaviour::Works);
    una.check_out_for(&invoice, "paid", &agreed(&invoice)).await.expect(200);
    assert_eq!(tax_records::tell(&state).await.unwrap().done, 1);
    una.browser.post("/api/shipping_addresses", address_check::body(MISSPELT_STREET)).await.expect(201);
    let card = other_card("5555555555554444");
    una.browser.patch("/api/credit_cards", card).await.refused(403, "mfa_required");
}

fn micros(instant: &str) -> i64 {
    instant.parse::<stylebox_core::values::business_time::Instant>().unwrap().unix_micros()
}

#[tokio::test]
async fn the_data_of_this_version_is_stored() {
    let file = migrations().join(data_of(VERSION));
    if std::env::var_os(WRITE).is_some() {
        assert_eq!(engine(), "SQLite", "the data of a release is made on SQLite");
        assert!(!released().contains_key(VERSION), "{VERSION} is released: name the next version in Cargo.toml first");
        let app = TestApp::start().await;
        make(&app).await;
        let data = Data::read(&app).await;
        let empty: Vec<_> =
            data.tables.iter().filter(|table| table.rows.is_empty()).map(|table| &*table.name).collect();
        assert!(empty.is_empty(), "no rows: {empty:?}");
        data.write(&file);
        add_release();
    }
    assert!(file.exists(), "{VERSION} has no {}: docs/operating/releases.md says how it is made", file.display());
}
