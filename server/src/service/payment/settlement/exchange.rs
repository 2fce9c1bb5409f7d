//! Settling exchanges: they are recorded once the checkout is paid, and booked once a sold-out size is refunded.

use crate::platform::error::{AppError, AppResult};
use crate::service::checkout::tax_records;
use crate::service::payment::settlement::refund::{self, BookedRefund};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::order::items::LineItemRow;
use crate::store::payment::payment_attempts::AttemptRow;
use crate::store::returns::exchanges::{self, ExchangeRow, ExchangeStatus};
use stylebox_core::values::money::Money;

/// Records the exchanges of an invoice that was just paid. `pieces` are the order's line items after `mark_paid`. The sizes are
/// already reserved.
pub async fn hold(
    state: &AppState,
    tx: &mut CustomerTx,
    invoice: &InvoiceRow,
    pieces: &[LineItemRow],
) -> AppResult<()> {
    let kept = pieces.iter().filter(|piece| piece.claimed_kept == Some(true));
    let held = kept.filter_map(|piece| {
        Some(ExchangeRow {
            id: state.new_id(),
            order_id: invoice.order_id.clone(),
            invoice_id: invoice.id.clone(),
            line_item_id: piece.id.clone(),
            product_id: piece.product_id.clone(),
            size: piece.exchange_size.clone()?,
            status: ExchangeStatus::Held,
            tracking_code: None,
            price_back: Money::default(),
            card_back: Money::default(),
            gift_card_back: Money::default(),
            credit_back: Money::default(),
            refund_attempt_id: None,
            created_at: state.clock.now(),
            closed_at: None,
            booked_at: None,
        })
    });
    Ok(ExchangeRow::insert_all(&held.collect::<Vec<_>>(), tx).await?)
}

/// The card's part is refunded: books the whole refund.
pub async fn refunded(state: &AppState, tx: &mut CustomerTx, attempt: &AttemptRow) -> AppResult<()> {
    let refunded = exchanges::by_refund(tx, &attempt.id).await?;
    if refunded.is_empty() {
        return Err(AppError::unexpected("a refund without its exchange"));
    }
    for mut exchange in refunded {
        let invoice = invoices::by_id(tx, &exchange.invoice_id).await?;
        let invoice = invoice.ok_or_else(|| AppError::unexpected("an exchange without its invoice"))?;
        book(state, tx, &mut exchange, &invoice, Some(attempt)).await?;
    }
    refund::note(state, tx, attempt).await
}

/// Books the refund of an item that was sold out, or came back after it was bought. `attempt` is the refund to the card, if there was
/// one.
pub async fn book(
    state: &AppState,
    tx: &mut CustomerTx,
    exchange: &mut ExchangeRow,
    invoice: &InvoiceRow,
    attempt: Option<&AttemptRow>,
) -> AppResult<()> {
    let ExchangeRow { price_back: sale, card_back: card, gift_card_back: gift_card, credit_back: credit, .. } =
        *exchange;
    let back = BookedRefund { sale, card, gift_card, credit, forgiven: exchange.forgiven_back() };
    let why = match exchange.status {
        ExchangeStatus::CameBack => "Came back after it was bought",
        ExchangeStatus::Held | ExchangeStatus::Shipped | ExchangeStatus::SoldOut | ExchangeStatus::Cancelled => {
            "Sold out before it was exchanged"
        }
    };
    refund::book(state, tx, invoice, &back, why, attempt).await?;
    tax_records::item_back(state, tx, invoice, &exchange.line_item_id).await?;
    exchange.booked_at = Some(state.clock.now());
    Ok(exchange.update(tx).await?)
}
