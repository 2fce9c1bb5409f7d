//! Cards that have a token at the gateway but were never saved on file: the gateway has to forget them.

use crate::support::{CARD, GatewayBehaviour, Shopper, TestApp, card_form, confirm, ops, other_card};
use serde_json::{Value, json};
use std::time::Duration;

const DECLINED: &str = "4000000000000002";
const SILENT: &str = "4000000000000119";
const ANOTHER: &str = "5555555555554444";
const ASKED: &str = "4000000000003220";
const MINUTE: Duration = Duration::from_secs(60);
/// Longer than any card may wait for its code.
const LONG: Duration = Duration::from_secs(66 * 60);

/// A customer who has checked out, so that another card waits for a code.
async fn checked_out(app: &TestApp) -> Shopper {
    let mut ann = Shopper::decided(app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    ann
}

/// Runs the job. Returns the last digits of the cards that the gateway still knows.
async fn known_cards(app: &TestApp) -> Vec<i64> {
    ops(app, "jobs run forgetting").await.unwrap();
    app.numbers("SELECT CAST(last_four AS BIGINT) FROM sandbox_tokens WHERE last_four <> '' ORDER BY last_four").await
}

async fn requests(app: &TestApp) -> i64 {
    app.numbers("SELECT COUNT(*) FROM forget_requests").await[0]
}

#[tokio::test]
async fn a_card_that_its_bank_refuses_is_forgotten_and_the_card_on_file_is_not() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.save_card(DECLINED).await.refused(402, "card_declined");
    ann.save_card(SILENT).await.refused(503, "gateway_unavailable");
    ann.save_card(CARD).await.expect(201);
    assert_eq!(requests(&app).await, 2, "the card on file is not forgotten");
    assert_eq!(known_cards(&app).await, [2, 119, 4242], "they may still be saved");
    app.clock.advance(LONG);
    assert_eq!(known_cards(&app).await, [4242]);
    assert_eq!((app.gateway.cards_forgotten().len(), requests(&app).await), (2, 0));
    assert_eq!(app.gateway.forgotten(), Vec::<String>::new(), "the customer stays");
}

#[tokio::test]
async fn a_card_that_expires_too_soon_for_the_form_is_forgotten() {
    let app = TestApp::start().await;
    app.gateway.take_cards_in_own_fields();
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form.as_object_mut().unwrap().remove("card_info");
    form["payment_method"] = json!(app.gateway.payment_method(CARD, "10/26"));
    ann.browser.post("/api/credit_cards", form).await.refused(422, "form_invalid");
    app.clock.advance(LONG);
    assert_eq!(known_cards(&app).await, Vec::<i64>::new());
}

#[tokio::test]
async fn a_card_whose_code_never_comes_is_forgotten() {
    let app = TestApp::start().await;
    let mut ann = checked_out(&app).await;
    // The first card is replaced before it was saved, and the second one is abandoned.
    for number in [ANOTHER, ASKED] {
        ann.browser.patch("/api/credit_cards", other_card(number)).await.refused(403, "mfa_required");
    }
    app.clock.advance(59 * MINUTE);
    assert_eq!(known_cards(&app).await, [3220, 4242, 4444]);
    ann.browser.delete("/api/sessions").await.expect(204);
    app.clock.advance(7 * MINUTE);
    assert_eq!(known_cards(&app).await, [4242]);
    assert_eq!(requests(&app).await, 0);
}

#[tokio::test]
async fn a_card_whose_code_comes_late_is_kept() {
    let app = TestApp::start().await;
    let mut ann = checked_out(&app).await;
    ann.browser.patch("/api/credit_cards", other_card(ANOTHER)).await.refused(403, "mfa_required");
    app.clock.advance(59 * MINUTE);
    assert_eq!(known_cards(&app).await, [4242, 4444]);
    confirm(&app, &mut ann.browser).await;
    app.clock.advance(LONG);
    assert_eq!(known_cards(&app).await, [4444], "the earlier card was replaced");
    assert_eq!((app.gateway.cards_forgotten().len(), requests(&app).await), (1, 0));
}

/// A form with a payment method about whose card the bank does not answer.
fn silent_card_form(app: &TestApp) -> Value {
    app.gateway.take_cards_in_own_fields();
    let mut form = card_form(CARD);
    form.as_object_mut().unwrap().remove("card_info");
    form["payment_method"] = json!(app.gateway.payment_method(SILENT, "12/29"));
    form
}

/// The same payment method has the same token each time.
#[tokio::test]
async fn a_payment_method_that_is_sent_again_is_not_forgotten() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let form = silent_card_form(&app);
    ann.browser.post("/api/credit_cards", form.clone()).await.refused(503, "gateway_unavailable");
    app.clock.advance(60 * MINUTE);
    ann.browser.post("/api/credit_cards", form.clone()).await.refused(503, "gateway_unavailable");
    app.clock.advance(60 * MINUTE);
    assert_eq!(known_cards(&app).await, [119]);
    app.execute("UPDATE sandbox_tokens SET behaviour = 'accept'").await;
    ann.browser.post("/api/credit_cards", form).await.expect(201);
    app.clock.advance(LONG);
    assert_eq!((known_cards(&app).await, requests(&app).await), (vec![119], 0));
}

/// It may have been forgotten already, and then it could not be charged.
#[tokio::test]
async fn a_card_that_is_being_forgotten_is_not_saved_on_file() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let form = silent_card_form(&app);
    ann.browser.post("/api/credit_cards", form.clone()).await.refused(503, "gateway_unavailable");
    app.clock.advance(LONG);
    app.execute("UPDATE sandbox_tokens SET behaviour = 'accept'").await;
    ann.browser.post("/api/credit_cards", form).await.refused(503, "gateway_unavailable");
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_card_on_file_is_never_forgotten() {
    let app = TestApp::start().await;
    Shopper::with_order(&app, "ann@example.com").await;
    app.execute(
        "INSERT INTO forget_requests (id, party, reference, created_at, due_at)
         SELECT 'f1', 'card', gateway_token, 0, 0 FROM cards",
    )
    .await;
    assert_eq!((known_cards(&app).await, requests(&app).await), (vec![4242], 0));
    assert_eq!(app.gateway.cards_forgotten(), Vec::<String>::new());
}

#[tokio::test]
async fn a_gateway_that_is_down_is_asked_again() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.save_card(DECLINED).await.refused(402, "card_declined");
    app.clock.advance(LONG);
    app.gateway.set(GatewayBehaviour::Unreachable);
    ops(&app, "jobs run forgetting").await.ok();
    assert_eq!(requests(&app).await, 1);
    app.gateway.set(GatewayBehaviour::Works);
    assert_eq!((known_cards(&app).await, requests(&app).await), (Vec::new(), 0));
}
