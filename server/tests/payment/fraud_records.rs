//! What the fraud check looks at, and what becomes of an order that the shop stops.

use crate::payment::screening::{NUMBERS, code, ordered_to, save_again, stop, style};
use crate::support::{Line, Shopper, TestApp, ops};
use serde_json::json;
use std::sync::Arc;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::Actor;
use stylebox_core::policy;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::fraud::{FraudCheck, NoAnswer, Purchase, Verdict};
use tokio::sync::Mutex;

#[tokio::test]
async fn letters_are_the_same_in_either_case_whatever_the_database_knows_of_them() {
    let app = TestApp::start().await;
    let mut ann = ordered_to(&app, "ann@example.com", ["12 Peña Blanca Straße", "Étage 2", "55403"], "142").await;
    stop(&app, &mut ann).await;
    let bea = ordered_to(&app, "bea@example.com", ["12 PEÑA BLANCA STRAßE", "étage 2", "55403"], "143").await;
    assert!(style(&app, &bea).await.unwrap_err().contains("an order to this address was stopped before"));
}

#[tokio::test]
async fn a_street_is_the_same_whatever_stands_around_it_and_however_its_letters_are_encoded() {
    let app = TestApp::start().await;
    let mut ann = ordered_to(&app, "ann@example.com", ["12 Kelvin Road", "", "55403"], "142").await;
    app.execute("UPDATE shipping_addresses SET line_1 = '\t 12 Kelvin Road \n'").await;
    stop(&app, &mut ann).await;
    // The sign of the unit has the letter k as its small letter.
    let bea = ordered_to(&app, "bea@example.com", ["12 \u{212A}ELVIN ROAD", "", "55403-1234"], "143").await;
    assert!(style(&app, &bea).await.unwrap_err().contains("an order to this address was stopped before"));
    let cleo = ordered_to(&app, "cleo@example.com", ["12 Kelvin Road", "", "55404"], "144").await;
    style(&app, &cleo).await.unwrap();
}

#[tokio::test]
async fn whoever_was_stopped_is_known_by_account_and_by_phone() {
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
async fn a_pick_up_goes_to_no_address() {
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
    // Nor do pick-ups make it an address to which everybody orders.
    app.execute("UPDATE orders SET status = 'cancelled', finished = TRUE, customer_pick_up = TRUE").await;
    for number in 0..policy::FRAUD_CUSTOMERS_PER_ADDRESS {
        let dora = ordered_to(&app, &format!("dora{number}@example.com"), home, "145").await;
        style(&app, &dora).await.unwrap();
    }
}

#[tokio::test]
async fn a_box_that_has_left_gives_the_fee_back_and_no_pieces() {
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
async fn nothing_is_stopped_while_the_gateway_is_asked_about_a_charge() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(Line::LosesAnswers);
    style(&app, &ann).await.unwrap_err();
    let code = code(&mut ann).await;
    let why = format!("The payment gateway is still being asked about order {code}. Please try again in a minute.");
    assert_eq!(ops(&app, &format!("fraud {code}")).await.unwrap_err(), why);
    app.gateway.set(Line::Open);
    style(&app, &ann).await.unwrap();
    for step in [Step::Ship, Step::Deliver] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    ann.keep(2).await;
    app.gateway.set(Line::LosesAnswers);
    ann.check_out("key").await.expect(202);
    assert_eq!(ops(&app, &format!("fraud {code}")).await.unwrap_err(), why);
    assert_eq!(ann.status().await, "payment_processing");
}

#[tokio::test]
async fn what_is_being_charged_is_what_was_looked_at() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let path = format!("/api/orders/{}", ann.order);
    let account = ann.browser.get("/api/account").await.expect(200);
    let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
    let edit = json!({"order": {"on_demand_customer_msg": "Softer"}});
    let moved = json!({"shipping_address": {"line_1": "9 Elsewhere Road"}});
    app.gateway.set(Line::LosesAnswers);
    style(&app, &ann).await.unwrap_err();
    // The customer reads neither of the gateway nor of the order's code.
    for (path, change) in [(&path, &edit), (&address, &moved)] {
        let words = ann.browser.patch(path, change.clone()).await.refused(409, "not_now");
        assert_eq!(words, Refusal::NotNow.text());
    }
    // Known to be declined, it can be changed again, and is looked at again.
    app.execute("UPDATE sandbox_charges SET outcome = 'declined'").await;
    app.gateway.set(Line::Open);
    style(&app, &ann).await.unwrap_err();
    ann.browser.patch(&path, edit).await.expect(200);
    ann.browser.patch(&address, moved).await.expect(200);
    style(&app, &ann).await.unwrap();
}

/// A check during which the customer moves.
struct Meanwhile(Arc<Mutex<(Shopper, String)>>);

impl FraudCheck for Meanwhile {
    fn check<'a>(&'a self, _: &'a Purchase) -> BoxFuture<'a, Result<Verdict, NoAnswer>> {
        Box::pin(async {
            let (ann, address) = &mut *self.0.lock().await;
            let moved = json!({"shipping_address": {"line_1": "9 Elsewhere Road"}});
            ann.browser.patch(address, moved).await.expect(200);
            Ok(Verdict::Accept)
        })
    }
}

#[tokio::test]
async fn an_order_that_changes_while_it_is_looked_at_is_not_charged() {
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
async fn whoever_saves_a_card_again_that_is_declined_tries_out_none() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(Line::Declines);
    style(&app, &ann).await.unwrap_err();
    for _ in NUMBERS {
        save_again(&app, &mut ann, NUMBERS[0]).await;
    }
    // Nor does what the bank would have confirmed, or what was taken by mistake, speak against a card.
    app.gateway.set(Line::TakesAnotherAmount);
    save_again(&app, &mut ann, NUMBERS[1]).await;
    save_again(&app, &mut ann, NUMBERS[2]).await;
    app.gateway.set(Line::Open);
    save_again(&app, &mut ann, "4000000000003220").await;
    save_again(&app, &mut ann, NUMBERS[3]).await;
    assert_eq!(ann.status().await, "styling");
}
