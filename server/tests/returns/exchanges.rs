//! Exchanges: held at the checkout, then shipped or sold out.

use crate::support::{GatewayBehaviour, Shopper, TestApp, cents, newest_mail, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_core::values::money::Money;
use stylebox_server::fulfilment::steps;
use stylebox_server::service::checkout::vouchers::new_gift_card;
use stylebox_server::store::account::customers;
use stylebox_server::store::checkout::discounts::gift_card;
use stylebox_server::store::order::{events, items, orders};

/// A customer who has checked out, has exchanged the first `count` items that have another size, and has kept the others.
struct Exchanging {
    ann: Shopper,
    code: String,
    lines: Vec<Value>,
    invoice: Value,
}

async fn exchanging(app: &TestApp, count: usize, gift_card: Option<&str>) -> Exchanging {
    let ann = Shopper::with_box(app, "ann@example.com").await;
    exchanging_of(ann, count, gift_card).await
}

/// The same for a customer whose box was delivered.
async fn exchanging_of(mut ann: Shopper, count: usize, gift_card: Option<&str>) -> Exchanging {
    let mut decisions = Vec::new();
    let mut exchanged = Vec::new();
    for line in ann.lines().await {
        let sizes = ann.exchange_sizes(&line["id"]).await.as_array().unwrap().clone();
        let size = sizes.first().cloned().filter(|_| exchanged.len() < count);
        if size.is_some() {
            exchanged.push(line.clone());
        }
        decisions.push(json!({"id": line["id"], "claimed_kept": true, "exchange_size": size, "customer_feedback": ""}));
    }
    assert_eq!(exchanged.len(), count, "the box has pieces in other sizes");
    ann.decide(json!(decisions)).await.expect(200);
    let mut invoice = ann.invoice().await;
    if let Some(number) = gift_card {
        let path = format!("/api/invoices/{}/gift_cards", invoice["id"].as_str().unwrap());
        invoice = ann.browser.post(&path, json!({"code": number})).await.expect(200);
    }
    ann.check_out_for(&invoice, "key", &json!({"expected_total_due": invoice["totalDue"]})).await.expect(200);
    let code = ann.code().await;
    Exchanging { ann, code, lines: exchanged, invoice }
}

async fn reasons(app: &TestApp, order: &str) -> Vec<String> {
    let mut tx = app.state.db.read().await.unwrap();
    events::of_order(&mut tx, order).await.unwrap().into_iter().map(|event| event.reason).collect()
}

#[tokio::test]
async fn the_old_sizes_of_an_exchange_are_named_in_the_emails_until_they_are_back() {
    let app = TestApp::start().await;
    let Exchanging { code, lines, .. } = exchanging(&app, 2, None).await;
    let receipt = newest_mail(&app, "receipt").await.unwrap().body;
    let (kept, back) = receipt.split_once("This goes back by Monday, November 23:\n").unwrap();
    for line in &lines {
        let [name, brand, old] = ["description", "brand", "size"].map(|field| line[field].as_str().unwrap());
        assert!(!kept.contains(&format!("{name} by {brand}, size {old}")), "{kept}");
        assert!(kept.contains(&format!("{name} by {brand}, in size ")), "{kept}");
        assert!(back.contains(&format!("{name} by {brand}, size {old}, exchanged for ")), "{back}");
    }
    assert!(back.contains("use the prepaid return envelope and label that came with your box."), "{back}");
    ops(&app, &format!("exchange ship {code}")).await.unwrap();
    let shipped = newest_mail(&app, "exchange_shipped").await.unwrap().body;
    let old = lines[0]["size"].as_str().unwrap();
    assert!(shipped.contains("This goes back by Monday, November 23:\n"), "{shipped}");
    assert!(shipped.contains(&format!(", size {old}, exchanged for ")), "{shipped}");

    // Emails do not ask for pieces that are back.
    let app = TestApp::start().await;
    let Exchanging { code, lines, .. } = exchanging(&app, 2, None).await;
    ops(&app, &format!("receive {code}")).await.unwrap();
    let product = held_product(&app, &lines[0]).await;
    ops(&app, &format!("exchange sold-out {code} {product}")).await.unwrap();
    ops(&app, &format!("exchange ship {code}")).await.unwrap();
    for kind in ["exchange_sold_out", "exchange_shipped"] {
        let email = newest_mail(&app, kind).await.unwrap().body;
        assert!(!email.contains("goes back by") && !email.contains("send the first"), "{email}");
        assert!(!email.contains("Not received yet"), "{email}");
    }
}

/// The product that is held for an exchanged line.
async fn held_product(app: &TestApp, line: &Value) -> String {
    let mut tx = app.state.db.read().await.unwrap();
    let customer = customers::by_email(&mut tx, "ann@example.com").await.unwrap().unwrap();
    let line = items::line_of_customer(&mut tx, &customer.id, line["id"].as_str().unwrap()).await.unwrap();
    line.unwrap().product_id
}

#[tokio::test]
async fn an_order_completes_only_after_the_other_size_is_shipped() {
    let app = TestApp::start().await;
    let Exchanging { mut ann, code, lines, .. } = exchanging(&app, 1, None).await;
    assert_eq!(app.reserved().await, 1);
    ops(&app, &format!("receive {code}")).await.unwrap();
    let early = ops(&app, &format!("complete {code}")).await.unwrap_err();
    assert_eq!(early, format!("Order {code} still has an exchange to be sent: ship it first."));
    let said = ops(&app, &format!("exchange ship {code}")).await.unwrap();
    let home = "Ann Larsen, 1200 Harmon Place, Apt 4, Minneapolis, MN 55403";
    assert_eq!(said, format!("The exchanges of order {code} go to:\n{home}\n"));
    assert_eq!(app.reserved().await, 0);
    let again = ops(&app, &format!("exchange ship {code}")).await.unwrap_err();
    assert_eq!(again, format!("Order {code} has no exchange that is still to be sent."));
    ops(&app, "jobs run outbox").await.unwrap();
    let email = app.messages.sent().pop().unwrap();
    assert_eq!(email.subject, "Your exchange is on its way");
    assert!(email.body.contains(home), "{}", email.body);
    let description = lines[0]["description"].as_str().unwrap();
    assert!(email.body.contains(description), "{}", email.body);
    assert!(
        reasons(&app, &ann.order).await.iter().any(|why| why.starts_with(&format!("{description} was sent in size")))
    );
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert_eq!(ann.status().await, "completed");
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn an_exchange_is_sent_to_the_name_and_address_that_the_customer_gave() {
    for (given, to) in [
        (
            r#"UPDATE invoices SET exchange_address = '{"name": "Bea Larsen", "line_1": "9 Elm", "line_2": "Unit 2", "city": "Edina",
                "state": "MN", "postal_code": "55435", "phone": "6125550142"}'"#,
            "Bea Larsen, 9 Elm, Unit 2, Edina, MN 55435",
        ),
        (
            r#"UPDATE invoices SET exchange_address = '{"name": null, "line_1": "9 Elm", "line_2": null, "city": "Edina",
                "state": "MN", "postal_code": "55435", "phone": "6125550142"}'"#,
            "Ann Larsen, 9 Elm, Edina, MN 55435",
        ),
    ] {
        let app = TestApp::start().await;
        let Exchanging { code, .. } = exchanging(&app, 1, None).await;
        app.execute(given).await;
        let said = ops(&app, &format!("exchange ship {code}")).await.unwrap();
        assert_eq!(said, format!("The exchanges of order {code} go to:\n{to}\n"));
        ops(&app, "jobs run outbox").await.unwrap();
        assert!(app.messages.sent().pop().unwrap().body.contains(&format!("is on its way to {to}:")));
    }
}

#[tokio::test]
async fn a_sold_out_size_refunds_its_price() {
    let app = TestApp::start().await;
    let Exchanging { mut ann, code, lines, invoice } = exchanging(&app, 1, None).await;
    let [fee, due] = app.charged().await[..] else { panic!("two charges") };
    let said = ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    // Its share of the total is its share of the subtotal. The credit of the fee stays used.
    let (total, subtotal) = (cents(&invoice["totalWithTax"]), cents(&invoice["original_subtotal"]));
    let price = cents(&lines[0]["retail_price"]);
    let kept = (2 * total * (subtotal - price) + subtotal) / (2 * subtotal);
    let back = total - kept;
    assert!(back > 0 && back < due);
    let amount = Money::from_cents(back).unwrap().formatted();
    assert_eq!(said, format!("The item of order {code} is a return now: {amount} goes back to the card.\n"));
    assert_eq!(app.charged().await, [fee, due - back]);
    assert_eq!(app.reserved().await, 0);
    let line = ann.lines().await.into_iter().find(|line| line["id"] == lines[0]["id"]).unwrap();
    assert_eq!((&line["paid_for"], &line["claimed_kept"]), (&json!(false), &json!(false)));
    ops(&app, "jobs run outbox").await.unwrap();
    let email = app.messages.sent().pop().unwrap();
    assert!(email.body.contains(&format!("{amount} goes back to your card.")), "{}", email.body);
    assert!(reasons(&app, &ann.order).await.contains(&format!("{amount} went back to the card")));
    let books = ops(&app, "audit").await.unwrap();
    assert!(books.contains(&format!("Given back: {amount}.")), "{books}");
    // The item is now a return like any other.
    ops(&app, &format!("receive {code}")).await.unwrap();
    ops(&app, &format!("complete {code}")).await.unwrap();
}

#[tokio::test]
async fn a_refund_of_an_item_leaves_out_the_delivery_fee() {
    let app = TestApp::start().await;
    let ann = Shopper::with_box(&app, "ann@example.com").await;
    app.execute("UPDATE shipping_addresses SET city = 'Denver', state = 'CO', postal_code = '80206'").await;
    let Exchanging { code, lines, invoice, .. } = exchanging_of(ann, 1, None).await;
    let [fee, due] = app.charged().await[..] else { panic!("two charges") };
    ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    let delivery = cents(&invoice["precheckout_ship_tax2_amount_estimate"]);
    let (total, subtotal) = (cents(&invoice["totalWithTax"]) - delivery, cents(&invoice["original_subtotal"]));
    let kept = (2 * total * (subtotal - cents(&lines[0]["retail_price"])) + subtotal) / (2 * subtotal);
    assert!(delivery > 0);
    assert_eq!(app.charged().await, [fee, due - (total - kept)]);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn two_sold_out_sizes_are_named_and_both_refunded() {
    let app = TestApp::start().await;
    let Exchanging { ann, code, invoice, .. } = exchanging(&app, 2, None).await;
    let which = ops(&app, &format!("exchange sold-out {code}")).await.unwrap_err();
    assert!(which.starts_with(&format!("Say which piece of order {code} is meant: P")), "{which}");
    let garments: Vec<String> =
        which.trim_end_matches('.').rsplit(": ").next().unwrap().split(", ").map(ToOwned::to_owned).collect();
    // The gateway does not answer about the first refund, so the second waits.
    app.gateway.set(GatewayBehaviour::Unreachable);
    ops(&app, &format!("exchange sold-out {code} {}", garments[0].to_lowercase())).await.unwrap();
    let busy = ops(&app, &format!("exchange sold-out {code} {}", garments[1])).await.unwrap_err();
    assert!(busy.contains("still being asked about another refund"), "{busy}");
    assert!(ops(&app, "audit").await.unwrap().contains("has not answered yet: 1"));
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(60));
    ops(&app, "jobs run payments").await.unwrap();
    ops(&app, &format!("exchange sold-out {code} {}", garments[1])).await.unwrap();
    assert!(app.charged().await.iter().sum::<i64>() < 1_00 + cents(&invoice["totalDue"]));
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    assert_eq!(app.reserved().await, 0);
    assert!(!ann.order.is_empty());
}

#[tokio::test]
async fn a_refused_refund_can_be_requested_again() {
    let app = TestApp::start().await;
    let Exchanging { ann, code, .. } = exchanging(&app, 1, None).await;
    app.gateway.set(GatewayBehaviour::RefusesRefunds);
    ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    let waits = ops(&app, "attention").await.unwrap();
    let id = waits.split_whitespace().nth(1).unwrap();
    assert!(ops(&app, "audit").await.unwrap_err().contains("the gateway refused to give"));
    app.gateway.set(GatewayBehaviour::Works);
    ops(&app, &format!("payment retry {id}")).await.unwrap();
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    assert!(reasons(&app, &ann.order).await.iter().any(|why| why.ends_with(" went back to the card")));
}

#[tokio::test]
async fn a_refund_goes_to_the_gift_card_if_the_card_paid_nothing() {
    let app = TestApp::start().await;
    let number = "6035 7100 2026 0099";
    let row = new_gift_card(&app.state, number, Money::from_dollars(5_000));
    let mut tx = app.state.db.write().await.unwrap();
    row.insert(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    let Exchanging { code, invoice, .. } = exchanging(&app, 1, Some(number)).await;
    assert_eq!(invoice["totalDue"], json!("0.00"));
    let balance = async || gift_card(&mut app.state.db.read().await.unwrap(), &row.id).await.unwrap().unwrap().balance;
    let before = balance().await;
    assert_eq!(before.to_cents(), 500_000 - cents(&invoice["totalGiftCardAmountUsed"]));
    ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    assert!(balance().await > before);
    assert_eq!(app.charged().await, [1_00]);
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn the_simulator_ships_exchanges_too() {
    let app = TestApp::start().await;
    let Exchanging { mut ann, .. } = exchanging(&app, 1, None).await;
    for _ in 0..6 {
        let mut tx = app.state.db.read().await.unwrap();
        let order = orders::by_id(&mut tx, &ann.order).await.unwrap().unwrap();
        drop(tx);
        let Some(step) = steps::next(&app.state, &order).await.unwrap() else { break };
        steps::take(&app.state, &ann.order, step, Actor::System).await.unwrap();
    }
    assert_eq!(ann.status().await, "completed");
    assert_eq!(app.reserved().await, 0);
}

#[tokio::test]
async fn a_missing_return_is_overdue_after_thirty_days() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    ann.check_out("key").await.expect(200);
    let code = ann.code().await;
    app.clock.set("2026-12-24T05:59:59Z");
    assert_eq!(ops(&app, "overdue").await.unwrap(), "No return is overdue.\n");
    app.clock.set("2026-12-24T06:00:00Z");
    let list = ops(&app, "overdue").await.unwrap();
    assert_eq!(list, format!("CODE        DUE         CUSTOMER\n{code}  2026-11-23  ann@example.com\n"));
    assert!(ops(&app, "attention").await.unwrap().contains("its return is overdue: it was due on 2026-11-23"));
    ops(&app, &format!("receive {code}")).await.unwrap();
    assert_eq!(ops(&app, "overdue").await.unwrap(), "No return is overdue.\n");
}
