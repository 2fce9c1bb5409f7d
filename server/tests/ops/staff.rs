//! The commands of staff for fees, steps, cancelling and the books.

use crate::support::{GatewayBehaviour, Shopper, TestApp, ops};
use serde_json::json;
use std::time::Duration;
use stylebox_core::order::{Actor, Status};
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::payment::carry_out::resume_open;
use stylebox_server::service::payment::{styling_fee, unpaid_fees};

#[tokio::test]
async fn ops_commands_take_a_box_through_all_steps() {
    let app = TestApp::start().await;
    assert_eq!(ops(&app, "list").await.unwrap(), "There are no orders.\n");
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    let list = ops(&app, "list").await.unwrap();
    assert_eq!(
        list,
        format!(
            "CODE        STATUS   SHIP BY     HOW      CUSTOMER\n{code}  created  2026-11-24  shipped  ann@example.com\n"
        )
    );
    for (command, status) in
        [("style", "styled"), ("ship", "in_transit_to_customer"), ("deliver", "delivered_to_customer")]
    {
        let said = ops(&app, &format!("{command} {code}")).await.unwrap();
        assert_eq!(said, format!("Order {code} is now {status}.\n"));
    }
    ann.keep(2).await;
    ann.check_out("key").await.expect(200);
    let early = ops(&app, &format!("complete {code}")).await.unwrap_err();
    assert!(early.contains("to come back: receive the return first, or write off what will not come."), "{early}");
    ops(&app, &format!("receive {}", code.to_lowercase())).await.unwrap();
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert_eq!(ops(&app, "list").await.unwrap(), "There are no orders.\n");
    assert!(ops(&app, "list --all").await.unwrap().contains("completed"));
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree: 1 paid invoices"));
}

#[tokio::test]
async fn an_impossible_step_is_refused_in_one_sentence() {
    let app = TestApp::start().await;
    let ann = Shopper::with_order(&app, "ann@example.com").await;
    let mut tx = app.state.db.read().await.unwrap();
    let code = stylebox_server::store::order::orders::by_id(&mut tx, &ann.order).await.unwrap().unwrap().code;
    drop(tx);
    let unknown = ops(&app, "ship SB-NOTHING").await.unwrap_err();
    assert_eq!(unknown, "There is no order SB-NOTHING. \"ops list --all\" shows the orders.");
    let early = ops(&app, &format!("ship {code}")).await.unwrap_err();
    assert_eq!(early, format!("Order {code} is created and cannot become ready_to_ship."));
    let store = ops(&app, &format!("ready {code}")).await.unwrap_err();
    assert_eq!(store, format!("Order {code} is created and cannot become ready_for_customer_pick_up."));
}

#[tokio::test]
async fn a_completely_kept_box_needs_no_return() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 6).await;
    ann.check_out("key").await.expect(200);
    steps::take(&app.state, &ann.order, Step::Complete, Actor::Ops).await.unwrap();
    assert_eq!(ann.status().await, "completed");
}

#[tokio::test]
async fn the_job_completes_orders_whose_box_was_completely_kept() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 6).await;
    let mut bea = Shopper::decided(&app, "bea@example.com", 2).await;
    ann.check_out("key").await.expect(200);
    bea.check_out("key").await.expect(200);
    let said = ops(&app, "jobs run after_checkout").await.unwrap();
    assert_eq!(said, "Job after_checkout: 2 orders went on after their checkout.\n");
    assert_eq!(ann.status().await, "completed");
    assert_eq!(bea.status().await, "post_customer_checkout_processing");
    let said = ops(&app, "jobs run after_checkout").await.unwrap();
    assert_eq!(said, "Job after_checkout: 0 orders went on after their checkout.\n");
    let code = bea.code().await;
    for command in ["receive", "complete"] {
        ops(&app, &format!("{command} {code}")).await.unwrap();
    }
    assert_eq!(bea.status().await, "completed");
}

#[tokio::test]
async fn a_declined_fee_leaves_the_order_created_and_is_reported() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.order = ann.save_card("4000000000000341").await.expect(201)["order_id"].as_str().unwrap().to_owned();
    let refused = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "The styling fee of $1.00 was declined. The order stays created: the fee is tried again by itself, or waits for another card."
    );
    let order = ann.read().await;
    assert_eq!((&order["status"], &order["line_items"]), (&json!("created"), &json!([])));
    assert!(app.dump().await.contains("card_declined"));
    // With another card styling goes on.
    ann.save_card(crate::support::CARD).await.refused(403, "mfa_required");
    crate::support::confirm(&app, &mut ann.browser).await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    assert_eq!(app.charged().await, [1_00]);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn the_second_box_costs_the_full_fee_and_has_no_welcome_coupon() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 0).await;
    ann.check_out("key").await.expect(200);
    for step in [Step::Receive, Step::Complete] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    order_again(&app, &mut ann).await;
    ann.bring_box(&app).await;
    assert_eq!(app.charged().await, [1_00, 20_00]);
    ann.keep(1).await;
    let invoice = ann.invoice().await;
    assert_eq!((&invoice["coupon"], &invoice["credit_available"]), (&json!(null), &json!("20.00")));
    let coupons = format!("/api/invoices/{}/coupons", invoice["id"].as_str().unwrap());
    ann.browser.post(&coupons, json!({"code": "Hello25"})).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
}

/// Orders a second box.
async fn order_again(app: &TestApp, ann: &mut Shopper) {
    let (mut tx, mut order, _) = app.state.db.write_about_order(&ann.order).await.unwrap().unwrap();
    order.id = app.state.new_id();
    "SB-SECOND".clone_into(&mut order.code);
    (order.status, order.delivery_date, order.checkout_by_date) = (Status::Created, None, None);
    order.insert(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    ann.order = order.id;
}

#[tokio::test]
async fn cancelling_before_styling_costs_nothing() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let cancel = format!("/api/orders/{}/cancel", ann.order);
    assert_eq!(ann.browser.post(&cancel, json!({})).await.expect(200)["status"], "cancelled");
    let said = ann.browser.post(&cancel, json!({})).await.refused(409, "not_now");
    assert_eq!(said, "This box can no longer be canceled.");
    assert_eq!(app.charged().await, Vec::<i64>::new());
    assert!(app.dump().await.contains("Your order is canceled"));
}

#[tokio::test]
async fn staff_can_cancel_a_styled_order_and_refund_the_fee_but_the_customer_cannot() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    styling_fee::charge(&app.state, &ann.order, Actor::Ops).await.unwrap();
    assert_eq!(ann.status().await, "styling");
    let cancel = format!("/api/orders/{}/cancel", ann.order);
    ann.browser.post(&cancel, json!({})).await.refused(409, "not_now");
    // The gateway does not answer at first. The order is cancelled anyway, and the refund follows.
    app.gateway.set(GatewayBehaviour::Unreachable);
    steps::take(&app.state, &ann.order, Step::Cancel, Actor::Ops).await.unwrap();
    assert_eq!(ann.status().await, "cancelled");
    assert_eq!(app.charged().await, [1_00]);
    assert!(ops(&app, "audit").await.unwrap().contains("has not answered yet: 1"));
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(app.charged().await, [0]);
    assert!(ops(&app, "audit").await.unwrap().contains("Given back: $1.00."));
}

#[tokio::test]
async fn a_refused_refund_is_shown_to_staff() {
    let app = TestApp::start().await;
    let ann = Shopper::with_order(&app, "ann@example.com").await;
    styling_fee::charge(&app.state, &ann.order, Actor::Ops).await.unwrap();
    // Staff have refunded the money in the gateway's dashboard.
    app.execute("UPDATE sandbox_charges SET refunded_amount = amount").await;
    steps::take(&app.state, &ann.order, Step::Cancel, Actor::Ops).await.unwrap();
    let waits = ops(&app, "attention").await.unwrap();
    assert!(waits.contains("the gateway refused to give $1.00 back: nothing_left_to_refund"), "{waits}");
    assert!(ops(&app, "audit").await.is_err());
}

#[tokio::test]
async fn nothing_is_charged_for_a_box_that_cannot_be_composed() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.execute("UPDATE stock SET quantity = 0").await;
    let refused = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    assert!(refused.to_string().contains("Too little is in stock"), "{}", refused.to_string());
    assert_eq!(ann.status().await, "created");
    assert_eq!(app.charged().await, Vec::<i64>::new());
}

#[tokio::test]
async fn a_declined_fee_is_tried_again_on_the_next_day() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::Declines);
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(23 * 60 * 60));
    assert_eq!(unpaid_fees::run(&app.state).await.unwrap(), unpaid_fees::Run::default());
    app.clock.advance(Duration::from_secs(60 * 60));
    assert_eq!(unpaid_fees::run(&app.state).await.unwrap(), unpaid_fees::Run { paid: 1, cancelled: 0 });
    assert_eq!(ann.status().await, "styling");
    assert_eq!(unpaid_fees::run(&app.state).await.unwrap(), unpaid_fees::Run::default());
    assert_eq!(app.charged().await, [1_00]);
}

/// The actor of the order's fee event.
async fn who_paid(app: &TestApp, order: &str) -> Actor {
    let mut tx = app.state.db.read().await.unwrap();
    let log = stylebox_server::store::order::events::of_order(&mut tx, order).await.unwrap();
    log.iter().find(|event| event.reason == "The styling fee is paid").unwrap().actor
}

#[tokio::test]
async fn the_event_of_a_fee_names_who_charged_it() {
    let app = TestApp::start().await;
    let ann = Shopper::with_order(&app, "ann@example.com").await;
    // The job gets the answer, but staff made the charge.
    app.gateway.set(GatewayBehaviour::Unreachable);
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(who_paid(&app, &ann.order).await, Actor::Ops);

    let mut bea = Shopper::with_order(&app, "bea@example.com").await;
    app.gateway.set(GatewayBehaviour::Declines);
    steps::take(&app.state, &bea.order, Step::Style, Actor::Ops).await.unwrap_err();
    app.gateway.set(GatewayBehaviour::Works);
    bea.save_card("5555555555554444").await.refused(403, "mfa_required");
    crate::support::confirm(&app, &mut bea.browser).await;
    assert_eq!(who_paid(&app, &bea.order).await, Actor::Customer);

    let cat = Shopper::with_order(&app, "cat@example.com").await;
    app.gateway.set(GatewayBehaviour::Declines);
    steps::take(&app.state, &cat.order, Step::Style, Actor::Ops).await.unwrap_err();
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(24 * 60 * 60));
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!(who_paid(&app, &cat.order).await, Actor::System);
}

#[tokio::test]
async fn styling_takes_pieces_from_stock_and_a_return_restocks_them() {
    let app = TestApp::start().await;
    let before = pieces(&app).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let count = i64::try_from(ann.lines().await.len()).unwrap();
    assert_eq!(pieces(&app).await, before - count);
    ann.check_out("key").await.expect(200);
    steps::take(&app.state, &ann.order, Step::Receive, Actor::Ops).await.unwrap();
    assert_eq!(pieces(&app).await, before - 2);
}

async fn pieces(app: &TestApp) -> i64 {
    let mut tx = app.state.db.read().await.unwrap();
    stylebox_server::store::order::stock::free(&mut tx).await.unwrap().iter().map(|row| row.free).sum()
}

#[tokio::test]
async fn checkout_can_be_extended_once() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let extend = format!("/api/orders/{}/extend", ann.order);
    ann.browser.patch(&extend, json!({})).await.refused(409, "not_extendable");
    ann.bring_box(&app).await;
    let extended = ann.browser.patch(&extend, json!({})).await.expect(200);
    assert_eq!((&extended["checkout_by_date"], &extended["extended"]), (&json!("2026-11-28"), &json!(true)));
    ann.browser.patch(&extend, json!({})).await.refused(409, "not_extendable");
}

#[tokio::test]
async fn an_audit_finds_a_charge_that_is_not_in_the_books() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    ann.check_out("key").await.expect(200);
    assert!(ops(&app, "audit").await.is_ok());
    app.execute("UPDATE sandbox_charges SET amount = amount + 1 WHERE amount > 100").await;
    let found = ops(&app, "audit").await.unwrap_err();
    assert!(found.starts_with("The books do not agree, in 1 places:"), "{found}");
    app.execute("UPDATE sandbox_charges SET amount = amount - 1 WHERE amount > 100").await;
    app.execute("UPDATE invoices SET total_due = total_due - 1").await;
    assert!(ops(&app, "audit").await.is_err());
}

#[tokio::test]
async fn a_command_that_changes_nothing_says_so_and_fails() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let cleared = ops(&app, "customer clear-bounces ann@example.com").await.unwrap_err();
    assert_eq!(cleared, "No email to ann@example.com came back: nothing was changed.");
    // The tests begin on November 18.
    let past = ops(&app, "coupon issue SPRING --percent 10 --from 2026-03-01 --until 2026-11-17").await.unwrap_err();
    assert_eq!(past, "The last day of a coupon cannot be in the past: no one could use it.");
    assert_eq!(ops(&app, "coupon list").await.unwrap(), "There are no coupons.\n");
    ops(&app, "coupon issue TODAY --percent 10 --until 2026-11-18").await.unwrap();
}

#[tokio::test]
async fn a_fee_override_can_be_given_and_removed() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let ended = ops(&app, "override-fee ann@example.com ONE_DOLLAR_2020").await.unwrap_err();
    let why = "The styling-fee code ONE_DOLLAR_2020 ended with the year 2020: it would change no fee, and was not set.";
    assert_eq!(ended, why);
    assert_eq!(ann.get("/api/account").await.expect(200)["styling_fee_override_code"], json!(null));
    app.clock.set("2020-12-31T15:00:00Z");
    let said = ops(&app, "override-fee Ann@Example.com one_dollar_2020").await.unwrap();
    assert_eq!(said, "ann@example.com has the styling-fee code ONE_DOLLAR_2020. The fee of the next box is $1.00.\n");
    assert_eq!(ann.get("/api/account").await.expect(200)["styling_fee_override_code"], "ONE_DOLLAR_2020");
    let said = ops(&app, "override-fee ann@example.com").await.unwrap();
    assert_eq!(said, "ann@example.com has no styling-fee code. The fee of the next box is $1.00.\n");
    assert_eq!(ann.get("/api/account").await.expect(200)["styling_fee_override_code"], json!(null));
    let again = ops(&app, "override-fee ann@example.com").await.unwrap_err();
    assert_eq!(again, "ann@example.com has no styling-fee code already: nothing was changed.");
    let unknown = ops(&app, "override-fee ann@example.com FREE").await.unwrap_err();
    assert_eq!(unknown, "There is no styling-fee code FREE. The only one is ONE_DOLLAR_2020.");
    let nobody = ops(&app, "override-fee eve@example.com ONE_DOLLAR_2020").await.unwrap_err();
    assert_eq!(nobody, "There is no customer eve@example.com.");
}
