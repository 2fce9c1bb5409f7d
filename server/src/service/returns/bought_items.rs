//! Items that were bought and came back after all: their prices are refunded.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::payment::settlement;
use crate::service::returns::exchanges as refunds;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::OrderRow;
use crate::store::payment::payment_attempts::AttemptRow;
use crate::store::returns::exchanges::{ExchangeRow, ExchangeStatus};
use stylebox_core::order::Actor;
use stylebox_core::payment::refund::Refunded;
use stylebox_core::values::money::Money;

/// What goes back for items that were bought.
#[derive(Debug, Default)]
pub struct MoneyBack {
    /// What goes back, and to where.
    pub(crate) refunded: Refunded,
    /// The attempt that refunds the card's part, which the caller has to carry out after committing; `None` if the card paid nothing.
    pub(crate) attempt: Option<AttemptRow>,
}

/// Takes bought items back: they count as returned, and a refund of what was paid for them is stored. If the card paid nothing, the
/// refund is booked immediately.
///
/// # Errors
/// [`StaffError::Refused`] while another refund of the order is open.
pub async fn take_back(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &OrderRow,
    pieces: &[&LineItemRow],
    actor: Actor,
) -> StaffResult<MoneyBack> {
    if pieces.is_empty() {
        return Ok(MoneyBack::default());
    }
    let invoice = invoices::of_order(tx, &order.id).await?.into_iter().find(InvoiceRow::is_paid);
    let invoice = invoice.ok_or_else(|| StaffError::unexpected("a bought item without a paid invoice"))?;
    let mut rows = Vec::new();
    for piece in pieces {
        let mut row = ExchangeRow {
            id: state.new_id(),
            order_id: order.id.clone(),
            invoice_id: invoice.id.clone(),
            line_item_id: piece.id.clone(),
            product_id: piece.product_id.clone(),
            size: piece.size.clone(),
            status: ExchangeStatus::CameBack,
            tracking_code: None,
            price_back: Money::ZERO,
            card_back: Money::ZERO,
            gift_card_back: Money::ZERO,
            credit_back: Money::ZERO,
            refund_attempt_id: None,
            created_at: state.clock.now(),
            closed_at: Some(state.clock.now()),
            booked_at: None,
        };
        refunds::share(tx, &invoice, &mut row, piece).await?;
        // The next one's share depends on it.
        row.insert(tx).await?;
        items::take_back(tx, &piece.id).await?;
        rows.push(row);
    }
    let sum = |part: fn(&ExchangeRow) -> Money| Money::sum(rows.iter().map(part)).map_err(StaffError::unexpected);
    let refunded = Refunded { card: sum(|row| row.card_back)?, gift_card: sum(|row| row.gift_card_back)? };
    if refunded.card.is_zero() {
        for row in &mut rows {
            settlement::exchange::book(state, tx, row, &invoice, None).await?;
        }
        return Ok(MoneyBack { refunded, attempt: None });
    }
    let items: Vec<&str> = rows.iter().map(|row| &*row.line_item_id).collect();
    let attempt = refunds::begin_refund(state, tx, order, &invoice.id, (refunded.card, &items), actor).await?;
    for row in &mut rows {
        row.refund_attempt_id = Some(attempt.id.clone());
        row.update(tx).await?;
    }
    Ok(MoneyBack { refunded, attempt: Some(attempt) })
}
