//! `ops audit` on books that are broken on purpose: each kind of finding is found, by itself, and by its words.

use crate::support::{Line, Shopper, TestApp, ops};
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

/// Books in which there is something of everything: an invoice that a card and a gift card paid, one that is being paid, an open
/// one, and a fee that went back.
async fn books() -> TestApp {
    let app = TestApp::start().await;
    app.add_gift_card("6035 7100 0000 1234", 50_00).await;
    app.add_gift_card("6035 7100 0000 5678", 50_00).await;
    for (email, number, line) in
        [("ann@example.com", "6035710000001234", Line::Open), ("bea@example.com", "6035710000005678", Line::Cut)]
    {
        let mut shopper = Shopper::decided(&app, email, 4).await;
        let cards = format!("/api/invoices/{}/gift_cards", shopper.invoice().await["id"].as_str().unwrap());
        shopper.browser.post(&cards, json!({"code": number})).await.expect(200);
        app.gateway.set(line);
        let status = shopper.check_out("key").await.status;
        assert!(status.is_success(), "{status}");
        app.gateway.set(Line::Open);
    }
    Shopper::decided(&app, "cat@example.com", 1).await.invoice().await;
    let eve = Shopper::with_order(&app, "eve@example.com").await;
    stylebox_server::service::styling_fee::charge(&app.state, &eve.order, Actor::Ops).await.unwrap();
    steps::take(&app.state, &eve.order, Step::Cancel, Actor::Ops).await.unwrap();
    assert!(ops(&app, "audit").await.unwrap().contains("Payments that the gateway has not answered yet: 1."));
    app
}

/// The findings after the books were broken; they must agree again once that is undone.
async fn found(app: &TestApp, broken: &'static str, undone: &'static str) -> String {
    app.execute(broken).await;
    let found = ops(app, "audit").await.unwrap_err();
    app.execute(undone).await;
    ops(app, "audit").await.unwrap_or_else(|left| panic!("{undone}: {left}"));
    found
}

#[tokio::test]
async fn what_is_changed_by_itself_is_found() {
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
async fn an_entry_too_many_is_found() {
    // The ledger is only ever added to, so none of it is undone.
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
