//! Invoices, and how they change with decisions, coupons and gift cards.

use crate::support::{CARD, Shopper, TestApp, card_form, cents, text};
use serde_json::{Value, json};

#[tokio::test]
async fn an_open_invoice_follows_the_decisions() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    ann.browser.get(&format!("/api/orders/{}/invoices/current", ann.order)).await.refused(404, "not_found");
    let before = ann.invoice().await;
    let count = ann.lines().await.len();
    assert_eq!((&before["status"], &before["totalDue"]), (&json!("open"), &json!("0.00")));
    assert_eq!(before["undecided"], count);
    assert_eq!(before["tax_rate"], "0.06875");
    assert_eq!(before["coupon"], json!({"code": "Hello25", "kind": "amount_off", "value": "25.00"}));
    assert_eq!(before["credit_available"], "1.00");
    ann.keep(1).await;
    let after = ann.invoice().await;
    assert_eq!(after["id"], before["id"]);
    assert_eq!(after["undecided"], 0);
    assert_eq!(after["original_subtotal"], ann.lines().await[0]["retail_price"]);
}

#[tokio::test]
async fn a_coupon_can_be_removed_and_applied_again() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let with = ann.invoice().await;
    let coupons = format!("/api/invoices/{}/coupons", with["id"].as_str().unwrap());
    let without = ann.browser.delete(&coupons).await.expect(200);
    assert_eq!((&without["coupon"], &without["discount_amount"]), (&json!(null), &json!("0.00")));
    let unknown = ann.browser.post(&coupons, json!({"code": "SUMMER"})).await;
    assert_eq!(unknown.refused(422, "PROMO_CODE_NOT_RECOGNIZED"), "This code is not recognized.");
    // The case of letters does not matter.
    assert_eq!(ann.browser.post(&coupons, json!({"code": " hELLO25 "})).await.expect(200), with);
}

#[tokio::test]
async fn a_gift_card_pays_what_it_can() {
    let app = TestApp::start().await;
    app.add_gift_card("6035 7100 0000 1234", 5_00).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let before = ann.invoice().await;
    let cards = format!("/api/invoices/{}/gift_cards", before["id"].as_str().unwrap());
    ann.browser.post(&cards, json!({"code": "6035710000009999"})).await.refused(404, "not_found");
    let with = ann.browser.post(&cards, json!({"code": "6035-7100-0000-1234"})).await.expect(200);
    assert_eq!(with["gift_card"], json!({"SMART_CARD_NUM": "1234", "AVAILABLE": "5.00"}));
    assert_eq!(with["totalGiftCardAmountUsed"], "5.00");
    assert_eq!(with["totalDue"], text(cents(&before["totalDue"]) - 5_00));
    assert_eq!(ann.browser.delete(&cards).await.expect(200), before);
    ann.browser.post(&cards, json!({"code": "6035710000001234"})).await.expect(200);
    ann.check_out("k").await.expect(200);
    assert_eq!(app.charged().await, [1_00, cents(&with["totalDue"])]);
    assert!(!app.dump().await.contains("6035710000001234"));
    stylebox_server::ops::audit::run(&app.state).await.unwrap();
    // Its balance is the rest.
    let mut bea = Shopper::decided(&app, "bea@example.com", 4).await;
    let invoice = bea.invoice().await;
    let cards = format!("/api/invoices/{}/gift_cards", invoice["id"].as_str().unwrap());
    let empty = bea.browser.post(&cards, json!({"code": "6035710000001234"})).await.expect(200);
    assert_eq!(empty["gift_card"]["AVAILABLE"], "0.00");
}

#[tokio::test]
async fn the_last_cents_on_a_gift_card_are_drawn_once() {
    let app = TestApp::start().await;
    app.add_gift_card("6035 7100 0000 1234", 50_00).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let mut bea = Shopper::decided(&app, "bea@example.com", 4).await;
    for shopper in [&mut ann, &mut bea] {
        let id = shopper.invoice().await["id"].as_str().unwrap().to_owned();
        let cards = format!("/api/invoices/{id}/gift_cards");
        shopper.browser.post(&cards, json!({"code": "6035710000001234"})).await.expect(200);
    }
    let seen = bea.invoice().await;
    ann.check_out("k").await.expect(200);
    bea.check_out_for(&seen, "k", &json!({"expected_total_due": seen["totalDue"]}))
        .await
        .refused(409, "invoice_changed");
    bea.check_out("k2").await.expect(200);
    stylebox_server::ops::audit::run(&app.state).await.unwrap();
}

#[tokio::test]
async fn only_sizes_in_stock_can_be_exchanged() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let lines = ann.lines().await;
    let line = lines.iter().find(|line| line["size"] == "M").unwrap();
    let sizes = ann.exchange_sizes(&line["id"]).await.as_array().unwrap().clone();
    assert!(!sizes.contains(&json!("M")) && sizes.len() >= 2, "{sizes:?}");
    let decision = |size: &str| json!([{"id": line["id"], "claimed_kept": true, "exchange_size": size}]);
    ann.decide(decision("XXL")).await.refused(422, "exchange_size_unavailable");
    ann.decide(decision("M")).await.refused(422, "exchange_size_unavailable");
    let size = sizes[0].as_str().unwrap();
    app.execute("UPDATE orders SET customer_pick_up = (1 = 1)").await;
    let said = ann.decide(decision(size)).await.refused(422, "decisions_invalid");
    assert_eq!(said, "These decisions cannot be saved as they are.", "in a store nothing is exchanged by mail");
    app.execute("UPDATE orders SET customer_pick_up = (1 = 0)").await;
    let exchanged = ann.decide(decision(size)).await.expect(200);
    let found = exchanged["line_items"].as_array().unwrap().iter().find(|found| found["id"] == line["id"]).unwrap();
    assert_eq!(found["exchange_size"], sizes[0]);
    assert_eq!(found["claimed_kept"], true);
    // A size that was chosen before may sell out.
    app.execute("UPDATE stock SET quantity = reserved").await;
    let said = ann.decide(decision(size)).await.refused(422, "exchange_size_unavailable");
    assert_eq!(said, "This size has just sold out. Please choose another one.");
    // A returned item has no exchange size, even if one is sent.
    let body = json!([{"id": line["id"], "claimed_kept": false, "exchange_size": "L", "customer_feedback": "Too Big"}]);
    let returned = ann.decide(body).await.expect(200);
    let found = returned["line_items"].as_array().unwrap().iter().find(|found| found["id"] == line["id"]).unwrap();
    assert_eq!((&found["exchange_size"], &found["customer_feedback"]), (&json!(null), &json!("Too Big")));
}

#[tokio::test]
async fn decisions_are_accepted_only_while_the_box_can_be_decided() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    ann.decide(json!([])).await.refused(409, "not_decidable");
    ann.bring_box(&app).await;
    let id = ann.lines().await[0]["id"].clone();
    let twice = json!([{"id": id, "claimed_kept": true}, {"id": id, "claimed_kept": false}]);
    let said = ann.decide(twice).await.refused(422, "decisions_invalid");
    assert_eq!(said, "There are two decisions for one item.");
    ann.keep(1).await;
    ann.check_out("k").await.expect(200);
    ann.decide(json!([{"id": id, "claimed_kept": false}])).await.refused(409, "not_decidable");
}

/// A customer in Colorado, where a delivery costs a fee of 28 cents.
async fn in_colorado(app: &TestApp) -> Shopper {
    let mut ann = Shopper::new(app, "ann@example.com").await;
    let mut form = card_form(CARD);
    for (field, value) in [("city", "Denver"), ("state", "CO"), ("postal_code", "80206")] {
        form["options"]["shipping_address"][field] = json!(value);
    }
    ann.order = ann.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    ann.bring_box(app).await;
    ann.keep(2).await;
    ann
}

#[tokio::test]
async fn a_delivery_fee_is_shown_and_charged_as_core_says() {
    let app = TestApp::start().await;
    let mut ann = in_colorado(&app).await;
    let invoice = ann.invoice().await;
    assert_eq!(invoice["precheckout_ship_tax2_amount_estimate"], "0.28");
    assert_eq!(invoice["tax_rate"], "0.029");
    assert_eq!(cents(&invoice["tax_total"]), cents(&invoice["tax"]) + 28);
    assert_eq!(cents(&invoice["totalWithTax"]), cents(&invoice["totalBeforeTax"]) + cents(&invoice["tax_total"]));
    // The screen asks core with the invoice's fields.
    let lines = ann.lines().await;
    let line = |line: &Value| json!({"id": line["id"], "price": line["retail_price"]});
    let decision = |line: &Value| {
        let action = if line["claimed_kept"] == true { "Keep" } else { "Return" };
        json!({"id": line["id"], "action": action})
    };
    let shown = json!({
        "lines": lines.iter().map(line).collect::<Vec<_>>(),
        "decisions": lines.iter().map(decision).collect::<Vec<_>>(),
        "coupon": {"kind": invoice["coupon"]["kind"], "value": invoice["coupon"]["value"]},
        "tax_rate": invoice["tax_rate"], "shipping_tax": invoice["precheckout_ship_tax2_amount_estimate"],
        "credit": invoice["credit_available"], "gift_card_balance": "0",
    });
    let preview = ann.browser.post("/api/rules/invoice.preview", shown).await.expect(200);
    assert_eq!(preview["total_with_tax"], invoice["totalWithTax"]);
    assert_eq!(preview["total_due"], invoice["totalDue"]);
    ann.check_out("key").await.expect(200);
    assert_eq!(app.charged().await, [1_00, cents(&preview["total_due"])]);
    stylebox_server::ops::audit::run(&app.state).await.unwrap();
}

#[tokio::test]
async fn a_pick_up_has_no_delivery_fee() {
    let app = TestApp::start().await;
    let mut ann = in_colorado(&app).await;
    app.execute("UPDATE orders SET customer_pick_up = (1 = 1), assigned_location_id = 'L17'").await;
    let invoice = ann.invoice().await;
    assert_eq!((&invoice["tax_rate"], &invoice["tax_total"]), (&json!("0.029"), &invoice["tax"]));
    assert_eq!(invoice["precheckout_ship_tax2_amount_estimate"], "0.00");
}
