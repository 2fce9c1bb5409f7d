//! The demo clock: staff move it ahead, and the jobs run as if the days had passed.

use crate::support::{Shopper, TestApp, live, ops};
use stylebox_server::fulfilment::demo;
use stylebox_server::jobs::demo_clock;
use stylebox_server::store::mail::outbox;

async fn seeded() -> TestApp {
    let app = TestApp::start().await;
    demo::seed(&app.state).await.unwrap();
    app
}

/// The business days on which mails of a kind were written to Dana, whose box came on 18 November.
async fn days_of(app: &TestApp, kind: &str) -> Vec<String> {
    let mut tx = app.state.db.read().await.unwrap();
    let mails = outbox::newest(&mut tx, 1000).await.unwrap().into_iter();
    let mails = mails.filter(|mail| mail.kind == kind && mail.recipient == "dana@example.com");
    let mut days: Vec<_> = mails.map(|mail| mail.created_at.today().to_string()).collect();
    days.sort();
    days
}

#[tokio::test]
async fn the_jobs_run_for_every_skipped_day() {
    let app = seeded().await;
    assert_eq!(ops(&app, "clock").await.unwrap(), "It is Wednesday, November 18, 9:00 AM, 2026: 0 days ahead.\n");
    let said = ops(&app, "clock +7").await.unwrap();
    assert_eq!(said, "It is Wednesday, November 25, 9:00 AM, 2026: 7 days ahead.\n");
    assert_eq!(days_of(&app, "reminder").await, ["2026-11-21", "2026-11-22", "2026-11-23"]);
    // The automatic checkout is due from noon on the day after the last day for checkout.
    assert_eq!(days_of(&app, "receipt").await, ["2026-11-24"]);
    let subjects = app.messages.subjects("dana@example.com");
    assert!(subjects.iter().any(|subject| subject == "Please check out today"), "{subjects:?}");
    assert_eq!(app.client().get("/api/status").await.expect(200)["now"], "2026-11-25T15:00:00Z");
}

#[tokio::test]
async fn the_jobs_run_through_two_months() {
    let app = seeded().await;
    ops(&app, "clock +1").await.unwrap();
    let said = ops(&app, "clock +60").await.unwrap();
    assert!(said.starts_with("It is Monday, January 18, 9:00 AM, 2027: 61 days ahead.\n"), "{said}");
    // The next box of a subscriber is ordered a week after its notice.
    let (notices, orders) = (days_of(&app, "next_box").await, days_of(&app, "order_placed").await);
    assert_eq!((notices.len(), orders.len()), (1, 2), "{notices:?}, {orders:?}");
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn other_servers_on_the_database_follow_the_demo_clock() {
    let app = seeded().await;
    ops(&app, "clock +2").await.unwrap();
    let app = app.restart().await;
    // A server does this at its start and every second.
    app.clock.set("2026-11-18T15:00:00Z");
    demo_clock::follow(&app.state).await.unwrap();
    assert_eq!(app.client().get("/api/status").await.expect(200)["now"], "2026-11-20T15:00:00Z");
}

#[tokio::test]
async fn only_the_demo_clock_can_be_moved() {
    let app = TestApp::with(live).await;
    let refused = ops(&app, "clock +1").await.unwrap_err();
    assert_eq!(refused, "Only the demo's clock can be moved: add --demo.");
    let app = TestApp::start().await;
    Shopper::with_order(&app, "eve@example.com").await;
    demo::seed(&app.state).await.unwrap();
    let refused = ops(&app, "clock +1").await.unwrap_err();
    assert!(refused.starts_with("This is not the demo's database"), "{refused}");
    assert_eq!(ops(&app, "clock").await.unwrap(), "It is Wednesday, November 18, 9:00 AM, 2026: 0 days ahead.\n");
}

#[tokio::test]
async fn a_database_with_demo_customers_does_not_serve_real_ones() {
    // A start can be interrupted after the first demo customer was made.
    for is_interrupted in [false, true] {
        let app = if is_interrupted { TestApp::start().await } else { seeded().await };
        if is_interrupted {
            app.client().register("ann@example.com").await;
        }
        demo_clock::check_for_serving(&app.state).await.unwrap();
        let live = app.outside_demo_mode();
        let refused = demo_clock::check_for_serving(&live).await.unwrap_err().to_string();
        assert!(refused.starts_with("This database has the demonstration's customers"), "{refused}");
    }
    let app = TestApp::start().await;
    app.client().register("eve@example.com").await;
    demo_clock::check_for_serving(&app.outside_demo_mode()).await.unwrap();
}

#[tokio::test]
async fn real_customers_are_not_served_at_a_made_up_time() {
    let app = TestApp::with(live).await;
    demo_clock::check_for_serving(&app.state).await.unwrap();
    app.execute("INSERT INTO shop_facts (name, value, updated_at) VALUES ('seconds_ahead', '86400', 0)").await;
    let refused = demo_clock::check_for_serving(&app.state).await.unwrap_err().to_string();
    assert!(refused.starts_with("The clock of this database was moved ahead for a demonstration"), "{refused}");
}
