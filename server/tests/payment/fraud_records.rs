//! The records that the fraud check compares, and orders that staff stop.

use crate::payment::screening::{NUMBERS, ordered_to, save_again, stop, style};
use crate::support::{GatewayBehaviour, Shopper, TestApp, ops};
use serde_json::json;
use std::sync::Arc;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::Actor;
use stylebox_core::policy;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::fraud::{FraudCheck, Inquiry, NoAnswer, Verdict};
use tokio::sync::Mutex;

#[tokio::test]
async fn addresses_are_compared_without_case_on_both_engines() {
    let app = TestApp::start().await;
    let mut ann = ordered_to(&app, "ann@example.com", ["12 Peña Blanca Straße", "Étage 2", "55403"], "142").await;
    stop(&app, &mut ann).await;
    let bea = ordered_to(&app, "bea@example.com", ["12 PEÑA BLANCA STRAßE", "étage 2", "55403"], "143").await;
    assert!(style(&app, &bea).await.unwrap_err().contains("an order to this address was stopped before"));
}

#[tokio::test]
async fn a_street_is_recognised_despite_spaces_and_unicode_forms() {
    let app = TestApp::start().await;
    let mut ann = ordered_to(&app, "ann@example.com", ["12 Kelvin Road", "", "55403"], "142").await;
    app.execute("UPDATE shipping_addresses SET line_1 = '\t 12   Kelvin Road \n'").await;
    stop(&app, &mut ann).await;
    // The lower case of U+212A, the Kelvin sign, is `k`.
    let bea = ordered_to(&app, "bea@example.com", ["12 \u{212A}ELVIN ROAD", "", "55403-1234"], "143").await;
    assert!(style(&app, &bea).await.unwrap_err().contains("an order to this address was stopped before"));
    let cleo = ordered_to(&app, "cleo@example.com", ["12 Kelvin Road", "", "55404"], "144").await;
    style(&app, &cleo).await.unwrap();
}

#[tokio::test]
async fn a_stopped_customer_is_recognised_by_account_and_phone() {
    let app = TestApp::start().await;
    let mut ann = ordered_to(&app, "ann@example.com", ["1 First Street", "", "55401"], "142").await;
    stop(&app, &mut ann).await;
    let again = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-04"}});
    ann.order = ann.browser.post("/api/orders", again).await.expect(201)["id"].as_str().unwrap().to_owned();
    assert!(style(&app, &ann).await.unwrap_err().contains("of this customer or phone was stopped before"));
    let mut bea = ordered_to(&app, "bea@example.com", ["2 Second Street", "", "55402"], "142").await;
    assert!(style(&app, &bea).await.unwrap_err().contains("of this customer or phone was stopped before"));
    assert_eq!((ann.status().await, bea.status().await), ("created".to_owned(), "created".to_owned()));
    let cleo = ordered_to(&app, "cleo@example.com", ["3 Third Street", "", "55404"], "143").await;
    style(&app, &cleo).await.unwrap();
}

#[tokio::test]
async fn a_pick_up_has_no_address_to_compare() {
    let app = TestApp::start().await;
    let home = ["1200 Harmon Place", "Apt 4", "55403"];
    let mut ann = ordered_to(&app, "ann@example.com", home, "142").await;
    app.execute("UPDATE orders SET customer_pick_up = TRUE").await;
    stop(&app, &mut ann).await;
    let mut bea = ordered_to(&app, "bea@example.com", home, "143").await;
    style(&app, &bea).await.unwrap();
    stop(&app, &mut bea).await;
    let cleo = ordered_to(&app, "cleo@example.com", home, "144").await;
    app.execute("UPDATE orders SET customer_pick_up = TRUE WHERE status = 'created'").await;
    style(&app, &cleo).await.unwrap();
    // Pick-ups do not make the store a crowded address.
    app.execute("UPDATE orders SET status = 'cancelled', finished = TRUE, customer_pick_up = TRUE").await;
    for number in 0..policy::FRAUD_CUSTOMERS_PER_ADDRESS {
        let dora = ordered_to(&app, &format!("dora{number}@example.com"), home, "145").await;
        style(&app, &dora).await.unwrap();
    }
}

#[tokio::test]
async fn stopping_a_shipped_box_refunds_the_fee_and_puts_back_no_stock() {
    for left in [&[Step::Ship][..], &[Step::Ship, Step::Deliver]] {
        let app = TestApp::start().await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        style(&app, &ann).await.unwrap();
        let before = app.stock().await;
        for step in left {
            steps::take(&app.state, &ann.order, *step, Actor::Ops).await.unwrap();
        }
        stop(&app, &mut ann).await;
        assert_eq!((app.charged().await, app.stock().await), (vec![0], before));
        assert!(ops(&app, "audit").await.is_ok());
    }
}

#[tokio::test]
async fn an_order_is_not_stopped_while_a_charge_is_open() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    style(&app, &ann).await.unwrap_err();
    let code = ann.code().await;
    let why = format!("The payment gateway is still being asked about order {code}. Please try again in a minute.");
    assert_eq!(ops(&app, &format!("fraud {code}")).await.unwrap_err(), why);
    app.gateway.set(GatewayBehaviour::Works);
    style(&app, &ann).await.unwrap();
    for step in [Step::Ship, Step::Deliver] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    ann.keep(2).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    assert_eq!(ops(&app, &format!("fraud {code}")).await.unwrap_err(), why);
    assert_eq!(ann.status().await, "payment_processing");
}

#[tokio::test]
async fn an_order_cannot_change_while_it_is_charged() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let path = format!("/api/orders/{}", ann.order);
    let account = ann.browser.get("/api/account").await.expect(200);
    let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
    let edit = json!({"order": {"on_demand_customer_msg": "Softer"}});
    let moved = json!({"shipping_address": {"line_1": "9 Elsewhere Road"}});
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    style(&app, &ann).await.unwrap_err();
    // The message to the customer names neither the gateway nor the order's code.
    for (path, change) in [(&path, &edit), (&address, &moved)] {
        let words = ann.browser.patch(path, change.clone()).await.refused(409, "not_now");
        assert_eq!(words, Refusal::NotNow.text());
    }
    // Once the decline is known, the order can be changed and is checked again.
    app.execute("UPDATE sandbox_charges SET outcome = 'declined'").await;
    app.gateway.set(GatewayBehaviour::Works);
    style(&app, &ann).await.unwrap_err();
    ann.browser.patch(&path, edit).await.expect(200);
    ann.browser.patch(&address, moved).await.expect(200);
    style(&app, &ann).await.unwrap();
}

/// A fraud check during which the customer changes the address.
struct Meanwhile(Arc<Mutex<(Shopper, String)>>);

impl FraudCheck for Meanwhile {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn check<'a>(&'a self, _: &'a Inquiry) -> BoxFuture<'a, Result<Verdict, NoAnswer>> {
        Box::pin(async {
            let (ann, address) = &mut *self.0.lock().await;
            let moved = json!({"shipping_address": {"line_1": "9 Elsewhere Road"}});
            ann.browser.patch(address, moved).await.expect(200);
            Ok(Verdict::Accept)
        })
    }
}

#[tokio::test]
async fn an_order_that_changes_during_the_check_is_not_charged() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let account = ann.browser.get("/api/account").await.expect(200);
    let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
    let order = ann.order.clone();
    let slow = app.with_fraud_check(Meanwhile(Arc::new(Mutex::new((ann, address)))));
    let refused = steps::take(&slow, &order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.ends_with("was changed while it was looked at. Please try again."), "{refused}");
    assert_eq!(app.charged().await, Vec::<i64>::new());
    steps::take(&slow, &order, Step::Style, Actor::Ops).await.unwrap();
}

#[tokio::test]
async fn saving_a_declined_card_again_does_not_count_as_card_testing() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::Declines);
    style(&app, &ann).await.unwrap_err();
    for _ in NUMBERS {
        save_again(&app, &mut ann, NUMBERS[0]).await;
    }
    // A charge that needed confirmation or had a wrong amount does not count against a card either.
    app.gateway.set(GatewayBehaviour::ChargesAnotherAmount);
    save_again(&app, &mut ann, NUMBERS[1]).await;
    save_again(&app, &mut ann, NUMBERS[2]).await;
    app.gateway.set(GatewayBehaviour::Works);
    save_again(&app, &mut ann, "4000000000003220").await;
    save_again(&app, &mut ann, NUMBERS[3]).await;
    assert_eq!(ann.status().await, "styling");
}
