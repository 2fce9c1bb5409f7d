//! Tracking news of a box moves its order, by webhooks as well as by the job, and never backwards.

use super::{DAY, HOUR, MINUTE, Shop};
use crate::doubles::http::HttpFault;
use crate::doubles::shippo::controls::TOKEN;
use crate::support::Shopper;
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::parcels::look_due;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs::clock_watch;
use stylebox_server::platform::clock::Clock;

#[tokio::test]
async fn a_scanned_box_is_on_its_way_and_then_delivered() {
    let shop = Shop::open().await;
    let (mut ann, _) = shop.packed().await;
    let code = shop.shippo.codes(false)[0].clone();
    shop.told(shop.shippo.tells(&code, TOKEN)).await;
    assert_eq!(ann.status().await, "ready_to_ship", "the carrier has not seen it");

    shop.shippo.sees(&code, "PRE_TRANSIT", "information_received", "2026-11-18T15:05:00Z");
    shop.told(shop.shippo.tells(&code, TOKEN)).await;
    assert_eq!(ann.status().await, "ready_to_ship", "the carrier knows only the label");

    shop.shippo.sees(&code, "TRANSIT", "package_accepted", "2026-11-18T20:00:00Z");
    shop.told(shop.shippo.tells(&code, TOKEN)).await;
    let order = ann.read().await;
    assert_eq!(order["status"], "in_transit_to_customer");
    let page = format!("https://tools.usps.com/go/TrackConfirmAction_input?origTrackNum={code}");
    let parcel =
        json!({"way": "to_customer", "status": "moving", "place": "Memphis, TN", "seen_at": "2026-11-18T20:00:00Z"});
    let shipment = json!({"tracking_code": code, "tracking_page": page, "parcel": parcel});
    assert_eq!(order["outgoing_shipment"], shipment);
    assert_eq!(order["return_shipment"], json!(null), "no return has begun");
    assert_eq!(shop.emails_of("on_its_way").await, 1);

    shop.app.clock.set("2026-11-20T18:00:00Z");
    shop.shippo.sees(&code, "DELIVERED", "delivered", "2026-11-20T17:00:00Z");
    let call = || shop.shippo.tells(&code, TOKEN);
    shop.told(call()).await;
    let order = ann.read().await;
    assert_eq!((&order["status"], &order["delivery_date"]), (&json!("delivered_to_customer"), &json!("2026-11-20")));
    assert_eq!(order["return_shipment"]["tracking_code"], json!(shop.shippo.codes(true)[0]));
    assert_eq!(order["return_shipment"]["parcel"]["status"], "unknown");
    // The same webhook again changes nothing, and Shippo is not even asked.
    let looked = shop.shippo.looked();
    shop.told(call()).await;
    shop.look_after(DAY).await;
    assert_eq!((shop.emails_of("delivered").await, shop.emails_of("on_its_way").await), (1, 1));
    assert_eq!(ann.read().await["delivery_date"], "2026-11-20");
    assert_eq!(shop.shippo.looked() - looked, 1, "only for the return");
    shop.is_obeyed();
}

#[tokio::test]
async fn without_webhooks_the_job_finds_the_news() {
    let shop = Shop::open().await;
    let (mut ann, _) = shop.packed().await;
    let code = shop.shippo.codes(false)[0].clone();
    shop.look_after(MINUTE * 59).await;
    assert_eq!(shop.shippo.looked(), 0, "the box has just been packed");
    shop.shippo.sees(&code, "TRANSIT", "package_accepted", "2026-11-18T15:30:00Z");
    assert_eq!(shop.look_after(MINUTE).await, "Job parcels: 1 parcels have moved.\n");
    assert_eq!(ann.status().await, "in_transit_to_customer");
    shop.look_after(MINUTE * 29).await;
    assert_eq!(shop.shippo.looked(), 1);
    shop.shippo.sees(&code, "DELIVERED", "delivered", "2026-11-18T17:00:00Z");
    shop.look_after(MINUTE).await;
    assert_eq!(ann.status().await, "delivered_to_customer");
}

#[tokio::test]
async fn the_older_the_news_of_a_parcel_the_less_often_it_is_looked_up() {
    let shop = Shop::open().await;
    shop.packed().await;
    shop.shippo.sees(&shop.shippo.codes(false)[0], "TRANSIT", "package_accepted", "2026-11-18T15:30:00Z");
    let mut looked = Vec::new();
    for _ in 0..3 {
        let before = shop.shippo.looked();
        // A day with a run every quarter of an hour. The return is looked up once or twice.
        for _ in 0..96 {
            shop.look_after(MINUTE * 15).await;
        }
        looked.push(shop.shippo.looked() - before);
    }
    assert!(looked[0] > looked[1] && looked[1] > looked[2] && looked[2] >= 4, "{looked:?}");
}

#[tokio::test]
async fn a_delivery_can_be_the_first_news() {
    let shop = Shop::open().await;
    let (mut ann, _) = shop.packed().await;
    let code = shop.shippo.codes(false)[0].clone();
    shop.shippo.sees(&code, "DELIVERED", "delivered", "2026-11-19T17:00:00Z");
    shop.told(shop.shippo.tells(&code, TOKEN)).await;
    assert_eq!(ann.status().await, "delivered_to_customer");
    assert_eq!((shop.emails_of("on_its_way").await, shop.emails_of("delivered").await), (0, 1));
    // A late scan does not move the order back.
    shop.shippo.sees(&code, "TRANSIT", "package_accepted", "2026-11-19T12:00:00Z");
    shop.told(shop.shippo.tells(&code, TOKEN)).await;
    shop.look_after(DAY).await;
    assert_eq!(ann.status().await, "delivered_to_customer");
}

#[tokio::test]
async fn a_scan_that_is_older_than_the_known_one_is_ignored() {
    let shop = Shop::open().await;
    let (mut ann, code) = shop.packed().await;
    let parcel = shop.shippo.codes(false)[0].clone();
    shop.shippo.sees(&parcel, "TRANSIT", "out_for_delivery", "2026-11-20T14:00:00Z");
    shop.look_after(HOUR).await;
    shop.shippo.sees(&parcel, "FAILURE", "package_damaged", "2026-11-19T14:00:00Z");
    shop.look_after(HOUR).await;
    assert!(shop.ops(&format!("labels {code}")).await.contains("out_for_delivery in Memphis, TN"));
    assert_eq!(ann.status().await, "in_transit_to_customer");
}

#[tokio::test]
async fn a_service_that_is_down_delays_only_the_news() {
    let shop = Shop::open().await;
    let (mut ann, _) = shop.packed().await;
    shop.shippo.sees(&shop.shippo.codes(false)[0], "TRANSIT", "package_accepted", "2026-11-18T15:30:00Z");
    for fault in [HttpFault::Down, HttpFault::HalfAnswer, HttpFault::LosesAnswer] {
        shop.shippo.set(fault);
        shop.look_after(HOUR).await;
        assert_eq!(ann.status().await, "ready_to_ship", "{fault:?}");
    }
    shop.shippo.set(HttpFault::None);
    shop.look_after(HOUR).await;
    assert_eq!(ann.status().await, "in_transit_to_customer");
}

#[tokio::test]
async fn a_webhook_during_a_look_up_makes_the_parcel_be_looked_up_again() {
    let shop = Shop::open().await;
    shop.packed().await;
    let code = shop.shippo.codes(false)[0].clone();
    shop.app.clock.advance(HOUR);
    for fault in [HttpFault::None, HttpFault::Down] {
        shop.shippo.http().hold_next();
        shop.shippo.set(fault);
        let state = shop.app.state.clone();
        let job = tokio::spawn(async move { look_due(&state).await.unwrap().done });
        shop.shippo.http().until_held().await;
        shop.app.clock.advance(MINUTE);
        let mut caller = shop.app.client();
        assert_eq!(caller.send(shop.shippo.tells(&code, TOKEN)).await.status, 204);
        stylebox_server::service::operation::webhooks::work_due(&shop.app.state).await.unwrap();
        shop.shippo.http().release();
        job.await.unwrap();
        shop.shippo.set(HttpFault::None);
        let looked = shop.shippo.looked();
        shop.look_after(MINUTE).await;
        assert_eq!(shop.shippo.looked() - looked, 1, "{fault:?}: it is looked up immediately");
        shop.shippo.sees(&code, "PRE_TRANSIT", "information_received", "2026-11-18T15:05:00Z");
        shop.app.clock.advance(HOUR);
    }
}

#[tokio::test]
async fn a_parcel_whose_label_is_canceled_during_a_look_up_is_not_followed_any_more() {
    for fault in [HttpFault::None, HttpFault::Down] {
        let shop = Shop::open().await;
        let (_, code) = shop.packed().await;
        shop.shippo.sees(&shop.shippo.codes(false)[0], "PRE_TRANSIT", "information_received", "2026-11-18T15:05:00Z");
        shop.app.clock.advance(HOUR);
        shop.shippo.http().hold_next();
        shop.shippo.set(fault);
        let state = shop.app.state.clone();
        let job = tokio::spawn(async move { look_due(&state).await.unwrap().done });
        shop.shippo.http().until_held().await;
        shop.ops(&format!("ship {code} --tracking 1Z999AA10123456784")).await;
        shop.shippo.http().release();
        assert_eq!(job.await.unwrap(), 0, "{fault:?}");
        let followed = "SELECT COUNT(*) FROM shipments WHERE way = 'to_customer' AND look_at IS NOT NULL";
        assert_eq!(shop.app.numbers(followed).await, [0], "{fault:?}");
    }
}

#[tokio::test]
async fn a_service_that_is_down_is_asked_about_two_parcels_in_a_run() {
    let shop = Shop::open().await;
    for email in ["ann@example.com", "ben@example.com"] {
        let mut customer = Shopper::with_order(&shop.app, email).await;
        steps::take(&shop.app.state, &customer.order, Step::Style, Actor::Ops).await.unwrap();
        let code = customer.code().await;
        shop.ops(&format!("ship {code}")).await;
    }
    // Each has a box and a return, which are due a day after their labels were made.
    shop.shippo.set(HttpFault::DoesAndFails);
    shop.look_after(DAY).await;
    assert_eq!(shop.shippo.looked(), 2);
    shop.shippo.set(HttpFault::None);
    shop.look_after(MINUTE).await;
    assert_eq!(shop.shippo.looked(), 4, "the other two do not wait longer");
}

#[tokio::test]
async fn news_that_cannot_be_applied_is_tried_again_later() {
    let shop = Shop::open().await;
    let (mut ann, _) = shop.packed().await;
    shop.shippo.sees(&shop.shippo.codes(false)[0], "TRANSIT", "package_accepted", "2026-11-18T15:30:00Z");
    shop.app.execute("ALTER TABLE order_events RENAME TO events_elsewhere").await;
    shop.app.clock.advance(HOUR);
    look_due(&shop.app.state).await.unwrap();
    shop.app.execute("ALTER TABLE events_elsewhere RENAME TO order_events").await;
    assert_eq!((ann.status().await.as_str(), shop.shippo.looked()), ("ready_to_ship", 1));
    // It is tried again after five minutes, as if the service had not answered.
    shop.look_after(MINUTE * 4).await;
    assert_eq!(shop.shippo.looked(), 1);
    shop.look_after(MINUTE).await;
    assert_eq!(ann.status().await, "in_transit_to_customer");
}

#[tokio::test]
async fn a_parcel_that_is_never_found_is_shown_and_not_looked_up_forever() {
    let shop = Shop::open().await;
    let (_, code) = shop.packed().await;
    let parcel = shop.shippo.codes(false)[0].clone();
    shop.shippo.forget(&parcel);
    for _ in 0..10 {
        shop.look_after(DAY / 2).await;
    }
    let line = format!("{code}  the carrier's service does not say where its box, {parcel}, is: asked ");
    assert!(shop.attention().await.contains(&line), "{}", shop.attention().await);
    shop.look_after(DAY * 365).await;
    let asked = "SELECT COUNT(*) FROM shipments WHERE look_at IS NOT NULL";
    assert_eq!(shop.app.numbers(asked).await, [0]);
}

#[tokio::test]
async fn a_box_that_was_checked_out_on_its_way_is_still_recorded_as_delivered() {
    let shop = Shop::open().await;
    let (mut ann, _) = shop.packed().await;
    let code = shop.shippo.codes(false)[0].clone();
    shop.shippo.sees(&code, "TRANSIT", "package_accepted", "2026-11-18T15:30:00Z");
    shop.look_after(HOUR).await;
    ann.keep(4).await;
    ann.check_out("key").await.expect(200);
    let status = ann.status().await;
    shop.shippo.sees(&code, "DELIVERED", "delivered", "2026-11-18T17:00:00Z");
    shop.look_after(HOUR).await;
    let order = ann.read().await;
    assert_eq!((order["status"].as_str().unwrap(), &order["delivery_date"]), (status.as_str(), &json!("2026-11-18")));
}

/// Their times were written while the clock was 20 days ahead.
#[tokio::test]
async fn labels_and_parcels_with_future_times_are_processed_now() {
    for column in ["label_due_at", "claimed_until"] {
        let shop = Shop::open().await;
        let (_, code) = shop.styled().await;
        shop.shippo.set(HttpFault::Down);
        shop.ops(&format!("ship {code}")).await;
        shop.shippo.set(HttpFault::None);
        let ahead = shop.app.clock.now().plus(DAY * 20).0;
        shop.app.execute(format!("UPDATE shipments SET {column} = {ahead}").leak()).await;
        shop.labels_after(MINUTE * 10).await;
        assert!(shop.shippo.codes(false).is_empty(), "{column}: it waits until the clock reaches that time again");
        clock_watch::look(&shop.app.state).await.unwrap();
        shop.labels_after(MINUTE * 10).await;
        assert_eq!((shop.shippo.codes(false).len(), shop.shippo.codes(true).len()), (1, 1), "{column}");
    }
    let shop = Shop::open().await;
    let (mut ann, _) = shop.packed().await;
    shop.shippo.sees(&shop.shippo.codes(false)[0], "TRANSIT", "package_accepted", "2026-11-18T15:30:00Z");
    let ahead = shop.app.clock.now().plus(DAY * 20).0;
    shop.app.execute(format!("UPDATE shipments SET look_at = {ahead}").leak()).await;
    shop.look_after(HOUR).await;
    assert_eq!(ann.status().await, "ready_to_ship");
    clock_watch::look(&shop.app.state).await.unwrap();
    shop.look_after(MINUTE).await;
    assert_eq!(ann.status().await, "in_transit_to_customer");
    assert!(shop.attention().await.contains("2 parcels"), "staff see it: {}", shop.attention().await);
}
