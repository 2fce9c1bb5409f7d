//! Why an order waits: its styling fee or its checkout cannot be charged, or the bank wants the customer to confirm a charge.

use crate::service::card::need;
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::order::orders::OrderRow;
use crate::store::payment::charges::ChargeFacts;
use crate::store::payment::payment_attempts::{AttemptRow, Purpose};
use crate::values::confirmation::Confirmation;
use stylebox_core::order::{CheckOutInput, Status, can_check_out};
use stylebox_core::payment::styling_fee::{UnpaidFee, by_new_card};
use stylebox_core::screens::tile::PaymentProblem;
use stylebox_core::values::money::Money;

/// A payment that does not go on without the customer.
#[derive(Debug, Clone)]
pub struct WaitingPayment {
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
    by_new_card(&UnpaidFee { newest: newest.map(AttemptRow::progress) })
}

/// Whether a payment of an order can wait for the customer: for any other order, [`of_order`] has no answer.
#[must_use]
pub fn can_wait(order: &OrderRow, invoices: &[InvoiceRow]) -> bool {
    order.status == Status::Created
        || invoices.iter().any(InvoiceRow::is_being_paid)
        || can_be_checked_out(order, invoices)
}

/// What prevents charging the styling fee of an order or its checkout; `None` if nothing does, it is paid, or the gateway is being
/// asked. A card that was given since a decline has not been declined.
#[must_use]
pub fn of_order(
    state: &AppState,
    order: &OrderRow,
    invoices: &[InvoiceRow],
    facts: &ChargeFacts,
) -> Option<WaitingPayment> {
    let is_being_paid = invoices.iter().any(InvoiceRow::is_being_paid);
    if order.status != Status::Created && !is_being_paid {
        return if can_be_checked_out(order, invoices) { declined_checkout(facts) } else { None };
    }
    if let Some(attempt) = facts.open_charge().filter(|open| open.waits_for_cardholder()) {
        let by_new_card = attempt.purpose == Purpose::StylingFee && is_paid_by_new_card(Some(attempt));
        let (amount, confirmation) = (attempt.amount, attempt.confirmation());
        return Some(WaitingPayment { problem: PaymentProblem::Confirm, amount, by_new_card, confirmation });
    }
    if order.status != Status::Created {
        return None;
    }
    let card = facts.card.as_ref()?;
    let newest = facts.attempts_for(Purpose::StylingFee).next();
    if newest.is_some_and(AttemptRow::is_open) {
        return None;
    }
    let by_new_card = is_paid_by_new_card(newest);
    // What was called off is asked for again: the card was not declined.
    let was_declined = newest.is_some_and(|attempt| attempt.was_declined() && attempt.card_id == card.id);
    let now = state.clock.now();
    let problem = match was_declined || facts.is_card_declined {
        _ if need::has_ended(card.expiration, now) => PaymentProblem::Expired,
        true => PaymentProblem::Declined,
        false => return None,
    };
    let amount = plan::fee_in(&facts.plan, now, &state.data.terms);
    Some(WaitingPayment { problem, amount, by_new_card, confirmation: None })
}

fn can_be_checked_out(order: &OrderRow, invoices: &[InvoiceRow]) -> bool {
    let has_paid_invoice = invoices.iter().any(InvoiceRow::is_paid);
    !has_paid_invoice && can_check_out(&CheckOutInput { status: order.status, has_paid_invoice })
}

/// The newest checkout of an order, if it was declined with the card on file, or if that card was declined for good. No other card is
/// charged for it immediately.
fn declined_checkout(facts: &ChargeFacts) -> Option<WaitingPayment> {
    let newest = facts.attempts_for(Purpose::Checkout).next().filter(|attempt| attempt.was_declined())?;
    let card = facts.card.as_ref()?;
    if newest.card_id != card.id && !facts.is_card_declined {
        return None;
    }
    let (problem, amount) = (PaymentProblem::Declined, newest.amount);
    Some(WaitingPayment { problem, amount, by_new_card: false, confirmation: None })
}
