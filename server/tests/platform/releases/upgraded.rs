//! What was released works on: each release's data is upgraded, and the release before works with the tables of this one.

use super::data::{Data, files_of_data};
use super::files::{data_of, files, migrations, released};
use super::making::{DECLINED, ORDERED};
use crate::account::sign_up_and_in::sign_in;
use crate::checkout::repeated_keys::{agreed, post_under};
use crate::order::forms::delivery;
use crate::platform::backup::{Backups, restored};
use crate::support::{Client, PASSWORD, Shopper, TestApp, TestDatabase, cents, confirm, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::platform::keys::Keys;
use stylebox_server::service::operation::moving::{self, Copied};
use stylebox_server::settings::Mode;
use stylebox_server::store::checkout::tax;
use stylebox_server::store::operation::whole::Connection;
use stylebox_server::store::{Db, OpenError};

/// What the database says of the oldest version that works with the tables of this one: the number of its last migration.
async fn works_from() -> i64 {
    let database = TestDatabase::fresh().await;
    Db::open(&database.secret_url()).await.unwrap().close().await;
    database.numbers("SELECT CAST(value AS BIGINT) FROM shop_facts WHERE name = 'works_from'").await[0]
}

/// `0.10.0` comes after `0.9.0`.
fn parts(version: &str) -> Vec<u32> {
    version.split('.').map(|part| part.parse().unwrap()).collect()
}

/// The last migration of the release before this version. 0.2.0 has none before it, and works with its own tables only.
#[tokio::test]
async fn servers_of_the_release_before_work_with_these_tables() {
    let mut releases: Vec<_> = released().into_keys().collect();
    releases.sort_by_key(|release| parts(release));
    let last_of = |release: &String| Data::from_file(&migrations().join(data_of(release))).last_migration();
    let own = *files("sqlite").keys().last().unwrap();
    let newest = releases.last().unwrap();
    let before = match last_of(newest) == own {
        true => releases.iter().rev().nth(1).unwrap_or(newest),
        false => newest,
    };
    assert_eq!(works_from().await, last_of(before), "WORKS_FROM of store/migrations.rs is the last step of {before}");
}

/// As a server of the release before writes them while others are upgraded already: a new column must not need a value.
#[tokio::test]
async fn rows_of_the_release_before_can_still_be_written() {
    let (works_from, own) = (works_from().await, *files("sqlite").keys().last().unwrap());
    let all = files_of_data().into_iter().map(|file| Data::from_file(&file));
    let before: Vec<_> = all.filter(|data| data.last_migration() >= works_from).collect();
    assert!(!before.is_empty());
    for data in before {
        let database = data.load(own).await;
        let customers = data.tables.iter().find(|table| table.name == "customers").unwrap().rows.len();
        assert_eq!(database.count("SELECT COUNT(*) FROM customers").await as usize, customers);
    }
}

/// A step takes the tables one after the other, and a call that holds one may wait for another: the step gives way, not the customer. While it
/// waits for a table, calls that come later wait behind it: for half a second, and not until the first call ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_under_way_is_not_ended_by_a_migration() {
    let data = Data::from_file(&migrations().join(data_of("0.2.0")));
    let database = data.load(data.last_migration()).await;
    let url = database.secret_url();
    let open = async || Connection::open(&url).await.unwrap();
    let (mut call, mut later, mut looks) = (open().await, open().await, open().await);
    if call.is_sqlite() {
        // It has one lock for all tables.
        return;
    }
    call.run("BEGIN; UPDATE cards SET gateway_token = gateway_token").await.unwrap();
    let waits = "SELECT mode FROM pg_locks WHERE NOT granted AND relation = 'cards'::regclass";
    let goes_on = async {
        while looks.texts(waits).await.unwrap().is_empty() {}
        later.run("SET lock_timeout = '20s'; BEGIN; LOCK TABLE cards IN ROW EXCLUSIVE MODE; COMMIT").await.unwrap();
        call.run("UPDATE customers SET created_at = created_at; COMMIT").await.unwrap();
    };
    let (migrated, ()) = tokio::join!(Db::open(&url), goes_on);
    migrated.unwrap().close().await;
}

/// Litestream or PostgreSQL's log has put the database back as it was before an upgrade. A server that started on it, or on none, would charge
/// again what was charged since.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_another_program_has_put_back_is_upgraded_before_a_server_starts() {
    let data = Data::from_file(&migrations().join(data_of("0.2.0")));
    let database = data.load(data.last_migration()).await;
    Db::open_put_back(&database.secret_url(), None).await.unwrap().close().await;
    assert!(Db::look(&database.secret_url()).await.unwrap().lacks.is_empty());
    let empty = TestDatabase::fresh().await;
    let Err(refused) = Db::open_put_back(&empty.secret_url(), None).await else { panic!("it was made") };
    assert!(matches!(refused, OpenError::NotPutBack { .. }), "{refused}");
}

/// A server of this version on the data of a release, at the time of the data.
async fn upgraded(data: &Data) -> TestApp {
    let database = data.load(data.last_migration()).await;
    let key = data.about["test_key"].as_str().unwrap();
    let app = TestApp::on(database, |settings| settings.mode = Mode::new(true, Keys::parse(key, []).ok(), 0)).await;
    app.clock.set(data.about["now"].as_str().unwrap());
    app
}

#[tokio::test]
async fn the_data_of_each_release_is_upgraded() {
    for file in files_of_data() {
        let app = upgraded(&Data::from_file(&file)).await;
        assert!(Db::look(&app.state.settings.database_url).await.unwrap().lacks.is_empty(), "{}", file.display());
        assert_eq!(app.client().get("/readyz").await.expect(200), json!({"ready": true}));
        assert!(ops(&app, "audit").await.is_ok(), "{}", file.display());
        let mut zoe = signed_in(&app, "zoe@example.com").await;
        let account = zoe.get("/api/account").await.expect(200);
        assert_eq!((&account["email"], &account["phone"]), (&json!("zoe@example.com"), &json!("6125550142")));
        let address = &account["shipping_addresses"][0];
        assert_eq!(
            (&address["shipping_line_1"], &address["shipping_city"]),
            (&json!("1200 Harmon Place"), &json!("Minneapolis"))
        );
        let card = zoe.get("/api/credit_card").await.expect(200);
        assert!(card.to_string().contains("4242"), "{card}");
        let orders = zoe.get("/api/orders").await.expect(200)["orders"].clone();
        let order = zoe.get(&format!("/api/orders/{}", orders[0]["id"].as_str().unwrap())).await.expect(200);
        assert_eq!((orders.as_array().unwrap().len(), &order["status"]), (1, &json!("in_transit_to_stylebox")));
        let invoice = format!("/api/orders/{}/invoices/current", order["id"].as_str().unwrap());
        let invoice = zoe.get(&invoice).await.expect(200);
        check_invoice(&order, &invoice);
        // Dana's undecided box, and Maya's two years of boxes.
        let mut dana = signed_in(&app, "dana@example.com").await;
        let orders = dana.get("/api/orders").await.expect(200)["orders"].clone();
        let invoice = format!("/api/orders/{}/invoices", orders[0]["id"].as_str().unwrap());
        let invoice = dana.post(&invoice, json!({})).await.expect(201);
        assert_eq!((&invoice["status"], invoice["undecided"].as_i64() > Some(3)), (&json!("open"), true), "{invoice}");
        let past = signed_in(&app, "maya@example.com").await.get("/api/orders/all").await.expect(200);
        assert!(past["orders"].as_array().unwrap().len() > 9, "{past}");
        check_una(&app).await;
    }
}

/// The data of a release fill every table that it has, so that no type of a column is untried.
#[tokio::test(flavor = "multi_thread")]
async fn the_data_of_each_release_is_backed_up_restored_and_moved() {
    for file in files_of_data() {
        let data = Data::from_file(&file);
        let app = upgraded(&data).await;
        let backups = Backups::new();
        let taken = backups.take(&app).await;
        let holds = &taken.manifest.holds;
        let empty: Vec<_> =
            data.tables.iter().map(|table| &table.name).filter(|name| holds.tables[*name].rows == 0).collect();
        assert!(empty.is_empty(), "{empty:?}");
        let (restored, _) = restored(&app, &taken.folder).await;
        restored.state.db.close().await;
        let (from, target) = (&restored.state.settings.database_url, TestDatabase::on_sqlite());
        let copied = moving::copy(from, &target.secret_url(), |_, _| {}).await.unwrap();
        assert!(matches!(copied, Copied::Compared(_)), "{copied:?}");
        let back = app.elsewhere().await;
        let copied = moving::copy(&target.secret_url(), &back.secret_url(), |_, _| {}).await.unwrap();
        assert!(matches!(copied, Copied::Compared(_)), "{copied:?}");
    }
}

/// Repeats Una's calls, and reads what was stored of them and of parties: an address for exchanges, a suggestion, an event that could not
/// be processed, and the card that waits for a code.
async fn check_una(app: &TestApp) {
    let mut browser = signed_in(app, "una@example.com").await;
    let orders = browser.get("/api/orders").await.expect(200)["orders"].clone();
    let repeated = post_under(&mut browser, ORDERED, "/api/orders", &delivery()).await.expect(201);
    assert_eq!((orders.as_array().unwrap().len(), &repeated["id"]), (2, &orders[0]["id"]));
    let mut una = Shopper { browser, order: repeated["id"].as_str().unwrap().to_owned() };
    let invoice = una.invoice().await;
    assert_eq!(invoice["status"], "paid");
    una.check_out_for(&invoice, DECLINED, &agreed(&invoice)).await.refused(402, "payment_declined");
    let export = una.browser.get("/api/account/export").await.expect(200);
    let invoices = export["orders"].as_array().unwrap().iter().flat_map(|order| order["invoices"].as_array().unwrap());
    let streets: Vec<_> = invoices.filter_map(|invoice| invoice["exchange_address"]["line_1"].as_str()).collect();
    assert_eq!(streets, ["215 Clayton Street"]);
    let account = una.browser.get("/api/account").await.expect(200);
    let addresses = account["shipping_addresses"].as_array().unwrap();
    assert!(addresses.iter().any(|address| address["suggestion"]["line_1"] == "731 Market St"), "{account}");
    // The token of the session in which the card waits is in no database.
    app.execute(
        "UPDATE pending_changes SET session_id = (SELECT sessions.id FROM sessions
             WHERE sessions.customer_id = pending_changes.customer_id AND sessions.id <> pending_changes.session_id)
         WHERE kind = 'card'",
    )
    .await;
    // Yan's code in the data was sent at the same time as this one would be.
    app.clock.advance(Duration::from_secs(60));
    confirm(app, &mut una.browser).await;
    let card = una.browser.get("/api/credit_card").await.expect(200);
    assert_eq!(card["data"]["card_info"]["last_four"], "4444");
    let mut tx = app.state.db.read().await.unwrap();
    let invoice = invoice["id"].as_str().unwrap();
    let recorded = tax::records_of(&mut tx, invoice).await.unwrap();
    assert_eq!((recorded.len(), recorded[0].calculation.lines.len()), (1, 2));
    drop(tx);
    let attention = ops(app, "attention").await.unwrap();
    assert!(attention.contains("event event  of stripe: failed 9 times, timeout"), "{attention}");
}

/// Two pieces were kept, with the coupon for $25; the tax in Minneapolis is 6.875%; a dollar of the styling fee and a gift card of
/// $15 are taken off.
#[track_caller]
fn check_invoice(order: &Value, invoice: &Value) {
    let is_kept = |line: &&Value| line["claimed_kept"] == true;
    let kept: Vec<&Value> = order["line_items"].as_array().unwrap().iter().filter(is_kept).collect();
    assert!(kept.len() == 2 && kept.iter().all(|line| line["paid_for"] == true), "{order}");
    let subtotal: i64 = kept.iter().map(|line| cents(&line["retail_price"])).sum();
    let before_tax = subtotal - 2_500;
    let tax = (before_tax * 6_875 + 50_000) / 100_000;
    for (field, amount) in [
        ("original_subtotal", subtotal),
        ("totalBeforeTax", before_tax),
        ("tax", tax),
        ("totalWithTax", before_tax + tax),
        ("credit_amount", 100),
        ("totalGiftCardAmountUsed", 1_500),
        ("totalDue", before_tax + tax - 1_600),
    ] {
        assert_eq!(cents(&invoice[field]), amount, "{field}: {invoice}");
    }
    assert_eq!(invoice["status"], "paid");
}

/// A browser in which a customer of the released data has signed in.
async fn signed_in(app: &TestApp, email: &str) -> Client {
    let mut client = app.client();
    let reply = sign_in(&mut client, email, PASSWORD).await;
    assert_eq!(reply.status, 200, "{email}: {}", reply.text);
    client
}
