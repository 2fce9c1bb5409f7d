//! If a server works on a label for too long, another server takes the label over, and the first server's late answers change nothing.

use super::{HOUR, MINUTE, Shop};
use crate::doubles::http::HttpFault;
use crate::doubles::shippo::parcels::Buys;
use std::time::Duration;
use stylebox_server::service::delivery::labels::work_due;
use tokio::task::JoinHandle;

/// Longer than the five minutes that a server's claim on a label lasts.
const TOO_LONG: Duration = Duration::from_secs(6 * 60);

/// A shop with a packed box, and the order's code. The box's two labels wait, because Shippo was down at calls whose path ends with
/// `down_at`.
async fn waiting(down_at: &'static str) -> (Shop, String) {
    let shop = Shop::open().await;
    let (_, code) = shop.styled().await;
    shop.shippo.set_at(down_at, HttpFault::Down);
    shop.ops(&format!("ship {code}")).await;
    // The return's label is tried a second later, so that the box's is due first.
    shop.labels_after(Duration::from_secs(1)).await;
    shop.shippo.set(HttpFault::None);
    shop.app.clock.advance(HOUR);
    (shop, code)
}

/// Starts another server that works on the labels, and waits until Shippo holds its call.
async fn first_server(shop: &Shop) -> JoinHandle<()> {
    let state = shop.app.state.clone();
    let work = tokio::spawn(async move { drop(work_due(&state).await.unwrap()) });
    shop.shippo.http().until_held().await;
    work
}

/// Releases the call, so that the first server gets its answer.
async fn go_on(shop: &Shop, first: JoinHandle<()>) {
    shop.shippo.http().release();
    first.await.unwrap();
}

/// The labels that were bought, once all are made.
async fn bought(shop: &Shop) -> usize {
    shop.shippo.finish_queued();
    shop.labels_after(HOUR).await;
    shop.labels_after(HOUR).await;
    shop.is_obeyed();
    assert_eq!((shop.shippo.codes(false).len(), shop.shippo.codes(true).len()), (1, 1));
    shop.shippo.transactions().len()
}

#[tokio::test]
async fn a_look_up_that_found_nothing_does_not_discard_another_servers_purchase() {
    let (shop, _) = waiting("/transactions/").await;
    shop.shippo.http().hold_next_answer();
    let first = first_server(&shop).await;
    shop.shippo.set_buys(Buys::Queued);
    shop.labels_after(TOO_LONG).await;
    assert_eq!(shop.shippo.transactions().len(), 2);
    go_on(&shop, first).await;
    assert_eq!(bought(&shop).await, 2);
}

#[tokio::test]
async fn a_look_up_without_an_answer_does_not_refund_another_servers_label() {
    let (shop, _) = waiting("/transactions/").await;
    shop.shippo.http().hold_next();
    shop.shippo.set(HttpFault::Down);
    let first = first_server(&shop).await;
    shop.shippo.set(HttpFault::None);
    shop.labels_after(TOO_LONG).await;
    go_on(&shop, first).await;
    assert_eq!((bought(&shop).await, shop.shippo.refunds().len()), (2, 0));
}

#[tokio::test]
async fn a_late_offer_is_not_bought_in_addition_to_another_servers() {
    for fault in [HttpFault::None, HttpFault::Down] {
        let (shop, _) = waiting("").await;
        shop.shippo.http().hold_next();
        shop.shippo.set(fault);
        let first = first_server(&shop).await;
        shop.shippo.set(HttpFault::None);
        shop.shippo.set_buys(Buys::Queued);
        shop.labels_after(TOO_LONG).await;
        assert_eq!(shop.shippo.transactions().len(), 2, "{fault:?}");
        go_on(&shop, first).await;
        assert_eq!(bought(&shop).await, 2, "{fault:?}");
    }
}

#[tokio::test]
async fn an_offer_for_a_label_that_was_canceled_in_the_meantime_is_not_bought() {
    let (shop, code) = waiting("").await;
    shop.shippo.http().hold_next();
    let first = first_server(&shop).await;
    shop.ops(&format!("fraud {code}")).await;
    go_on(&shop, first).await;
    shop.labels_after(HOUR).await;
    assert_eq!(shop.shippo.transactions().len(), 0);
}

/// A server's five minutes begin again with each of its steps.
#[tokio::test]
async fn a_server_that_keeps_working_keeps_its_claim() {
    // The offer and then the purchase take long, or the look-up and then the offer.
    for (down_at, offers) in [("", 2), ("/transactions/", 4)] {
        let (shop, _) = waiting(down_at).await;
        shop.shippo.http().hold_next();
        let first = first_server(&shop).await;
        shop.app.clock.advance(MINUTE * 4);
        shop.shippo.http().hold_next();
        shop.shippo.http().until_held().await;
        shop.labels_after(MINUTE * 2).await;
        assert_eq!((shop.shippo.codes(false).len(), shop.shippo.codes(true).len()), (0, 1), "{down_at}");
        go_on(&shop, first).await;
        assert_eq!((bought(&shop).await, shop.shippo.shipments().len()), (2, offers), "{down_at}");
    }
}

#[tokio::test]
async fn a_refund_that_another_server_got_is_not_requested_again() {
    let shop = Shop::open().await;
    let (_, code) = shop.packed().await;
    shop.ops(&format!("fraud {code}")).await;
    shop.shippo.http().hold_next();
    shop.shippo.set(HttpFault::Down);
    let first = first_server(&shop).await;
    shop.shippo.set(HttpFault::None);
    shop.shippo.set_refund("SUCCESS");
    shop.labels_after(TOO_LONG).await;
    let refunded = shop.ops(&format!("labels {code}")).await;
    assert!(refunded.contains("not used, refunded"), "{refunded}");
    go_on(&shop, first).await;
    assert_eq!(shop.ops(&format!("labels {code}")).await, refunded);
    assert_eq!(shop.app.numbers("SELECT COUNT(*) FROM shipments WHERE label_due_at IS NOT NULL").await, [0]);
    shop.is_obeyed();
}
