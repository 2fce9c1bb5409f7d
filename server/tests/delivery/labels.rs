//! Labels: each is bought once, even if answers are lost, and unused labels are refunded.

use super::{DAY, HOUR, MINUTE, Shop};
use crate::doubles::http::HttpFault;
use crate::doubles::shippo::controls::TOKEN;
use crate::doubles::shippo::parcels::Buys;
use crate::support::{log, ops};
use serde_json::json;
use std::time::Duration;
use stylebox_server::service::delivery::labels::work_due;

const CUSTOMER: &str = "1200 Harmon Place";

#[tokio::test]
async fn a_packed_box_has_a_label_out_and_one_back() {
    let shop = Shop::open().await;
    let (mut ann, code) = shop.styled().await;
    let said = shop.ops(&format!("ship {code}")).await;
    shop.is_obeyed();
    assert_eq!(ann.status().await, "ready_to_ship");
    let [out, back] = [false, true].map(|is_return| shop.shippo.codes(is_return));
    assert_eq!((out.len(), back.len()), (1, 1));
    for line in [
        format!("Order {code} is now ready_to_ship."),
        format!("box     made    {}  unknown  https://labels.test/{}.pdf?Signature=secret", out[0], out[0]),
        format!("return  made    {}  unknown  https://labels.test/{}.pdf?Signature=secret", back[0], back[0]),
    ] {
        assert!(said.contains(&line), "{line}: {said}");
    }
    // Shippo swaps the addresses of a return itself.
    let shipments = shop.shippo.shipments();
    assert_eq!(shipments.len(), 2);
    for shipment in &shipments {
        assert_eq!(shipment["address_from"]["name"], "Marlowe");
        assert_eq!(
            shipment["address_to"],
            json!({
                "name": "Ann Larsen", "street1": CUSTOMER, "street2": "Apt 4", "city": "Minneapolis", "state": "MN",
                "zip": "55403", "country": "US", "phone": "6125550142",
            })
        );
    }
    assert_eq!([&shipments[0]["extra"], &shipments[1]["extra"]], [&json!(null), &json!({"is_return": true})]);
    // Each label has its own key, which its Shippo shipment has, too.
    let keys: Vec<_> = shop.shippo.transactions().iter().map(|known| known["metadata"].clone()).collect();
    assert_eq!(keys, [shipments[0]["metadata"].clone(), shipments[1]["metadata"].clone()]);
    assert_ne!(keys[0], keys[1]);

    // After packing again it still has these labels. The customer gets no email before the carrier has the box.
    assert!(shop.ops(&format!("ship {code}")).await.contains(&out[0]));
    assert!(shop.ops(&format!("labels {code}")).await.contains(&back[0]));
    shop.labels_after(DAY).await;
    assert_eq!(shop.shippo.transactions().len(), 2);
    assert_eq!(shop.emails_of("on_its_way").await, 0);
    assert_eq!(ann.read().await["outgoing_shipment"], json!(null));
}

#[tokio::test]
async fn a_label_whose_answer_is_lost_is_looked_up_and_not_bought_again() {
    for fault in [HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::DoesAndFails] {
        let shop = Shop::open().await;
        let (_, code) = shop.styled().await;
        // Labels of another program come before ours, on two pages.
        shop.shippo.add_others(150);
        shop.shippo.set_at("/transactions/", fault);
        let said = shop.ops(&format!("ship {code}")).await;
        assert!(said.contains("waits for the carrier's service"), "{fault:?}: {said}");
        assert_eq!(shop.shippo.transactions().len(), 1, "{fault:?}: the return waits, as the service does not answer");
        shop.shippo.set(HttpFault::None);
        // The list may lag behind, so the service waits a minute first.
        shop.labels_after(Duration::ZERO).await;
        let said = shop.ops(&format!("labels {code}")).await;
        assert!(said.contains("box     waits for the carrier's service"), "{fault:?}: {said}");
        assert_eq!(shop.shippo.codes(false).len(), 1, "{fault:?}");
        shop.labels_after(MINUTE).await;
        shop.is_obeyed();
        assert_eq!(shop.shippo.transactions().len(), 2, "{fault:?}");
        let said = shop.ops(&format!("labels {code}")).await;
        for label in [&shop.shippo.codes(false)[0], &shop.shippo.codes(true)[0]] {
            assert!(said.contains(&format!("{label}.pdf")), "{fault:?}: {said}");
        }
    }
}

#[tokio::test]
async fn a_label_that_was_not_bought_is_bought_once_the_service_answers() {
    let shop = Shop::open().await;
    let (mut ann, code) = shop.styled().await;
    shop.shippo.set(HttpFault::Down);
    shop.ops(&format!("ship {code}")).await;
    assert_eq!(ann.status().await, "ready_to_ship");
    assert!(!shop.attention().await.contains("the label"), "one silence is not shown to staff");
    // A run ends at the first label without an answer, so the two labels take turns.
    for _ in 0..6 {
        shop.labels_after(HOUR).await;
    }
    let seen = shop.attention().await;
    assert!(seen.contains("the label of its box is not made, tried "), "{seen}");
    assert!(seen.contains(&format!("ops ship {code} --tracking CODE")), "{seen}");
    assert!(seen.contains("party carrier"), "{seen}");
    // Only the purchase fails now. The look-up shows that nothing was bought.
    shop.shippo.set_at("/transactions/", HttpFault::Down);
    shop.labels_after(HOUR).await;
    assert_eq!(shop.shippo.transactions().len(), 0);
    shop.shippo.set(HttpFault::None);
    shop.labels_after(HOUR).await;
    assert_eq!((shop.shippo.codes(false).len(), shop.shippo.codes(true).len()), (1, 1));
    assert!(!shop.attention().await.contains("the label"));
    shop.is_obeyed();
}

#[tokio::test]
async fn a_label_of_a_killed_server_is_taken_over_by_another_server() {
    let shop = Shop::open().await;
    let (_, code) = shop.styled().await;
    shop.shippo.set_at("/transactions/", HttpFault::Silent);
    let line = format!("ship {code}");
    let killed = tokio::time::timeout(Duration::from_millis(700), ops(&shop.app, &line)).await;
    assert!(killed.is_err(), "it is killed while Shippo does not answer");
    shop.shippo.set(HttpFault::None);
    // The killed server's claim on the box's label lasts for a while. Nobody has claimed the return's label.
    shop.labels_after(MINUTE * 2).await;
    assert_eq!((shop.shippo.codes(false).len(), shop.shippo.codes(true).len()), (0, 1));
    shop.labels_after(MINUTE * 4).await;
    assert_eq!((shop.shippo.codes(false).len(), shop.shippo.codes(true).len()), (1, 1));
    shop.is_obeyed();
}

#[tokio::test]
async fn a_server_whose_claim_has_expired_changes_nothing() {
    let shop = Shop::open().await;
    let (_, code) = shop.styled().await;
    shop.shippo.set_at("/transactions/", HttpFault::Down);
    shop.ops(&format!("ship {code}")).await;
    // The return's label is tried a second later, so that the box's is due first.
    shop.labels_after(Duration::from_secs(1)).await;
    shop.shippo.set(HttpFault::None);
    shop.app.clock.advance(HOUR);
    // The first server looks the purchase up, which takes too long.
    shop.shippo.http().hold_next();
    let state = shop.app.state.clone();
    let first = tokio::spawn(async move { work_due(&state).await.unwrap().done });
    shop.shippo.http().until_held().await;
    // The second server takes over, and buys the label.
    shop.labels_after(MINUTE * 6).await;
    assert_eq!(shop.shippo.codes(false).len(), 1);
    shop.shippo.http().release();
    first.await.unwrap();
    shop.labels_after(HOUR).await;
    let said = shop.ops(&format!("labels {code}")).await;
    assert!(said.contains(&format!("box     made    {}", shop.shippo.codes(false)[0])), "{said}");
    assert_eq!((shop.shippo.codes(false).len(), shop.shippo.codes(true).len()), (1, 1));
    assert_eq!(shop.shippo.refunds().len(), 0);
    shop.is_obeyed();
}

/// A shop whose customer was erased after the answer about a label was lost, and the order's code.
async fn erased_while_lost() -> (Shop, String) {
    let shop = Shop::open().await;
    let (_, code) = shop.styled().await;
    shop.shippo.set_at("/transactions/", HttpFault::LosesAnswer);
    shop.ops(&format!("ship {code}")).await;
    shop.shippo.set(HttpFault::None);
    shop.ops(&format!("fraud {code}")).await;
    shop.ops("customer erase ann@example.com").await;
    (shop, code)
}

/// Nothing is sent to an erased customer, whatever the label's row says.
#[tokio::test]
async fn a_wanted_label_that_is_found_after_its_customer_was_erased_is_refunded() {
    let (shop, _) = erased_while_lost().await;
    shop.app.execute("UPDATE shipments SET status = 'wanted' WHERE way = 'to_customer'").await;
    shop.labels_after(MINUTE).await;
    shop.labels_after(MINUTE).await;
    assert_eq!(shop.shippo.refunds().len(), 1);
    assert!(!shop.app.dump().await.contains(&shop.shippo.codes(false)[0]));
}

/// Makes labels while lists contain all transactions, beginning with `others` of another program. Returns what staff see.
async fn among(others: usize, fault: HttpFault) -> (Shop, String) {
    let shop = Shop::open().await;
    let (_, code) = shop.styled().await;
    shop.shippo.ignore_offers();
    shop.shippo.add_others(others);
    shop.shippo.set_at("/transactions/", fault);
    shop.ops(&format!("ship {code}")).await;
    shop.shippo.set(HttpFault::None);
    shop.labels_after(HOUR).await;
    shop.labels_after(HOUR).await;
    shop.is_obeyed();
    let said = shop.ops(&format!("labels {code}")).await;
    (shop, said)
}

#[tokio::test]
async fn a_list_of_all_transactions_is_read_to_its_end() {
    for fault in [HttpFault::Down, HttpFault::LosesAnswer] {
        let (shop, said) = among(150, fault).await;
        assert_eq!((shop.shippo.codes(false).len(), shop.shippo.codes(true).len()), (1, 1), "{fault:?}: {said}");
    }
}

#[tokio::test]
async fn nothing_is_bought_again_if_the_end_of_a_list_is_not_reached() {
    let (shop, said) = among(30_000, HttpFault::LosesAnswer).await;
    assert_eq!(shop.shippo.codes(false).len(), 1, "{said}");
    assert!(said.contains("box     waits for the carrier's service"), "{said}");
}

#[tokio::test]
async fn twenty_simultaneous_jobs_make_two_labels() {
    let shop = Shop::open().await;
    let (_, code) = shop.styled().await;
    shop.shippo.set(HttpFault::Down);
    shop.ops(&format!("ship {code}")).await;
    shop.shippo.set(HttpFault::None);
    shop.app.clock.advance(HOUR);
    let other = shop.app.another_server().await;
    let jobs = (0..20).map(|at| {
        let state = if at % 2 == 0 { shop.app.state.clone() } else { other.clone() };
        tokio::spawn(async move { work_due(&state).await.unwrap().done })
    });
    let jobs: Vec<_> = jobs.collect();
    for job in jobs {
        job.await.unwrap();
    }
    assert_eq!(shop.shippo.transactions().len(), 2);
    assert_eq!((shop.shippo.codes(false).len(), shop.shippo.codes(true).len()), (1, 1));
    shop.is_obeyed();
}

#[tokio::test]
async fn a_label_that_is_not_ready_is_fetched_later() {
    let shop = Shop::open().await;
    let (_, code) = shop.styled().await;
    shop.shippo.set_buys(Buys::Queued);
    shop.ops(&format!("ship {code}")).await;
    shop.labels_after(MINUTE).await;
    assert_eq!(shop.shippo.transactions().len(), 2);
    shop.shippo.finish_queued();
    shop.labels_after(MINUTE * 5).await;
    assert_eq!(shop.shippo.transactions().len(), 2);
    let said = shop.ops(&format!("labels {code}")).await;
    assert_eq!(said.matches(".pdf").count(), 2, "{said}");
}

#[tokio::test]
async fn staff_can_send_a_box_whose_label_is_refused_with_another_label() {
    let shop = Shop::open().await;
    let (mut ann, code) = shop.styled().await;
    shop.shippo.set_buys(Buys::Refused);
    log::start_capture();
    shop.ops(&format!("ship {code}")).await;
    let seen = shop.attention().await;
    assert!(seen.contains("tried 1 times: the label was not made: The address is too long."), "{seen}");
    // The carrier's message can contain an address.
    let logged = log::captured();
    assert!(!logged.contains("too long"), "{logged}");

    let wrong = ops(&shop.app, &format!("ship {code} --tracking 94/1")).await.unwrap_err();
    assert_eq!(wrong, "\"94/1\" is no tracking code: it has letters, digits and hyphens, 40 at most.");
    let said = shop.ops(&format!("ship {code} --tracking 1Z999AA10123456784")).await;
    assert_eq!(said, format!("Order {code} is now in_transit_to_customer.\n"));
    assert_eq!(ann.read().await["outgoing_shipment"]["tracking_code"], "1Z999AA10123456784");
    shop.shippo.set_buys(Buys::Made);
    shop.labels_after(HOUR).await;
    assert_eq!(shop.shippo.codes(false).len(), 0, "no label is bought for a box that is on its way");
    assert_eq!(shop.shippo.codes(true).len(), 0, "a label that is made now is not in the box");
    let seen = shop.attention().await;
    assert!(!seen.contains("the label"), "{seen}");
    assert!(
        seen.contains(&format!("{code}  its box left without a return label: send one to the customer\n")),
        "{seen}"
    );
    assert_eq!(ann.read().await["return_shipment"], json!(null));
}

#[tokio::test]
async fn the_label_of_a_stopped_order_is_refunded_once() {
    let shop = Shop::open().await;
    let (_, code) = shop.packed().await;
    shop.ops(&format!("fraud {code}")).await;
    shop.shippo.set_at("/refunds/", HttpFault::LosesAnswer);
    shop.labels_after(Duration::ZERO).await;
    shop.labels_after(MINUTE).await;
    shop.shippo.set(HttpFault::None);
    shop.labels_after(MINUTE).await;
    // An unused return label costs nothing.
    let refunds = shop.shippo.refunds();
    assert_eq!(refunds.len(), 1, "{refunds:?}");
    assert_eq!(refunds[0]["transaction"], "transaction0");
    let said = shop.ops(&format!("labels {code}")).await;
    assert!(said.contains("refund asked for") && said.contains("called off") && !said.contains(".pdf"), "{said}");
    shop.shippo.decide_refunds("REFUNDED");
    shop.labels_after(DAY).await;
    assert!(shop.ops(&format!("labels {code}")).await.contains("not used, refunded"));
    shop.labels_after(DAY).await;
    assert_eq!(shop.shippo.refunds().len(), 1);
    shop.is_obeyed();
}

#[tokio::test]
async fn a_refund_that_the_carrier_refuses_is_shown_for_a_while() {
    let shop = Shop::open().await;
    let (_, code) = shop.packed().await;
    shop.shippo.set_refund("ERROR");
    shop.ops(&format!("fraud {code}")).await;
    shop.labels_after(Duration::ZERO).await;
    let line = format!("{code}  the unused label of its box, {}, is not refunded", shop.shippo.codes(false)[0]);
    assert!(shop.attention().await.contains(&line), "{}", shop.attention().await);
    shop.app.clock.advance(DAY * 15);
    assert!(!shop.attention().await.contains("is not refunded"));
}

#[tokio::test]
async fn a_label_that_was_canceled_while_its_answer_was_lost_is_looked_up_and_refunded() {
    let shop = Shop::open().await;
    let (_, code) = shop.styled().await;
    shop.shippo.set_at("/transactions/", HttpFault::LosesAnswer);
    shop.ops(&format!("ship {code}")).await;
    shop.shippo.set(HttpFault::None);
    shop.ops(&format!("fraud {code}")).await;
    shop.labels_after(MINUTE).await;
    shop.labels_after(MINUTE).await;
    assert_eq!(shop.shippo.transactions().len(), 1, "the return label is not needed any more");
    assert_eq!(shop.shippo.refunds().len(), 1);

    // A label that was never bought needs no refund.
    let shop = Shop::open().await;
    let (_, code) = shop.styled().await;
    shop.shippo.set_at("/transactions/", HttpFault::Down);
    shop.ops(&format!("ship {code}")).await;
    shop.shippo.set(HttpFault::None);
    shop.ops(&format!("fraud {code}")).await;
    shop.labels_after(MINUTE).await;
    assert_eq!((shop.shippo.transactions().len(), shop.shippo.refunds().len()), (0, 0));
    assert!(shop.ops(&format!("labels {code}")).await.contains("called off"));
}

#[tokio::test]
async fn a_label_that_is_found_after_its_customer_was_erased_is_refunded_without_personal_data() {
    let (shop, code) = erased_while_lost().await;
    shop.shippo.set_refund("ERROR");
    shop.labels_after(MINUTE).await;
    shop.labels_after(MINUTE).await;
    assert_eq!(shop.shippo.refunds().len(), 1);
    let left = shop.app.dump().await;
    for word in ["labels.test", &shop.shippo.codes(false)[0], CUSTOMER] {
        assert!(!left.contains(word), "{word}");
    }
    let seen = shop.attention().await;
    assert!(seen.contains(&format!("{code}  the unused label of its box, transaction0, is not refunded")), "{seen}");
}

#[tokio::test]
async fn an_erased_customer_leaves_no_label() {
    let shop = Shop::open().await;
    let (_, code) = shop.packed().await;
    shop.told(shop.shippo.tells(&shop.shippo.codes(false)[0], TOKEN)).await;
    shop.ops(&format!("fraud {code}")).await;
    assert!(shop.app.dump().await.contains("labels.test"));
    shop.ops("customer erase ann@example.com").await;
    let left = shop.app.dump().await;
    for word in ["labels.test", &shop.shippo.codes(false)[0], CUSTOMER] {
        assert!(!left.contains(word), "{word}");
    }
}
