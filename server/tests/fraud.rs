//! Fraud: an order is looked at before its first money moves, and stopped where it is not what it seems.

use crate::support::{Line, Shopper, TestApp, card_form, confirm, ops};
use serde_json::json;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_core::policy;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::providers::Answer;
use stylebox_server::providers::fraud::{FraudCheck, NoAnswer, Purchase, Verdict};

async fn style(app: &TestApp, shopper: &Shopper) -> Result<(), String> {
    let styled = steps::take(&app.state, &shopper.order, Step::Style, Actor::Ops).await;
    styled.map_err(|error| error.to_string())
}

/// The order's code, as `ops` takes it.
async fn code(shopper: &mut Shopper) -> String {
    shopper.read().await["code"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_order_that_is_stopped_gives_the_fee_and_the_pieces_back_and_stops_the_next_at_its_address() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let before = app.stock().await;
    style(&app, &ann).await.unwrap();
    assert_eq!(app.charged().await, [1_00]);
    assert_ne!(app.stock().await, before);
    let code = code(&mut ann).await;
    assert_eq!(ops(&app, &format!("fraud {code}")).await.unwrap(), format!("Order {code} is now fraud.\n"));
    assert_eq!(app.charged().await, [0]);
    assert_eq!(app.stock().await, before);
    assert!(ops(&app, "audit").await.is_ok());
    assert!(ops(&app, &format!("fraud {code}")).await.unwrap_err().contains("cannot become fraud"));

    // Another customer at the same address, written in another way.
    let mut bea = Shopper::new(&app, "bea@example.com").await;
    let mut form = card_form(crate::support::CARD);
    form["options"]["shipping_address"]["line_1"] = json!("1200 HARMON place");
    form["options"]["shipping_address"]["postal_code"] = json!("55403-1234");
    form["options"]["shipping_address"]["phone"] = json!("(612) 555-0143");
    let saved = bea.browser.post("/api/credit_cards", form.clone()).await.expect(201);
    bea.order = saved["order_id"].as_str().unwrap().to_owned();
    let refused = style(&app, &bea).await.unwrap_err();
    assert!(refused.contains("an order to this address was stopped before"), "{refused}");
    assert_eq!(bea.status().await, "fraud");
    assert_eq!(app.charged().await, [0], "nothing was charged");

    // One a door further, with a phone of their own, is none of this.
    let mut cleo = Shopper::new(&app, "cleo@example.com").await;
    form["options"]["shipping_address"]["line_2"] = json!("Apt 5");
    form["options"]["shipping_address"]["phone"] = json!("(612) 555-0144");
    let saved = cleo.browser.post("/api/credit_cards", form).await.expect(201);
    cleo.order = saved["order_id"].as_str().unwrap().to_owned();
    style(&app, &cleo).await.unwrap();
}

#[tokio::test]
async fn whoever_tries_out_cards_is_stopped() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(Line::Declines);
    style(&app, &ann).await.unwrap_err();
    let mut form = card_form("5555555555554444");
    form["cardholder"] = json!({
        "name": "Ann Larsen", "street_address1": "1200 Harmon Place", "street_address2": "", "city": "Minneapolis",
        "state": "MN", "zip_code": "55403", "country": "US", "phone": "6125550142",
    });
    for number in 1..policy::FRAUD_DECLINED_CARDS {
        assert_eq!(ann.status().await, "created", "after {number} declined cards");
        let changed = ann.browser.patch("/api/credit_cards", form.clone()).await;
        if changed.status == 403 {
            confirm(&app, &mut ann.browser).await;
        }
    }
    assert_eq!(ann.status().await, "created");
    app.gateway.set(Line::Open);
    let asked = app.gateway.asked().len();
    assert!(style(&app, &ann).await.unwrap_err().contains("too many different cards"));
    assert_eq!((ann.status().await.as_str(), app.gateway.asked().len()), ("fraud", asked));
}

#[tokio::test]
async fn an_address_to_which_everybody_orders_is_stopped_and_a_day_later_it_is_not() {
    let app = TestApp::start().await;
    let mut shoppers = Vec::new();
    for number in 0..=policy::FRAUD_CUSTOMERS_PER_ADDRESS {
        shoppers.push(Shopper::with_order(&app, &format!("ann{number}@example.com")).await);
    }
    assert!(style(&app, &shoppers[0]).await.unwrap_err().contains("too many customers order to this address"));
    app.execute("UPDATE orders SET status = 'created' WHERE status = 'fraud'").await;
    app.clock.advance(Duration::from_secs(60 * 60 * policy::FRAUD_WINDOW_HOURS + 1));
    style(&app, &shoppers[0]).await.unwrap();
}

/// A check at somebody else's.
struct Elsewhere(Result<Verdict, NoAnswer>);

impl FraudCheck for Elsewhere {
    fn check<'a>(&'a self, purchase: &'a Purchase) -> Answer<'a, Result<Verdict, NoAnswer>> {
        assert_eq!(purchase.session_id.len(), 32);
        assert_eq!(purchase.email, "ann@example.com");
        assert_eq!(purchase.place.as_ref().unwrap().postal_code, "55403");
        Box::pin(async { self.0 })
    }
}

#[tokio::test]
async fn a_check_that_does_not_answer_delays_and_charges_nothing() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let down = app.with_fraud_check(Elsewhere(Err(NoAnswer)));
    let refused = steps::take(&down, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.contains("does not answer"), "{refused}");
    assert_eq!((ann.status().await.as_str(), app.charged().await.len()), ("created", 0));
    let refuses = app.with_fraud_check(Elsewhere(Ok(Verdict::Refuse("a stolen card"))));
    steps::take(&refuses, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    assert_eq!((ann.status().await.as_str(), app.charged().await.len()), ("fraud", 0));
    assert!(app.dump().await.contains("Stopped by the fraud check: a stolen card"));
}
