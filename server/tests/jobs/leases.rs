//! Leases: one server at a time runs a job.

use crate::support::{Shopper, TestApp, ops};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stylebox_server::jobs::runner::{JobOutcome, run_if_due, run_now};
use stylebox_server::jobs::{ALL, Job, find};
use stylebox_server::platform::error::StaffError;
use stylebox_server::store::operation::jobs::{self, LEASE, Taking};
use tokio::sync::Semaphore;

const MINUTE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn two_servers_run_a_job_once_per_interval() {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    const COUNT: Job = Job {
        name: "count",
        every: |_| Some(MINUTE),
        at_start: true,
        work: |_| {
            Box::pin(async {
                RUNS.fetch_add(1, Ordering::SeqCst);
                Ok("counted".to_owned().into())
            })
        },
    };
    let app = TestApp::start().await;
    let other = app.another_server().await;
    assert_eq!(run_if_due(&app.state, COUNT).await.unwrap(), JobOutcome::Done("counted".to_owned()));
    assert_eq!(run_if_due(&other, COUNT).await.unwrap(), JobOutcome::NotNow);
    app.clock.advance(MINUTE);
    let both = tokio::join!(run_if_due(&app.state, COUNT), run_if_due(&other, COUNT));
    let both = [both.0.unwrap(), both.1.unwrap()];
    assert!(both.contains(&JobOutcome::NotNow) && both.contains(&JobOutcome::Done("counted".to_owned())), "{both:?}");
    assert_eq!(RUNS.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_job_that_panics_has_failed_and_runs_again() {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    const STUMBLE: Job = Job {
        name: "stumble",
        every: |_| Some(MINUTE),
        at_start: true,
        work: |_| {
            Box::pin(async {
                assert!(RUNS.fetch_add(1, Ordering::SeqCst) > 0, "the first run panics");
                Ok("went through".to_owned().into())
            })
        },
    };
    let app = TestApp::start().await;
    let first = run_if_due(&app.state, STUMBLE).await.unwrap();
    assert!(matches!(&first, JobOutcome::Failed(why) if why.contains("panicked")), "{first:?}");
    app.clock.advance(MINUTE);
    assert_eq!(run_if_due(&app.state, STUMBLE).await.unwrap(), JobOutcome::Done("went through".to_owned()));
}

#[tokio::test]
async fn a_running_job_belongs_to_its_server_until_the_lease_ends() {
    static GATE: Semaphore = Semaphore::const_new(0);
    static BEGUN: Semaphore = Semaphore::const_new(0);
    const SLOW: Job = Job {
        name: "slow",
        every: |_| Some(MINUTE),
        at_start: true,
        work: |_| {
            Box::pin(async {
                BEGUN.add_permits(1);
                GATE.acquire().await.map_err(StaffError::unexpected)?.forget();
                Ok("went through".to_owned().into())
            })
        },
    };
    let app = TestApp::start().await;
    let other = app.another_server().await;
    let state = app.state.clone();
    let first = tokio::spawn(async move { run_now(&state, SLOW).await });
    BEGUN.acquire().await.unwrap().forget();
    assert_eq!(run_now(&other, SLOW).await.unwrap(), JobOutcome::NotNow, "the first server holds it");
    // The first server dies: its lease ends.
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    // Leases end by the database's clock, which no test can move, so the test changes the row.
    let pass = "UPDATE jobs SET leased_until = leased_until - 59000000 WHERE name = 'slow'";
    app.execute(pass).await;
    assert_eq!(run_if_due(&other, SLOW).await.unwrap(), JobOutcome::NotNow);
    app.execute(pass).await;
    GATE.add_permits(1);
    assert_eq!(run_if_due(&other, SLOW).await.unwrap(), JobOutcome::Done("went through".to_owned()));
}

#[tokio::test]
async fn a_job_that_fails_is_reported_and_runs_again_after_its_interval() {
    const BROKEN: Job = Job {
        name: "broken",
        every: |_| Some(MINUTE),
        at_start: false,
        work: |_| Box::pin(async { Err(StaffError::unexpected("no paper")) }),
    };
    let app = TestApp::start().await;
    assert_eq!(
        run_if_due(&app.state, BROKEN).await.unwrap(),
        JobOutcome::NotNow,
        "the first run comes an interval later"
    );
    app.clock.advance(MINUTE);
    assert!(
        matches!(run_if_due(&app.state, BROKEN).await.unwrap(), JobOutcome::Failed(why) if why.contains("no paper"))
    );
    assert_eq!(run_if_due(&app.state, BROKEN).await.unwrap(), JobOutcome::NotNow);
    app.clock.advance(MINUTE);
    assert!(matches!(run_if_due(&app.state, BROKEN).await.unwrap(), JobOutcome::Failed(_)));
}

#[tokio::test]
async fn jobs_are_listed_and_run_by_command() {
    let app = TestApp::start().await;
    let list = ops(&app, "jobs list").await.unwrap();
    for job in ALL {
        assert!(list.contains(job.name), "{list}");
    }
    assert!(list.lines().any(|line| line.starts_with("simulator") && line.contains("on demand")), "{list}");
    assert_eq!(ops(&app, "jobs run payments").await.unwrap(), "Job payments: 0 open payments were settled.\n");
    let list = ops(&app, "jobs list").await.unwrap();
    let line = list.lines().find(|line| line.starts_with("payments")).unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(cells[1..5], ["30", "s", "2026-11-18T15:00:00Z", "2026-11-18T15:00:30Z"]);
    assert!(line.ends_with("0 open payments were settled"), "{line}");
    let unknown = ops(&app, "jobs run laundry").await.unwrap_err();
    assert_eq!(unknown, "There is no job laundry. \"ops jobs list\" shows the jobs.");
}

#[tokio::test]
async fn every_job_succeeds_in_an_empty_shop_and_in_one_with_a_box() {
    let app = TestApp::start().await;
    for round in 0..2 {
        for job in ALL {
            let ran = run_now(&app.state, *job).await.unwrap();
            assert!(matches!(ran, JobOutcome::Done(_)), "round {round}, {}: {ran:?}", job.name);
        }
        if round == 0 {
            Shopper::with_box(&app, "ann@example.com").await;
        }
    }
    assert!(find("payments").is_some() && find("laundry").is_none());
}

#[tokio::test]
async fn only_its_holder_renews_a_lease() {
    let app = TestApp::start().await;
    let now = app.state.clock.now();
    let later = now.plus(2 * LEASE);
    let taking = |holder| Taking { holder, now, lease_now: now, every: Some(MINUTE), at_once: false };
    let mut tx = app.state.db.write().await.unwrap();
    jobs::add_unless_there(&mut tx, "count", now).await.unwrap();
    assert!(jobs::take(&mut tx, "count", taking("one server")).await.unwrap());
    assert!(!jobs::take(&mut tx, "count", taking("another")).await.unwrap());
    assert!(!jobs::renew(&mut tx, "count", "another", now.plus(3 * LEASE)).await.unwrap());
    assert!(jobs::renew(&mut tx, "count", "one server", later).await.unwrap());
    assert_eq!(jobs::by_name(&mut tx, "count").await.unwrap().unwrap().leased_until, Some(later));
}
