//! All that a customer can know of one order: its contents, its payments, its return and its exchanges.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::service::order::read::{self, Order};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::checkout::invoices::InvoiceStatus;
use crate::store::order::events;
use crate::store::payment::ledger::{self, EntryKind, Flow, MovementRow, PaymentKind};
use crate::store::payment::payment_attempts::Purpose;
use crate::store::returns::exchanges::{self, ExchangeRow, ExchangeStatus};
use stylebox_core::checkout::try_on_days::{ReturnByInput, return_by};
use stylebox_core::order::Status;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::money::Money;

/// Money that moved.
#[derive(Debug, Clone)]
pub struct Payment {
    pub(crate) at: Timestamp,
    pub(crate) amount: Money,
    pub(crate) kind: PaymentKind,
    /// Brand and last four digits; `None` for a gift card.
    pub(crate) card: Option<(String, String)>,
}

/// How far a return has come.
#[derive(Debug, Clone, Copy)]
pub struct Return {
    /// The day until which it is to be sent; `None` once it is sent.
    pub(crate) due_on: Option<Date>,
    pub(crate) sent_at: Option<Timestamp>,
    /// When the last item that came back was received.
    pub(crate) received_at: Option<Timestamp>,
    /// Whether an item in it was paid for, so that money goes back.
    pub(crate) is_refunded: bool,
    /// What was paid for it and went back; `None` if nothing did.
    pub(crate) refunded: Option<Money>,
}

/// An order with its money, its return and its exchanges.
#[derive(Debug, Clone)]
pub struct Detail {
    pub(crate) order: Order,
    /// The oldest first.
    pub(crate) payments: Vec<Payment>,
    /// `None` if nothing is to go back, as far as that is decided.
    pub(crate) sent_back: Option<Return>,
    pub(crate) exchanges: Vec<ExchangeRow>,
}

/// An order of the customer's.
///
/// # Errors
/// [`Refusal::NotFound`](stylebox_core::messages::refusals::Refusal::NotFound) if there is none, or it is another customer's.
pub async fn read(state: &AppState, customer_id: &str, id: &str) -> AppResult<Detail> {
    let mut tx = state.db.read().await?;
    let order = read::read_in(state, &mut tx, customer_id, id).await?;
    let payments = payments(&mut tx, id).await?;
    // A checkout that is paid makes them, and they stay if all of it goes back later.
    let was_paid = order.invoices.iter().any(|invoice| invoice.status == InvoiceStatus::Paid);
    let exchanges = if was_paid { exchanges::of_order(&mut tx, id).await? } else { Vec::new() };
    let sent_back = sent_back(state, &mut tx, &order, &exchanges).await?;
    let asked_for = |exchange: &ExchangeRow| exchange.status != ExchangeStatus::CameBack;
    let exchanges = exchanges.into_iter().filter(asked_for).collect();
    Ok(Detail { order, payments, sent_back, exchanges })
}

async fn payments(tx: &mut Tx, order_id: &str) -> AppResult<Vec<Payment>> {
    let mut payments = Vec::new();
    for MovementRow { kind: entry, amount, at, purpose, brand, last_four } in ledger::movements_of(tx, order_id).await?
    {
        let Some(kind) = kind_of(entry, amount, purpose) else { continue };
        let is_by_card = purpose.is_some() && matches!(entry, EntryKind::Charge | EntryKind::Refund);
        let card = if is_by_card {
            Some(brand.zip(last_four).ok_or_else(|| AppError::unexpected("a payment without its card"))?)
        } else {
            None
        };
        payments.push(Payment { at, amount: amount.money(), kind, card });
    }
    Ok(payments)
}

/// What an entry of the ledger is to the customer; `None` for what only balances it.
fn kind_of(kind: EntryKind, amount: Flow, purpose: Option<Purpose>) -> Option<PaymentKind> {
    let is_fee = matches!(purpose, Some(Purpose::StylingFee | Purpose::StylingFeeRefund));
    Some(match (kind, amount) {
        (EntryKind::Charge, _) if is_fee => PaymentKind::StylingFee,
        (EntryKind::Charge, _) => PaymentKind::Purchase,
        (EntryKind::Refund, _) if is_fee => PaymentKind::StylingFeeRefund,
        (EntryKind::Refund, _) => PaymentKind::Refund,
        (EntryKind::GiftCard, Flow::In(_)) => PaymentKind::GiftCard,
        (EntryKind::GiftCard, Flow::Out(_)) => PaymentKind::GiftCardRefund,
        // A dispute is between the cardholder's bank and the shop.
        (
            EntryKind::StylingFee
            | EntryKind::Sale
            | EntryKind::Credit
            | EntryKind::Forgiven
            | EntryKind::Gateway
            | EntryKind::Foreign,
            _,
        ) => return None,
    })
}

async fn sent_back(
    state: &AppState,
    tx: &mut Tx,
    order: &Order,
    exchanges: &[ExchangeRow],
) -> AppResult<Option<Return>> {
    let sent = Status::InTransitToStylebox;
    let events = events::of_order(tx, &order.order.id).await?;
    let sent_at = events.iter().find(|event| event.to_status == sent).map(|event| event.at);
    let received_at = order.lines.iter().filter_map(|line| line.received_at).max();
    // Before the checkout nobody knows what goes back.
    let is_due = order.has_paid_invoice() && order.lines.iter().any(|line| line.is_due_back());
    if !is_due && sent_at.is_none() && received_at.is_none() {
        return Ok(None);
    }
    let by = order.order.checkout_by_date.filter(|_| is_due && sent_at.is_none());
    let due_on = by.map(|checkout_by_date| {
        return_by(&ReturnByInput { checkout_by_date, now: state.clock.now().instant() }).map_err(AppError::unexpected)
    });
    let booked = exchanges.iter().filter(|exchange| exchange.booked_at.is_some());
    let back = booked.flat_map(|exchange| [exchange.card_back, exchange.gift_card_back]);
    let refunded = Money::sum(back).map_err(AppError::unexpected)?;
    Ok(Some(Return {
        due_on: due_on.transpose()?,
        sent_at,
        received_at,
        is_refunded: exchanges.iter().any(|exchange| exchange.status.is_refunded()),
        refunded: (!refunded.is_zero()).then_some(refunded),
    }))
}
