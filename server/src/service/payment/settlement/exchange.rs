//! What follows for exchanges: they are held once the checkout is paid, and booked once money for a sold-out size went back.

use crate::platform::error::{AppError, AppResult};
use crate::service::money;
use crate::service::order::transition;
use crate::service::payment::ledger::Booking;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::checkout::discounts;
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::order::items::LineItemRow;
use crate::store::payment::ledger::EntryKind;
use crate::store::payment::payment_attempts::AttemptRow;
use crate::store::returns::exchanges::{self, ExchangeRow, ExchangeStatus};
use stylebox_core::order::Actor;

/// Notes the exchanges of an invoice that was just paid. `pieces` are the order's line items as `mark_paid` left them. The sizes
/// are already reserved.
///
/// # Errors
/// Where the database fails.
pub async fn hold(state: &AppState, tx: &mut Tx, invoice: &InvoiceRow, pieces: &[LineItemRow]) -> AppResult<()> {
    for piece in pieces.iter().filter(|piece| piece.claimed_kept == Some(true)) {
        let Some(size) = piece.exchange_size.clone() else { continue };
        let exchange = ExchangeRow {
            id: state.new_id(),
            order_id: invoice.order_id.clone(),
            invoice_id: invoice.id.clone(),
            line_item_id: piece.id.clone(),
            product_id: piece.product_id.clone(),
            size,
            status: ExchangeStatus::Held,
            tracking_code: None,
            price_back: 0,
            card_back: 0,
            gift_card_back: 0,
            credit_back: 0,
            refund_attempt_id: None,
            created_at: state.clock.now(),
            closed_at: None,
            booked_at: None,
        };
        exchanges::add(tx, &exchange).await?;
    }
    Ok(())
}

/// The card's part went back: everything is booked.
///
/// # Errors
/// If the database fails.
pub async fn given_back(state: &AppState, tx: &mut Tx, attempt: &AttemptRow) -> AppResult<()> {
    let exchange = exchanges::by_refund(tx, &attempt.id).await?;
    let mut exchange = exchange.ok_or_else(|| AppError::unexpected("a refund without its exchange"))?;
    let invoice = invoices::by_id(tx, &exchange.invoice_id).await?;
    let invoice = invoice.ok_or_else(|| AppError::unexpected("an exchange without its invoice"))?;
    book(state, tx, &mut exchange, &invoice, Some(attempt)).await?;
    let mut order = transition::seen_alone(tx, &exchange.order_id).await?;
    let why = format!("{} went back to the card", money(attempt.amount).formatted());
    transition::note(state, tx, &mut order, Actor::System, &why).await
}

/// Books what goes back for an exchange that is sold out; `attempt` is the refund to the card, if there was one.
///
/// # Errors
/// If the database fails.
pub async fn book(
    state: &AppState,
    tx: &mut Tx,
    exchange: &mut ExchangeRow,
    invoice: &InvoiceRow,
    attempt: Option<&AttemptRow>,
) -> AppResult<()> {
    if let Some(gift_card) = invoice.gift_card_id.as_ref().filter(|_| exchange.gift_card_back > 0) {
        discounts::put_back_on_gift_card(tx, gift_card, exchange.gift_card_back).await?;
    }
    let entries = [
        (EntryKind::Sale, exchange.price_back, "Sold out before it was exchanged"),
        (EntryKind::Refund, -exchange.card_back, "Given back to the card"),
        (EntryKind::GiftCard, -exchange.gift_card_back, "Given back to the gift card"),
        (EntryKind::Credit, -exchange.credit_back, "Styling fee that paid for it"),
    ];
    Booking::of_invoice(invoice, attempt).write(state, tx, &entries).await?;
    exchange.booked_at = Some(state.clock.now());
    Ok(exchanges::update(tx, exchange).await?)
}
