//! Checking out. The card is charged once, however often a call is repeated.
//!
//! 1. One transaction ([`begin`]) locks the customer, claims the idempotency key, checks the decisions and the total that
//!    the customer saw, freezes the invoice, reserves coupon, gift card and exchange stock, stores the attempt with the
//!    gateway's key, and moves the order to `payment_processing`.
//! 2. The gateway is asked, outside any transaction ([`carry_out::carry_out`]).
//! 3. One transaction ([`settlement`](crate::service::payment::settlement)) captures or releases everything that was reserved.
//!
//! A repeat, under the same key or another, finds the open attempt and continues it; it never starts a second one. No answer is
//! no decline: the attempt stays open, the customer gets 202, and a job asks the gateway by the attempt's key. The same if the bank
//! wants the customer to confirm; the invoice then has the address of the bank's page.

use crate::platform::error::{AppError, AppResult};
use crate::providers::payment::Capture;
use crate::service::access::idempotency::{Answer, Claim, IdempotencyKey, KeptResponse};
use crate::service::account::{addresses, customer};
use crate::service::checkout::invoice::{self, Invoice, why_declined};
use crate::service::checkout::reservation;
use crate::service::checkout::tax::{Asker, calculating};
use crate::service::order::read::has_paid;
use crate::service::order::transition;
use crate::service::payment::attempts::{self, Amount};
use crate::service::payment::carry_out;
use crate::service::payment::settlement::checkout::paid;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards;
use crate::store::checkout::exchange_address::ExchangeAddress;
use crate::store::checkout::invoices::{InvoiceLineRow, InvoiceStatus};
use crate::store::order::orders::OrderRow;
use crate::store::payment::declines;
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus, Purpose};
use crate::store::{self, CustomerTx, Tx};
use std::time::Duration;
use stylebox_core::account::address::Address;
use stylebox_core::account::shipping_address::ShippingAddress;
use stylebox_core::checkout::decision::{StoredDecision, from_line_item};
use stylebox_core::checkout::review::{ReviewItem, ReviewItems, readiness};
use stylebox_core::messages::refusals::{Refusal, tried_too_often};
use stylebox_core::order::{Actor, CheckOutInput, can_check_out, status_while_paying};
use stylebox_core::policy::limits::{self, Tries};
use stylebox_core::values::fields::Filled;
use stylebox_core::values::money::Money;

/// What the customer agrees to.
#[derive(Debug, Clone)]
pub struct Purchase {
    /// The total that the customer saw.
    pub expected_total_due: Money,
    /// Where exchanged items go; `None` for the order's address.
    pub exchange_address: Option<Destination>,
    /// The call's fingerprint, under which its key is claimed.
    pub fingerprint: String,
}

/// The recipient and address of exchanged items.
#[derive(Debug, Clone)]
pub struct Destination {
    /// The recipient; `None` for the customer.
    pub(crate) name: Option<Filled>,
    pub(crate) address: Address,
}

/// The outcome of a checkout.
#[derive(Debug)]
pub enum CheckoutOutcome {
    /// It is paid.
    Paid(Box<Invoice>),
    /// The gateway has not answered yet, or the bank wants the customer to confirm.
    Processing(Box<Invoice>),
    /// The bank has declined, and everything is as before.
    Declined(Refusal),
    /// It was answered before. Holds the same answer.
    Answered(KeptResponse),
}

/// The result of the first transaction.
enum Begun {
    /// The gateway has to be asked about this attempt.
    Open(Box<AttemptRow>),
    /// It is paid already.
    Paid,
    /// It was declined already.
    Declined(Refusal),
    /// It was answered before.
    Answered(KeptResponse),
}

/// Checks out, or continues a checkout that was begun.
///
/// # Errors
/// If it cannot begin: [`Refusal::AddressInvalid`], for example. Then nothing has changed.
pub async fn check_out(
    state: &AppState,
    customer_id: &str,
    invoice_id: &str,
    key: &IdempotencyKey,
    purchase: &Purchase,
) -> AppResult<CheckoutOutcome> {
    let mut deliverable = match &purchase.exchange_address {
        Some(destination) => check_destination(state, customer_id, invoice_id, destination).await,
        None => Ok(()),
    };
    let begun = calculating!(state, Asker::Checkout(customer_id), {
        // If the address is undeliverable, the first attempt returns that error.
        let deliverable = std::mem::replace(&mut deliverable, Ok(()));
        begin(state, customer_id, invoice_id, key, purchase, deliverable)
    });
    let is_paid = match begun? {
        Begun::Answered(answer) => return Ok(CheckoutOutcome::Answered(answer)),
        Begun::Declined(why) => return Ok(CheckoutOutcome::Declined(why)),
        Begun::Paid => true,
        Begun::Open(attempt) => {
            let attempt = carry_out::carry_out(state, &attempt.id).await?;
            if let Some(why) = why_declined(&attempt) {
                return Ok(CheckoutOutcome::Declined(why));
            }
            attempt.status == AttemptStatus::Succeeded
        }
    };
    let invoice = Box::new(invoice::read(state, customer_id, invoice_id).await?);
    Ok(if is_paid { CheckoutOutcome::Paid(invoice) } else { CheckoutOutcome::Processing(invoice) })
}

/// Checks that exchanges can be sent to an address. If the card is charged but may not be tried, the question would be for nothing.
async fn check_destination(
    state: &AppState,
    customer_id: &str,
    invoice_id: &str,
    destination: &Destination,
) -> AppResult<()> {
    let mut tx = state.db.read().await?;
    let (_, row) = invoice::of_customer(&mut tx, customer_id, invoice_id).await?;
    if !row.total_due.is_zero() {
        may_try_card(state, &mut tx, customer_id).await?;
    }
    drop(tx);
    addresses::check(state, destination.into()).await.map(drop)
}

/// Stores the final answer, for repeats of the same call.
pub async fn keep_answer(
    state: &AppState,
    customer_id: &str,
    key: &IdempotencyKey,
    response: KeptResponse,
) -> AppResult<()> {
    let mut tx = state.db.write().await?;
    key.complete(&mut tx, customer_id, &Answer::Response(response)).await?;
    Ok(tx.commit().await?)
}

/// The first step: one transaction. If nothing was begun before, `deliverable` says whether exchanges can be sent to their address.
async fn begin(
    state: &AppState,
    customer_id: &str,
    invoice_id: &str,
    key: &IdempotencyKey,
    purchase: &Purchase,
    deliverable: AppResult<()>,
) -> AppResult<Begun> {
    let now = state.clock.now();
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let (mut order, row) = invoice::of_customer(&mut tx, customer_id, invoice_id).await?;
    let claim = key.claim(&mut tx, customer_id, &purchase.fingerprint, now).await?;
    let is_repeat = match claim {
        Claim::New => false,
        Claim::Begun => true,
        Claim::Answered(Answer::Response(response)) => return Ok(Begun::Answered(response)),
        Claim::Answered(Answer::Made(_)) => return Err(AppError::unexpected("a checkout that is kept as an order")),
    };
    if let Some(begun) = begun_before(&mut tx, &order, row.status, is_repeat).await? {
        tx.commit().await?;
        return Ok(begun);
    }
    deliverable?;
    let mut invoice = invoice::recalculated(state, &mut tx, &order, row).await?;
    may_be_paid(&mut tx, &order, &invoice, purchase).await?;
    if !invoice.row.total_due.is_zero() {
        may_try_card(state, &mut tx, customer_id).await?;
    }
    invoice.row.exchange_address = purchase.exchange_address.as_ref().map(ExchangeAddress::from);
    let attempt = begin_payment(state, &mut tx, customer, &mut order, invoice, Actor::Customer).await?;
    tx.commit().await?;
    Ok(attempt.map_or(Begun::Paid, |attempt| Begun::Open(Box::new(attempt))))
}

/// Freezes the invoice, reserves what it needs, and stores the attempt at its total. If nothing is due, it is paid at once,
/// without an attempt. The customer's, the system's and staff's checkouts all come here.
///
/// # Errors
/// If there is no card, or a coupon, gift card or size is gone.
pub(crate) async fn begin_payment(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: CustomerRow,
    order: &mut OrderRow,
    mut invoice: Invoice,
    actor: Actor,
) -> AppResult<Option<AttemptRow>> {
    invoice.row.checked_out_by = actor;
    freeze(state, tx, &mut invoice).await?;
    reservation::reserve(state, tx, &invoice).await?;
    let before = order.status;
    if let Some(paying) = status_while_paying(before) {
        order.status_before_payment = Some(before);
        transition::set(state, tx, order, paying, actor, "Checking out").await?;
    }
    if invoice.row.total_due.is_zero() {
        paid(state, tx, order, customer, invoice.row, None).await?;
        return Ok(None);
    }
    let card = cards::current(tx, &order.customer_id).await?.ok_or(Refusal::CardMissing)?;
    let due = Amount { purpose: Purpose::Checkout, money: invoice.row.total_due, actor };
    // The fraud check comes before the first charge alone.
    attempts::charge(state, tx, order, Some(invoice.row.id), card, due, Capture::AtOnce).await.map(Some)
}

/// Checks that the customer may try the card on file once more.
///
/// # Errors
/// [`Refusal::CardTriedTooOften`] if it was declined too often at their own checkouts.
async fn may_try_card(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<()> {
    let Some(card) = cards::current(tx, customer_id).await? else { return Ok(()) };
    let now = state.clock.now();
    for Tries { most, minutes } in [limits::CHECKOUT_DECLINES_OF_CARD_A_DAY, limits::CHECKOUT_DECLINES_OF_CARD] {
        let window = Duration::from_secs(60 * minutes);
        let newer = i64::from(most).saturating_sub(1);
        if let Some(oldest) = declines::nth_own_decline(tx, &card, newer, now.minus(window)).await? {
            // The oldest of them no longer counts then.
            let minutes = oldest.plus(window).since(now).as_secs().div_ceil(60);
            return Err(AppError::refused(Refusal::CardTriedTooOften, tried_too_often(minutes)));
        }
    }
    Ok(())
}

/// What an earlier call has begun: its attempt if it is open, otherwise how it ended.
async fn begun_before(
    tx: &mut Tx,
    order: &OrderRow,
    invoice_status: InvoiceStatus,
    is_repeat: bool,
) -> store::Result<Option<Begun>> {
    let newest = payment_attempts::of_order(tx, &order.id, Purpose::Checkout).await?.into_iter().next();
    Ok(match (invoice_status, newest) {
        (InvoiceStatus::Paid, _) => Some(Begun::Paid),
        (_, Some(attempt)) if attempt.is_open() => Some(Begun::Open(Box::new(attempt))),
        // A repeat after the job has settled the attempt gets the outcome, and starts nothing new.
        (_, Some(attempt)) if is_repeat => why_declined(&attempt).map(Begun::Declined),
        _ => None,
    })
}

/// Checks that the order may be checked out, and that the customer saw this total.
async fn may_be_paid(tx: &mut Tx, order: &OrderRow, invoice: &Invoice, purchase: &Purchase) -> AppResult<()> {
    let has_paid_invoice = has_paid(&store::checkout::invoices::of_order(tx, &order.id).await?);
    if !can_check_out(&CheckOutInput { status: order.status, has_paid_invoice }) {
        return Err(Refusal::OrderNotReadyForCheckout.into());
    }
    if !readiness(&ReviewItems { items: invoice.lines.iter().map(reviewed).collect() }).ready {
        return Err(Refusal::ItemsUndecided.into());
    }
    if invoice.row.total_due != purchase.expected_total_due {
        return Err(Refusal::InvoiceChanged.into());
    }
    Ok(())
}

fn reviewed(line: &InvoiceLineRow) -> ReviewItem {
    let stored = StoredDecision { claimed_kept: line.claimed_kept, exchange_size: line.exchange_size.clone() };
    ReviewItem { id: line.line_item_id.clone(), action: from_line_item(&stored) }
}

/// Freezes the amounts, the prices and the decisions.
async fn freeze(state: &AppState, tx: &mut CustomerTx, invoice: &mut Invoice) -> AppResult<()> {
    invoice.row.status = InvoiceStatus::Processing;
    invoice.row.updated_at = state.clock.now();
    invoice.row.update(tx).await?;
    Ok(store::checkout::invoices::freeze_lines(tx, &invoice.row.id, &invoice.lines).await?)
}

/// As the provider of addresses checks it.
impl From<&Destination> for ShippingAddress {
    fn from(Destination { name, address }: &Destination) -> Self {
        Self { name: name.clone(), address: address.clone(), country: None, is_primary: None }
    }
}

/// As the invoice stores it.
impl From<&Destination> for ExchangeAddress {
    fn from(Destination { name, address }: &Destination) -> Self {
        Self {
            name: name.as_ref().map(ToString::to_string),
            line_1: address.line_1.to_string(),
            line_2: address.line_2.as_ref().map(ToString::to_string),
            city: address.city.to_string(),
            state: address.state.as_str().to_owned(),
            postal_code: address.postal_code.to_string(),
            phone: address.phone.to_string(),
        }
    }
}
