//! Gift cards and coupons that staff issue with commands.

use crate::support::{
    CARD, GatewayBehaviour, Shopper, TestApp, answers, cents, issue_gift_card, ops, registration, text,
};
use serde_json::{Value, json};
use std::time::Duration;

/// The invoice with a code applied.
pub async fn with_code(ann: &mut Shopper, what: &str, code: &str) -> crate::support::Reply {
    let invoice = ann.invoice().await;
    let path = format!("/api/invoices/{}/{what}", invoice["id"].as_str().unwrap());
    ann.browser.post(&path, json!({"code": code})).await
}

async fn pay(ann: &mut Shopper, invoice: &Value) -> Value {
    ann.check_out_for(invoice, "key", &json!({"expected_total_due": invoice["totalDue"]})).await.expect(200)
}

#[tokio::test]
async fn the_number_of_an_issued_gift_card_is_not_stored() {
    let app = TestApp::start().await;
    let number = issue_gift_card(&app, "30.00").await;
    assert_eq!(number.chars().filter(char::is_ascii_digit).count(), 20, "{number}");
    let plain = number.replace(' ', "");
    let dump = app.dump().await;
    assert!(!dump.contains(&number) && !dump.contains(&plain));
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let before = cents(&ann.invoice().await["totalDue"]);
    let invoice = with_code(&mut ann, "gift_cards", &number).await.expect(200);
    assert_eq!(invoice["gift_card"]["SMART_CARD_NUM"], json!(plain[16..]));
    assert_eq!(invoice["totalDue"], json!(text(before - 30_00)));
    pay(&mut ann, &invoice).await;
    assert!(ops(&app, "audit").await.is_ok());
    app.execute("UPDATE gift_cards SET balance = balance + 1").await;
    let found = ops(&app, "audit").await.unwrap_err();
    assert!(found.contains("0 cents should be left, it has 1."), "{found}");
}

#[tokio::test]
async fn a_coupon_works_once_per_customer_in_any_letter_case() {
    let app = TestApp::start().await;
    assert_eq!(ops(&app, "coupon list").await.unwrap(), "There are no coupons.\n");
    let said = ops(&app, "coupon issue Holiday10 --off 10.00").await.unwrap();
    assert_eq!(said, "Coupon Holiday10 takes $10.00 off.\n");
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let invoice = with_code(&mut ann, "coupons", "holiday10").await.expect(200);
    assert_eq!(invoice["coupon"]["code"], "Holiday10");
    assert_eq!(invoice["discount_amount"], "10.00");
    pay(&mut ann, &invoice).await;
    assert!(ops(&app, "coupon list").await.unwrap().contains("Holiday10  $10.00 off  2026-11-18  -      1\n"));
    let dump = app.dump().await;
    assert!(dump.contains("Holiday10"));
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_paid_invoice_with_a_part_of_a_coupon_is_an_error_and_not_an_invoice_without_one() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    ops(&app, "coupon issue TEN --off 10.00").await.unwrap();
    with_code(&mut ann, "coupons", "TEN").await.expect(200);
    ann.check_out("key").await.expect(200);
    let path = format!("/api/orders/{}/invoices/current", ann.order);
    assert_eq!(ann.browser.get(&path).await.expect(200)["coupon"]["code"], "TEN");
    app.execute("UPDATE invoices SET coupon_kind = NULL WHERE coupon_code = 'TEN'").await;
    ann.browser.get(&path).await.refused(500, "unexpected");
}

#[tokio::test]
async fn a_coupon_is_valid_only_on_its_days() {
    let app = TestApp::start().await;
    ops(&app, "coupon issue SOON --percent 15 --from 2026-11-20 --until 2026-11-21").await.unwrap();
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    with_code(&mut ann, "coupons", "SOON").await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    // In Chicago the 20th begins at 6:00 UTC, and the 21st ends at 6:00 UTC on the 22nd.
    app.clock.set("2026-11-20T05:59:59Z");
    with_code(&mut ann, "coupons", "SOON").await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    app.clock.set("2026-11-20T06:00:00Z");
    let invoice = with_code(&mut ann, "coupons", "SOON").await.expect(200);
    let off = (cents(&invoice["original_subtotal"]) * 15 + 50) / 100;
    assert_eq!(invoice["discount_amount"], json!(text(off)));
    app.clock.set("2026-11-22T06:00:00Z");
    let over = ann.invoice().await;
    assert_eq!(over["coupon"]["code"], "Hello25", "the earlier default is back");
    assert_eq!(over["ended_coupon"], "SOON");
    let body = json!({"expected_total_due": invoice["totalDue"]});
    ann.check_out_for(&invoice, "late", &body).await.refused(409, "invoice_changed");
}

#[tokio::test]
async fn a_single_use_coupon_is_released_after_a_decline() {
    let app = TestApp::start().await;
    ops(&app, "coupon issue FIRST-COME --off 5 --uses 1").await.unwrap();
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let mut bea = Shopper::decided(&app, "bea@example.com", 2).await;
    let invoice = with_code(&mut ann, "coupons", "FIRST-COME").await.expect(200);
    let other = with_code(&mut bea, "coupons", "FIRST-COME").await.expect(200);
    app.gateway.set(GatewayBehaviour::Declines);
    let body = json!({"expected_total_due": invoice["totalDue"]});
    ann.check_out_for(&invoice, "key", &body).await.refused(402, "payment_declined");
    assert!(ops(&app, "coupon list").await.unwrap().contains("0 of 1"));
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(1));
    ann.check_out_for(&invoice, "again", &body).await.expect(200);
    assert!(ops(&app, "coupon list").await.unwrap().contains("1 of 1"));
    let body = json!({"expected_total_due": other["totalDue"]});
    bea.check_out_for(&other, "key", &body).await.refused(409, "invoice_changed");
    with_code(&mut bea, "coupons", "FIRST-COME").await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
}

/// The gift card covers everything, so nothing is due before and after.
#[tokio::test]
async fn a_gift_card_does_not_pay_more_than_its_customer_saw_because_a_coupon_has_ended() {
    let app = TestApp::start().await;
    ops(&app, "coupon issue LARGE --off 30 --uses 1").await.unwrap();
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let mut bea = Shopper::decided(&app, "bea@example.com", 2).await;
    let number = issue_gift_card(&app, "500.00").await;
    with_code(&mut bea, "gift_cards", &number).await.expect(200);
    let seen = with_code(&mut bea, "coupons", "LARGE").await.expect(200);
    let with_coupon = with_code(&mut ann, "coupons", "LARGE").await.expect(200);
    pay(&mut ann, &with_coupon).await;
    // The coupon of every sign-up takes its place: five dollars less.
    let gift_card = cents(&seen["totalGiftCardAmountUsed"]);
    let body = json!({"expected_total_due": "0.00", "expected_gift_card_amount": seen["totalGiftCardAmountUsed"]});
    bea.check_out_for(&seen, "key", &body).await.refused(409, "invoice_changed");
    let now = bea.invoice().await;
    assert_eq!((&now["ended_coupon"], &now["totalDue"]), (&json!("LARGE"), &json!("0.00")));
    assert!(cents(&now["totalGiftCardAmountUsed"]) > gift_card, "{now}");
    let body = json!({"expected_total_due": "0.00", "expected_gift_card_amount": now["totalGiftCardAmountUsed"]});
    let paid = bea.check_out_for(&now, "again", &body).await.expect(200);
    assert_eq!(paid["totalGiftCardAmountUsed"], now["totalGiftCardAmountUsed"]);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn an_impossible_coupon_is_refused_in_one_sentence() {
    let app = TestApp::start().await;
    ops(&app, "coupon issue TWICE --off 5").await.unwrap();
    for (line, why) in [
        ("coupon issue twice --percent 5", "There is a coupon with this code already."),
        ("coupon issue hello25 --off 30", "There is a coupon with this code already."),
        ("coupon issue a_b_c --off 30", "A coupon's code has 3 to 30 letters, digits and dashes."),
        (
            "coupon issue LATE --off 5 --from 2026-12-02 --until 2026-12-01",
            "A coupon ends on the day on which it begins, or later.",
        ),
    ] {
        assert_eq!(ops(&app, line).await.unwrap_err(), why, "{line}");
    }
}

#[tokio::test]
async fn a_coupon_of_the_shop_can_be_entered_at_sign_up() {
    let app = TestApp::start().await;
    ops(&app, "coupon issue Spring --percent 10 --until 2026-11-18").await.unwrap();
    let mut anybody = app.client();
    let path = "/api/account/validate_signup_code/spring";
    let found = anybody.get(path).await.expect(200);
    assert_eq!((&found["code"], &found["value"]), (&json!("Spring"), &json!("10.00")));
    app.clock.set("2026-11-19T06:00:00Z");
    anybody.get(path).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
}

#[tokio::test]
async fn a_reward_for_a_referral_comes_back_after_a_decline() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut browser = app.client();
    let mut form = registration("bea@example.com", &browser.human().await);
    form["customer"]["referred_by_code"] = ann.browser.get("/api/account").await.expect(200)["referral_code"].clone();
    browser.post("/api/registrations", form).await.expect(201);
    let mut bea = Shopper { browser, order: String::new() };
    bea.browser.patch("/api/style_profiles/current", json!({"responses": answers()})).await.expect(200);
    bea.order = bea.save_card(CARD).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    bea.bring_box(&app).await;
    bea.keep(2).await;
    let invoice = bea.invoice().await;
    assert_eq!(invoice["coupon"]["value"], "20.00");
    app.gateway.set(GatewayBehaviour::Declines);
    let body = json!({"expected_total_due": invoice["totalDue"]});
    bea.check_out_for(&invoice, "key", &body).await.refused(402, "payment_declined");
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(1));
    let paid = bea.check_out_for(&invoice, "again", &body).await.expect(200);
    assert_eq!((&paid["coupon"], &paid["totalDue"]), (&invoice["coupon"], &invoice["totalDue"]));
}
