//! `ops audit` on books that a test has broken: it finds and names each kind of difference.

use crate::support::{GatewayBehaviour, Shopper, TestApp, ops};
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

/// Books with an example of everything: an invoice paid by card and gift card, an invoice that is being paid, an open invoice, and a
/// refunded fee.
async fn books() -> TestApp {
    let app = TestApp::start().await;
    app.add_gift_card("6035 7100 0000 1234", 50_00).await;
    app.add_gift_card("6035 7100 0000 5678", 50_00).await;
    for (email, number, line) in [
        ("ann@example.com", "6035710000001234", GatewayBehaviour::Works),
        ("bea@example.com", "6035710000005678", GatewayBehaviour::Unreachable),
    ] {
        let mut shopper = Shopper::decided(&app, email, 4).await;
        let cards = format!("/api/invoices/{}/gift_cards", shopper.invoice().await["id"].as_str().unwrap());
        shopper.browser.post(&cards, json!({"code": number})).await.expect(200);
        app.gateway.set(line);
        let status = shopper.check_out("key").await.status;
        assert!(status.is_success(), "{status}");
        app.gateway.set(GatewayBehaviour::Works);
    }
    Shopper::decided(&app, "cat@example.com", 1).await.invoice().await;
    let eve = Shopper::with_order(&app, "eve@example.com").await;
    stylebox_server::service::payment::styling_fee::charge(&app.state, &eve.order, Actor::Ops).await.unwrap();
    steps::take(&app.state, &eve.order, Step::Cancel, Actor::Ops).await.unwrap();
    assert!(ops(&app, "audit").await.unwrap().contains("Payments that the gateway has not answered yet: 1."));
    app
}

/// Breaks the books, and undoes the change again. Returns the findings in between, and checks that the books agree at the end.
async fn found(app: &TestApp, broken: &'static str, undone: &'static str) -> String {
    app.execute(broken).await;
    let found = ops(app, "audit").await.unwrap_err();
    app.execute(undone).await;
    ops(app, "audit").await.unwrap_or_else(|left| panic!("{undone}: {left}"));
    found
}

#[tokio::test]
async fn each_kind_of_difference_is_found() {
    let app = books().await;
    let cases = [
        (
            "UPDATE invoices SET total_with_tax = total_with_tax + 7 WHERE status = 'paid'",
            "UPDATE invoices SET total_with_tax = total_with_tax - 7 WHERE status = 'paid'",
            ": sale is -",
        ),
        (
            "UPDATE invoices SET total_due = total_due - 1 WHERE status = 'paid'",
            "UPDATE invoices SET total_due = total_due + 1 WHERE status = 'paid'",
            ": charge is ",
        ),
        (
            "UPDATE invoices SET credit_amount = 0 WHERE status = 'paid'",
            "UPDATE invoices SET credit_amount = 100 WHERE status = 'paid'",
            ": credit is 0 cents, the ledger has 100.",
        ),
        (
            "UPDATE invoices SET status = 'processing' WHERE status = 'paid'",
            "UPDATE invoices SET status = 'paid' WHERE paid_at IS NOT NULL",
            ", which is not paid.",
        ),
        (
            "UPDATE payment_attempts SET amount = amount + 5 WHERE purpose = 'styling_fee_refund'",
            "UPDATE payment_attempts SET amount = amount - 5 WHERE purpose = 'styling_fee_refund'",
            ": -105 cents moved, the ledger has -100.",
        ),
        (
            "UPDATE payment_attempts SET status = 'declined' WHERE purpose = 'styling_fee_refund'",
            "UPDATE payment_attempts SET status = 'succeeded' WHERE purpose = 'styling_fee_refund'",
            ": the gateway refused to give 100 cents back.",
        ),
        (
            "UPDATE gift_cards SET balance = balance + 3 WHERE last_four = '1234'",
            "UPDATE gift_cards SET balance = balance - 3 WHERE last_four = '1234'",
            ": 0 cents should be left, it has 3.",
        ),
        (
            "UPDATE gift_card_draws SET status = 'reserved' WHERE status = 'captured'",
            "UPDATE gift_card_draws SET status = 'captured' WHERE settled_at IS NOT NULL",
            " is paid with 5000 cents of a gift card: 5000 are reserved, 0 drawn.",
        ),
        (
            "UPDATE gift_card_draws SET status = 'captured' WHERE status = 'reserved'",
            "UPDATE gift_card_draws SET status = 'reserved' WHERE settled_at IS NULL",
            " is processing with 5000 cents of a gift card: 0 are reserved, 5000 drawn.",
        ),
        (
            "UPDATE invoices SET gift_card_amount = 4999 WHERE status = 'processing'",
            "UPDATE invoices SET gift_card_amount = 5000 WHERE status = 'processing'",
            " is processing with 4999 cents of a gift card: 5000 are reserved, 0 drawn.",
        ),
        (
            "UPDATE invoices SET status = 'open' WHERE status = 'processing'",
            "UPDATE invoices SET status = 'processing' WHERE gift_card_amount > 0 AND paid_at IS NULL",
            " is open with 5000 cents of a gift card: 5000 are reserved, 0 drawn.",
        ),
        (
            "UPDATE sandbox_charges SET amount = amount + 1 WHERE amount > 100",
            "UPDATE sandbox_charges SET amount = amount - 1 WHERE amount > 100",
            " cents are ours, the gateway has ",
        ),
        (
            "UPDATE sandbox_charges SET currency = 'CAD' WHERE amount > 100",
            "UPDATE sandbox_charges SET currency = 'USD'",
            " cents are ours, the gateway has ",
        ),
        (
            "UPDATE sandbox_charges SET refunded_amount = 0 WHERE refunded_amount = 100",
            "UPDATE sandbox_charges SET refunded_amount = 100
             WHERE id = (SELECT gateway_charge_id FROM payment_attempts WHERE purpose = 'styling_fee_refund')",
            ": 0 cents are ours, the gateway has 100.",
        ),
        (
            "UPDATE sandbox_charges SET outcome = 'declined' WHERE amount > 100",
            "UPDATE sandbox_charges SET outcome = 'succeeded'",
            " cents are ours, the gateway has 0.",
        ),
    ];
    for (broken, undone, words) in cases {
        let found = found(&app, broken, undone).await;
        assert!(found.contains(words), "{broken}: {found}");
    }
}

#[tokio::test]
async fn a_charge_that_nobody_asked_for_is_found() {
    let app = books().await;
    let found = found(
        &app,
        "INSERT INTO sandbox_charges (id, gateway_key, token, amount, currency, outcome, refunded_amount, created_at)
         SELECT 'ch_more', 'a key of nobody', token, 5, 'USD', 'succeeded', 0, 1 FROM sandbox_charges WHERE amount > 100",
        "DELETE FROM sandbox_charges WHERE id = 'ch_more'",
    );
    assert!(found.await.contains("The gateway has a charge ch_more that nobody asked for."));
}

#[tokio::test]
async fn an_extra_entry_is_found() {
    // The ledger is append-only, so this cannot be undone.
    let cases = [
        ("'charge', 5", "The ledger is 5 cents off."),
        ("'gift_card', 5", "gift_card is 5000 cents, the ledger has 5005."),
        ("'refund', -5", ": refund is 0 cents, the ledger has -5."),
    ];
    for (entry, words) in cases {
        let app = books().await;
        let sql = format!(
            "INSERT INTO ledger (id, customer_id, order_id, invoice_id, payment_attempt_id, kind, amount, currency, memo, at)
             SELECT 'more', customer_id, order_id, id, NULL, {entry}, 'USD', 'one too many', 1 FROM invoices
             WHERE status = 'paid'"
        );
        app.execute(sql.leak()).await;
        let found = ops(&app, "audit").await.unwrap_err();
        assert!(found.contains(words), "{entry}: {found}");
    }
}

#[tokio::test]
async fn an_entry_without_an_order_or_of_another_order_is_found() {
    let entry = "INSERT INTO ledger (id, customer_id, order_id, invoice_id, payment_attempt_id, kind, amount, currency, memo, at)";
    // One entry has no order, and one has another customer's order.
    for (order, kinds, words) in [
        ("NULL", "'sale'", "The ledger has sale of 7 cents for invoice "),
        ("(SELECT MAX(id) FROM orders)", "'charge'", ": 0 cents moved, the ledger has 7."),
    ] {
        let app = books().await;
        let sql = format!(
            "{entry} SELECT 'more', customer_id, {order}, id,
               (SELECT MIN(id) FROM payment_attempts WHERE purpose = 'checkout' AND status = 'succeeded'), {kinds}, 7, 'USD', 'x', 1
             FROM invoices WHERE status = 'paid'"
        );
        app.execute(sql.leak()).await;
        let found = ops(&app, "audit").await.unwrap_err();
        assert!(found.contains(words), "{order}: {found}");
        assert!(found.contains("The ledger is 7 cents off."), "{order}: {found}");
    }
}

/// More orders than one page of the audit, each paid in full by its styling fee.
async fn many_orders(app: &TestApp) {
    for sql in [
        "INSERT INTO orders (id, code, customer_id, status, finished, subscription_type, customer_pick_up, ship_by_date, extended,
             themebox_sign_up, created_at, updated_at)
         SELECT 'past-' || n, 'PAST-' || n, customer_id, 'completed', TRUE, subscription_type, customer_pick_up, ship_by_date,
             extended, themebox_sign_up, created_at, updated_at
         FROM (SELECT * FROM orders ORDER BY id LIMIT 1) AS one CROSS JOIN (
             WITH RECURSIVE numbers (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2299)
             SELECT n FROM numbers) AS numbers",
        "INSERT INTO invoices (id, order_id, customer_id, invoice_type, status, original_subtotal, multi_item_discount,
             discount_amount, total_before_tax, tax, shipping_tax, total_with_tax, credit_available, credit_amount,
             gift_card_available, gift_card_amount, total_due, tax_rate, four_items, undecided, created_at, updated_at, paid_at)
         SELECT 'invoice of ' || past.id, past.id, past.customer_id, invoice_type, 'paid', 9, 0, 0, 9, 0, 0, 9, 9, 9, 0, 0, 0, '0',
             four_items, 0, past.created_at, past.created_at, past.created_at
         FROM orders AS past CROSS JOIN (SELECT * FROM invoices LIMIT 1) AS one WHERE past.id LIKE 'past-%'",
        "INSERT INTO ledger (id, customer_id, order_id, invoice_id, kind, amount, currency, memo, at)
         SELECT kind || ' of ' || id, customer_id, order_id, id, kind, amount, 'USD', 'past', created_at
         FROM invoices CROSS JOIN (SELECT 'sale' AS kind, -9 AS amount UNION ALL SELECT 'credit', 9) AS kinds
         WHERE id LIKE 'invoice of %'",
    ] {
        app.execute(sql).await;
    }
}

#[tokio::test]
async fn every_page_of_orders_is_compared() {
    let app = books().await;
    let counts = |said: &str| -> Vec<i64> {
        let first = said.lines().next().unwrap().split([' ', ':', ',']);
        first.filter_map(|word| word.parse().ok()).collect()
    };
    let before = counts(&ops(&app, "audit").await.unwrap());
    many_orders(&app).await;
    let after = counts(&ops(&app, "audit").await.unwrap());
    assert_eq!(after, [before[0] + 1_300, before[1] + 2_600, before[2]]);
    // The first and last orders of pages of 500. Four other orders come before them.
    for number in [1000, 1495, 1496, 1497, 1995, 1996, 2299] {
        let broken = format!("UPDATE invoices SET total_with_tax = 8 WHERE id = 'invoice of past-{number}'");
        let undone = format!("UPDATE invoices SET total_with_tax = 9 WHERE id = 'invoice of past-{number}'");
        let words = format!("Invoice invoice of past-{number}: sale is -8 cents, the ledger has -9.");
        let found = found(&app, broken.leak(), undone.leak()).await;
        assert_eq!(found, format!("The books do not agree, in 1 places:\n  {words}"));
    }
}

#[tokio::test]
async fn a_period_compares_the_orders_that_were_made_in_it() {
    let app = TestApp::start().await;
    app.add_gift_card("6035 7100 0000 1234", 50_00).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    // Eleven at night in Chicago is the next day in UTC.
    app.clock.set("2026-11-20T05:00:00Z");
    let mut bea = Shopper::decided(&app, "bea@example.com", 4).await;
    let cat = Shopper::with_order(&app, "cat@example.com").await;
    // Ann pays two days later for an order of the 18th, so the payment belongs to the 18th.
    app.clock.set("2026-11-20T15:00:00Z");
    crate::account::sign_up_and_in::sign_in(&mut ann.browser, "ann@example.com", crate::support::PASSWORD)
        .await
        .expect(200);
    ann.check_out("ann").await.expect(200);
    bea.check_out("bea").await.expect(200);
    let stretches = [
        ("audit --since 2026-11-18 --until 2026-11-18", true, false),
        ("audit --since 2026-11-18 --until 2026-11-19", true, true),
        ("audit --since 2026-11-18", true, true),
        ("audit --since 2026-11-19 --until 2026-11-19", false, true),
        ("audit --since 2026-11-19", false, true),
        ("audit --since 2026-11-20", false, false),
        ("audit --since 2026-01-01 --until 2026-11-17", false, false),
    ];
    for (command, has_ann, has_bea) in stretches {
        let said = ops(&app, command).await.unwrap();
        let paid = usize::from(has_ann) + usize::from(has_bea);
        assert!(said.starts_with(&format!("The books agree: {paid} paid invoices, ")), "{command}: {said}");
    }
    let said = ops(&app, "audit --since 2026-11-18 --until 2026-11-19").await.unwrap();
    assert!(
        said.contains("Looked through: the orders made from 2026-11-18 to 2026-11-19. Not looked through: "),
        "{said}"
    );
    app.execute("UPDATE gift_cards SET balance = 1").await;
    for (email, of_ann) in [("ann@example.com", true), ("bea@example.com", false)] {
        let change = |by: &str| {
            format!(
                "UPDATE invoices SET total_due = total_due {by} 1
                 WHERE customer_id = (SELECT id FROM customers WHERE email = '{email}')"
            )
        };
        app.execute(change("+").leak()).await;
        for (command, has_ann, has_bea) in stretches {
            let is_found = if of_ann { has_ann } else { has_bea };
            match ops(&app, command).await {
                Err(found) => assert!(is_found && found.contains(": charge is "), "{command}: {found}"),
                Ok(said) => assert!(!is_found, "{command}: {said}"),
            }
        }
        app.execute(change("-").leak()).await;
    }
    // As after a clock was set back, Cat's order has a later id than Bea's, but an earlier day.
    let sql = format!("UPDATE orders SET created_at = (SELECT MIN(created_at) FROM orders) WHERE id = '{}'", cat.order);
    app.execute(sql.leak()).await;
    stylebox_server::service::payment::styling_fee::charge(&app.state, &cat.order, Actor::Ops).await.unwrap();
    let said = ops(&app, "audit --since 2026-11-18 --until 2026-11-18").await.unwrap();
    assert!(said.starts_with("The books agree: 1 paid invoices, 7 entries of the ledger, 3 charges."), "{said}");
    // The balances of gift cards are compared only without a period.
    assert!(ops(&app, "audit").await.unwrap_err().contains(": 5000 cents should be left, it has 1."));
    let backwards = ops(&app, "audit --since 2026-11-19 --until 2026-11-18").await.unwrap_err();
    assert_eq!(backwards, "--until is before --since.");
}

#[tokio::test]
async fn an_unanswered_payment_is_not_a_difference() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let bea = Shopper::with_order(&app, "bea@example.com").await;
    stylebox_server::service::payment::styling_fee::charge(&app.state, &bea.order, Actor::Ops).await.unwrap();
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    app.gateway.set(GatewayBehaviour::LosesRefundAnswers);
    steps::take(&app.state, &bea.order, Step::Cancel, Actor::Ops).await.unwrap();
    assert!(app.charged().await.contains(&0), "Bea's fee went back, and we were not told");
    let said = ops(&app, "audit").await.unwrap();
    assert!(said.contains("Payments that the gateway has not answered yet: 2."), "{said}");
}
