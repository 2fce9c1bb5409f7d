//! Returns with a label: the carrier's scans move the order, and staff inspect the return.

use super::{DAY, HOUR, Shop};
use crate::doubles::shippo::controls::TOKEN;
use crate::support::Shopper;
use serde_json::json;

#[tokio::test]
async fn a_scanned_return_is_on_its_way_and_then_waits_for_staff() {
    let shop = Shop::open().await;
    let (mut ann, code, label) = shop.checked_out().await;
    shop.look_after(DAY).await;
    assert_eq!(ann.status().await, "checked_out_by_customer", "the label is not used yet");

    shop.shippo.sees(&label, "TRANSIT", "package_accepted", "2026-11-20T15:00:00Z");
    shop.told(shop.shippo.tells(&label, TOKEN)).await;
    assert_eq!(ann.status().await, "in_transit_to_stylebox");
    shop.shippo.sees(&label, "DELIVERED", "delivered", "2026-11-22T15:00:00Z");
    shop.told(shop.shippo.tells(&label, TOKEN)).await;
    shop.told(shop.shippo.tells(&label, TOKEN)).await;
    let order = ann.read().await;
    assert_eq!(order["status"], "delivered_to_stylebox");
    // Nobody has looked into it yet.
    assert!(order["line_items"].as_array().unwrap().iter().all(|line| line["received"] == false));
    let line = format!("{code}  its return has come: look it over (\"ops receive {code}\")\n");
    assert!(shop.attention().await.contains(&line), "{}", shop.attention().await);
    shop.ops("jobs run after_checkout").await;
    assert_eq!(ann.status().await, "delivered_to_stylebox");

    shop.ops(&format!("receive {code}")).await;
    assert!(!shop.attention().await.contains("its return has come"));
    let order = ann.read().await;
    assert!(order["line_items"].as_array().unwrap().iter().any(|line| line["received"] == true));
    shop.ops(&format!("complete {code}")).await;
    shop.is_obeyed();
}

#[tokio::test]
async fn items_in_a_return_that_staff_have_not_inspected_are_not_charged() {
    let shop = Shop::open().await;
    let (mut ann, code) = shop.delivered().await;
    let label = shop.shippo.codes(true)[0].clone();
    // The customer sends the whole box back, and does not check out.
    shop.shippo.sees(&label, "DELIVERED", "delivered", "2026-11-20T15:00:00Z");
    shop.look_after(DAY).await;
    assert_eq!(ann.status().await, "delivered_to_stylebox");
    let charged = shop.app.charged().await;
    for _ in 0..8 {
        shop.app.clock.advance(DAY);
        shop.ops("jobs run reminders").await;
        shop.ops("jobs run outbox").await;
        shop.ops("jobs run system_checkout").await;
    }
    assert_eq!(shop.app.charged().await, charged);
    assert_eq!(ann.status().await, "delivered_to_stylebox");
    // Writing off a lost item does not count as inspecting the others.
    let lost = ann.lines().await[0]["image_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    shop.ops(&format!("write-off {code} lost {lost}")).await;
    for _ in 0..2 {
        shop.app.clock.advance(DAY);
        shop.ops("jobs run system_checkout").await;
    }
    assert_eq!(shop.app.charged().await, charged, "an item that is written off receives nothing");
    let next = ann.browser.get("/api/account/next_charge").await.expect(200);
    assert_eq!((&next["what"], &next["time"], &next["amount"]), (&json!(null), &json!("looked_over"), &json!(null)));
    let early = crate::support::ops(&shop.app, &format!("checkout {code}")).await.unwrap_err();
    assert_eq!(early, format!("Order {code} is not checked out: its return has come and is not received yet."));
    shop.ops(&format!("receive {code}")).await;
    shop.ops("jobs run system_checkout").await;
    assert_eq!(shop.app.charged().await, charged, "all of it came back");
}

#[tokio::test]
async fn a_scan_of_a_return_waits_while_its_order_is_being_paid() {
    use crate::support::GatewayBehaviour;
    let shop = Shop::open().await;
    let (mut ann, _) = shop.delivered().await;
    let label = shop.shippo.codes(true)[0].clone();
    ann.keep(3).await;
    shop.app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    shop.shippo.sees(&label, "DELIVERED", "delivered", "2026-11-20T15:00:00Z");
    shop.look_after(DAY).await;
    assert_eq!(ann.status().await, "payment_processing");
    shop.app.gateway.set(GatewayBehaviour::Works);
    shop.app.clock.advance(HOUR);
    shop.ops("jobs run payments").await;
    shop.look_after(HOUR).await;
    assert_eq!(ann.status().await, "delivered_to_stylebox");
}

#[tokio::test]
async fn a_scan_of_a_return_shows_that_its_box_was_delivered() {
    let shop = Shop::open().await;
    let (mut ann, _) = shop.packed().await;
    shop.shippo.sees(&shop.shippo.codes(false)[0], "TRANSIT", "package_accepted", "2026-11-18T15:30:00Z");
    shop.look_after(HOUR).await;
    shop.shippo.sees(&shop.shippo.codes(true)[0], "TRANSIT", "package_accepted", "2026-11-20T15:30:00Z");
    shop.look_after(DAY).await;
    let order = ann.read().await;
    assert_eq!(order["status"], "in_transit_to_stylebox");
    assert_eq!(order["delivery_date"], json!("2026-11-19"));
}

#[tokio::test]
async fn a_customer_who_keeps_all_returns_nothing() {
    let shop = Shop::open().await;
    let (mut ann, _) = shop.delivered().await;
    ann.keep(100).await;
    ann.check_out("key").await.expect(200);
    // The return label is used for another parcel.
    shop.shippo.sees(&shop.shippo.codes(true)[0], "DELIVERED", "delivered", "2026-11-20T15:00:00Z");
    shop.look_after(DAY).await;
    shop.ops("jobs run after_checkout").await;
    assert_eq!(ann.status().await, "completed");
    let looked = shop.shippo.looked();
    shop.look_after(DAY).await;
    assert_eq!(shop.shippo.looked(), looked, "parcels of a finished order are not looked up");
}

/// The garments of an order that are due back or written off, as `ops` names them.
async fn garments(ann: &mut Shopper) -> Vec<String> {
    let lines = ann.lines().await;
    let back = lines.iter().filter(|line| line["claimed_kept"] != true);
    back.map(|line| line["image_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()).collect()
}

/// How far the carrier had a return when it was written off.
#[derive(Debug, Clone, Copy)]
enum WrittenOff {
    /// The carrier lost it.
    OnItsWay,
    /// The carrier said that it could not deliver it.
    InTrouble,
    /// Nobody had scanned its label.
    NeverSent,
}

#[tokio::test]
async fn staff_see_a_return_that_comes_after_it_was_written_off() {
    for how in [WrittenOff::OnItsWay, WrittenOff::InTrouble, WrittenOff::NeverSent] {
        let shop = Shop::open().await;
        let (mut ann, code, label) = shop.checked_out().await;
        let back = garments(&mut ann).await;
        match how {
            WrittenOff::OnItsWay => shop.shippo.sees(&label, "TRANSIT", "package_accepted", "2026-11-20T15:00:00Z"),
            WrittenOff::InTrouble => shop.shippo.sees(&label, "FAILURE", "delivery_failed", "2026-11-20T15:00:00Z"),
            WrittenOff::NeverSent => {}
        }
        shop.look_after(DAY).await;
        if matches!(how, WrittenOff::NeverSent) {
            // It is overdue thirty days after the last day for checkout.
            shop.app.clock.set("2026-12-24T15:00:00Z");
            shop.ops(&format!("write-off {code} not-sent")).await;
        } else {
            shop.ops(&format!("write-off {code} lost")).await;
        }
        let completed = "SELECT COUNT(*) FROM orders WHERE status = 'completed'";
        assert_eq!(shop.app.count(completed).await, 1, "{how:?}");
        shop.look_after(DAY).await;
        assert!(!shop.attention().await.contains(&code), "{how:?}: {}", shop.attention().await);

        let at = shop.app.state.clock.now().instant().to_string();
        shop.shippo.sees(&label, "DELIVERED", "delivered", &at);
        shop.look_after(DAY).await;
        let line = format!(
            "{code}  its return, {label}, has come after it was written off: look it over (\"ops receive {code} {}\", with what is in it)",
            back.join(" ")
        );
        assert!(shop.attention().await.contains(&line), "{how:?}: {line}\n{}", shop.attention().await);
        assert_eq!(shop.app.count(completed).await, 1, "a parcel does not move a finished order");
        // Staff have inspected it: one piece was in it. The others are not listed as present.
        shop.app.clock.advance(HOUR);
        shop.ops(&format!("receive {code} {}", back[0])).await;
        assert!(!shop.attention().await.contains(&code), "{how:?}: {}", shop.attention().await);
        shop.is_obeyed();
    }
}

#[tokio::test]
async fn a_piece_that_was_missing_in_an_inspected_return_is_not_listed_as_arrived() {
    let shop = Shop::open().await;
    let (mut ann, code, label) = shop.checked_out().await;
    let back = garments(&mut ann).await;
    shop.shippo.sees(&label, "DELIVERED", "delivered", "2026-11-20T15:00:00Z");
    shop.look_after(DAY).await;
    // One piece was missing.
    shop.ops(&format!("receive {code} {}", back[1..].join(" "))).await;
    shop.ops(&format!("write-off {code} lost {}", back[0])).await;
    shop.ops(&format!("complete {code}")).await;
    for _ in 0..3 {
        shop.look_after(DAY).await;
    }
    assert!(!shop.attention().await.contains(&code), "{}", shop.attention().await);
}

#[tokio::test]
async fn a_return_that_staff_open_before_its_last_scan_is_not_listed_as_arriving_late() {
    let shop = Shop::open().await;
    let (mut ann, code, label) = shop.checked_out().await;
    let back = garments(&mut ann).await;
    shop.app.clock.advance(HOUR);
    shop.ops(&format!("receive {code} {}", back[1..].join(" "))).await;
    shop.ops(&format!("write-off {code} lost {}", back[0])).await;
    shop.ops(&format!("complete {code}")).await;
    shop.shippo.sees(&label, "DELIVERED", "delivered", "2026-11-20T15:00:00Z");
    for _ in 0..3 {
        shop.look_after(DAY).await;
    }
    assert!(!shop.attention().await.contains(&code), "{}", shop.attention().await);
}

#[tokio::test]
async fn staff_see_a_box_that_comes_after_it_was_called_lost() {
    for (status, substatus, words) in [
        ("DELIVERED", "delivered", "to the customer, and the order is cancelled: ask for it"),
        ("RETURNED", "return_to_sender", "after all, and the order is cancelled: it may be on its way back"),
    ] {
        let shop = Shop::open().await;
        let (mut ann, code) = shop.packed().await;
        let label = shop.shippo.codes(false)[0].clone();
        shop.shippo.sees(&label, "TRANSIT", "package_accepted", "2026-11-18T15:30:00Z");
        shop.look_after(HOUR).await;
        shop.ops(&format!("lost {code}")).await;
        shop.look_after(DAY).await;
        assert!(!shop.attention().await.contains(&label), "{}", shop.attention().await);
        shop.shippo.sees(&label, status, substatus, "2026-11-20T15:30:00Z");
        shop.look_after(DAY).await;
        let attention = shop.attention().await;
        assert!(attention.contains(&label) && attention.contains(words), "{words}: {attention}");
        assert_eq!(ann.status().await, "cancelled");
        shop.app.clock.advance(HOUR);
        shop.ops(&format!("receive {code}")).await;
        assert!(!shop.attention().await.contains(&label), "{}", shop.attention().await);
    }
}
