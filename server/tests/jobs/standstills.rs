//! Nothing stands still in silence. For each job, the table in `docs/operating/jobs.md` says what stops it, who sees that, how it
//! goes on, and which test breaks it.

use crate::doubles::certificates::expired_certificate;
use crate::doubles::smtp::SmtpServer;
use crate::platform::metrics::{MEASURED, value};
use crate::support::{TestApp, ops, ops_at};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use stylebox_server::jobs::attention::kinds;
use stylebox_server::jobs::runner::{self, JobOutcome, run_if_due, run_now, run_now_within};
use stylebox_server::jobs::{self, Job, find, server_watch};
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::common::sender::{MessageSender, NotSent};
use stylebox_server::providers::mail::EmailMessage;
use stylebox_server::providers::mail::smtp::Smtp;
use stylebox_server::providers::mail::smtp::settings::MailTls;
use stylebox_server::store::Db;

const MINUTE: Duration = Duration::from_secs(60);

/// The rows of the table, each with its five cells.
fn rows() -> Vec<[&'static str; 5]> {
    let document = include_str!("../../../docs/operating/jobs.md");
    let section = document.split("## Nothing stands still in silence").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let lines = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    let cells = |line: &'static str| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        cells.try_into().unwrap_or_else(|cells| panic!("not five cells: {cells:?}"))
    };
    lines.map(cells).collect()
}

/// The texts between back quotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_job_has_a_row_and_every_row_its_test() {
    let rows = rows();
    let named: BTreeSet<&str> = rows.iter().flat_map(|[what, ..]| quoted(what)).collect();
    let jobs: BTreeSet<&str> = jobs::ALL.iter().map(|job| job.name).collect();
    let missing: Vec<_> = jobs.difference(&named).collect();
    assert!(
        missing.is_empty(),
        "a job has no row in docs/operating/jobs.md, \"Nothing stands still in silence\": {missing:?}"
    );
    let gone: Vec<_> = named.iter().filter(|name| !name.starts_with("--") && !jobs.contains(**name)).collect();
    assert!(gone.is_empty(), "there is no such job: {gone:?}");
    assert!(rows.len() > 20, "{}", rows.len());
    let kinds: BTreeSet<&str> = kinds::ALL.iter().map(|kind| kind.name).collect();
    for [what, stops, seen, goes_on, tests] in rows {
        assert!(!stops.is_empty() && !goes_on.is_empty(), "{what}");
        // It is seen in a kind of `ops attention`, in a metric or at `/readyz`.
        assert!(!quoted(seen).is_empty(), "{what}: who sees it?");
        for who in quoted(seen) {
            let is_metric = is_documented_metric(who);
            assert!(
                who == "/readyz" || kinds.contains(who) || is_metric,
                "{what}: {who} is neither a kind nor a metric"
            );
        }
        assert!(!quoted(tests).is_empty(), "{what}: which test breaks it?");
        for test in quoted(tests) {
            let (file, name) = test.rsplit_once("::").unwrap();
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file.replace("::", "/"));
            let source = std::fs::read_to_string(path.with_extension("rs"))
                .or_else(|_| std::fs::read_to_string(path.join("mod.rs")))
                .unwrap_or_else(|_| panic!("{what}: there is no file of {test}"));
            assert!(source.contains(&format!("fn {name}(")), "{what}: there is no test {test}");
        }
    }
}

fn is_documented_metric(name: &str) -> bool {
    let metrics = include_str!("../../../docs/operating/monitoring.md").split("\n## Metrics").nth(1).unwrap();
    name.starts_with("stylebox_") && metrics.contains(&format!("`{name}`"))
}

/// A table for each job, without which the job fails. The other jobs ask their party first, if there is one. Their rows name a test of
/// that party's outage.
const NEEDS: [(&str, &str); 19] = [
    ("payments", "payment_attempts"),
    ("outbox", "outbox"),
    ("texts", "outbox"),
    ("analytics", "outbox"),
    ("reviews", "outbox"),
    ("webhooks", "webhook_events"),
    ("reminders", "orders"),
    ("system_checkout", "orders"),
    ("card_expiry", "cards"),
    ("after_checkout", "orders"),
    ("fees", "orders"),
    ("late", "orders"),
    ("next_boxes", "next_box_looks"),
    ("addresses", "shipping_addresses"),
    ("closings", "customers"),
    ("forgetting", "forget_requests"),
    ("housekeeping", "tries"),
    ("photos", "photos"),
    ("simulator", "orders"),
];

#[tokio::test]
async fn every_job_that_fails_is_shown_and_recovers_by_itself() {
    let _alone = MEASURED.lock().await;
    let app = TestApp::start().await;
    let failures = async |job: &str| {
        let line = format!(r#"job_runs_total{{job="{job}",outcome="failed"}}"#);
        value(&line).await.unwrap_or_default()
    };
    let of_parties = ["gateway_notices", "gateway_list", "taxes", "labels", "parcels", "theme_boxes"];
    for job in jobs::ALL {
        let Some(&(name, table)) = NEEDS.iter().find(|(name, _)| *name == job.name) else {
            assert!(of_parties.contains(&job.name), "{} is broken by no test", job.name);
            continue;
        };
        let before = failures(name).await;
        app.execute(format!("ALTER TABLE {table} RENAME TO gone").leak()).await;
        let failed = run_now(&app.state, *job).await.unwrap();
        app.execute(format!("ALTER TABLE gone RENAME TO {table}").leak()).await;
        assert!(matches!(failed, JobOutcome::Failed(_)), "{name}: {failed:?}");
        let seen = ops(&app, "attention").await.unwrap();
        assert!(seen.contains(&format!("job {name}")) && seen.contains("failed: "), "{name}: {seen}");
        assert_eq!(failures(name).await, before + 1.0, "{name}");
        let mended = run_now(&app.state, *job).await.unwrap();
        assert!(matches!(mended, JobOutcome::Done(_)), "{name}: {mended:?}");
        assert!(!ops(&app, "attention").await.unwrap().contains("failed: "), "{name}");
    }
}

#[tokio::test]
async fn a_run_that_does_not_end_is_shown_cut_off_and_runs_again() {
    const HANGS: Job =
        Job { name: "outbox", every: |_| Some(MINUTE), at_start: true, work: |_| Box::pin(std::future::pending()) };
    let app = TestApp::start().await;
    let state = app.state.clone();
    let run = tokio::spawn(async move { run_now(&state, HANGS).await });
    while !ops(&app, "jobs list").await.unwrap().contains("running") {
        tokio::task::yield_now().await;
    }
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    // Leases end by another clock, so the test changes the row.
    app.execute("UPDATE jobs SET started_at = started_at - 240000000 WHERE name = 'outbox'").await;
    let seen = ops(&app, "attention").await.unwrap();
    let words =
        "its run has not ended since Wednesday, November 18, 8:56 AM: after 15 minutes it is cut off, and runs again";
    assert_eq!(seen, format!("job outbox  {words}\n"));
    run.abort();
    assert!(run.await.unwrap_err().is_cancelled());
    app.execute("UPDATE jobs SET leased_until = NULL").await;

    let cut = run_now_within(&app.state, HANGS, Duration::from_millis(20)).await.unwrap();
    assert!(matches!(&cut, JobOutcome::Failed(why) if why.contains("did not end in time, and was cut off")), "{cut:?}");
    assert!(ops(&app, "attention").await.unwrap().contains("job outbox  failed: "));
    app.clock.advance(MINUTE);
    let again = run_if_due(&app.state, find("outbox").unwrap()).await.unwrap();
    assert!(matches!(again, JobOutcome::Done(_)), "{again:?}");
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

/// Writes that the servers began to look for jobs and last looked this many minutes ago.
async fn servers_looked_minutes_ago(app: &TestApp, since: i64, last: i64) {
    let now = match &app.state.db {
        Db::Postgres(_) => "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)".to_owned(),
        Db::Sqlite { .. } => format!("SELECT {}", app.clock.real_now().0),
    };
    let now = app.numbers(now.leak()).await[0];
    let [since, last] = [since, last].map(|minutes| now - minutes * 60_000_000);
    let sql = format!(
        "UPDATE shop_facts SET value = '{{\"since\": {since}, \"last\": {last}}}' WHERE name = 'jobs_looked_at'"
    );
    app.execute(sql.leak()).await;
}

#[tokio::test]
async fn servers_that_run_no_jobs_and_overdue_jobs_are_shown() {
    let app = TestApp::start().await;
    let attention = async || ops(&app, "attention").await.unwrap();
    for job in ["outbox", "housekeeping"] {
        run_now(&app.state, find(job).unwrap()).await.unwrap();
    }
    app.clock.advance(30 * MINUTE);
    assert_eq!(attention().await, "Nothing waits for you.\n", "no server has served here yet");

    runner::note_look(&app.state).await.unwrap();
    assert_eq!(attention().await, "Nothing waits for you.\n", "it has just started");
    servers_looked_minutes_ago(&app, 10, 2).await;
    let seen = attention().await;
    assert!(
        seen.contains("job outbox        it was due Wednesday, November 18, 9:00 AM, and no server runs it"),
        "{seen}"
    );
    assert!(seen.contains("job housekeeping  it was due Wednesday, November 18, 9:10 AM"), "{seen}");
    for job in ["outbox", "housekeeping"] {
        run_now(&app.state, find(job).unwrap()).await.unwrap();
    }
    assert_eq!(attention().await, "Nothing waits for you.\n");

    // If no server looks for jobs, only that is shown.
    app.clock.advance(30 * MINUTE);
    servers_looked_minutes_ago(&app, 60, 3).await;
    let seen = attention().await;
    assert!(
        seen.starts_with("jobs  no server has looked for them since ") && seen.ends_with(": start one\n"),
        "{seen}"
    );
    assert_eq!(seen.lines().count(), 1, "{seen}");
    // A server starts again. Its jobs have three minutes.
    runner::note_look(&app.state).await.unwrap();
    assert_eq!(attention().await, "Nothing waits for you.\n");
}

/// An email service whose calls never end.
struct Hangs;

impl MessageSender<EmailMessage> for Hangs {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn send<'a>(&'a self, _: &'a EmailMessage) -> BoxFuture<'a, Result<(), NotSent>> {
        Box::pin(std::future::pending())
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn a_party_that_hangs_does_not_delay_the_answers_of_the_others() {
    let app = TestApp::start().await;
    let state = app.with_mail(Hangs);
    let seen = state.providers.reach_within(Duration::from_millis(20)).await;
    let of = |party: &str| seen.iter().find(|(name, _)| *name == party).unwrap().1.clone();
    assert_eq!((of("mail"), of("payment")), (Reach::NotReachable, Reach::Embedded));
}

#[tokio::test]
async fn a_server_records_when_it_last_asked_the_parties() {
    let _alone = MEASURED.lock().await;
    let app = TestApp::start().await;
    for instant in ["2026-11-18T15:00:00Z", "2026-11-18T15:01:00Z"] {
        app.clock.set(instant);
        server_watch::check_once(app.state.clone()).await;
        assert_eq!(value("watched_at_seconds").await, Some((app.clock.now().0 / 1_000_000) as f64));
    }
    // It looks without its database, too.
    app.state.db.close().await;
    app.clock.set("2026-11-18T15:02:00Z");
    server_watch::check_once(app.state.clone()).await;
    assert_eq!(value("watched_at_seconds").await, Some((app.clock.now().0 / 1_000_000) as f64));
}

#[tokio::test]
async fn a_party_with_an_expired_certificate_is_shown_and_its_messages_wait() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let server = SmtpServer::start_with(MailTls::Starttls, expired_certificate("localhost")).await;
    let state = app.with_mail(Smtp::new(&server.settings()).unwrap());
    let seen = ops_at(&state, "attention").await.unwrap();
    assert!(seen.contains("party mail  not reachable: what needs it waits"), "{seen}");
    ops_at(&state, "jobs run outbox").await.unwrap();
    let waits = "SELECT COUNT(*) FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL";
    assert_eq!(app.numbers(waits).await, [1]);
    assert!(server.received().is_empty(), "nothing is sent to it");
    // The server has a new certificate.
    let server = SmtpServer::start(MailTls::Starttls).await;
    let state = app.with_mail(Smtp::new(&server.settings()).unwrap());
    app.clock.advance(2 * MINUTE);
    ops_at(&state, "jobs run outbox").await.unwrap();
    assert_eq!((app.numbers(waits).await, server.received().len()), (vec![0], 1));
    assert_eq!(ops_at(&state, "attention").await.unwrap(), "Nothing waits for you.\n");
}
