//! Settling a checkout: everything that was reserved is captured or released.

use crate::platform::error::{AppError, AppResult, StaffError};
use crate::providers::analytics::Event;
use crate::service::account::{analytics, record, referrals};
use crate::service::checkout::tax_records;
use crate::service::checkout::{invoice, reservation};
use crate::service::mail;
use crate::service::mail::declined::{self, AfterDecline};
use crate::service::mail::order;
use crate::service::order::transition;
use crate::service::payment::ledger::Booking;
use crate::service::payment::retries;
use crate::service::payment::settlement::refund::BookedRefund;
use crate::service::payment::settlement::{exchange, refund};
use crate::service::payment::why_declined::why_undone;
use crate::service::returns::way_back;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards::{self, CardRow};
use crate::store::checkout::invoices::{InvoiceRow, InvoiceStatus};
use crate::store::checkout::{discounts, invoices as rows};
use crate::store::order::orders::OrderRow;
use crate::store::order::{events, items};
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::payment::declines;
use crate::store::payment::ledger::EntryKind;
use crate::store::payment::ledger::Flow::{In, Out};
use crate::store::payment::payment_attempts::AttemptRow;
use crate::store::returns::exchanges::{self, ExchangeRow};
use crate::store::{CustomerTx, Tx};
use std::time::Duration;
use stylebox_core::order::{Actor, Status};
use stylebox_core::values::count::Count;
use stylebox_core::values::money::Money;

/// The card was charged: the checkout is paid.
pub(crate) async fn charged(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: CustomerRow,
    charge: (&AttemptRow, &CardRow),
) -> AppResult<()> {
    let (attempt, _) = charge;
    let mut order = transition::load(tx, &attempt.order_id).await?;
    let invoice = invoice_of(tx, attempt).await?;
    paid(state, tx, &mut order, customer, invoice, Some(charge)).await
}

async fn invoice_of(tx: &mut Tx, attempt: &AttemptRow) -> AppResult<InvoiceRow> {
    let invoice = rows::by_id(tx, attempt.invoice_id.as_deref().unwrap_or_default()).await?;
    invoice.ok_or_else(|| AppError::unexpected("a checkout without its invoice"))
}

/// Captures everything that was reserved, for the order and its customer. `charge` is the attempt and its card; without anything due
/// there is none.
pub async fn paid(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    mut customer: CustomerRow,
    mut invoice: InvoiceRow,
    charge: Option<(&AttemptRow, &CardRow)>,
) -> AppResult<()> {
    let attempt = charge.map(|(attempt, _)| attempt);
    let now = state.clock.now();
    invoice.status = InvoiceStatus::Paid;
    invoice.paid_at = Some(now);
    invoice.updated_at = now;
    invoice.update(tx).await?;
    let undecided = items::lines(tx, &order.id).await?.iter().filter(|line| line.claimed_kept.is_none()).count();
    let lines = items::mark_paid(tx, &invoice.id).await?;
    if !invoice.gift_card_amount.is_zero() {
        discounts::capture_draw(tx, &invoice.id, now).await?;
    }
    book(state, tx, &invoice, attempt).await?;
    tax_records::sold(state, tx, &invoice, attempt).await?;
    exchange::hold(state, tx, &invoice, &lines).await?;
    let actor = invoice.checked_out_by;
    if order.status == Status::PaymentProcessing {
        order.status_before_payment = None;
        transition::step(state, tx, order, checked_out_by(actor), actor, "Paid")
            .await
            .map_err(StaffError::into_mistake)?;
    } else {
        transition::note(state, tx, order, actor, "Paid").await?;
    }
    if customer.first_timer {
        let before = customer.clone();
        customer.first_timer = false;
        record::write_over(state, tx, &before, &mut customer).await?;
    }
    if let Some(referrer) = referrals::friend_has_paid(state, tx, &customer).await? {
        let earned = order::referral_earned(&referrer, &customer, &state.data.terms);
        mail::queue(state, tx, earned).await?;
    }
    analytics::note(state, tx, &customer, &Event::checkout(invoice.total_with_tax)).await?;
    let card = match charge {
        Some((_, card)) => Some(card.clone()),
        // The checkout began just now, with the card on file.
        None => cards::current(tx, &customer.id).await?,
    };
    // Whether the customer had agreed to automatic checkouts when this one began. A box that costs nothing needs no consent.
    let has_agreed = card.as_ref().is_some_and(CardRow::has_consent);
    let back = way_back::of(order, &lines, true, now).map_err(AppError::unexpected)?;
    let decided = (has_agreed, Count::of(undecided));
    let receipt =
        order::receipt(&customer, order, (&invoice, &state.data.terms), &lines, card.as_ref(), decided, back.as_ref());
    mail::queue(state, tx, receipt).await
}

/// The status of an order that this actor checked out.
const fn checked_out_by(actor: Actor) -> Status {
    match actor {
        Actor::Customer => Status::CheckedOutByCustomer,
        Actor::System => Status::CheckedOutBySystem,
        Actor::Ops => Status::CheckedOutByAdmin,
    }
}

/// Books the sale and what paid for it.
async fn book(
    state: &AppState,
    tx: &mut CustomerTx,
    invoice: &InvoiceRow,
    attempt: Option<&AttemptRow>,
) -> AppResult<()> {
    let entries = [
        (EntryKind::Sale, Out(invoice.total_with_tax), "What was kept, with tax"),
        (EntryKind::Charge, In(invoice.total_due), "Charged to the card"),
        (EntryKind::Credit, In(invoice.credit_amount), "Styling fee already paid"),
        (EntryKind::GiftCard, In(invoice.gift_card_amount), "Drawn on a gift card"),
        (EntryKind::Forgiven, In(invoice.forgiven), "Too little to be charged"),
    ];
    Booking::of_invoice(invoice, attempt).write(state, tx, &entries).await
}

/// The card's part of a checkout whose box was lost is refunded: books the whole refund.
pub(crate) async fn refunded(state: &AppState, tx: &mut CustomerTx, attempt: &AttemptRow) -> AppResult<()> {
    let mut invoice = invoice_of(tx, attempt).await?;
    book_refund(state, tx, &mut invoice, Some(attempt)).await?;
    refund::note(state, tx, attempt).await
}

/// Books the refund of a void checkout. `attempt` is the refund to the card, if there was one.
pub async fn book_refund(
    state: &AppState,
    tx: &mut CustomerTx,
    invoice: &mut InvoiceRow,
    attempt: Option<&AttemptRow>,
) -> AppResult<()> {
    let InvoiceRow { card_back: card, gift_card_back: gift_card, credit_back: credit, .. } = *invoice;
    // Items that are refunded by themselves are booked and recorded with their refunds, which may be settled later than this one.
    let mut apart = exchanges::of_order(tx, &invoice.order_id).await?;
    apart.retain(|exchange| exchange.invoice_id == invoice.id && exchange.status.is_refunded());
    let forgiven_apart = Money::sum(apart.iter().map(ExchangeRow::forgiven_back)).map_err(AppError::unexpected)?;
    let forgiven = invoice.forgiven.less(forgiven_apart);
    let sale = Money::sum([card, gift_card, credit, forgiven]).map_err(AppError::unexpected)?;
    let back = BookedRefund { sale, card, gift_card, credit, forgiven };
    refund::book(state, tx, invoice, &back, "The box was lost on its way", attempt).await?;
    tax_records::rest_back(state, tx, invoice, &apart).await?;
    invoice.refunded_at = Some(state.clock.now());
    Ok(invoice.update(tx).await?)
}

/// Restores everything and notifies the customer, also of the delivery if the box was delivered meanwhile. If the payment was
/// called off, the customer knows it already.
pub(crate) async fn declined(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: CustomerRow,
    (attempt, card): (&AttemptRow, &CardRow),
    reason: &DeclineReason,
) -> AppResult<()> {
    let mut order = transition::load(tx, &attempt.order_id).await?;
    let row = invoice_of(tx, attempt).await?;
    let mut invoice = invoice::frozen(tx, row).await?;
    reservation::release(state, tx, &invoice).await?;
    invoice.row.status = InvoiceStatus::Open;
    invoice.row.updated_at = state.clock.now();
    invoice.row.exchange_address = None;
    invoice.row.update(tx).await?;
    let why = format!("The payment was declined: {reason}");
    match order.status_before_payment.take() {
        Some(before) => {
            let is_there = before == Status::DeliveredToCustomer;
            let came_meanwhile =
                is_there && !events::of_order(tx, &order.id).await?.iter().any(|event| event.to_status == before);
            transition::set(state, tx, &mut order, before, Actor::System, &why).await?;
            if came_meanwhile {
                order::queue_delivery_notice(state, tx, &customer, &order).await?;
            }
        }
        None => transition::note(state, tx, &mut order, Actor::System, &why).await?,
    }
    if *reason == DeclineReason::CalledOff {
        return Ok(());
    }
    let page = |path: &str| state.settings.public_url.page_link(path);
    if let Some(why) = why_undone(reason) {
        let email = declined::payment_given_back(&customer, &order, why, &page("/checkout/confirmation"));
        return mail::queue(state, tx, email).await;
    }
    let Some(next) = settle_decline(state, tx, attempt, card, reason).await? else { return Ok(()) };
    mail::queue(state, tx, declined::checkout_declined(&customer, &order, attempt, card, reason, next, page)).await
}

/// Marks a card that was declined for good, and ends the tries if none is left. Returns what the customer is told about what comes next;
/// `None` if they are not told.
async fn settle_decline(
    state: &AppState,
    tx: &mut CustomerTx,
    attempt: &AttemptRow,
    card: &CardRow,
    reason: &DeclineReason,
) -> AppResult<Option<AfterDecline>> {
    if attempt.customer_present {
        retries::mark_if_final(state, tx, attempt, card).await?;
        return Ok(is_first_today(state, tx, attempt).await?.then_some(AfterDecline::ByCustomer));
    }
    let Some(declines) = retries::until(tx, attempt, card).await? else {
        return Ok(None);
    };
    if retries::is_replaced(state, tx, card, &declines, reason).await? {
        return Ok(None);
    }
    Ok(match (declines.retry.next_try, attempt.actor) {
        (None, _) => {
            let is_new = retries::end(state, tx, &attempt.order_id, attempt.purpose, card, Some(reason)).await?;
            is_new.then_some(AfterDecline::Ended)
        }
        (Some(_), _) if !declines.is_told() => None,
        (Some(day), Actor::System) => Some(AfterDecline::TriedAgain(day)),
        (Some(_), Actor::Customer | Actor::Ops) => Some(AfterDecline::ByStaff),
    })
}

/// Whether the customer was told of no other decline of their own checkouts on this day: they are told once a day. Of a charge that was undone
/// they were told that it was.
async fn is_first_today(state: &AppState, tx: &mut Tx, attempt: &AttemptRow) -> AppResult<bool> {
    let now = state.clock.now();
    let lately = now.minus(Duration::from_secs(2 * 24 * 60 * 60));
    let declined = declines::own_declines_except(tx, &attempt.customer_id, lately, &attempt.id).await?;
    let is_told = |reason: &Option<DeclineReason>| DeclineReason::is_told(reason.as_ref());
    Ok(!declined.iter().any(|(at, reason)| at.today() == now.today() && is_told(reason)))
}
