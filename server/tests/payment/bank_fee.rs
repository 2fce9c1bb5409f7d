//! A styling fee that waits for the customer's confirmation at the bank: it is paid, declined, or called off by a change.

use super::bank::{
    HOUR, MINUTE, asked_about_fee, at_bank, books_agree, come_back, mails, pays_with_another_card, waiting,
};
use crate::support::{Shopper, TestApp, code, confirm, ops, other_card};
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::payment::carry_out::resume_open;

/// The fraud check must have seen the address of a box before it is charged.
#[tokio::test]
async fn a_new_address_in_the_account_calls_off_a_fee_that_waits_for_the_bank() {
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
async fn a_fee_that_is_confirmed_counts_as_paid_and_the_box_goes_on() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let payment = waiting(&mut ann).await;
    assert_eq!((&payment["problem"], &payment["amount"]), (&json!("confirm"), &json!("1.00")));
    let (subject, email) = mails(&app).await.pop().unwrap();
    assert_eq!(subject, "Please confirm a payment");
    for part in
        ["$1.00 for the styling fee", "Thursday, November 19, 8:00 AM", "http://stylebox.test/members/dashboard"]
    {
        assert!(email.contains(part), "{part}: {email}");
    }
    // Asking again makes no second charge and no second email.
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
async fn another_card_calls_off_the_waiting_fee_and_pays_it() {
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

/// It is tried again from nine on the day after the decline, and not a day after it was first requested.
#[tokio::test]
async fn a_fee_that_nobody_confirms_is_declined_and_tried_again_a_day_later() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    app.clock.advance(23 * HOUR);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    app.clock.advance(HOUR);
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!(waiting(&mut ann).await["problem"], json!("declined"));
    app.clock.advance(24 * HOUR);
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!(waiting(&mut ann).await["problem"], json!("confirm"));
    books_agree(&app).await;
}

#[tokio::test]
async fn cancelling_an_order_calls_off_its_fee() {
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
async fn changing_an_order_calls_off_its_fee_which_is_then_requested_again() {
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
async fn a_refused_change_of_an_order_does_not_call_off_its_fee() {
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

/// The order says that nothing waits, so nothing is charged without asking.
#[tokio::test]
async fn a_fee_that_a_change_called_off_is_not_charged_immediately_to_another_card() {
    let app = TestApp::start().await;
    let mut ann = asked_about_fee(&app).await;
    let order = format!("/api/orders/{}", ann.order);
    ann.browser.patch(&order, json!({"order": {"on_demand_customer_msg": "Softer"}})).await.expect(200);
    assert_eq!(waiting(&mut ann).await, json!(null));
    // The customer is told only that the card has expired. The new card is charged when the box is styled.
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
async fn another_card_calls_off_the_fee_only_after_a_right_code_and_its_banks_approval() {
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

/// The change of phone needs the code, and the address is in the same change.
#[tokio::test]
async fn a_new_address_calls_off_the_fee_only_after_a_right_code() {
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

/// The email address in the same change is taken.
#[tokio::test]
async fn a_new_address_that_cannot_be_saved_does_not_call_off_the_fee() {
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

/// The fee is paid, styling has begun, and the order can no longer be cancelled.
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
async fn cancelling_or_stopping_by_staff_calls_off_a_fee_that_waits_for_the_bank() {
    for step in ["cancel", "fraud"] {
        let app = TestApp::start().await;
        let mut ann = asked_about_fee(&app).await;
        let code = ann.code().await;
        ops(&app, &format!("{step} {code}")).await.unwrap();
        assert_eq!(app.charged().await, Vec::<i64>::new());
        books_agree(&app).await;
    }
}
