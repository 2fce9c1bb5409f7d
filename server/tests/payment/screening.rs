//! Fraud screening: an order is checked before its first charge, held if the check doubts it, and stopped only by staff.

use crate::support::{CARD, GatewayBehaviour, Shopper, TestApp, card_form, confirm, ops};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stylebox_core::order::{Actor, Status};
use stylebox_core::policy;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::fraud::{FraudCheck, Inquiry, NoAnswer, Verdict};
use stylebox_server::service::payment::unpaid_fees;
use stylebox_server::state::AppState;
use stylebox_server::store::order::events;

pub async fn style(app: &TestApp, shopper: &Shopper) -> Result<(), String> {
    let styled = steps::take(&app.state, &shopper.order, Step::Style, Actor::Ops).await;
    styled.map_err(|error| error.to_string())
}

/// Public test numbers of different cards.
pub const NUMBERS: [&str; policy::FRAUD_DECLINED_CARDS] =
    [CARD, "5555555555554444", "4111111111111111", "4012888888881881", "6011111111111117"];

/// Saves another card. An order whose fee was declined is charged again immediately.
pub async fn save_again(app: &TestApp, ann: &mut Shopper, number: &str) {
    let mut form = card_form(number);
    form["cardholder"] = json!({
        "name": "Ann Larsen", "street_address1": "1200 Harmon Place", "street_address2": "", "city": "Minneapolis",
        "state": "MN", "zip_code": "55403", "country": "US", "phone": "6125550142",
    });
    let changed = ann.browser.patch("/api/credit_cards", form).await;
    if changed.status == 403 {
        confirm(app, &mut ann.browser).await;
    }
}

/// A customer who has ordered to an address (line 1, line 2 and ZIP code), with a phone number that ends with these digits.
pub async fn ordered_to(app: &TestApp, email: &str, [line_1, line_2, zip]: [&str; 3], phone: &str) -> Shopper {
    let mut shopper = Shopper::new(app, email).await;
    let mut form = card_form(CARD);
    let address = &mut form["options"]["shipping_address"];
    (address["line_1"], address["line_2"], address["postal_code"]) = (json!(line_1), json!(line_2), json!(zip));
    address["phone"] = json!(format!("(612) 555-0{phone}"));
    let saved = shopper.browser.post("/api/credit_cards", form).await.expect(201);
    shopper.order = saved["order_id"].as_str().unwrap().to_owned();
    shopper
}

/// Staff stop an order.
pub async fn stop(app: &TestApp, shopper: &mut Shopper) {
    let code = shopper.code().await;
    assert_eq!(ops(app, &format!("fraud {code}")).await.unwrap(), format!("Order {code} is now fraud.\n"));
}

#[tokio::test]
async fn stopping_an_order_refunds_the_fee_restocks_and_holds_the_next_order_to_its_address() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let before = app.stock().await;
    style(&app, &ann).await.unwrap();
    assert_eq!(app.charged().await, [1_00]);
    assert_ne!(app.stock().await, before);
    let code = ann.code().await;
    assert_eq!(ops(&app, &format!("fraud {code}")).await.unwrap(), format!("Order {code} is now fraud.\n"));
    assert_eq!(app.charged().await, [0]);
    assert_eq!(app.stock().await, before);
    assert!(ops(&app, "audit").await.is_ok());
    assert!(ops(&app, &format!("fraud {code}")).await.unwrap_err().contains("cannot become fraud"));

    // Another customer at the same address, written differently.
    let mut bea = ordered_to(&app, "bea@example.com", ["1200 HARMON place", "APT 4", "55403-1234"], "143").await;
    let refused = style(&app, &bea).await.unwrap_err();
    assert!(refused.contains("an order to this address was stopped before"), "{refused}");
    assert_eq!(bea.status().await, "created");
    assert_eq!(app.charged().await, [0], "nothing was charged");

    // A customer next door, with another phone number, is not affected.
    let cleo = ordered_to(&app, "cleo@example.com", ["1200 Harmon Place", "Apt 5", "55403"], "144").await;
    style(&app, &cleo).await.unwrap();
}

#[tokio::test]
async fn a_customer_who_tests_cards_is_held() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::Declines);
    style(&app, &ann).await.unwrap_err();
    for number in &NUMBERS[1..] {
        assert_eq!(ann.status().await, "created", "before {number}");
        save_again(&app, &mut ann, number).await;
    }
    assert_eq!(ann.status().await, "created");
    app.gateway.set(GatewayBehaviour::Works);
    let asked = app.gateway.asked().len();
    assert!(style(&app, &ann).await.unwrap_err().contains("too many different cards"));
    assert_eq!((ann.status().await.as_str(), app.gateway.asked().len()), ("created", asked));

    // The order is not charged a day later or with a new card, only after staff have cleared it.
    app.clock.advance(Duration::from_secs(24 * 60 * 60));
    assert_eq!(unpaid_fees::run(&app.state).await.unwrap(), unpaid_fees::Run::default());
    save_again(&app, &mut ann, NUMBERS[0]).await;
    assert_eq!((ann.status().await.as_str(), app.gateway.asked().len()), ("created", asked));
    ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    assert_eq!(unpaid_fees::run(&app.state).await.unwrap(), unpaid_fees::Run { paid: 1, cancelled: 0 });
    assert_eq!((ann.status().await.as_str(), app.gateway.asked().len()), ("styling", asked + 1));
}

#[tokio::test]
async fn orders_to_a_crowded_address_are_held_until_a_day_later() {
    let app = TestApp::start().await;
    let mut shoppers = Vec::new();
    for number in 0..=policy::FRAUD_CUSTOMERS_PER_ADDRESS {
        shoppers.push(Shopper::with_order(&app, &format!("ann{number}@example.com")).await);
    }
    assert!(style(&app, &shoppers[0]).await.unwrap_err().contains("too many customers order to this address"));
    app.clock.advance(Duration::from_secs(60 * 60 * policy::FRAUD_WINDOW_HOURS + 1));
    // A held order stays held. An order that was not checked yet is judged by the present records.
    assert!(style(&app, &shoppers[0]).await.unwrap_err().contains("too many customers order to this address"));
    style(&app, &shoppers[1]).await.unwrap();
    // An order that was only held does not block its address, phone or customer.
    ops(&app, &format!("clear {}", shoppers[0].code().await)).await.unwrap();
    style(&app, &shoppers[0]).await.unwrap();
}

/// An external fraud check with a fixed verdict, which counts its calls.
#[derive(Clone)]
pub struct Elsewhere(Result<Verdict, NoAnswer>, Arc<AtomicUsize>);

impl Elsewhere {
    fn saying(verdict: Result<Verdict, NoAnswer>) -> Self {
        Self(verdict, Arc::default())
    }

    fn asked(&self) -> usize {
        self.1.load(Ordering::SeqCst)
    }
}

impl FraudCheck for Elsewhere {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn check<'a>(&'a self, inquiry: &'a Inquiry) -> BoxFuture<'a, Result<Verdict, NoAnswer>> {
        assert_eq!(inquiry.session_id.len(), 32);
        let purchase = &inquiry.purchase;
        assert!(purchase.email.ends_with("@example.com"));
        assert!(purchase.place.as_ref().is_none_or(|place| place.postal_code == "55403"));
        self.1.fetch_add(1, Ordering::SeqCst);
        Box::pin(async { self.0 })
    }
}

/// An order that an external check holds.
pub async fn held(app: &TestApp, email: &str) -> (Shopper, AppState, Elsewhere) {
    let shopper = Shopper::with_order(app, email).await;
    app.clock.advance(Duration::from_secs(1));
    let check = Elsewhere::saying(Ok(Verdict::Doubted("a stolen card")));
    let state = app.with_fraud_check(check.clone());
    steps::take(&state, &shopper.order, Step::Style, Actor::Ops).await.unwrap_err();
    (shopper, state, check)
}

#[tokio::test]
async fn without_an_answer_of_the_fraud_check_nothing_is_charged() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let down = app.with_fraud_check(Elsewhere::saying(Err(NoAnswer)));
    let refused = steps::take(&down, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.contains("does not answer"), "{refused}");
    assert_eq!((ann.status().await.as_str(), app.charged().await.len()), ("created", 0));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    style(&app, &ann).await.unwrap();
}

#[tokio::test]
async fn a_doubtful_order_is_held_until_staff_clear_it() {
    let app = TestApp::start().await;
    let (mut ann, state, check) = held(&app, "ann@example.com").await;
    app.clock.advance(Duration::from_secs(1));
    let code = ann.code().await;
    assert_eq!((ann.status().await.as_str(), app.charged().await.len()), ("created", 0));
    let waits = ops(&app, "attention").await.unwrap();
    let words = format!(
        "held by the fraud check: a stolen card; nothing is charged. \"ops clear {code}\" lets it go on, \"ops fraud {code}\" \
         stops it for good"
    );
    assert_eq!(waits, format!("{code}  {words}\n"));
    // Another try gives the same answer, without asking the check.
    let refused = steps::take(&state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert_eq!((refused, check.asked()), (format!("Order {code} is {words}."), 1));
    // The customer does not see the hold.
    assert!(!ann.read().await.to_string().contains("stolen"));
    assert!(!ann.browser.get("/dev/outbox").await.text.contains("stolen"));

    assert_eq!(
        ops(&app, &format!("clear {code}")).await.unwrap(),
        format!("Order {code} can be charged and styled now.\n")
    );
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    app.clock.advance(Duration::from_secs(1));
    steps::take(&state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    assert_eq!((ann.status().await.as_str(), app.charged().await, check.asked()), ("styled", vec![1_00], 1));
    let again = ops(&app, &format!("clear {code}")).await.unwrap_err();
    assert_eq!(again, format!("Order {code} is not held by the fraud check."));
    let mut tx = app.state.db.read().await.unwrap();
    let events = events::of_order(&mut tx, &ann.order).await.unwrap().into_iter();
    let said: Vec<_> = events.map(|event| (event.actor, event.to_status, event.reason)).skip(1).take(2).collect();
    assert_eq!(
        said,
        [
            (Actor::System, Status::Created, "Held by the fraud check: a stolen card".to_owned()),
            (Actor::Ops, Status::Created, "Cleared by the shop of what the fraud check doubts".to_owned()),
        ]
    );
}

#[tokio::test]
async fn a_held_order_can_be_cancelled_by_the_customer_or_stopped_by_staff() {
    let app = TestApp::start().await;
    let (mut ann, ..) = held(&app, "ann@example.com").await;
    let first = ann.code().await;
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert!(ops(&app, &format!("clear {first}")).await.unwrap_err().contains("is not held"));

    let (mut bea, ..) = held(&app, "bea@example.com").await;
    let second = bea.code().await;
    assert_eq!(ops(&app, &format!("fraud {second}")).await.unwrap(), format!("Order {second} is now fraud.\n"));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert!(ops(&app, &format!("clear {second}")).await.unwrap_err().contains("is not held"));
    assert_eq!(app.charged().await.len(), 0);
}

#[tokio::test]
async fn a_verdict_counts_only_for_the_address_that_was_checked() {
    for is_cleared_before in [true, false] {
        let app = TestApp::start().await;
        let (mut ann, state, check) = held(&app, "ann@example.com").await;
        let code = ann.code().await;
        let clear = format!("clear {code}");
        let account = ann.browser.get("/api/account").await.expect(200);
        let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
        let [elsewhere, home] =
            ["9 Elsewhere Road", "1200 Harmon Place"].map(|line_1| json!({"shipping_address": {"line_1": line_1}}));
        if is_cleared_before {
            ops(&app, &clear).await.unwrap();
        }
        // Neither hold nor clearance is about a new address, so the check is asked again.
        ann.browser.patch(&address, elsewhere).await.expect(200);
        assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
        assert_eq!(ops(&app, &clear).await.unwrap_err(), format!("Order {code} is not held by the fraud check."));
        let refused = steps::take(&state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
        assert!(refused.contains("held by the fraud check"), "{refused}");
        assert_eq!((check.asked(), app.charged().await.len()), (2, 0));
        // The clearance counts for the last held address. The verdict about the first one is forgotten.
        ops(&app, &clear).await.unwrap();
        ann.browser.patch(&address, home).await.expect(200);
        steps::take(&state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
        assert_eq!((check.asked(), app.charged().await.len()), (3, 0));
        // Fields that the check does not get may change.
        ops(&app, &clear).await.unwrap();
        let note = json!({"order": {"on_demand_customer_msg": "Softer"}});
        ann.browser.patch(&format!("/api/orders/{}", ann.order), note).await.expect(200);
        steps::take(&state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
        assert_eq!((check.asked(), app.charged().await), (3, vec![1_00]));
    }
}

/// A fraud check during which another server continues with the same order.
struct Meanwhile {
    other: AppState,
    order: String,
    says: Verdict,
}

impl FraudCheck for Meanwhile {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn check<'a>(&'a self, _: &'a Inquiry) -> BoxFuture<'a, Result<Verdict, NoAnswer>> {
        Box::pin(async {
            let _ = steps::take(&self.other, &self.order, Step::Style, Actor::Ops).await;
            Ok(self.says)
        })
    }
}

#[tokio::test]
async fn another_servers_changes_during_the_check_are_kept() {
    let app = TestApp::start().await;
    // The other server charges, so the doubt comes too late.
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let (other, order, says) = (app.state.clone(), ann.order.clone(), Verdict::Doubted("too late"));
    let late = app.with_fraud_check(Meanwhile { other, order, says });
    let refused = steps::take(&late, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.contains("is styled and cannot be styled"), "{refused}");
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("styled", vec![1_00]));
    assert!(!app.dump().await.contains("too late"));

    // The other server holds the order, so nothing is charged although this check finds nothing.
    let mut ann = Shopper::with_order(&app, "bea@example.com").await;
    let other = app.with_fraud_check(Meanwhile {
        other: late,
        order: "another".to_owned(),
        says: Verdict::Doubted("a stolen card"),
    });
    let late = app.with_fraud_check(Meanwhile { other, order: ann.order.clone(), says: Verdict::Accept });
    let refused = steps::take(&late, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.contains("held by the fraud check: a stolen card"), "{refused}");
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("created", vec![1_00]));
}

/// Another spelling of the address is the same address, and a change to a pick-up does not end a doubt.
#[tokio::test]
async fn a_held_order_stays_held_with_another_spelling_of_its_address_or_as_a_pick_up() {
    let app = TestApp::start().await;
    let (mut ann, state, check) = held(&app, "ann@example.com").await;
    let account = ann.browser.get("/api/account").await.expect(200);
    let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
    let same = json!({"shipping_address": {"line_1": "1200 HARMON  place"}});
    ann.browser.patch(&address, same).await.expect(200);
    let is_held = async || ops(&app, "attention").await.unwrap().contains("held by the fraud check");
    assert!(is_held().await);
    let same = json!({"shipping_address": {"postal_code": "55403-1234"}});
    ann.browser.patch(&address, same).await.expect(200);
    assert!(is_held().await);
    app.execute("UPDATE orders SET customer_pick_up = TRUE, assigned_location_id = 'L01'").await;
    assert!(is_held().await);
    let refused = steps::take(&state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.contains("held by the fraud check"), "{refused}");
    ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    steps::take(&state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    assert_eq!((check.asked(), app.charged().await), (1, vec![1_00]), "the check is not asked again");
}

/// A clearance is only for the purchase that staff have looked at.
#[tokio::test]
async fn a_cleared_order_that_becomes_a_pick_up_is_checked_again() {
    let app = TestApp::start().await;
    let (mut ann, state, check) = held(&app, "ann@example.com").await;
    ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    app.execute("UPDATE orders SET customer_pick_up = TRUE, assigned_location_id = 'L01'").await;
    let refused = steps::take(&state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.contains("held by the fraud check"), "{refused}");
    assert_eq!((check.asked(), app.charged().await.len()), (2, 0));
}
