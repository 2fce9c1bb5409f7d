//! Charges that the bank wants the customer to confirm, on the bank's page of the sandbox.

use crate::support::{
    CARD, Client, GatewayBehaviour, PASSWORD, Reply, Shopper, TestApp, cents, confirm, live, ops, other_card,
};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_core::policy;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::checkout::system;
use stylebox_server::service::payment::carry_out::resume_open;
use stylebox_server::service::payment::styling_fee;
use stylebox_server::store::order::orders;

pub(super) const MINUTE: Duration = Duration::from_secs(60);

pub(super) const HOUR: Duration = Duration::from_secs(60 * 60);

pub(super) const NOT_CONFIRMED: &str = "Your bank wanted you to confirm this payment, and it was not confirmed. Nothing was charged. \
                             Please try again, or use another card.";

/// Presses a button of the bank's page, from a form at `origin`.
pub(super) async fn press(app: &TestApp, bank: &str, answer: &str, origin: &str) -> Reply {
    let path = bank.strip_prefix("http://stylebox.test").unwrap_or_else(|| panic!("not at the public address: {bank}"));
    let request = Request::post(format!("{path}/{answer}"))
        .header(header::HOST, "stylebox.test")
        .header(header::ORIGIN, origin)
        .body(Body::empty());
    app.client().send(request.unwrap()).await
}

/// Answers on the bank's page. Returns the address that it leads back to.
pub(super) async fn at_bank(app: &TestApp, bank: &Value, answer: &str) -> String {
    let moved = press(app, bank.as_str().unwrap(), answer, "http://stylebox.test").await;
    assert_eq!(moved.status, 303, "{}", moved.text);
    moved.header("location").unwrap().to_owned()
}

/// The order's payment that waits for the customer.
pub(super) async fn waiting(ann: &mut Shopper) -> Value {
    ann.read().await["payment"].clone()
}

pub(super) async fn come_back(ann: &mut Shopper) -> Value {
    let path = format!("/api/orders/{}/payment_check", ann.order);
    ann.browser.post(&path, json!({})).await.expect(200)
}

/// A customer who has decided about a box, and whose bank asks about each charge from now on.
pub(super) async fn asked_at_checkout(app: &TestApp) -> Shopper {
    let ann = Shopper::decided(app, "ann@example.com", 2).await;
    app.execute("UPDATE sandbox_tokens SET behaviour = 'ask_cardholder'").await;
    ann
}

/// A customer whose bank asks about the styling fee.
pub(super) async fn asked_about_fee(app: &TestApp) -> Shopper {
    let mut ann = Shopper::new(app, "ann@example.com").await;
    ann.order = ann.save_card("4000000000003220").await.expect(201)["order_id"].as_str().unwrap().to_owned();
    let refused = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.starts_with("The bank wants the customer to confirm the styling fee of $1.00."), "{refused}");
    ann
}

/// The subject and text of all emails that were sent.
pub(super) async fn mails(app: &TestApp) -> Vec<(String, String)> {
    ops(app, "jobs run outbox").await.unwrap();
    app.messages.sent().into_iter().map(|mail| (mail.subject, mail.body)).collect()
}

pub(super) async fn pays_with_another_card(app: &TestApp, ann: &mut Shopper) {
    ann.browser.patch("/api/credit_cards", other_card(CARD)).await.refused(403, "mfa_required");
    confirm(app, &mut ann.browser).await;
}

pub(super) async fn books_agree(app: &TestApp) {
    let audit = ops(app, "audit").await;
    assert!(audit.is_ok(), "{audit:?}");
    assert_eq!(ops(app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn the_banks_page_shows_a_charge_and_moves_it_once() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let bank = waiting(&mut ann).await["bank_url"].as_str().unwrap().to_owned();
    let path = bank.strip_prefix("http://stylebox.test/dev/bank/").map(|id| format!("/dev/bank/{id}")).unwrap();
    let mut visitor: Client = app.client();
    let page = visitor.get(&path).await;
    assert_eq!(page.status, 200);
    for shown in ["Confirm a payment", "$1.00", "Visa ending in 3220", ">Confirm<", ">Refuse<", ">Close<"] {
        assert!(page.text.contains(shown), "{shown}: {}", page.text);
    }
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"), "{policy}");
    assert!(!policy.contains("script-src") && !policy.contains("unsafe"), "{policy}");
    // Another site's form moves nothing.
    for origin in ["https://evil.example", "null"] {
        press(&app, &bank, "confirm", origin).await.refused(403, "not_authorized");
    }
    press(&app, &bank, "steal", "http://stylebox.test").await.refused(404, "not_found");
    press(&app, "http://stylebox.test/dev/bank/ch_nothing", "confirm", "http://stylebox.test")
        .await
        .refused(404, "not_found");
    visitor.get("/dev/bank/ch_nothing").await.refused(404, "not_found");
    assert_eq!(app.charged().await, Vec::<i64>::new());
    assert_eq!(at_bank(&app, &json!(bank), "confirm").await, "http://stylebox.test/members/dashboard");
    assert_eq!(app.charged().await, [1_00]);
    // The first answer stays.
    at_bank(&app, &json!(bank), "refuse").await;
    assert_eq!(app.charged().await, [1_00]);
    let page = visitor.get(&path).await.text;
    assert!(page.contains("This payment is confirmed.") && !page.contains("<form"), "{page}");
}

#[tokio::test]
async fn the_banks_page_exists_only_in_demo_mode() {
    let app = TestApp::with(live).await;
    app.client().get("/dev/bank/ch_nothing").await.refused(404, "not_found");
    let said = press(&app, "http://stylebox.test/dev/bank/ch_nothing", "confirm", "https://evil.example").await;
    said.refused(404, "not_found");
}

#[tokio::test]
async fn a_checkout_waits_for_the_bank_and_is_paid_once_it_is_confirmed() {
    let app = TestApp::start().await;
    let mut ann = asked_at_checkout(&app).await;
    let invoice = ann.invoice().await;
    let (due, body) = (cents(&invoice["totalDue"]), json!({"expected_total_due": invoice["totalDue"]}));
    assert_eq!(invoice["bank_url"], json!(null));
    let waits = ann.check_out_for(&invoice, "key", &body).await.expect(202);
    assert_eq!(waits["status"], "processing");
    let bank = waits["bank_url"].clone();
    assert_eq!(ann.status().await, "payment_processing");
    assert_eq!(
        waiting(&mut ann).await,
        json!({"problem": "confirm", "amount": invoice["totalDue"], "by_new_card": false, "bank_url": bank, "confirm_in_page": false})
    );
    // A repeat under any key resumes it.
    for key in ["key", "another"] {
        assert_eq!(ann.check_out_for(&invoice, key, &body).await.expect(202)["bank_url"], bank);
    }
    // A customer who comes back without an answer still waits.
    assert_eq!(come_back(&mut ann).await["status"], "payment_processing");
    assert_eq!(app.charged().await, [1_00]);
    let back = at_bank(&app, &bank, "confirm").await;
    assert_eq!(back, format!("http://stylebox.test/members/checkout/confirmation?order={}", ann.order));
    let paid = come_back(&mut ann).await;
    assert_eq!((&paid["status"], &paid["payment"]), (&json!("checked_out_by_customer"), &json!(null)));
    let paid = ann.check_out_for(&invoice, "key", &body).await.expect(200);
    assert_eq!((&paid["status"], &paid["bank_url"]), (&json!("paid"), &json!(null)));
    assert_eq!(app.charged().await, [1_00, due]);
    assert_eq!(app.gateway.asked().len(), 2, "the fee, and this charge once");
    let subjects: Vec<_> = mails(&app).await.into_iter().map(|(subject, _)| subject).collect();
    assert!(!subjects.iter().any(|subject| subject == "Please confirm a payment"), "{subjects:?}");
    books_agree(&app).await;
}

/// The job asks the gateway if the customer does not come back.
#[tokio::test]
async fn a_confirmed_checkout_is_settled_by_the_job() {
    let app = TestApp::start().await;
    let mut ann = asked_at_checkout(&app).await;
    let bank = ann.check_out("key").await.expect(202)["bank_url"].clone();
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0, "it still waits");
    at_bank(&app, &bank, "confirm").await;
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(come_back(&mut ann).await["status"], "checked_out_by_customer");
    ann.check_out("key").await.expect(200);
    books_agree(&app).await;
}

/// The gateway's answer that the bank asks is lost, and the customer confirms before the service knows.
#[tokio::test]
async fn a_checkout_confirmed_before_the_service_knows_of_the_question_is_paid() {
    let app = TestApp::start().await;
    let mut ann = asked_at_checkout(&app).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    assert_eq!(ann.check_out("key").await.expect(202)["bank_url"], json!(null));
    app.execute("UPDATE sandbox_charges SET outcome = 'succeeded' WHERE outcome = 'waiting'").await;
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.status().await, "checked_out_by_customer");
    books_agree(&app).await;
}

#[tokio::test]
async fn a_checkout_that_is_refused_or_abandoned_at_the_bank_is_declined() {
    for answer in ["refuse", "close"] {
        let app = TestApp::start().await;
        let mut ann = asked_at_checkout(&app).await;
        let before = ann.invoice().await;
        let body = json!({"expected_total_due": before["totalDue"]});
        let bank = ann.check_out_for(&before, "key", &body).await.expect(202)["bank_url"].clone();
        at_bank(&app, &bank, answer).await;
        let back = come_back(&mut ann).await;
        let payment = json!({"problem": "declined", "amount": before["totalDue"], "by_new_card": false, "bank_url": null, "confirm_in_page": false});
        assert_eq!((&back["status"], &back["payment"]), (&json!("delivered_to_customer"), &payment), "{answer}");
        // The invoice has the reason, even after a reload.
        let invoice = ann.invoice().await;
        assert_eq!(invoice["declined"], json!(NOT_CONFIRMED));
        let mut open = before.clone();
        open["declined"] = json!(NOT_CONFIRMED);
        assert_eq!(invoice, open);
        let words = ann.check_out_for(&before, "key", &body).await.refused(402, "confirmation_needed");
        assert_eq!(words, NOT_CONFIRMED);
        let (_, email) = mails(&app).await.pop().unwrap();
        assert!(email.contains("Your bank asked you to confirm the payment, and it was not confirmed."), "{email}");
        // Another try is another charge, which the bank asks about again.
        let again = ann.check_out_for(&before, "again", &body).await.expect(202)["bank_url"].clone();
        assert_ne!(again, bank);
        at_bank(&app, &again, "confirm").await;
        assert_eq!(come_back(&mut ann).await["status"], "checked_out_by_customer");
        books_agree(&app).await;
    }
}

#[tokio::test]
async fn a_checkout_that_nobody_confirms_is_declined() {
    let app = TestApp::start().await;
    let mut ann = asked_at_checkout(&app).await;
    let bank = ann.check_out("key").await.expect(202)["bank_url"].clone();
    let window = Duration::from_secs(policy::BANK_CONFIRMATION_HOURS * 60 * 60);
    app.clock.advance(window - MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert_eq!(ann.status().await, "payment_processing");
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.status().await, "delivered_to_customer");
    assert_eq!(ann.check_out("key").await.refused(402, "confirmation_needed"), NOT_CONFIRMED);
    // It can no longer be confirmed.
    at_bank(&app, &bank, "confirm").await;
    assert_eq!(app.charged().await, [1_00]);
    books_agree(&app).await;
}

#[tokio::test]
async fn another_card_calls_off_a_checkout_that_waits_for_the_bank() {
    let app = TestApp::start().await;
    let mut ann = asked_at_checkout(&app).await;
    let bank = ann.check_out("key").await.expect(202)["bank_url"].clone();
    let before = mails(&app).await.len();
    pays_with_another_card(&app, &mut ann).await;
    assert_eq!(ann.status().await, "delivered_to_customer");
    assert_eq!((&ann.invoice().await["declined"], waiting(&mut ann).await), (&json!(null), json!(null)));
    // The customer did it, and gets no email about a declined card.
    let told = mails(&app).await.split_off(before);
    assert!(!told.iter().any(|(subject, _)| subject == "Your card was declined"), "{told:?}");
    at_bank(&app, &bank, "confirm").await;
    // A repeat of the first call says that it was canceled, and not that the customer left it unconfirmed.
    let words = ann.check_out("key").await.refused(402, "payment_called_off");
    assert_eq!(
        words,
        "This payment was canceled before you confirmed it with your bank. Nothing was charged. Please check out again."
    );
    assert_eq!(ann.check_out("again").await.expect(200)["status"], "paid");
    assert_eq!(app.charged().await.len(), 2);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_checkout_with_the_new_card_is_not_called_off_with_the_charges_of_the_card_before() {
    let app = TestApp::start().await;
    let mut ann = asked_at_checkout(&app).await;
    let bank = ann.check_out("key").await.expect(202)["bank_url"].clone();
    // As if the card that is on file had been saved just before this checkout began in another tab.
    let order = orders::by_id(&mut app.state.db.read().await.unwrap(), &ann.order).await.unwrap().unwrap();
    styling_fee::retry_with_new_card(&app.state, &order.customer_id).await;
    assert_eq!(waiting(&mut ann).await["bank_url"], bank);
    at_bank(&app, &bank, "confirm").await;
    come_back(&mut ann).await;
    assert_eq!(app.charged().await.len(), 2);
}

/// The gateway was not reached about the card before, and the bank declines it once another card is on file.
#[tokio::test]
async fn a_late_decline_of_the_card_before_does_not_ask_for_another_card() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.execute("UPDATE orders SET checkout_by_date = '2026-11-16'").await;
    app.gateway.set(GatewayBehaviour::Unreachable);
    system::check_out(&app.state, &ann.order, Actor::Ops).await.unwrap();
    app.gateway.set(GatewayBehaviour::StaysPending);
    // During the first box the card cannot change.
    app.execute("UPDATE customers SET first_timer = FALSE").await;
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    let before = mails(&app).await.len();
    app.gateway.set(GatewayBehaviour::Declines);
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    let told = mails(&app).await.split_off(before);
    assert!(!told.iter().any(|(subject, _)| subject == "Your card was declined"), "{told:?}");
    assert_eq!(ann.status().await, "delivered_to_customer");
}

/// A purchase is paid before an account ends. Only the fee of an order that is not begun is called off.
#[tokio::test]
async fn closing_the_account_does_not_call_off_a_checkout_that_waits_for_the_bank() {
    let app = TestApp::start().await;
    let mut ann = asked_at_checkout(&app).await;
    let bank = ann.check_out("key").await.expect(202)["bank_url"].clone();
    ann.browser.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    assert_eq!(waiting(&mut ann).await["bank_url"], bank);
    at_bank(&app, &bank, "confirm").await;
    come_back(&mut ann).await;
    assert_eq!((app.charged().await.len(), &ann.invoice().await["status"]), (2, &json!("paid")));
}

#[tokio::test]
async fn an_order_that_cannot_be_stopped_keeps_its_checkout_that_waits_for_the_bank() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let code = ann.code().await;
    steps::take(&app.state, &ann.order, Step::SendBack, Actor::Ops).await.unwrap();
    app.execute("UPDATE sandbox_tokens SET behaviour = 'ask_cardholder'").await;
    ann.check_out("key").await.expect(202);
    let bank = waiting(&mut ann).await["bank_url"].clone();
    let refused = ops(&app, &format!("fraud {code}")).await.unwrap_err();
    assert_eq!(refused, format!("Order {code} is in_transit_to_stylebox and cannot become fraud."));
    at_bank(&app, &bank, "confirm").await;
    come_back(&mut ann).await;
    let due = cents(&ann.invoice().await["totalDue"]);
    assert_eq!(app.charged().await, [1_00, due]);
}

#[tokio::test]
async fn a_payment_check_works_only_for_the_customers_own_order() {
    let app = TestApp::start().await;
    let ann = asked_about_fee(&app).await;
    let mut bea = Shopper::new(&app, "bea@example.com").await;
    bea.order.clone_from(&ann.order);
    let path = format!("/api/orders/{}/payment_check", ann.order);
    bea.browser.post(&path, json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_systems_checkout_asks_by_email_and_is_confirmed_from_the_dashboard() {
    let app = TestApp::start().await;
    let mut ann = asked_at_checkout(&app).await;
    app.execute("UPDATE orders SET checkout_by_date = '2026-11-16'").await;
    system::check_out(&app.state, &ann.order, Actor::Ops).await.unwrap();
    assert_eq!(ann.status().await, "payment_processing");
    let payment = waiting(&mut ann).await;
    assert_eq!(payment["problem"], json!("confirm"));
    let (subject, email) = mails(&app).await.pop().unwrap();
    assert_eq!(subject, "Please confirm a payment");
    assert!(email.contains("for your checkout of box"), "{email}");
    at_bank(&app, &payment["bank_url"], "confirm").await;
    assert_eq!(come_back(&mut ann).await["status"], "checked_out_by_admin");
    books_agree(&app).await;
}
