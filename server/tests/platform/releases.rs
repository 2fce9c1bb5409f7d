//! The migrations and the data of a release never change, and every later version upgrades the data of each release.
//! `docs/operating/releases.md` says how a release is made.

use crate::account::address_check;
use crate::account::sign_up_and_in::sign_in;
use crate::checkout::repeated_keys::{agreed, post_under};
use crate::doubles::shippo::{MISSPELT_STREET, Shippo};
use crate::doubles::stripe_tax::StripeTaxDouble;
use crate::order::forms::delivery;
use crate::support::camera::upload;
use crate::support::empty_database::{connect_postgres, connect_sqlite, engine};
use crate::support::{
    Client, GatewayBehaviour, PASSWORD, SECRET_KEY, Shopper, TestApp, TestDatabase, cents, confirm, ops, other_card,
};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Executor, SqlSafeStr};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::demo;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::platform::keys::Keys;
use stylebox_server::providers::Providers;
use stylebox_server::providers::address::shippo::ShippoAddresses;
use stylebox_server::providers::tax::SalesTax;
use stylebox_server::providers::tax::stripe_tax::StripeTax;
use stylebox_server::service::checkout::tax_records;
use stylebox_server::settings::Mode;
use stylebox_server::store::Db;
use stylebox_server::store::checkout::tax;

/// Set to make the files of a release: the version of `Cargo.toml`.
const WRITE: &str = "STYLEBOX_WRITE_RELEASE";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const ENGINES: [&str; 2] = ["postgres", "sqlite"];

fn migrations() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations")
}

/// The folder with one file of data for each release.
fn stored() -> PathBuf {
    migrations().join("released")
}

// The migrations ------------------------------------------------------------------------------------------------------------

/// The files of an engine, by their numbers.
fn files(engine: &str) -> BTreeMap<i64, PathBuf> {
    let files = std::fs::read_dir(migrations().join(engine)).unwrap().map(|file| file.unwrap().path());
    files.map(|file| (number(file.file_name().unwrap().to_str().unwrap()), file)).collect()
}

/// `0101_account.sql` has the number 101.
fn number(name: &str) -> i64 {
    name.rsplit('/').next().unwrap().split('_').next().unwrap().parse().unwrap()
}

fn hash(file: &Path) -> String {
    Sha256::digest(std::fs::read(file).unwrap()).iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// The files that came with each release, as `sqlite/0101_account.sql` and `released/0.2.0.jsonl.gz`, and the hash of each.
type Released = BTreeMap<String, BTreeMap<String, String>>;

fn released_file() -> PathBuf {
    migrations().join("released.json")
}

fn released() -> Released {
    serde_json::from_str(&std::fs::read_to_string(released_file()).unwrap()).unwrap()
}

/// The name of the file with a release's data.
fn data_of(release: &str) -> String {
    format!("released/{release}.jsonl.gz")
}

/// Adds this version's migrations and data to the released ones.
fn add_release() {
    let mut all = released();
    let known: BTreeSet<String> = all.values().flat_map(BTreeMap::keys).cloned().collect();
    let data = data_of(VERSION);
    let mut added = BTreeMap::from([(data.clone(), hash(&migrations().join(data)))]);
    for engine in ENGINES {
        for file in files(engine).into_values() {
            let name = format!("{engine}/{}", file.file_name().unwrap().to_str().unwrap());
            if !known.contains(&name) {
                added.insert(name, hash(&file));
            }
        }
    }
    all.insert(VERSION.to_owned(), added);
    std::fs::write(released_file(), serde_json::to_string_pretty(&all).unwrap() + "\n").unwrap();
}

#[test]
fn released_files_have_not_changed() {
    let mut last = BTreeMap::new();
    let mut known = BTreeSet::new();
    for (release, mut files) in released() {
        for (name, released) in &files {
            let file = migrations().join(name);
            assert!(
                file.exists() && hash(&file) == *released,
                "{name} was released with {release} and has changed: take the change back, and add a migration in its place. \
                 released.json is only added to, when a version is released."
            );
        }
        assert!(files.remove(&data_of(&release)).is_some(), "released.json has no hash of the data of {release}");
        for name in files.into_keys() {
            let last = last.entry(name.split('/').next().unwrap().to_owned()).or_insert(0);
            *last = number(&name).max(*last);
            known.insert(name);
        }
    }
    for engine in ENGINES {
        for (number, file) in files(engine) {
            let name = format!("{engine}/{}", file.file_name().unwrap().to_str().unwrap());
            assert!(
                known.contains(&name) || last.get(engine).is_none_or(|last| number > *last),
                "{name}: a new migration comes after all that were released"
            );
        }
    }
}

// The data of a release -------------------------------------------------------------------------------------------------------

/// Rows as a release stored them. They are the same for both engines: booleans are 1 and 0, and bytes are hexadecimal after `\x`.
struct Data {
    /// The release, its last migration, the time of the clock, and the secret key under which the rows were hashed and sealed.
    about: Value,
    /// In the order of foreign keys.
    tables: Vec<Table>,
}

struct Table {
    name: String,
    columns: Vec<String>,
    rows: Vec<Value>,
}

impl Data {
    /// Reads a file. Its first line has the facts about the release. Then each table has a line with its name and columns, and a line
    /// for each row.
    fn from_file(file: &Path) -> Self {
        let mut text = String::new();
        GzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut text).unwrap();
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let mut data = Self { about: lines.next().unwrap(), tables: Vec::new() };
        for line in lines {
            if line.is_array() {
                data.tables.last_mut().unwrap().rows.push(line);
            } else {
                let columns = serde_json::from_value(line["columns"].clone()).unwrap();
                data.tables.push(Table { name: line["table"].as_str().unwrap().to_owned(), columns, rows: Vec::new() });
            }
        }
        data
    }

    fn write(&self, file: &Path) {
        let mut text = format!("{}\n", self.about);
        for Table { name, columns, rows } in &self.tables {
            writeln!(text, "{}", json!({"table": name, "columns": columns})).unwrap();
            for row in rows {
                writeln!(text, "{row}").unwrap();
            }
        }
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text.as_bytes()).unwrap();
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, packed.finish().unwrap()).unwrap();
    }

    /// Reads all rows of an SQLite database.
    async fn read(app: &TestApp) -> Self {
        let mut connection = connect_sqlite(app.state.settings.database_url.expose()).await;
        let last = *files("sqlite").keys().last().unwrap();
        let about = json!({
            "about": "Made-up data of a release, for the test of upgrades. The key is a public one of tests.",
            "release": VERSION, "last_migration": last, "now": crate::support::START, "test_key": SECRET_KEY,
        });
        let mut data = Self { about, tables: Vec::new() };
        for name in tables() {
            let columns = "SELECT name, type FROM pragma_table_xinfo($1) WHERE hidden = 0 ORDER BY cid";
            let columns: Vec<(String, String)> =
                sqlx::query_as(columns).bind(&name).fetch_all(&mut connection).await.unwrap();
            let values = columns.iter().map(|(column, kind)| match kind.as_str() {
                "BLOB" => format!("'\\x' || LOWER(HEX({column}))"),
                _ => column.clone(),
            });
            let values = values.collect::<Vec<_>>().join(", ");
            let rows = format!("SELECT json_array({values}) FROM {name} ORDER BY {}, {}", columns[0].0, columns[1].0);
            let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(rows)).fetch_all(&mut connection).await.unwrap();
            let rows = rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect();
            data.tables.push(Table { name, columns: columns.into_iter().map(|(column, _)| column).collect(), rows });
        }
        data
    }

    /// The number of the release's last migration.
    fn last_migration(&self) -> i64 {
        self.about["last_migration"].as_i64().unwrap()
    }

    /// Makes a database with the tables of the migrations up to `last`, and inserts the release's rows.
    async fn load(&self, last: i64) -> TestDatabase {
        let database = TestDatabase::fresh().await;
        if let Some(file) = database.url.strip_prefix("sqlite:") {
            std::fs::create_dir_all(Path::new(file).parent().unwrap()).unwrap();
            std::fs::write(file, b"").unwrap();
            let mut connection = connect_sqlite(&database.url).await;
            migrator("sqlite", last).run(&mut connection).await.unwrap();
            for table in &self.tables {
                let bytes = "SELECT name FROM pragma_table_xinfo($1) WHERE type = 'BLOB'";
                let bytes: Vec<String> =
                    sqlx::query_scalar(bytes).bind(&table.name).fetch_all(&mut connection).await.unwrap();
                let value = |place: usize, column: &String| match bytes.contains(column) {
                    true => format!("UNHEX(SUBSTR(value ->> {place}, 3))"),
                    false => format!("value ->> {place}"),
                };
                let insert = table.insert(value, "json_each($1)");
                let rows = Value::from(table.rows.clone()).to_string();
                connection.execute(AssertSqlSafe(table.delete())).await.unwrap();
                sqlx::query(AssertSqlSafe(insert)).bind(rows).execute(&mut connection).await.unwrap();
            }
        } else {
            let mut connection = connect_postgres(&database.url).await;
            migrator("postgres", last).run(&mut connection).await.unwrap();
            for table in &self.tables {
                let source = format!("json_populate_recordset(NULL::{}, CAST($1 AS json))", table.name);
                let insert = table.insert(|_, column| column.clone(), &source);
                connection.execute(AssertSqlSafe(table.delete())).await.unwrap();
                sqlx::query(AssertSqlSafe(insert)).bind(table.objects()).execute(&mut connection).await.unwrap();
            }
        }
        database
    }
}

impl Table {
    /// Deletes the rows that a migration or a trigger has inserted.
    fn delete(&self) -> String {
        format!("DELETE FROM {}", self.name)
    }

    /// Inserts the rows of `source`. `value` gives the expression for each column.
    fn insert(&self, value: impl Fn(usize, &String) -> String, source: &str) -> String {
        let values: Vec<String> = self.columns.iter().enumerate().map(|(place, column)| value(place, column)).collect();
        format!("INSERT INTO {} ({}) SELECT {} FROM {source}", self.name, self.columns.join(", "), values.join(", "))
    }

    /// The rows as a JSON list of objects.
    fn objects(&self) -> String {
        let object = |row: &Value| {
            let values = row.as_array().unwrap().iter().cloned();
            Value::Object(self.columns.iter().cloned().zip(values).collect::<Map<_, _>>())
        };
        Value::Array(self.rows.iter().map(object).collect()).to_string()
    }
}

/// The migrations of an engine up to a number.
fn migrator(engine: &str, last: i64) -> Migrator {
    let steps = files(engine).into_iter().filter(|(number, _)| *number <= last).map(|(number, file)| {
        let sql = AssertSqlSafe(std::fs::read_to_string(file).unwrap()).into_sql_str();
        Migration::new(number, "of a release".into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(steps.collect())
}

/// All tables, in the order of foreign keys.
fn tables() -> Vec<String> {
    let texts = files("sqlite").into_values().map(|file| std::fs::read_to_string(file).unwrap());
    let text = texts.collect::<Vec<_>>().concat();
    let names = text.lines().filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split(' ').next());
    names.map(str::to_owned).collect()
}

/// The files with the data of each release.
fn files_of_data() -> Vec<PathBuf> {
    let files: Vec<_> = std::fs::read_dir(stored()).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), released().len(), "each release has its data: {files:?}");
    files
}

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

#[tokio::test]
async fn the_data_of_each_release_is_upgraded() {
    for file in files_of_data() {
        let data = Data::from_file(&file);
        let database = data.load(data.last_migration()).await;
        let key = data.about["test_key"].as_str().unwrap();
        let app = TestApp::on(database, |settings| settings.mode = Mode::new(true, Keys::parse(key, []).ok(), 0)).await;
        app.clock.set(data.about["now"].as_str().unwrap());
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
        "UPDATE pending_changes SET session_id = (SELECT MAX(sessions.id) FROM sessions WHERE sessions.customer_id = pending_changes.customer_id)
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

// Making the data of a release ---------------------------------------------------------------------------------------------------

/// Rows that only outside parties, staff or time would make. `NOW` stands for the time.
const EXTRA_ROWS: [&str; 23] = [
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
];

/// The keys of Una's calls.
const ORDERED: &str = "ordered";
const DECLINED: &str = "declined";

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
