//! What staff see and do about parcels in trouble and exchanges, and in a shop without a carrier's service.

use super::{DAY, HOUR, Shop};
use crate::doubles::http::HttpFault;
use crate::support::{Shopper, TestApp, live, newest_mail, ops};
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

#[tokio::test]
async fn a_parcel_that_is_lost_or_goes_back_is_shown_and_staff_decide() {
    let shop = Shop::open().await;
    let (mut ann, code) = shop.packed().await;
    let parcel = shop.shippo.codes(false)[0].clone();
    shop.shippo.sees(&parcel, "RETURNED", "return_to_sender", "2026-11-18T15:30:00Z");
    shop.look_after(HOUR).await;
    assert_eq!(ann.status().await, "in_transit_to_customer", "it has left the shop");
    assert_eq!(shop.emails_of("on_its_way").await, 0, "it is not on its way to the customer");
    assert!(shop.attention().await.contains("back to its sender"), "{}", shop.attention().await);
    // The carrier brings it back to the sender, and reports it as delivered.
    shop.shippo.sees(&parcel, "DELIVERED", "delivered", "2026-11-18T16:30:00Z");
    shop.look_after(HOUR).await;
    assert_eq!(ann.status().await, "in_transit_to_customer", "its customer does not have it");
    let end = format!(
        "ask the carrier (\"ops lost {code}\" writes it off; \"ops deliver {code}\" if the customer has it after all)\n"
    );
    let line = format!("{code}  the carrier takes its box, {parcel}, back to its sender: {end}");
    assert!(shop.attention().await.contains(&line), "{}", shop.attention().await);

    shop.shippo.sees(&parcel, "FAILURE", "package_lost", "2026-11-19T15:30:00Z");
    shop.look_after(DAY).await;
    let line = format!("{code}  the carrier cannot deliver its box, {parcel}: {end}");
    assert!(shop.attention().await.contains(&line), "{}", shop.attention().await);
    assert_eq!(ann.status().await, "in_transit_to_customer");

    shop.ops(&format!("lost {code}")).await;
    assert_eq!(shop.attention().await, "Nothing waits for you.\n");
    // Its label was used, so it is not refunded. The return's unused label costs nothing.
    shop.labels_after(HOUR).await;
    assert_eq!(shop.shippo.refunds().len(), 0);
}

#[tokio::test]
async fn a_parcel_is_shown_after_three_failed_look_ups() {
    let shop = Shop::open().await;
    let (_, code) = shop.packed().await;
    let parcel = shop.shippo.codes(false)[0].clone();
    shop.shippo.forget(&parcel);
    for _ in 0..2 {
        shop.look_after(HOUR).await;
        assert_eq!(shop.attention().await, "Nothing waits for you.\n");
    }
    shop.look_after(HOUR).await;
    let line = format!(
        "{code}  the carrier's service does not say where its box, {parcel}, is: asked 3 times (see its page at the carrier)\n"
    );
    assert_eq!(shop.attention().await, line);
}

#[tokio::test]
async fn a_parcel_in_trouble_stays_shown_while_look_ups_fail() {
    let shop = Shop::open().await;
    let (_, code) = shop.packed().await;
    let parcel = shop.shippo.codes(false)[0].clone();
    shop.shippo.sees(&parcel, "RETURNED", "return_to_sender", "2026-11-18T15:30:00Z");
    shop.look_after(HOUR).await;
    shop.shippo.forget(&parcel);
    for _ in 0..4 {
        shop.look_after(HOUR).await;
    }
    let seen = shop.attention().await;
    assert!(seen.contains(&format!("{code}  the carrier takes its box, {parcel}, back to its sender")), "{seen}");
    assert!(!seen.contains("does not say where"), "{seen}");
}

#[tokio::test]
async fn a_label_that_staff_use_is_not_refunded() {
    let shop = Shop::open().await;
    let (mut ann, code) = shop.packed().await;
    let parcel = shop.shippo.codes(false)[0].clone();
    shop.ops(&format!("ship {code} --tracking {parcel}")).await;
    shop.labels_after(HOUR).await;
    assert_eq!(shop.shippo.refunds().len(), 0, "it is used");
    shop.shippo.sees(&parcel, "DELIVERED", "delivered", "2026-11-18T15:30:00Z");
    shop.look_after(HOUR).await;
    assert_eq!(ann.status().await, "delivered_to_customer");
}

#[tokio::test]
async fn a_lost_return_is_shown_with_what_to_do() {
    let shop = Shop::open().await;
    let (mut ann, code) = shop.delivered().await;
    ann.keep(3).await;
    ann.check_out("key").await.expect(200);
    let label = shop.shippo.codes(true)[0].clone();
    shop.shippo.sees(&label, "FAILURE", "package_lost", "2026-11-19T15:30:00Z");
    shop.look_after(DAY).await;
    let line = format!(
        "{code}  the carrier cannot deliver its return, {label}: ask the carrier (\"ops write-off {code} lost\" writes it off; \"ops receive {code}\" once it is here)\n"
    );
    assert!(shop.attention().await.contains(&line), "{}", shop.attention().await);
    // Later scans may be of its way back to the customer.
    shop.shippo.sees(&label, "DELIVERED", "delivered", "2026-11-20T15:30:00Z");
    shop.look_after(DAY).await;
    assert_eq!(ann.status().await, "in_transit_to_stylebox");
    shop.ops(&format!("write-off {code} lost")).await;
    assert_eq!(shop.attention().await, "Nothing waits for you.\n");
}

#[tokio::test]
async fn a_parcel_that_nobody_scans_is_shown() {
    let shop = Shop::open().await;
    let (_, code) = shop.packed().await;
    let parcel = shop.shippo.codes(false)[0].clone();
    shop.look_after(DAY * 3).await;
    // It should have left the day before, but the carrier has not scanned it.
    let late = format!("{code}  it can no longer come on 2026-11-24: the job late moves it\n");
    assert_eq!(shop.attention().await, late);
    shop.look_after(HOUR).await;
    let line = format!(
        "{code}  the carrier has not scanned its box, {parcel}, whose label was made on 2026-11-18: was it handed over?\n"
    );
    let seen = shop.attention().await;
    assert!(seen.contains(&line) && seen.contains(&late) && seen.lines().count() == 2, "{seen}");
    shop.shippo.sees(&parcel, "TRANSIT", "package_accepted", "2026-11-21T16:00:00Z");
    shop.look_after(DAY).await;
    assert_eq!(shop.attention().await, "Nothing waits for you.\n");
    shop.look_after(DAY * 5).await;
    let line = format!(
        "{code}  the carrier has not seen its box, {parcel}, since 2026-11-21: ask the carrier (\"ops lost {code}\" writes it off)\n"
    );
    assert!(shop.attention().await.contains(&line), "{}", shop.attention().await);
}

/// A customer who exchanges one item, and the order's code.
async fn exchanging(shop: &Shop) -> (Shopper, String) {
    let (mut ann, code) = shop.delivered().await;
    let mut decisions = Vec::new();
    let mut is_exchanged = false;
    for line in ann.lines().await {
        let sizes = ann.exchange_sizes(&line["id"]).await;
        let size = sizes.get(0).cloned().filter(|_| !is_exchanged);
        is_exchanged |= size.is_some();
        decisions.push(json!({"id": line["id"], "claimed_kept": true, "exchange_size": size, "customer_feedback": ""}));
    }
    ann.decide(json!(decisions)).await.expect(200);
    ann.check_out("key").await.expect(200);
    (ann, code)
}

#[tokio::test]
async fn an_exchange_can_be_sent_once_its_label_is_made() {
    let shop = Shop::open().await;
    let (mut ann, code) = exchanging(&shop).await;
    shop.shippo.set(HttpFault::Down);
    let said = shop.ops(&format!("exchange ship {code}")).await;
    assert!(said.contains("Ann Larsen, 1200 Harmon Place, Apt 4, Minneapolis, MN 55403"), "{said}");
    assert_eq!(ann.read().await["exchanges"][0]["status"], "held");
    shop.shippo.set(HttpFault::None);
    shop.labels_after(HOUR).await;
    let label = shop.shippo.codes(false)[1].clone();
    let exchange = ann.read().await["exchanges"][0].clone();
    assert_eq!((&exchange["status"], &exchange["tracking_code"]), (&json!("shipped"), &json!(label)));
    assert!(newest_mail(&shop.app, "exchange_shipped").await.unwrap().body.contains(&label));
    assert!(shop.ops(&format!("labels {code}")).await.contains(&format!("{label}.pdf")));
    let again = ops(&shop.app, &format!("exchange ship {code}")).await.unwrap_err();
    assert_eq!(again, format!("Order {code} has no exchange that is still to be sent."));

    shop.shippo.sees(&label, "FAILURE", "package_lost", "2026-11-20T15:30:00Z");
    shop.look_after(HOUR).await;
    let line = format!("{code}  the carrier cannot deliver its exchange, {label}: ask the carrier\n");
    assert!(shop.attention().await.contains(&line), "{}", shop.attention().await);
    shop.is_obeyed();
}

#[tokio::test]
async fn a_sold_out_exchange_needs_no_label() {
    let shop = Shop::open().await;
    let (_, code) = exchanging(&shop).await;
    shop.shippo.set_at("/transactions/", HttpFault::LosesAnswer);
    shop.ops(&format!("exchange ship {code}")).await;
    shop.shippo.set(HttpFault::None);
    shop.ops(&format!("exchange sold-out {code}")).await;
    shop.labels_after(HOUR).await;
    shop.labels_after(HOUR).await;
    assert_eq!(shop.shippo.refunds().len(), 1, "the label that was bought in the meantime");
}

#[tokio::test]
async fn an_exchange_can_go_with_another_label() {
    let shop = Shop::open().await;
    let (mut ann, code) = exchanging(&shop).await;
    shop.shippo.set(HttpFault::Down);
    shop.ops(&format!("exchange ship {code}")).await;
    shop.ops(&format!("exchange ship {code} --tracking 1Z1")).await;
    assert_eq!(ann.read().await["exchanges"][0]["tracking_code"], "1Z1");
    shop.shippo.set(HttpFault::None);
    shop.labels_after(HOUR).await;
    assert_eq!(shop.shippo.codes(false).len(), 1, "only the box has a label");
}

#[tokio::test]
async fn without_a_carriers_service_staff_type_the_tracking_code() {
    let app = TestApp::with(live).await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    let code = ann.code().await;
    let refused = ops(&app, &format!("ship {code}")).await.unwrap_err();
    assert_eq!(refused, format!("Say under which code the carrier knows it: \"ops ship {code} --tracking CODE\"."));
    assert_eq!(ann.status().await, "styled");
    let said = ops(&app, &format!("ship {code} --tracking 1Z999AA10123456784")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now in_transit_to_customer.\n"));
    assert_eq!(ann.read().await["outgoing_shipment"]["tracking_code"], "1Z999AA10123456784");
    assert_eq!(ops(&app, &format!("labels {code}")).await.unwrap(), format!("Order {code} has no labels.\n"));
}

#[tokio::test]
async fn in_demo_mode_the_visitor_plays_the_carrier() {
    let shop = Shop::open().await;
    let mut ann = Shopper::with_order(&shop.app, "ann@example.com").await;
    let mut seen = Vec::new();
    for step in [Step::Style, Step::Ship, Step::Ship, Step::Deliver] {
        steps::take(&shop.app.state, &ann.order, step, Actor::Ops).await.unwrap();
        seen.push(ann.status().await);
    }
    assert_eq!(seen, ["styled", "ready_to_ship", "in_transit_to_customer", "delivered_to_customer"]);
    assert_eq!(ann.read().await["outgoing_shipment"]["tracking_code"], json!(shop.shippo.codes(false)[0]));
}
