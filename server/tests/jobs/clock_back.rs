//! A clock that was ahead is set back: nothing waits until the clock reaches that time again.

use crate::platform::metrics::{MEASURED, value};
use crate::support::{GatewayBehaviour, Shopper, TestApp, ops};
use serde_json::json;
use stylebox_core::policy::limits;
use stylebox_server::jobs::clock_watch;
use stylebox_server::jobs::find;
use stylebox_server::jobs::runner::{JobOutcome, run_if_due};
use stylebox_server::platform::clock::Clock;
use stylebox_server::store::Db;
use stylebox_server::store::operation::times_ahead;

const AHEAD: &str = "2026-12-08T15:00:00Z";

async fn run(app: &TestApp, job: &str) -> JobOutcome {
    run_if_due(&app.state, find(job).unwrap()).await.unwrap()
}

async fn attention(app: &TestApp) -> String {
    ops(app, "attention").await.unwrap()
}

/// Jobs ran while the clock was 20 days ahead.
#[tokio::test]
async fn no_job_is_due_later_than_an_interval_from_now() {
    let app = TestApp::start().await;
    let jobs = ["outbox", "payments", "housekeeping", "gateway_notices", "after_checkout"];
    app.clock.set(AHEAD);
    for job in jobs {
        let ran = run(&app, job).await;
        assert!(matches!(ran, JobOutcome::Done(_)) != (job == "after_checkout"), "{job}: {ran:?}");
    }
    app.clock.set("2026-11-18T15:00:01Z");
    for job in jobs {
        assert!(
            matches!(run(&app, job).await, JobOutcome::Done(_)),
            "{job} waits until the clock reaches that time again"
        );
        assert_eq!(run(&app, job).await, JobOutcome::NotNow, "{job}: its interval counts from now");
    }
    let said = attention(&app).await;
    assert!(said.contains("the job outbox was due at 2026-12-08T15:00:05Z only: it runs now"), "{said}");
    // A job that is due within its interval still waits.
    app.execute("UPDATE jobs SET due_at = due_at - 1000000 WHERE name = 'gateway_notices'").await;
    assert_eq!(run(&app, "gateway_notices").await, JobOutcome::NotNow);
}

/// Leases end by the database's clock on PostgreSQL, and by the test's clock on SQLite.
#[tokio::test]
async fn a_lease_that_is_longer_than_possible_ends_and_is_shown_to_staff() {
    let app = TestApp::start().await;
    run(&app, "outbox").await;
    app.clock.advance(std::time::Duration::from_secs(60));
    let now = match &app.state.db {
        Db::Postgres(_) => "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)",
        Db::Sqlite { .. } => "SELECT 1795014060000000",
    };
    let now = app.numbers(now).await[0];
    let lease = async |seconds: i64| {
        let until = now + seconds * 1_000_000;
        let sql = format!("UPDATE jobs SET holder = 'a dead server', leased_until = {until} WHERE name = 'outbox'");
        app.execute(sql.leak()).await;
    };
    // A living server holds it.
    lease(50).await;
    assert_eq!(run(&app, "outbox").await, JobOutcome::NotNow);
    assert!(!attention(&app).await.contains("lease"));
    // It is held for twenty days.
    lease(20 * 24 * 60 * 60).await;
    assert!(matches!(run(&app, "outbox").await, JobOutcome::Done(_)));
    let said = attention(&app).await;
    assert!(said.contains("the lease on the job outbox lay until"), "{said}");
    // It ended long ago.
    app.clock.advance(std::time::Duration::from_secs(60));
    lease(-1).await;
    assert!(matches!(run(&app, "outbox").await, JobOutcome::Done(_)));
    // After a day it is not shown any more.
    app.clock.advance(std::time::Duration::from_secs(24 * 60 * 60));
    assert!(!attention(&app).await.contains("lease"));
}

#[tokio::test]
async fn a_clock_that_runs_back_is_logged_counted_and_shown() {
    let _alone = MEASURED.lock().await;
    let app = TestApp::start().await;
    let counted = async || value("clock_ran_back_total").await.unwrap_or_default();
    clock_watch::look(&app.state).await.unwrap();
    let before = counted().await;
    app.clock.set(AHEAD);
    clock_watch::look(&app.state).await.unwrap();
    assert_eq!(counted().await, before, "a clock that was set ahead has not run back");
    app.clock.set("2026-11-18T15:00:00Z");
    clock_watch::look(&app.state).await.unwrap();
    assert_eq!(counted().await, before + 1.0);
    let said = attention(&app).await;
    assert!(said.contains("the clock ran back by 1728000 seconds, from 2026-12-08T15:00:00Z"), "{said}");
    clock_watch::look(&app.state).await.unwrap();
    assert_eq!(counted().await, before + 1.0, "it is counted once");
    // The clocks of two servers differ a little.
    app.clock.set("2026-11-18T14:59:30Z");
    clock_watch::look(&app.state).await.unwrap();
    assert_eq!(counted().await, before + 1.0);
    // The time that readiness has written counts as well.
    app.clock.set(AHEAD);
    app.client().get("/readyz").await.expect(200);
    app.clock.set("2026-11-18T15:00:00Z");
    clock_watch::look(&app.state).await.unwrap();
    assert_eq!(counted().await, before + 2.0);
}

/// A message failed while the clock was ahead, or a server died while it was handing the message over.
#[tokio::test]
async fn messages_whose_next_try_is_weeks_ahead_are_sent() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    for sql in [
        "UPDATE outbox SET next_try_at = created_at + 1728000000000",
        "UPDATE outbox SET next_try_at = NULL, sent_at = NULL, claimed_until = created_at + 1728000000000",
    ] {
        app.execute(sql).await;
        let handed_over = app.messages.handed_over();
        ops(&app, "jobs run outbox").await.unwrap();
        assert_eq!(app.messages.handed_over(), handed_over);
        clock_watch::look(&app.state).await.unwrap();
        ops(&app, "jobs run outbox").await.unwrap();
        assert!(app.messages.handed_over() > handed_over, "{sql}");
    }
    let said = attention(&app).await;
    assert!(said.contains("pulled back: 1 messages to be tried again"), "{said}");
}

#[tokio::test]
async fn payments_that_began_weeks_ahead_are_resumed() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    app.gateway.set(GatewayBehaviour::Works);
    app.execute(
        "UPDATE payment_attempts SET created_at = created_at + 1728000000000, asked_at = asked_at + 1728000000000
         WHERE status = 'unknown'",
    )
    .await;
    clock_watch::look(&app.state).await.unwrap();
    app.clock.advance(std::time::Duration::from_secs(60));
    assert_eq!(ops(&app, "jobs run payments").await.unwrap(), "Job payments: 1 open payments were settled.\n");
}

/// Somebody was locked out while the clock was ahead.
#[tokio::test]
async fn nobody_is_locked_out_by_tries_with_future_times() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    app.clock.set(AHEAD);
    let wrong = json!({"customer": {"email": "ann@example.com", "password": "wrong"}});
    for _ in 0..3 {
        let mut client = app.client();
        let mut wrong = wrong.clone();
        wrong["customer"]["recaptchaToken"] = json!(client.human().await);
        client.post("/api/sessions", wrong).await.refused(401, "credentials_invalid");
    }
    assert_eq!(app.tries("login-account", limits::LOGINS_OF_ACCOUNT).await, 3);
    app.clock.set("2026-11-18T15:00:00Z");
    clock_watch::look(&app.state).await.unwrap();
    let later = format!("SELECT COUNT(*) FROM tries WHERE expires_at > {}", app.clock.now().0 + 90_000_000_000);
    assert_eq!(app.count(&later).await, 0);
}

/// Rows of other kinds, as a server with a wrong clock would have written them.
#[tokio::test]
async fn due_times_that_are_too_far_ahead_are_pulled_back() {
    let app = TestApp::start().await;
    Shopper::with_order(&app, "ann@example.com").await;
    let now = app.clock.now().0;
    let (ahead, soon) = (now + 20 * 86_400_000_000, now + 60_000_000);
    for (name, due) in [("far", ahead), ("soon", soon)] {
        for sql in [
            format!(
                "INSERT INTO webhook_events (id, party, event_id, received_at, hint, due_at, failures)
                 VALUES ('{name}', 'double', '{name}', 0, '{{}}', {due}, 0)"
            ),
            format!(
                "INSERT INTO forget_requests (id, party, reference, created_at, due_at)
                 VALUES ('{name}', 'customer', '{name}', 0, {due})"
            ),
        ] {
            app.execute(sql.leak()).await;
        }
    }
    let sql = format!("UPDATE shipping_addresses SET check_due_at = {ahead}");
    app.execute(sql.leak()).await;
    clock_watch::look(&app.state).await.unwrap();
    for table in ["webhook_events", "forget_requests"] {
        let due = format!("SELECT due_at FROM {table} ORDER BY id");
        assert_eq!(app.numbers(due.leak()).await, [now, soon], "{table}: a due time that is not too far ahead stays");
    }
    assert_eq!(app.numbers("SELECT check_due_at FROM shipping_addresses").await, [now]);
    let said = attention(&app).await;
    for what in ["1 events of outside parties", "1 what parties have to forget", "1 addresses to be checked"] {
        assert!(said.contains(what), "{what}: {said}");
    }
}

/// Every kind of time that the service pulls back.
const KINDS: [&str; 30] = [
    "next boxes",
    "messages to be tried again",
    "messages that a server hands over",
    "events of outside parties",
    "labels",
    "parcels",
    "labels that a server makes",
    "records of the sales tax",
    "what parties have to forget",
    "addresses to be checked",
    "payments",
    "payments that ended",
    "payments that are to be confirmed",
    "charges that wait for another card",
    "declined cards",
    "movements at the gateway",
    "payments that the gateway was asked about",
    "orders",
    "orders whose customers are asked",
    "labels that were made",
    "parcels that were seen",
    "messages",
    "messages that were sent",
    "photos to be deleted",
    "refused cards",
    "marks of accounts",
    "rate limits",
    "codes",
    "idempotency keys",
    "readings of the gateway's list",
];

#[tokio::test]
async fn every_kind_of_future_time_is_pulled_back() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    ann.check_out("key").await.expect(200);
    let now = app.clock.now().0;
    let ahead = now + 20 * 86_400_000_000;
    for sql in [
        "INSERT INTO next_box_looks (customer_id, look_on, changes) SELECT id, '2026-12-09', 0 FROM customers WHERE TRUE
         ON CONFLICT (customer_id) DO UPDATE SET look_on = excluded.look_on",
        "UPDATE outbox SET created_at = AHEAD, sent_at = NULL, failed_at = NULL, next_try_at = AHEAD, claimed_until = AHEAD
         WHERE id = (SELECT MIN(id) FROM outbox)",
        "UPDATE outbox SET sent_at = AHEAD WHERE id = (SELECT MAX(id) FROM outbox)",
        "INSERT INTO webhook_events (id, party, event_id, received_at, hint, due_at, failures)
         VALUES ('w', 'double', 'w', 0, '{}', AHEAD, 0)",
        "INSERT INTO shipments (id, order_id, way, created_at, status, attempts, parcel_status, looks_failed, label_due_at, look_at,
           claimed_until, made_at, seen_at)
         SELECT 's', id, 'back', 0, 'made', 0, 'unknown', 0, AHEAD, AHEAD, AHEAD, AHEAD, AHEAD FROM orders",
        "INSERT INTO tax_records (id, invoice_id, kind, calculation, created_at, status, attempts, next_try_at)
         SELECT 't', MIN(id), 'sale', '{}', 0, 'waiting', 0, AHEAD FROM invoices",
        "INSERT INTO forget_requests (id, party, reference, created_at, due_at) VALUES ('f', 'customer', 'f', 0, AHEAD)",
        "UPDATE shipping_addresses SET check_due_at = AHEAD",
        "UPDATE payment_attempts SET settled_at = AHEAD WHERE id = (SELECT MAX(id) FROM payment_attempts)",
        "UPDATE payment_attempts SET status = 'unknown', created_at = AHEAD, asked_at = AHEAD, confirm_by = AHEAD
         WHERE id = (SELECT MIN(id) FROM payment_attempts)",
        "INSERT INTO ended_charges (order_id, purpose, card, ended_at) SELECT id, 'styling_fee', 'c', AHEAD FROM orders",
        "INSERT INTO declined_cards (card, reason, declined_at) VALUES ('c', 'stolen_card', AHEAD)",
        "INSERT INTO gateway_movements (id, kind, amount, fee, currency, moved_at, read_at, outcome)
         VALUES ('m', 'charge', 100, 0, 'usd', 1, AHEAD, 'waiting')",
        "UPDATE orders SET created_at = AHEAD, asked_on = '2026-12-08'",
        "INSERT INTO photos (id, customer_id, status, created_at, delete_failed_at)
         SELECT 'p', id, 'discarded', 0, AHEAD FROM customers",
        "INSERT INTO card_refusals (id, network, card, reason, created_at) VALUES ('r', 'n', 'c', 'declined', AHEAD)",
        "INSERT INTO marks (id, kind, hash, sealed, key_id, created_at, expires_at)
         VALUES ('k', 'ordered_to', 'h', 's', 'i', AHEAD, AHEAD)",
        "INSERT INTO tries (bucket, made_at, at_newest, expires_at) VALUES ('b', '1700000000000000', 1, AHEAD)",
        "INSERT INTO mfa_codes (session_id, customer_id, code_hash, tries, created_at, expires_at)
         SELECT id, customer_id, 'h', 0, 0, AHEAD FROM sessions",
        "INSERT INTO idempotency_keys (customer_id, idempotency_key, request_hash, created_at, expires_at)
         SELECT id, 'k', 'h', 0, AHEAD FROM customers",
        "INSERT INTO shop_facts (name, value, updated_at)
         VALUES ('gateway_list', '{\"since\": AHEAD, \"began\": AHEAD, \"after\": null, \"complete_at\": AHEAD}', 0)",
    ] {
        app.execute(sql.replace("AHEAD", &ahead.to_string()).leak()).await;
    }
    clock_watch::look(&app.state).await.unwrap();
    let said = attention(&app).await;
    let line = said.lines().find(|line| line.contains("pulled back: ")).unwrap();
    let found: Vec<&str> = line.split("pulled back: ").nth(1).unwrap().split(", ").collect();
    for kind in KINDS {
        let is_found =
            found.iter().any(|one| one.split_once(' ').is_some_and(|(_, what)| what.trim_end_matches('.') == kind));
        assert!(is_found, "{kind}: {line}");
    }
    // KINDS is complete.
    let mut tx = app.state.db.write().await.unwrap();
    let mut known: Vec<&str> = times_ahead::pull_back(&mut tx, app.state.clock.now(), None)
        .await
        .unwrap()
        .into_iter()
        .map(|(what, _)| what)
        .collect();
    drop(tx);
    known.push("readings of the gateway's list");
    known.sort_unstable();
    let mut listed = KINDS.to_vec();
    listed.sort_unstable();
    assert_eq!(known, listed);
    // Nothing is left to pull back a minute later.
    app.clock.advance(std::time::Duration::from_secs(60));
    clock_watch::look(&app.state).await.unwrap();
    assert_eq!(attention(&app).await.matches("pulled back: ").count(), 1);
    assert_eq!(
        app.count("SELECT COUNT(*) FROM shipments WHERE seen_at IS NULL").await,
        1,
        "later tracking news is not hidden"
    );
    assert_eq!(app.numbers("SELECT ended_at FROM ended_charges").await, [now], "two weeks from now");
    assert_eq!(app.count("SELECT COUNT(*) FROM next_box_looks WHERE look_on = '2026-11-18'").await, 1);
    assert_eq!(app.count("SELECT COUNT(*) FROM orders WHERE asked_on = '2026-11-18'").await, 1);
}

/// The rows are as a server with a wrong clock would have written them.
#[tokio::test]
async fn refusals_codes_and_keys_with_future_times_last_no_longer_than_others() {
    let app = TestApp::start().await;
    Shopper::with_order(&app, "ann@example.com").await;
    let now = app.clock.now().0;
    let ahead = now + 20 * 86_400_000_000;
    for sql in [
        format!(
            "INSERT INTO card_refusals (id, network, card, reason, created_at) VALUES ('r', 'n', 'c', 'declined', {ahead})"
        ),
        format!(
            "INSERT INTO mfa_codes (session_id, customer_id, code_hash, tries, created_at, expires_at)
             SELECT id, customer_id, 'h', 0, {now}, {ahead} FROM sessions"
        ),
        format!(
            "INSERT INTO idempotency_keys (customer_id, idempotency_key, request_hash, created_at, expires_at)
             SELECT id, 'k', 'h', {now}, {ahead} FROM customers"
        ),
    ] {
        app.execute(sql.leak()).await;
    }
    clock_watch::look(&app.state).await.unwrap();
    let refusals = app.numbers("SELECT created_at FROM card_refusals").await;
    assert_eq!(refusals, [now], "it counts for a day from the present time");
    assert_eq!(app.numbers("SELECT COUNT(*) FROM mfa_codes").await, [0], "another code is asked for");
    let expires = "SELECT expires_at FROM idempotency_keys WHERE idempotency_key = 'k'";
    assert_eq!(app.numbers(expires).await, [now + 86_400_000_000], "a day, as for any other key");
    let said = attention(&app).await;
    for what in ["1 refused cards", "1 codes", "1 idempotency keys"] {
        assert!(said.contains(what), "{what}: {said}");
    }
}
