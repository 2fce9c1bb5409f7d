//! Card testing: refusals are stored and counted by account, network and card, and staff see a wave of them.

use crate::support::{CARD, Shopper, TestApp, card_form, code, crowded, ops, other_card};
use serde_json::json;
use std::time::Duration;
use stylebox_core::policy::limits::{
    CARD_REFUSALS_BY_NETWORK, CARD_REFUSALS_OF_CUSTOMER, CARD_REFUSALS_OF_SHOP, Tries,
};

const HOUR: u64 = 60 * 60;
/// A card that the bank refuses.
const REFUSED: &str = "4000000000000002";
/// A debit card, and a number that nobody has.
const OTHERS: [&str; 2] = ["4000056655665556", "4000000000000127"];

async fn refused(ann: &mut Shopper, number: &str) {
    let answer = ann.save_card(number).await;
    assert!([402, 422].contains(&answer.status.as_u16()), "{}", answer.text);
}

async fn count(app: &TestApp) -> i64 {
    app.numbers("SELECT COUNT(*) FROM card_refusals").await[0]
}

#[tokio::test]
async fn after_ten_refused_cards_a_customer_can_try_no_card_for_a_day() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let Tries { most, minutes } = CARD_REFUSALS_OF_CUSTOMER;
    assert_eq!((most, minutes), (10, 24 * 60));
    for number in [REFUSED, OTHERS[0], OTHERS[1]].into_iter().cycle().take(10) {
        app.clock.advance(Duration::from_secs(HOUR));
        refused(&mut ann, number).await;
    }
    assert_eq!(count(&app).await, 10);
    let (tokens, banks) = (app.gateway.tokenized(), app.gateway.banks_asked());
    let wait = ann.save_card(CARD).await;
    wait.refused(429, "too_many_requests");
    // The first refusal was nine hours ago.
    assert_eq!(wait.header("retry-after"), Some(&*(15 * HOUR).to_string()));
    assert_eq!(
        (app.gateway.tokenized(), app.gateway.banks_asked()),
        (tokens, banks),
        "neither gateway nor bank is asked"
    );
    // A mistyped form does not count as a refusal.
    ann.save_card("4242").await.refused(422, "form_invalid");
    assert_eq!(count(&app).await, 10);
    app.clock.advance(Duration::from_secs(15 * HOUR));
    ann.save_card(CARD).await.expect(201);
}

#[tokio::test]
async fn one_network_can_try_thirty_cards_with_any_number_of_accounts() {
    let app = TestApp::start().await;
    assert_eq!(CARD_REFUSALS_BY_NETWORK.most, 30);
    for number in 0..6 {
        let mut thief = Shopper::new(&app, &format!("thief{number}@example.com")).await;
        // Each account uses another address of the same network.
        thief.browser.address = format!("2001:db8:1:2::{number}").parse().unwrap();
        for _ in 0..5 {
            refused(&mut thief, REFUSED).await;
        }
    }
    let mut next = Shopper::new(&app, "next@example.com").await;
    next.browser.address = "2001:db8:1:2:ffff::1".parse().unwrap();
    next.save_card(CARD).await.refused(429, "too_many_requests");
    next.browser.address = "2001:db8:1:3::1".parse().unwrap();
    next.save_card(CARD).await.expect(201);
}

#[tokio::test]
async fn a_refusal_after_the_code_counts() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    ann.browser.patch("/api/credit_cards", other_card(REFUSED)).await.refused(403, "mfa_required");
    assert_eq!(count(&app).await, 0, "the bank was not asked yet");
    let code = code(&app, &mut ann.browser, "email").await;
    let body = json!({"customer": {"mfa_type": "email", "mfa_code": code}});
    ann.browser.post("/api/mfa_resubmissions", body).await.refused(402, "card_declined");
    assert_eq!(count(&app).await, 1);
}

#[tokio::test]
async fn staff_see_a_wave_and_the_stored_refusals_contain_neither_number_nor_address() {
    let app = TestApp::start().await;
    assert_eq!((CARD_REFUSALS_OF_SHOP.most, CARD_REFUSALS_OF_SHOP.minutes), (50, 60));
    for number in 0..10 {
        let mut thief = Shopper::new(&app, &format!("thief{number}@example.com")).await;
        thief.browser.address = format!("198.51.100.{number}").parse().unwrap();
        for _ in 0..5 {
            assert!(!ops(&app, "attention").await.unwrap().contains("stolen numbers"));
            let text = thief.browser.post("/api/credit_cards", card_form(REFUSED)).await.refused(402, "card_declined");
            assert_eq!(text, "Your card was declined. Please try another card.");
        }
    }
    let attention = ops(&app, "attention").await.unwrap();
    let words = "50 cards of 10 customers were refused within the last hour: somebody may be testing stolen numbers";
    assert!(attention.contains(words), "{attention}");
    let dump = app.dump().await;
    assert!(!dump.contains("198.51.100.") && !dump.contains(REFUSED));
    app.clock.advance(Duration::from_secs(HOUR + 60));
    assert!(!ops(&app, "attention").await.unwrap().contains("stolen numbers"));
}

#[tokio::test]
async fn of_thirty_simultaneous_refused_cards_only_ten_are_tried() {
    let app = TestApp::with(crowded).await;
    let ann = Shopper::new(&app, "ann@example.com").await;
    let sent: Vec<_> = (0..30)
        .map(|_| {
            let mut again = Shopper { browser: ann.browser.clone(), order: String::new() };
            tokio::spawn(async move { again.save_card(REFUSED).await.status.as_u16() })
        })
        .collect();
    for answer in sent {
        let status = answer.await.unwrap();
        assert!([402, 429].contains(&status), "{status}");
    }
    let asked = app.gateway.banks_asked();
    assert!((1..=10).contains(&asked), "{asked} banks were asked");
    assert_eq!(count(&app).await, i64::try_from(asked).unwrap(), "each refusal is kept, and nothing else");
}
