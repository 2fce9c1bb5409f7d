//! Charges that the bank wants the customer to confirm, on the bank's page of the sandbox.

use crate::support::{CARD, Client, GatewayBehaviour, Reply, Shopper, TestApp, cents, code, confirm, ops, other_card};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_core::policy;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::checkout::system;
use stylebox_server::service::payment::carry_out::resume_open;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const NOT_CONFIRMED: &str = "Your bank wanted you to confirm this payment, and it was not confirmed. Nothing was charged. \
                             Please try again, or use another card.";

/// Presses a button of the bank's page, as a form of the page at `origin` does.
async fn press(app: &TestApp, bank: &str, answer: &str, origin: &str) -> Reply {
    let path = bank.strip_prefix("http://stylebox.test").unwrap_or_else(|| panic!("not at the public address: {bank}"));
    let request = Request::post(format!("{path}/{answer}"))
        .header(header::HOST, "stylebox.test")
        .header(header::ORIGIN, origin)
        .body(Body::empty());
    app.client().send(request.unwrap()).await
}

/// Answers on the bank's page. Returns where it leads back to.
async fn at_bank(app: &TestApp, bank: &Value, answer: &str) -> String {
    let moved = press(app, bank.as_str().unwrap(), answer, "http://stylebox.test").await;
    assert_eq!(moved.status, 303, "{}", moved.text);
    moved.header("location").unwrap().to_owned()
}

/// The payment that does not go on without the customer, as the order says.
async fn waiting(ann: &mut Shopper) -> Value {
    ann.read().await["payment"].clone()
}

async fn come_back(ann: &mut Shopper) -> Value {
    let path = format!("/api/orders/{}/payment_check", ann.order);
    ann.browser.post(&path, json!({})).await.expect(200)
}

/// A customer who has decided about a box, and whose bank asks about each charge from now on.
async fn asked_at_checkout(app: &TestApp) -> Shopper {
    let ann = Shopper::decided(app, "ann@example.com", 2).await;
    app.execute("UPDATE sandbox_tokens SET behaviour = 'ask_cardholder'").await;
    ann
}

/// A customer whose bank asks about the styling fee.
async fn asked_about_fee(app: &TestApp) -> Shopper {
    let mut ann = Shopper::new(app, "ann@example.com").await;
    ann.order = ann.save_card("4000000000003220").await.expect(201)["order_id"].as_str().unwrap().to_owned();
    let refused = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.starts_with("The bank wants the customer to confirm the styling fee of $1.00."), "{refused}");
    ann
}

/// The subject and text of all e-mails that were sent.
async fn mails(app: &TestApp) -> Vec<(String, String)> {
    ops(app, "jobs run outbox").await.unwrap();
    app.messages.sent().into_iter().map(|mail| (mail.subject, mail.body)).collect()
}

async fn pays_with_another_card(app: &TestApp, ann: &mut Shopper) {
    ann.browser.patch("/api/credit_cards", other_card(CARD)).await.refused(403, "mfa_required");
    confirm(app, &mut ann.browser).await;
}

async fn books_agree(app: &TestApp) {
    let audit = ops(app, "audit").await;
    assert!(audit.is_ok(), "{audit:?}");
    assert_eq!(ops(app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

/// The fraud check must have seen where the box goes that is charged.
#[tokio::test]
async fn a_new_address_in_the_account_calls_off_what_waits_at_the_bank() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let bank = waiting(&mut ann).await["bank_url"].clone();
    let address = json!({"line_1": "7 Elliot Avenue", "city": "Minneapolis", "state": "MN", "postal_code": "55404",
        "phone": "6125550100"});
    ann.browser.patch("/api/account", json!({"customer": {}, "shipping_address": address})).await.expect(200);
    assert_eq!(ann.read().await["shipping_address"]["shipping_line_1"], "7 Elliot Avenue");
    assert_eq!(waiting(&mut ann).await, json!(null));
    at_bank(&app, &bank, "confirm").await;
    assert_eq!(app.charged().await, Vec::<i64>::new());
    books_agree(&app).await;
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
    // What was answered stays.
    at_bank(&app, &json!(bank), "refuse").await;
    assert_eq!(app.charged().await, [1_00]);
    let page = visitor.get(&path).await.text;
    assert!(page.contains("This payment is confirmed.") && !page.contains("<form"), "{page}");
}

#[tokio::test]
async fn there_is_no_banks_page_outside_demo_mode() {
    let app = TestApp::with(|settings| settings.demo = false).await;
    app.client().get("/dev/bank/ch_nothing").await.refused(404, "not_found");
    let said = press(&app, "http://stylebox.test/dev/bank/ch_nothing", "confirm", "https://evil.example").await;
    said.refused(404, "not_found");
}

#[tokio::test]
async fn a_checkout_waits_at_the_bank_and_is_paid_once_confirmed() {
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
    // Who comes back without an answer waits on.
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

/// Without the customer coming back, the job asks.
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

/// The answer that the bank asks is lost, and the customer has confirmed before the service hears of it.
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
async fn a_checkout_that_is_refused_or_left_at_the_bank_is_a_decline() {
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
        // The invoice says why, after a reload too.
        let invoice = ann.invoice().await;
        assert_eq!(invoice["declined"], json!(NOT_CONFIRMED));
        let mut open = before.clone();
        open["declined"] = json!(NOT_CONFIRMED);
        assert_eq!(invoice, open);
        let words = ann.check_out_for(&before, "key", &body).await.refused(402, "confirmation_needed");
        assert_eq!(words, NOT_CONFIRMED);
        let (_, letter) = mails(&app).await.pop().unwrap();
        assert!(letter.contains("Your bank asked you to confirm the payment, and it was not confirmed."), "{letter}");
        // Another try is another charge, which the bank asks about again.
        let again = ann.check_out_for(&before, "again", &body).await.expect(202)["bank_url"].clone();
        assert_ne!(again, bank);
        at_bank(&app, &again, "confirm").await;
        assert_eq!(come_back(&mut ann).await["status"], "checked_out_by_customer");
        books_agree(&app).await;
    }
}

#[tokio::test]
async fn a_checkout_that_nobody_confirms_ends_as_a_decline() {
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
async fn another_card_calls_off_what_waits_at_the_bank() {
    let app = TestApp::start().await;
    let mut ann = asked_at_checkout(&app).await;
    let bank = ann.check_out("key").await.expect(202)["bank_url"].clone();
    let before = mails(&app).await.len();
    pays_with_another_card(&app, &mut ann).await;
    assert_eq!(ann.status().await, "delivered_to_customer");
    assert_eq!((&ann.invoice().await["declined"], waiting(&mut ann).await), (&json!(null), json!(null)));
    // The customer did it, and needs no e-mail that a card was declined.
    let told = mails(&app).await.split_off(before);
    assert!(!told.iter().any(|(subject, _)| subject == "Your card was declined"), "{told:?}");
    at_bank(&app, &bank, "confirm").await;
    // A repeat of the first call says what became of it: the customer did not leave it unconfirmed.
    let words = ann.check_out("key").await.refused(402, "payment_called_off");
    assert_eq!(
        words,
        "This payment was called off before your bank had it confirmed. Nothing was charged. Please check out again."
    );
    assert_eq!(ann.check_out("again").await.expect(200)["status"], "paid");
    assert_eq!(app.charged().await.len(), 2);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_payment_check_is_for_the_customers_own_order() {
    let app = TestApp::start().await;
    let ann = asked_about_fee(&app).await;
    let mut bea = Shopper::new(&app, "bea@example.com").await;
    bea.order.clone_from(&ann.order);
    let path = format!("/api/orders/{}/payment_check", ann.order);
    bea.browser.post(&path, json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_fee_that_is_confirmed_counts_as_paid_and_the_box_goes_on() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let payment = waiting(&mut ann).await;
    assert_eq!((&payment["problem"], &payment["amount"]), (&json!("confirm"), &json!("1.00")));
    let (subject, letter) = mails(&app).await.pop().unwrap();
    assert_eq!(subject, "Please confirm a payment");
    for part in
        ["$1.00 for the styling fee", "Thursday, November 19, 8:00 AM", "http://stylebox.test/members/dashboard"]
    {
        assert!(letter.contains(part), "{part}: {letter}");
    }
    // Asked again, it is no second charge and no second e-mail.
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    app.clock.advance(MINUTE);
    resume_open(&app.state).await.unwrap();
    let asked = mails(&app).await.into_iter().filter(|(subject, _)| subject == "Please confirm a payment").count();
    assert_eq!((asked, app.gateway.asked().len()), (1, 1));
    at_bank(&app, &payment["bank_url"], "confirm").await;
    let after = come_back(&mut ann).await;
    assert_eq!((&after["status"], &after["payment"]), (&json!("styling"), &json!(null)));
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    assert_eq!(ann.status().await, "styled");
    assert_eq!(app.charged().await, [1_00]);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_fee_that_is_refused_at_the_bank_is_declined_until_another_card_pays_it() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let bank = waiting(&mut ann).await["bank_url"].clone();
    at_bank(&app, &bank, "refuse").await;
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(
        waiting(&mut ann).await,
        json!({"problem": "declined", "amount": "1.00", "by_new_card": true, "bank_url": null, "confirm_in_page": false})
    );
    assert_eq!(mails(&app).await.pop().unwrap().0, "Your card was declined");
    pays_with_another_card(&app, &mut ann).await;
    assert_eq!(ann.status().await, "styling");
    assert_eq!(app.charged().await, [1_00]);
    books_agree(&app).await;
}

#[tokio::test]
async fn another_card_pays_the_fee_in_place_of_the_one_that_waits() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let bank = waiting(&mut ann).await["bank_url"].clone();
    pays_with_another_card(&app, &mut ann).await;
    assert_eq!(ann.status().await, "styling");
    at_bank(&app, &bank, "confirm").await;
    assert_eq!(app.charged().await, [1_00]);
    let subjects: Vec<_> = mails(&app).await.into_iter().map(|(subject, _)| subject).collect();
    assert!(!subjects.iter().any(|subject| subject == "Your card was declined"), "{subjects:?}");
    books_agree(&app).await;
}

/// It is tried again a day after it was declined, not a day after it was first asked for.
#[tokio::test]
async fn a_fee_that_nobody_confirms_is_declined_and_tried_again_a_day_later() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    app.clock.advance(23 * HOUR);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    app.clock.advance(HOUR);
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!(waiting(&mut ann).await["problem"], json!("declined"));
    app.clock.advance(23 * HOUR);
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!(waiting(&mut ann).await["problem"], json!("confirm"));
    books_agree(&app).await;
}

#[tokio::test]
async fn a_cancelled_order_calls_its_fee_off() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let bank = waiting(&mut ann).await["bank_url"].clone();
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    assert_eq!(ann.status().await, "cancelled");
    at_bank(&app, &bank, "confirm").await;
    assert_eq!(app.charged().await, Vec::<i64>::new());
    books_agree(&app).await;
}

/// The fraud check must have seen the order that is charged.
#[tokio::test]
async fn an_order_that_is_changed_calls_its_fee_off_which_is_asked_for_again() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let account = ann.browser.get("/api/account").await.expect(200);
    let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
    let order = format!("/api/orders/{}", ann.order);
    let edit = json!({"order": {"on_demand_customer_msg": "Softer"}});
    let moved = json!({"shipping_address": {"line_1": "9 Elsewhere Road"}});
    for (path, change) in [(&order, edit), (&address, moved)] {
        let bank = waiting(&mut ann).await["bank_url"].clone();
        ann.browser.patch(path, change).await.expect(200);
        assert_eq!(waiting(&mut ann).await, json!(null), "nothing was declined");
        at_bank(&app, &bank, "confirm").await;
        assert_eq!(app.charged().await, Vec::<i64>::new());
        steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    }
    let bank = waiting(&mut ann).await["bank_url"].clone();
    at_bank(&app, &bank, "confirm").await;
    assert_eq!(come_back(&mut ann).await["status"], "styling");
    assert_eq!(app.charged().await, [1_00]);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_change_of_the_order_that_is_refused_calls_nothing_off() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let waits = waiting(&mut ann).await;
    let order = format!("/api/orders/{}", ann.order);
    let yesterday = json!({"order": {"on_demand_customer_msg": "Softer", "ship_by_date": "2020-01-01"}});
    ann.browser.patch(&order, yesterday).await.expect(422);
    assert_eq!(waiting(&mut ann).await, waits);
    at_bank(&app, &waits["bank_url"], "confirm").await;
    assert_eq!(come_back(&mut ann).await["status"], "styling");
    assert_eq!(app.charged().await, [1_00]);
}

/// The order says that nothing waits, so nothing is charged unasked.
#[tokio::test]
async fn a_fee_that_a_change_of_the_order_called_off_is_not_charged_to_another_card_at_once() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let order = format!("/api/orders/{}", ann.order);
    ann.browser.patch(&order, json!({"order": {"on_demand_customer_msg": "Softer"}})).await.expect(200);
    assert_eq!(waiting(&mut ann).await, json!(null));
    // Only that the card has ended is told: the new one is charged when the box is styled.
    app.execute("UPDATE cards SET expiration = '10/26'").await;
    let waits = waiting(&mut ann).await;
    assert_eq!((&waits["problem"], &waits["by_new_card"]), (&json!("expired"), &json!(false)));
    pays_with_another_card(&app, &mut ann).await;
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("created", Vec::new()));
    assert_eq!(waiting(&mut ann).await, json!(null));
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    assert_eq!(app.charged().await, [1_00]);
    books_agree(&app).await;
}

/// Sends a code that is not the one that was sent.
async fn send_wrong_code(app: &TestApp, ann: &mut Shopper) {
    let sent = code(app, &mut ann.browser, "email").await;
    let wrong = if sent == "000000" { "000001" } else { "000000" };
    let body = json!({"customer": {"mfa_code": wrong}});
    ann.browser.post("/api/mfa_resubmissions", body).await.refused(422, "mfa_code_invalid");
}

#[tokio::test]
async fn another_card_calls_nothing_off_before_its_code_is_right_and_its_bank_has_accepted_it() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let before = waiting(&mut ann).await;
    assert_eq!((&before["problem"], &before["by_new_card"]), (&json!("confirm"), &json!(true)));
    ann.browser.patch("/api/credit_cards", other_card("4000000000000002")).await.refused(403, "mfa_required");
    assert_eq!(waiting(&mut ann).await, before, "the code is not given");
    send_wrong_code(&app, &mut ann).await;
    assert_eq!(waiting(&mut ann).await, before, "the code is wrong");
    let right = json!({"customer": {"mfa_code": code(&app, &mut ann.browser, "email").await}});
    ann.browser.post("/api/mfa_resubmissions", right).await.refused(402, "card_declined");
    assert_eq!(waiting(&mut ann).await, before, "the card is not on file");
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.expect(200);
    assert_eq!(ann.status().await, "styling");
    assert_eq!(app.charged().await, [1_00]);
    books_agree(&app).await;
}

/// The phone needs the code; the address comes with it.
#[tokio::test]
async fn a_new_address_calls_nothing_off_before_its_code_is_right() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let before = waiting(&mut ann).await;
    let address = json!({"line_1": "7 Elliot Avenue", "city": "Minneapolis", "state": "MN", "postal_code": "55404",
        "phone": "6125550100"});
    let change = json!({"customer": {"phone": "6515550199"}, "shipping_address": address});
    ann.browser.patch("/api/account", change).await.refused(403, "mfa_required");
    assert_eq!(waiting(&mut ann).await, before, "the code is not given");
    send_wrong_code(&app, &mut ann).await;
    assert_eq!(waiting(&mut ann).await, before, "the code is wrong");
    confirm(&app, &mut ann.browser).await;
    assert_eq!(waiting(&mut ann).await, json!(null));
    assert_eq!(ann.read().await["shipping_address"]["shipping_line_1"], "7 Elliot Avenue");
    at_bank(&app, &before["bank_url"], "confirm").await;
    assert_eq!(app.charged().await, Vec::<i64>::new());
    books_agree(&app).await;
}

/// Somebody else has the e-mail address that comes with it.
#[tokio::test]
async fn a_new_address_that_cannot_be_saved_calls_nothing_off() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let before = waiting(&mut ann).await;
    let address = json!({"line_1": "7 Elliot Avenue", "city": "Minneapolis", "state": "MN", "postal_code": "55404",
        "phone": "6125550100"});
    let change = json!({"customer": {"email": "bea@example.com"}, "shipping_address": address});
    ann.browser.patch("/api/account", change).await.refused(403, "mfa_required");
    let right = json!({"customer": {"mfa_code": code(&app, &mut ann.browser, "email").await}});
    Shopper::new(&app, "bea@example.com").await;
    ann.browser.post("/api/mfa_resubmissions", right).await.refused(422, "email_invalid");
    assert_eq!(waiting(&mut ann).await, before);
}

/// The customer was quicker: the fee is paid, styling has begun, and the order can no longer be cancelled.
#[tokio::test]
async fn an_order_whose_fee_was_just_confirmed_is_not_cancelled() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let bank = waiting(&mut ann).await["bank_url"].clone();
    at_bank(&app, &bank, "confirm").await;
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.refused(409, "not_now");
    assert_eq!(ann.status().await, "styling");
    assert_eq!(app.charged().await, [1_00]);
    books_agree(&app).await;
}

#[tokio::test]
async fn the_shop_cancels_and_stops_what_waits_at_the_bank() {
    for step in ["cancel", "fraud"] {
        let app = TestApp::start().await;
        let mut ann = asked_about_fee(&app).await;
        let code = ann.read().await["code"].as_str().unwrap().to_owned();
        ops(&app, &format!("{step} {code}")).await.unwrap();
        assert_eq!(app.charged().await, Vec::<i64>::new());
        books_agree(&app).await;
    }
}

/// The system's checkout asks by e-mail and on the dashboard.
#[tokio::test]
async fn a_checkout_of_the_system_is_confirmed_from_the_dashboard() {
    let app = TestApp::start().await;
    let mut ann = asked_at_checkout(&app).await;
    app.execute("UPDATE orders SET checkout_by_date = '2026-11-16'").await;
    system::check_out(&app.state, &ann.order, Actor::Ops).await.unwrap();
    assert_eq!(ann.status().await, "payment_processing");
    let payment = waiting(&mut ann).await;
    assert_eq!(payment["problem"], json!("confirm"));
    let (subject, letter) = mails(&app).await.pop().unwrap();
    assert_eq!(subject, "Please confirm a payment");
    assert!(letter.contains("for your checkout of box"), "{letter}");
    at_bank(&app, &payment["bank_url"], "confirm").await;
    assert_eq!(come_back(&mut ann).await["status"], "checked_out_by_admin");
    books_agree(&app).await;
}
