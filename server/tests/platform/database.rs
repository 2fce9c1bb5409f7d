//! Opening, migrating, writing at the same time.

use crate::payment::screening::{self, ordered_to};
use crate::support::{GatewayBehaviour, Shopper, TestApp, TestDatabase, confirm, ops};
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::service::subscription::next_box::{self, NextBoxRun};
use stylebox_server::store::access::server_keys;
use stylebox_server::store::order::{items, orders};
use stylebox_server::store::payment::payment_attempts::{self, Purpose};
use stylebox_server::store::subscription::next_boxes;
use stylebox_server::store::{Db, OpenError, Tx};

#[tokio::test]
async fn servers_that_start_at_once_wait_for_each_other() {
    let app = TestApp::start().await;
    let url = app.state.settings.database_url.clone();
    let opened = tokio::join!(Db::open(&url), Db::open(&url), Db::open(&url));
    for db in [opened.0, opened.1, opened.2] {
        db.unwrap().ping().await.unwrap();
    }
}

/// A page that cannot be read, of a failing disk, would end the process, and a large file would count as memory.
#[tokio::test]
async fn no_connection_maps_the_file_into_memory() {
    let app = TestApp::start().await;
    let Db::Sqlite { writer, readers } = &app.state.db else { return };
    for pool in [writer, readers] {
        let mapped: i64 = sqlx::query_scalar("PRAGMA mmap_size").fetch_one(&**pool).await.unwrap();
        assert_eq!(mapped, 0);
    }
}

#[tokio::test]
async fn concurrent_writes_all_succeed() {
    let app = TestApp::start().await;
    let writers = (0..20).map(|number| {
        let db = app.state.db.clone();
        tokio::spawn(async move {
            let mut tx = db.write().await.unwrap();
            server_keys::get_or_add(&mut tx, &format!("key {number}"), "value", Timestamp(0)).await.unwrap();
            tx.commit().await.unwrap();
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!(app.dump().await.matches("key ").count(), 20);
}

#[tokio::test]
async fn an_uncommitted_transaction_leaves_nothing() {
    let app = TestApp::start().await;
    let mut tx = app.state.db.write().await.unwrap();
    server_keys::get_or_add(&mut tx, "gone", "value", Timestamp(0)).await.unwrap();
    drop(tx);
    let mut tx = app.state.db.write().await.unwrap();
    assert_eq!(server_keys::get_or_add(&mut tx, "gone", "other", Timestamp(0)).await.unwrap(), "other");
}

#[tokio::test]
async fn a_transaction_that_reads_cannot_write() {
    let app = TestApp::start().await;
    let mut tx = app.state.db.read().await.unwrap();
    assert!(server_keys::get_or_add(&mut tx, "name", "value", Timestamp(0)).await.is_err());
}

#[tokio::test]
async fn a_database_of_a_later_version_is_refused() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         SELECT 999, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
    )
    .await;
    let refused = Db::open(&app.state.settings.database_url).await.unwrap_err();
    assert!(matches!(refused, OpenError::Later { step: 999, .. }), "{refused}");
}

#[tokio::test]
async fn expired_rows_are_cleared_out() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    client.post("/api/passwords", serde_json::json!({"customer": {"email": "ann@example.com"}})).await;
    let before = app.dump().await;
    assert!(before.contains("human_check_used") && before.contains("reset_tokens") && before.contains("rate_limits"));
    app.clock.advance(std::time::Duration::from_secs(15 * 24 * 60 * 60));
    let mut tx = app.state.db.write().await.unwrap();
    stylebox_server::store::operation::housekeeping::sweep(&mut tx, app.state.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    let after = app.dump().await;
    for table in ["sessions", "human_check_used", "reset_tokens", "rate_limits"] {
        assert!(!after.lines().any(|line| line.starts_with(table)), "{table}: {after}");
    }
    assert!(after.contains("ann@example.com"), "the customer stays");
}

#[tokio::test]
async fn both_engines_have_the_same_columns() {
    let (here, sqlite) = (TestDatabase::fresh().await, TestDatabase::on_sqlite());
    for database in [&here, &sqlite] {
        Db::open(&database.url).await.unwrap().close().await;
    }
    let columns = here.columns().await;
    assert!(columns.contains("line_items.received_at: number or nothing"), "{columns:?}");
    let both = [columns, sqlite.columns().await];
    let differ: Vec<_> = both[0].symmetric_difference(&both[1]).collect();
    assert!(differ.is_empty(), "{differ:?}");
}

/// Reverts the tables to before migrations 6 and 7.
async fn downgrade(app: &TestApp) {
    for sql in [
        "ALTER TABLE line_items DROP COLUMN received_at",
        "ALTER TABLE payment_attempts DROP COLUMN actor",
        "ALTER TABLE payment_attempts DROP COLUMN called_off_at",
        "ALTER TABLE payment_attempts DROP COLUMN give_back_key",
        "DROP TABLE next_box_notices",
        "CREATE TABLE next_box_notices (customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
         box_date TEXT NOT NULL, told_at BIGINT NOT NULL, PRIMARY KEY (customer_id, box_date))",
        "INSERT INTO next_box_notices SELECT id, '2026-12-15', 0 FROM customers",
        "UPDATE orders SET delivery_date = NULL, checkout_by_date = NULL",
        "DELETE FROM _sqlx_migrations WHERE version IN (6, 7)",
    ] {
        app.execute(sql).await;
    }
}

#[tokio::test]
async fn orders_that_were_on_their_way_back_before_an_upgrade_are_closed_after_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    steps::take(&app.state, &ann.order, Step::Receive, Actor::Ops).await.unwrap();
    // Bea's checkout is being paid and the return is received, as an earlier version recorded it.
    let mut bea = Shopper::decided(&app, "bea@example.com", 2).await;
    steps::take(&app.state, &bea.order, Step::SendBack, Actor::Ops).await.unwrap();
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    bea.check_out("key").await.expect(202);
    app.execute("UPDATE orders SET status = 'delivered_to_stylebox' WHERE status = 'in_transit_to_stylebox'").await;
    downgrade(&app).await;
    let app = app.restart().await;
    app.clock.advance(std::time::Duration::from_secs(60));
    ops(&app, "jobs run payments").await.unwrap();
    for (customer, kept) in [(&ann, 1), (&bea, 2)] {
        let mut tx = app.state.db.read().await.unwrap();
        let attempts = payment_attempts::of_order(&mut tx, &customer.order, Purpose::Checkout).await.unwrap();
        assert_eq!(attempts[0].actor, Actor::Customer);
        let lines = items::lines(&mut tx, &customer.order).await.unwrap();
        drop(tx);
        let kept_and_here: Vec<_> = lines.iter().map(|line| (line.claimed_kept, line.received_at.is_some())).collect();
        let expected: Vec<_> = (0..lines.len()).map(|place| (Some(place < kept), place >= kept)).collect();
        assert_eq!(kept_and_here, expected);
        steps::take(&app.state, &customer.order, Step::Complete, Actor::Ops).await.unwrap();
    }
    assert!(ops(&app, "audit").await.is_ok());
    assert!(!app.dump().await.contains("2026-12-15"), "who was told then is told anew");
}

#[tokio::test]
async fn a_letter_that_a_program_signed_with_a_stylists_name_is_signed_by_the_retailer_after_an_upgrade() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let bea = Shopper::with_order(&app, "bea@example.com").await;
    for sql in [
        "UPDATE orders SET stylist_note = 'Dear Ann, I also read what you wrote, and had it in mind with every hanger. Linnea S.'
         WHERE stylist_note IS NOT NULL",
        "UPDATE outfits SET stylist_note = 'The jeans are high rise, as you asked; the wide leg cut is my idea. Humor me and try them once.'
         WHERE position = 0",
        "UPDATE outfits SET stylist_note = 'The jeans are high rise and skinny, not your usual. If they are wrong, tell me.'
         WHERE position = 1",
        "DROP TABLE box_proposals",
        "ALTER TABLE orders DROP COLUMN released_by",
        "DELETE FROM _sqlx_migrations WHERE version = 50",
    ] {
        app.execute(sql).await;
    }
    let app = app.restart().await;
    let mut browser = app.client();
    browser.cookies = std::mem::take(&mut ann.browser.cookies);
    let order = browser.get(&format!("/api/orders/{}", ann.order)).await.expect(200);
    assert_eq!(order["stylist_note"], "Chosen for you from your style profile.\n\nMarlowe");
    assert_eq!(
        [&order["outfits"][0]["stylist_note"], &order["outfits"][1]["stylist_note"]],
        [
            "The jeans are high rise, as you asked; the wide leg cut is something new. Try them once.",
            "The jeans are high rise and skinny, not your usual. Try them once.",
        ]
    );
    let unstyled = orders::by_id(&mut app.state.db.read().await.unwrap(), &bea.order).await.unwrap().unwrap();
    assert_eq!(unstyled.letter(), None, "a box that is not styled has no letter");
}

/// Reverts the tables to before migration 10.
async fn downgrade_growth(app: &TestApp) {
    let triggers: [&'static str; 4] = match &app.state.db {
        Db::Postgres(_) => [
            "DROP FUNCTION next_box_after_order CASCADE",
            "DROP FUNCTION next_box_after_plan CASCADE",
            "DROP FUNCTION next_box_after_void CASCADE",
            "DROP FUNCTION next_box_look_again",
        ],
        Db::Sqlite { .. } => [
            "DROP TRIGGER next_box_after_new_order",
            "DROP TRIGGER next_box_after_order",
            "DROP TRIGGER next_box_after_plan",
            "DROP TRIGGER next_box_after_void",
        ],
    };
    let indexes = "payment_attempts_by_order payment_attempts_by_card payment_attempts_declined payment_attempts_open \
        payment_attempts_refused gift_card_draws_by_invoice coupons_used_by_invoice exchanges_by_refund invoices_by_gift_card \
        orders_by_creation customers_by_phone orders_by_address \
        shipping_addresses_by_place outbox_waiting outbox_failed photos_by_status reset_tokens_by_expiry cards_by_end";
    let indexes = indexes.split_whitespace().map(|index| &*format!("DROP INDEX {index}").leak());
    let others = [
        "ALTER TABLE shipping_addresses DROP COLUMN place_key",
        "DROP TABLE next_box_looks",
        "CREATE INDEX payment_attempts_by_status ON payment_attempts (status, created_at)",
        "CREATE INDEX payment_attempts_by_invoice ON payment_attempts (invoice_id)",
        "CREATE INDEX ledger_by_customer ON ledger (customer_id, at)",
        "CREATE INDEX outbox_unsent ON outbox (created_at) WHERE sent_at IS NULL",
        "DELETE FROM _sqlx_migrations WHERE version = 10",
    ];
    for sql in triggers.into_iter().chain(indexes).chain(others) {
        app.execute(sql).await;
    }
}

#[tokio::test]
async fn an_upgrade_keeps_subscriptions_and_stopped_customers() {
    let app = TestApp::start().await;
    let mut ann = ordered_to(&app, "ann@example.com", ["1 First Street", "", "55401"], "142").await;
    screening::stop(&app, &mut ann).await;
    for email in ["bea@example.com", "cat@example.com"] {
        Shopper::with_order(&app, email).await;
    }
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE, delivery_date = '2026-11-10' WHERE status = 'created'")
        .await;
    app.execute("UPDATE customers SET subscription_type = 'subscription_on_demand' WHERE email = 'cat@example.com'")
        .await;
    downgrade_growth(&app).await;
    let app = app.restart().await;
    let today = app.state.clock.now().today();
    let looks = next_boxes::looks_due(&mut app.state.db.read().await.unwrap(), today).await.unwrap();
    assert_eq!(looks.len(), 2, "Ann and Bea, who have subscribed");
    let dora = ordered_to(&app, "dora@example.com", ["1 FIRST STREET", "", "55401"], "143").await;
    assert!(screening::style(&app, &dora).await.unwrap_err().contains("an order to this address was stopped before"));
    app.clock.set("2026-12-01T15:00:00Z");
    assert_eq!(next_box::run(&app.state).await.unwrap(), NextBoxRun { notified: 1, ordered: 0 });
}

#[tokio::test]
async fn a_change_that_waited_for_its_code_before_an_upgrade_is_made_after_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    ann.browser
        .patch("/api/account", json!({"customer": {"first_name": "Anna", "phone": "6515550199"}}))
        .await
        .refused(403, "mfa_required");
    // The tables as they were before the step 12.
    for sql in [
        "UPDATE pending_changes SET change = '{\"Account\":' || change || '}'",
        "ALTER TABLE pending_changes DROP COLUMN kind",
        "DELETE FROM _sqlx_migrations WHERE version = 12",
    ] {
        app.execute(sql).await;
    }
    let app = app.restart().await;
    let mut browser = app.client();
    browser.cookies = ann.browser.cookies.clone();
    confirm(&app, &mut browser).await;
    let account = browser.get("/api/account").await.expect(200);
    assert_eq!((&account["first_name"], &account["phone"]), (&json!("Anna"), &json!("6515550199")));
}

/// Reverts the tables to before migrations 13 to 15.
async fn downgrade_sign_up(app: &TestApp) {
    for sql in [
        "DROP TABLE first_order_wishes",
        "ALTER TABLE cards DROP COLUMN payment_method",
        "DROP INDEX reminders_of_message",
        "DROP INDEX next_box_notices_of_message",
        "DROP INDEX outbox_of_customer",
        "ALTER TABLE outbox DROP COLUMN customer_id",
        "ALTER TABLE customers DROP COLUMN analytics_consent_version",
        "ALTER TABLE customers DROP COLUMN analytics_decided_at",
        "DROP TABLE phone_links",
        "ALTER TABLE customers DROP COLUMN has_password",
        "DELETE FROM _sqlx_migrations WHERE version IN (13, 14, 15)",
    ] {
        app.execute(sql).await;
    }
}

#[tokio::test]
async fn a_text_message_and_a_change_that_waited_before_an_upgrade_are_sent_and_made_after_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let change = json!({"customer": {"first_name": "Anna", "phone": "6515550199"}});
    ann.browser.patch("/api/account", change).await.refused(403, "mfa_required");
    ann.browser.post("/api/mfa_requests", json!({"mfa_type": "sms"})).await.expect(204);
    // What an earlier version stored: an id without a question, and no mark of a store.
    app.execute("UPDATE customers SET google_analytics_client_id = '1234567890.987654321'").await;
    app.execute(
        "UPDATE pending_changes SET change = REPLACE(REPLACE(change, ',\"registered_in_store\":false', ''),
           '{\"first_name\"', '{\"google_analytics_client_id\":\"1234567890.987654321\",\"first_name\"')",
    )
    .await;
    downgrade_sign_up(&app).await;
    let app = app.restart().await;
    assert!(!app.dump().await.contains("1234567890.987654321"), "nobody had agreed to it");
    deliver(&app.state).await.unwrap();
    let texts = app.messages.sent();
    let text = texts.iter().find(|letter| letter.recipient == "6125550142").unwrap();
    let code: String = text.body.chars().skip_while(|letter| !letter.is_ascii_digit()).take(6).collect();
    let mut browser = app.client();
    browser.cookies = ann.browser.cookies.clone();
    browser
        .post("/api/mfa_resubmissions", json!({"customer": {"mfa_type": "sms", "mfa_code": code}}))
        .await
        .expect(200);
    let account = browser.get("/api/account").await.expect(200);
    assert_eq!((&account["first_name"], &account["phone"]), (&json!("Anna"), &json!("6515550199")));
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_database_file() {
    use std::os::unix::fs::PermissionsExt;
    let database = TestDatabase::fresh().await;
    let Some(file) = database.url.strip_prefix("sqlite:") else { return };
    // It makes the file.
    let _server = Db::open(&database.url).await.unwrap();
    for file in [file.to_owned(), format!("{file}-wal")] {
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
}

/// On PostgreSQL, transactions that lock several rows must lock them in one order. SQLite has one writer at a time.
#[tokio::test]
async fn stock_rows_are_always_locked_in_the_same_order() {
    for step in [Step::Stop, Step::Receive] {
        let app = TestApp::start().await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
        if step == Step::Receive {
            for step in [Step::Ship, Step::Deliver] {
                steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
            }
            ann.keep(0).await;
        }
        // The box has them in the opposite order.
        app.execute("UPDATE line_items SET position = 1000 - CAST(SUBSTR(product_id, 2) AS INTEGER)").await;
        let mut tx = app.state.db.write().await.unwrap();
        let pieces = items::lines(&mut tx, &ann.order).await.unwrap();
        let (last, first) = (pieces.first().unwrap(), pieces.last().unwrap());
        assert!(first.product_id < last.product_id);
        let Tx::Postgres(holder) = &mut tx else { return };
        let hold = "SELECT 1 FROM stock WHERE product_id = $1 AND size = $2 FOR UPDATE";
        sqlx::query(hold).bind(&first.product_id).bind(&first.size).execute(&mut **holder).await.unwrap();
        let (state, order) = (app.state.clone(), ann.order.clone());
        let puts_back = tokio::spawn(async move { steps::take(&state, &order, step, Actor::Ops).await });
        let waiting =
            "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))";
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut **holder).await.unwrap() == 0 {
            assert!(!puts_back.is_finished());
        }
        sqlx::query(hold).bind(&last.product_id).bind(&last.size).execute(&mut **holder).await.unwrap();
        tx.commit().await.unwrap();
        puts_back.await.unwrap().unwrap();
    }
}

/// Reverts the tables to before migrations 73 and 74.
async fn downgrade_gateway_list(app: &TestApp) {
    let of_engine: &[&'static str] = match &app.state.db {
        // The migration makes the table anew.
        Db::Sqlite { .. } => &[],
        Db::Postgres(_) => &["ALTER TABLE ledger DROP COLUMN movement_id"],
    };
    let others = [
        "DROP TABLE gateway_movements",
        "ALTER TABLE payment_attempts DROP COLUMN settled_by_hand",
        "DROP TABLE garments_packed",
        "DELETE FROM _sqlx_migrations WHERE version IN (73, 74)",
    ];
    for sql in of_engine.iter().copied().chain(others) {
        app.execute(sql).await;
    }
}

#[tokio::test]
async fn an_upgrade_keeps_the_ledger_and_what_past_boxes_had() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    ann.check_out("key").await.expect(200);
    let entries = "SELECT CAST(amount AS BIGINT) FROM ledger ORDER BY id";
    let (before, order) = (app.numbers(entries).await, ann.read().await);
    assert!(before.len() > 3, "{before:?}");
    downgrade_gateway_list(&app).await;
    let app = app.restart().await;
    assert_eq!(app.numbers(entries).await, before);
    assert!(ops(&app, "audit").await.is_ok());
    let mut browser = app.client();
    browser.cookies = ann.browser.cookies.clone();
    let again = browser.get(&format!("/api/orders/{}", ann.order)).await.expect(200);
    assert_eq!(again["suggested_items"], order["suggested_items"]);
    assert_eq!(order["suggested_items"].as_array().unwrap().len(), 4);
}
