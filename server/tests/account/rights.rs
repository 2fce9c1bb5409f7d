//! Every table about a customer is in the export or has a reason why not, and its rows end with the account or have a reason why they
//! stay. The tables are read from the database's catalog, so that a new table cannot be forgotten.

use crate::account::erasure::with_everything;
use crate::support::{PASSWORD, TestApp, ops};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::mail::outbox::deliver;

/// Where the export has the rows of a table.
enum Export {
    /// At this JSON pointer.
    At(&'static str),
    /// Nowhere, for this reason.
    No(&'static str),
}

/// What happens to the rows of a table when the account ends.
enum End {
    /// No row belongs to the customer any more.
    Goes,
    /// They stay without personal data, for this reason.
    Stays(&'static str),
}

use End::{Goes, Stays};
use Export::{At, No};

/// Every table that holds something about a customer.
const TABLES: &[(&str, Export, End)] = &[
    ("box_proposals", No("for days: the pieces that staff saw before they released the box"), Goes),
    ("card_refusals", No("that a card was refused, for weeks, with hashes of network and card"), Goes),
    ("cards", At("/cards/0/last_four"), Stays("payments show brand, last digits and expiration")),
    ("coupons_used", No("the invoice has the code"), Stays("part of a paid invoice")),
    ("customers", At("/account/email"), Stays("the books need to know which orders have the same customer")),
    ("email_changes", At("/account/pending_email"), Goes),
    ("ended_charges", No("that a declined charge waits for another card, with a hash of the card"), Goes),
    ("exchanges", At("/orders/0/exchanges/0/size"), Stays("part of a paid order")),
    ("first_order_wishes", At("/first_order_wish/themebox_description"), Goes),
    ("fraud_holds", At("/orders/0/hold/ended"), Stays("when an order was held, and that it was cleared")),
    ("gateway_customers", No("the gateway's name for the customer"), Goes),
    ("garments_packed", No("which garments were in the boxes; the boxes are in the export"), Goes),
    (
        "gateway_movements",
        No("the gateway's own list of what moved; the payments of an order are in the export"),
        Stays("part of the books"),
    ),
    ("gateway_notices", No("the shop and its gateway settle it between them"), Stays("part of the books")),
    ("gift_card_draws", No("a payment of its order"), Stays("part of the books")),
    ("idempotency_keys", No("for a day: the outcome of a call, for a repeat of it"), Goes),
    ("invoice_lines", No("a copy of the items as they were paid"), Stays("part of a paid invoice")),
    ("invoices", At("/orders/0/invoices/0/total_due"), Stays("part of the books")),
    ("known_devices", No("hashes, from which nobody can tell a device"), Goes),
    ("ledger", At("/orders/0/payments/0/cents"), Stays("the books themselves")),
    ("line_items", At("/orders/0/items/0/description"), Stays("what a paid invoice is for")),
    ("mfa_codes", No("valid for minutes, and stored only as a hash"), Goes),
    ("next_box_looks", No("the day on which a job looks at the customer"), Goes),
    ("next_box_notices", No("which message it was; the message is in the export"), Goes),
    ("next_box_wishes", At("/next_box_wishes/0/description"), Goes),
    ("order_events", At("/orders/0/history/0/status"), Stays("who did what with money and garments")),
    ("orders", At("/orders/0/code"), Stays("what an invoice is for")),
    ("outbox", At("/messages/0/kind"), Goes),
    ("outfits", At("/orders/0/outfits/0/title"), Stays("what the items of an order belong to")),
    (
        "payment_attempts",
        No("the payments of an order say what moved; what was declined moved nothing"),
        Stays("part of the books"),
    ),
    ("pending_changes", No("for minutes: a change that waits for its code, with hashes and tokens"), Goes),
    ("phone_links", No("valid for minutes, and stored only as a hash"), Goes),
    ("photo_files", No("the files at the addresses of the photos"), Goes),
    ("photos", At("/photos/0"), Goes),
    (
        "referral_rewards",
        At("/referral_rewards/0/percent"),
        Stays("the referrer's list has a reward for each friend, without a name"),
    ),
    ("reminders", No("which message it was; the message is in the export"), Stays("the order was reminded in time")),
    ("reset_tokens", No("valid for hours, and stored only as a hash"), Goes),
    ("reshuffle_answers", No("the day of an answer; the answer is in the export"), Goes),
    ("reviews", At("/orders/0/reviews/0/content"), Stays("the stars; text and name are emptied")),
    ("sessions", At("/devices/0/name"), Goes),
    ("shipments", At("/orders/0/parcels/0/tracking_code"), Stays("that a box was sent, and when, without where to")),
    ("shipping_addresses", At("/addresses/0/line_1"), Stays("orders refer to it; it is emptied")),
    ("style_answers", At("/answers/top_size"), Goes),
    ("style_profiles", No("it only groups the answers"), Goes),
    ("suggested_item_clicks", At("/suggested_item_clicks/0/product_id"), Goes),
    (
        "tax_calculations",
        No("amounts that are valid for a day; the invoice has the final ones"),
        Stays("a day, without the person"),
    ),
    ("tax_records", No("what was sold, as the invoice says it"), Stays("part of the books")),
];

const ADVICE: &str = "a table about customers is new, or gone: export it (service/account/export), let it end with the account \
    (store/account/erasure.rs), fill it in `with_everything` (tests/account/closing.rs), and say so in TABLES of tests/account/rights.rs";

/// For each table about customers, the condition that selects the rows of the customer `{id}`. Such a table has the id of a customer
/// or an order, or refers to a table that has it.
async fn conditions(app: &TestApp) -> BTreeMap<String, String> {
    let columns = app.columns().await;
    let columns: Vec<&str> = columns.iter().filter_map(|column| Some(column.split_once(':')?.0)).collect();
    let tables: BTreeSet<&str> = columns.iter().map(|column| column.split_once('.').unwrap().0).collect();
    let keys = app.foreign_keys().await;
    let mut found = BTreeMap::from([("customers".to_owned(), "id = '{id}'".to_owned())]);
    for table in &tables {
        let has = |column: &str| columns.contains(&format!("{table}.{column}").as_str());
        if has("customer_id") {
            found.insert((*table).to_owned(), "customer_id = '{id}'".to_owned());
        } else if has("order_id") {
            let of_orders = "order_id IN (SELECT id FROM orders WHERE customer_id = '{id}')";
            found.insert((*table).to_owned(), of_orders.to_owned());
        }
    }
    loop {
        let known = found.len();
        for [table, column, to, to_column] in &keys {
            if let Some(condition) = found.get(to).filter(|_| !found.contains_key(table)) {
                let condition = format!("{column} IN (SELECT {to_column} FROM {to} WHERE {condition})");
                found.insert(table.clone(), condition);
            }
        }
        if found.len() == known {
            return found;
        }
    }
}

async fn counts(app: &TestApp, conditions: &BTreeMap<String, String>, customer_id: &str) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for (table, condition) in conditions {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {condition}").replace("{id}", customer_id);
        counts.insert(table.clone(), app.count(&sql).await);
    }
    counts
}

#[tokio::test]
async fn every_table_about_a_customer_is_exported_and_ends_with_the_account_or_has_a_reason() {
    let app = TestApp::start().await;
    let conditions = conditions(&app).await;
    let known: BTreeSet<&str> = TABLES.iter().map(|(table, ..)| *table).collect();
    let there: BTreeSet<&str> = conditions.keys().map(String::as_str).collect();
    assert_eq!(known, there, "{ADVICE}");
    assert!(TABLES.iter().all(|(_, export, end)| { !matches!(export, At("") | No("")) && !matches!(end, Stays("")) }));

    let mut ann = with_everything(&app).await;
    deliver(&app.state).await.unwrap();
    let export = ann.browser.get("/api/account/export").await.expect(200);
    let id = export["account"]["id"].as_str().unwrap().to_owned();
    let before = counts(&app, &conditions, &id).await;
    for (table, rows) in &before {
        assert!(*rows > 0, "{table} has nothing of the customer. {ADVICE}");
    }
    for (table, export_of, _) in TABLES {
        if let At(pointer) = export_of {
            let value = export.pointer(pointer);
            assert!(
                value.is_some_and(|value| !value.is_null() && *value != json!("")),
                "{table} at {pointer}: {export}"
            );
        }
    }
    for secret in ["Annelotte again", "looked_at", "hash", "Held by the fraud check"] {
        assert!(!export.to_string().contains(secret), "{secret}: {export}");
    }

    ops(&app, "jobs run after_checkout").await.unwrap();
    if ann.status().await != "completed" {
        steps::take(&app.state, &ann.order, Step::Complete, Actor::Ops).await.unwrap();
    }
    let before = counts(&app, &conditions, &id).await;
    let close = json!({"current_password": PASSWORD});
    assert_eq!(ann.browser.post("/api/account/close", close).await.expect(200), json!({"closing": null}));
    let after = counts(&app, &conditions, &id).await;
    for (table, _, end) in TABLES {
        match end {
            Goes => assert_eq!(after[*table], 0, "{table} goes with the account"),
            Stays(why) => assert_eq!(after[*table], before[*table], "{table} stays: {why}"),
        }
    }
}

#[tokio::test]
async fn a_fraud_hold_is_in_the_export_after_it_has_ended_but_its_reason_never_is() {
    let app = TestApp::start().await;
    let mut ann = crate::support::Shopper::with_order(&app, "ann@example.com").await;
    app.execute(
        "INSERT INTO fraud_holds (order_id, why, looked_at, held_at) SELECT id, 'the reason', 'the print', 1000000 FROM orders",
    )
    .await;
    let export = ann.browser.get("/api/account/export").await;
    assert_eq!(export.expect(200)["orders"][0]["hold"], json!(null), "a hold that has not ended is left out");
    assert!(!export.text.contains("the reason") && !export.text.contains("the print"));
    let held_at = "1970-01-01T00:00:01Z";
    for (change, cleared_at, ended) in [
        ("UPDATE orders SET status = 'styling'", json!(null), "changed"),
        ("UPDATE orders SET status = 'cancelled', finished = TRUE", json!(null), "cancelled"),
        ("UPDATE orders SET status = 'fraud', finished = TRUE", json!(null), "stopped"),
        ("UPDATE fraud_holds SET cleared_at = 2000000", json!("1970-01-01T00:00:02Z"), "cleared"),
    ] {
        app.execute(change).await;
        // An account has ten exports a day.
        let export = ann.browser.get("/api/account/export").await;
        let hold = &export.expect(200)["orders"][0]["hold"];
        assert_eq!(*hold, json!({"held_at": held_at, "cleared_at": cleared_at, "ended": ended}));
        assert!(!export.text.contains("the reason") && !export.text.contains("the print"));
    }
}
