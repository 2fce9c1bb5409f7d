//! Why an order waits: its styling fee or its checkout cannot be charged, or the bank wants the customer to confirm a charge.

use crate::platform::error::{AppError, AppResult};
use crate::providers::payment::Confirmation;
use crate::service::card::need;
use crate::service::payment::attempts;
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers;
use crate::store::card::{cards, declined_cards};
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::order::orders::OrderRow;
use crate::store::payment::payment_attempts::{self, AttemptRow, Purpose};
use stylebox_core::order::{CheckOutInput, Status, can_check_out};
use stylebox_core::payment::styling_fee::{UnpaidFee, by_new_card};
use stylebox_core::screens::tile::PaymentProblem;
use stylebox_core::values::money::Money;

/// A payment that does not go on without the customer.
#[derive(Debug, Clone)]
pub struct WaitingPayment {
    /// Why.
    pub problem: PaymentProblem,
    /// What is charged once the customer has given another card, or has confirmed it; of a checkout, what was declined.
    pub amount: Money,
    /// Whether another card is charged as soon as it is on file: for a fee that was declined, or that the bank still asks about.
    pub by_new_card: bool,
    /// How the customer confirms it.
    pub confirmation: Option<Confirmation>,
}

/// Whether a fee with this newest attempt is charged to another card as soon as that is on file.
#[must_use]
pub fn is_paid_by_new_card(newest: Option<&AttemptRow>) -> bool {
    by_new_card(&UnpaidFee { newest: newest.map(AttemptRow::as_fee) })
}

/// What prevents charging the styling fee of an order or its checkout; `None` if nothing does, it is paid, or the gateway is being
/// asked. A card that was given since a decline has not been declined.
pub async fn of_order(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    invoices: &[InvoiceRow],
) -> AppResult<Option<WaitingPayment>> {
    let is_being_paid = invoices.iter().any(InvoiceRow::is_being_paid);
    if order.status != Status::Created && !is_being_paid {
        let has_paid_invoice = invoices.iter().any(InvoiceRow::is_paid);
        let is_open = !has_paid_invoice && can_check_out(&CheckOutInput { status: order.status, has_paid_invoice });
        return if is_open { declined_checkout(tx, order).await } else { Ok(None) };
    }
    if let Some(attempt) = attempts::at_bank(tx, &order.id).await? {
        let by_new_card = attempt.purpose == Purpose::StylingFee && is_paid_by_new_card(Some(&attempt));
        let (amount, confirmation) = (attempt.amount, attempt.confirmation());
        return Ok(Some(WaitingPayment { problem: PaymentProblem::Confirm, amount, by_new_card, confirmation }));
    }
    if order.status != Status::Created {
        return Ok(None);
    }
    let Some(card) = cards::current(tx, &order.customer_id).await? else { return Ok(None) };
    let newest = payment_attempts::of_order(tx, &order.id, Purpose::StylingFee).await?.into_iter().next();
    if newest.as_ref().is_some_and(|attempt| attempt.is_open()) {
        return Ok(None);
    }
    let by_new_card = is_paid_by_new_card(newest.as_ref());
    // What was called off is asked for again: the card was not declined.
    let declined = newest.filter(|attempt| attempt.was_declined() && attempt.card_id == card.id);
    let is_declined = declined.is_some() || declined_cards::is_declined(tx, &card).await?;
    let now = state.clock.now();
    let problem = match is_declined {
        _ if need::has_ended(&card, now) => PaymentProblem::Expired,
        true => PaymentProblem::Declined,
        false => return Ok(None),
    };
    let customer = customers::by_id(tx, &order.customer_id).await?;
    let customer = customer.ok_or_else(|| AppError::unexpected("an order without its customer"))?;
    Ok(Some(WaitingPayment { problem, amount: plan::styling_fee(&customer, now), by_new_card, confirmation: None }))
}

/// The newest checkout of an order, if it was declined for the card on file. No other card is charged for it immediately.
async fn declined_checkout(tx: &mut Tx, order: &OrderRow) -> AppResult<Option<WaitingPayment>> {
    let newest = payment_attempts::of_order(tx, &order.id, Purpose::Checkout).await?.into_iter().next();
    let Some(newest) = newest.filter(AttemptRow::was_declined) else { return Ok(None) };
    let Some(card) = cards::current(tx, &order.customer_id).await? else { return Ok(None) };
    // The same number may have been saved again.
    if card.id != newest.card_id && !declined_cards::is_declined(tx, &card).await? {
        return Ok(None);
    }
    let (problem, amount) = (PaymentProblem::Declined, newest.amount);
    Ok(Some(WaitingPayment { problem, amount, by_new_card: false, confirmation: None }))
}
