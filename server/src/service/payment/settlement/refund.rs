//! What the refunds of checkouts and of exchanges have in common.

use crate::platform::error::AppResult;
use crate::service::account::referrals;
use crate::service::order::transition;
use crate::service::payment::ledger::Booking;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::checkout::discounts;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::payment::ledger::EntryKind;
use crate::store::payment::ledger::Flow::{In, Out};
use crate::store::payment::payment_attempts::AttemptRow;
use stylebox_core::order::Actor;
use stylebox_core::values::money::Money;

/// The part of a sale that goes back, and to where. The parts add up to the sale.
pub struct BookedRefund {
    pub(crate) sale: Money,
    pub(crate) card: Money,
    pub(crate) gift_card: Money,
    pub(crate) credit: Money,
    /// What nobody has paid.
    pub(crate) forgiven: Money,
}

/// Puts the gift card's part back on the gift card, and books the whole refund. `attempt` is the refund to the card, if there was one.
///
/// # Errors
/// If the parts do not add up to the sale.
pub async fn book(
    state: &AppState,
    tx: &mut CustomerTx,
    invoice: &InvoiceRow,
    back: &BookedRefund,
    why: &str,
    attempt: Option<&AttemptRow>,
) -> AppResult<()> {
    if let Some(gift_card) = invoice.gift_card_id.as_ref().filter(|_| !back.gift_card.is_zero()) {
        discounts::put_back_on_gift_card(tx, gift_card, back.gift_card).await?;
    }
    let entries = [
        (EntryKind::Sale, In(back.sale), why),
        (EntryKind::Refund, Out(back.card), "Given back to the card"),
        (EntryKind::GiftCard, Out(back.gift_card), "Given back to the gift card"),
        (EntryKind::Credit, Out(back.credit), "Styling fee that paid for it"),
        (EntryKind::Forgiven, Out(back.forgiven), "What nobody had paid for it"),
    ];
    Booking::of_invoice(invoice, attempt).write(state, tx, &entries).await?;
    referrals::friend_was_refunded(state, tx, &invoice.customer_id).await
}

/// Notes at the order that the gateway has refunded the card.
pub async fn note(state: &AppState, tx: &mut CustomerTx, attempt: &AttemptRow) -> AppResult<()> {
    let mut order = transition::load(tx, &attempt.order_id).await?;
    let why = format!("{} went back to the card", attempt.amount.formatted());
    transition::note(state, tx, &mut order, Actor::System, &why).await
}
