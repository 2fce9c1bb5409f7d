//! Checking out. The card is charged once, however often a call is repeated.
//!
//! 1. One transaction ([`begin`]) locks the customer, claims the idempotency key, checks the decisions and the total that
//!    the customer saw, freezes the invoice, reserves coupon, gift card and exchange stock, stores the attempt with the
//!    gateway's key, and moves the order to `payment_processing`.
//! 2. The gateway is asked, outside any transaction ([`carry_out::carry_out`]).
//! 3. One transaction ([`settlement`](crate::service::payment::settlement)) captures or releases everything that was reserved.
//!
//! Before the first transaction, [`prepare`] looks at the key, and then asks the outside parties for the tax and about the address
//! for exchanges. The transaction checks the key and the tax again. If what is taxed has changed meanwhile, it is rolled back and run
//! again with the new tax.
//!
//! A repeat, under the same key or another, finds the open attempt and continues it; it never starts a second one. No answer is
//! no decline: the attempt stays open, the customer gets 202, and a job asks the gateway by the attempt's key. The same if the bank
//! wants the customer to confirm; the invoice then has the address of the bank's page.

use crate::platform::error::{AppError, AppResult};
use crate::providers::payment::charge::Capture;
use crate::service::access::idempotency::{Claim, IdempotencyKey, KeyedCall, fingerprint};
use crate::service::access::rate_limit;
use crate::service::account::{addresses, customer};
use crate::service::checkout::invoice::{self, Invoice};
use crate::service::checkout::reservation;
use crate::service::checkout::tax::{self, Asker, Calculator, Taxed};
use crate::service::order::transition;
use crate::service::payment::attempts::{self, Amount, BegunAttempt};
use crate::service::payment::settlement::checkout::paid;
use crate::service::payment::why_declined::why_declined;
use crate::service::payment::{carry_out, restored_money};
use crate::state::AppState;
use crate::store::access::idempotency::Outcome;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards::{self, CardRow};
use crate::store::checkout::invoices::{InvoiceLineRow, InvoiceRow, InvoiceStatus};
use crate::store::order::orders::OrderRow;
use crate::store::payment::declines;
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus, Purpose};
use crate::store::{self, CustomerTx, Tx};
use crate::values::recipient::GivenRecipient;
use stylebox_core::account::address::Address;
use stylebox_core::account::shipping_address::ShippingAddress;
use stylebox_core::checkout::decision::{StoredDecision, from_line_item};
use stylebox_core::checkout::review_step::{ReviewStepItem, ReviewStepItems, readiness};
use stylebox_core::messages::refusals::{Refusal, tried_too_often};
use stylebox_core::order::{Actor, CheckOutInput, can_check_out, status_while_paying};
use stylebox_core::policy::limits;
use stylebox_core::values::fields::Filled;
use stylebox_core::values::money::Money;

/// What the customer agrees to.
#[derive(Debug, Clone)]
pub struct Purchase {
    /// The total that the customer saw.
    pub expected_total_due: Money,
    /// What the gift card pays, as the customer saw it; `None` if the caller does not say. The total can stay the same, such as nothing, while the
    /// gift card pays more, because a coupon has ended.
    pub expected_gift_card_amount: Option<Money>,
    /// Where exchanged items go; `None` for the order's address.
    pub exchange_address: Option<Destination>,
}

impl Purchase {
    /// The fingerprint under which the key of this call is claimed.
    fn fingerprint(&self, invoice_id: &str) -> AppResult<String> {
        let address = self.exchange_address.as_ref().map(GivenRecipient::from);
        // Without the gift card: during an upgrade a server of 0.2.0, which does not know it, may have begun the call that is repeated here.
        fingerprint(&format!("POST /invoices/{invoice_id}/checkout"), &(self.expected_total_due, address))
    }
}

/// The recipient and address of exchanged items.
#[derive(Debug, Clone)]
pub struct Destination {
    /// The recipient; `None` for the customer.
    pub(crate) name: Option<Filled>,
    pub(crate) address: Address,
}

/// A checkout that was not declined.
#[derive(Debug)]
pub enum CheckedOut {
    Paid(Box<Invoice>),
    /// The gateway has not answered yet, or the bank wants the customer to confirm.
    Processing(Box<Invoice>),
}

/// The result of the first transaction.
enum Begun {
    /// The gateway has to be asked about this attempt.
    Open(Box<BegunAttempt>),
    /// It has ended before, or nothing was due.
    Ended(Outcome),
}

/// What was found out before the first transaction.
enum Prepared {
    /// Exchanges can be sent to their address, and the tax is known.
    New,
    /// An earlier call has begun the checkout, which is only continued.
    Begun,
    /// The same call has ended before.
    Ended(Outcome),
}

/// Checks out, or continues a checkout that was begun.
///
/// # Errors
/// If it cannot begin: [`Refusal::AddressInvalid`], for example. If the bank has declined: then everything is as before.
pub async fn check_out(
    state: &AppState,
    customer_id: &str,
    invoice_id: &str,
    key: &IdempotencyKey,
    purchase: &Purchase,
) -> AppResult<CheckedOut> {
    let call = (key.clone(), purchase.fingerprint(invoice_id)?);
    let mut calculator = Calculator::new(state, Asker::Checkout(customer_id));
    let only_continues = match prepare(state, customer_id, invoice_id, &call, purchase, &mut calculator).await? {
        Prepared::New => false,
        Prepared::Begun => true,
        Prepared::Ended(outcome) => return ended(state, customer_id, outcome).await,
    };
    let first_step = || begin(state, customer_id, invoice_id, &call, purchase, only_continues);
    let outcome = match calculator.until_known(first_step).await? {
        Begun::Ended(outcome) => outcome,
        Begun::Open(attempt) => {
            let attempt = carry_out::carry_out_begun(state, *attempt).await?;
            let Some(outcome) = outcome_of(&attempt, invoice_id) else {
                let invoice = invoice::read(state, customer_id, invoice_id).await?;
                return Ok(CheckedOut::Processing(Box::new(invoice)));
            };
            let mut tx = state.db.write().await?;
            key.complete(&mut tx, customer_id, &outcome).await?;
            tx.commit().await?;
            outcome
        }
    };
    ended(state, customer_id, outcome).await
}

/// The result of a checkout that has ended.
async fn ended(state: &AppState, customer_id: &str, outcome: Outcome) -> AppResult<CheckedOut> {
    match outcome {
        Outcome::Paid(id) => Ok(CheckedOut::Paid(Box::new(invoice::paid(state, customer_id, &id).await?))),
        Outcome::Refused(why) => Err(why.into()),
        Outcome::Ordered(_) => Err(AppError::unexpected("a checkout that has made an order")),
    }
}

/// The outcome of an attempt; `None` while it is open.
fn outcome_of(attempt: &AttemptRow, invoice_id: &str) -> Option<Outcome> {
    match why_declined(attempt) {
        Some(why) => Some(Outcome::Refused(why)),
        None => (attempt.status == AttemptStatus::Succeeded).then(|| Outcome::Paid(invoice_id.to_owned())),
    }
}

/// Asks outside parties what the first transaction needs to know: whether exchanges can be sent to their address, and the tax. If the
/// key belongs to another call, or the checkout was begun before, no party is asked.
async fn prepare(
    state: &AppState,
    customer_id: &str,
    invoice_id: &str,
    (key, call): &KeyedCall,
    purchase: &Purchase,
    calculator: &mut Calculator<'_>,
) -> AppResult<Prepared> {
    if purchase.exchange_address.is_none() && !tax::is_calculated(state) {
        return Ok(Prepared::New);
    }
    let mut tx = state.db.read().await?;
    let (order, row) = invoice::of_customer(&mut tx, customer_id, invoice_id).await?;
    let is_repeat = match key.look(&mut tx, customer_id, call, state.clock.now()).await? {
        Claim::New => false,
        Claim::Begun => true,
        Claim::Ended(outcome) => return Ok(Prepared::Ended(outcome)),
    };
    if begun_before(&mut tx, &order, &row, is_repeat).await?.is_some() {
        return Ok(Prepared::Begun);
    }
    if purchase.exchange_address.is_some() && !purchase.expected_total_due.is_zero() {
        // If the card is charged but may not be tried, the question would be for nothing. The stored total may be from before the
        // customer decided.
        may_try_card(state, &mut tx, customer_id).await?;
    }
    let taxed = if tax::is_calculated(state) {
        Some(invoice::without_payment(state, &mut tx, &order, row).await?)
    } else {
        None
    };
    drop(tx);
    if let Some(destination) = &purchase.exchange_address {
        addresses::check(state, destination.into()).await?;
    }
    if let Some(Taxed::Missing(sale)) = taxed {
        calculator.calculate(&sale).await?;
    }
    Ok(Prepared::New)
}

/// The first step: one transaction. It checks the tax again. A call that `only_continues` a checkout never begins one: it gets the
/// outcome of the checkout that it found.
async fn begin(
    state: &AppState,
    customer_id: &str,
    invoice_id: &str,
    (key, call): &KeyedCall,
    purchase: &Purchase,
    only_continues: bool,
) -> AppResult<Taxed<Begun>> {
    let now = state.clock.now();
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let (mut order, row, has_paid_invoice) = invoice::with_paid(&mut tx, customer_id, invoice_id).await?;
    let is_repeat = match key.claim(&mut tx, customer_id, call, now).await? {
        Claim::New => false,
        Claim::Begun => true,
        Claim::Ended(outcome) => return Ok(Taxed::Known(Begun::Ended(outcome))),
    };
    if let Some(begun) = begun_before(&mut tx, &order, &row, is_repeat || only_continues).await? {
        if let Begun::Ended(outcome) = &begun {
            key.complete(&mut tx, customer_id, outcome).await?;
        }
        tx.commit().await?;
        return Ok(Taxed::Known(begun));
    }
    if only_continues {
        return Err(Refusal::InvoiceChanged.into());
    }
    let mut invoice = match invoice::without_payment(state, &mut tx, &order, row).await? {
        Taxed::Known(invoice) => invoice,
        Taxed::Missing(sale) => return Ok(Taxed::Missing(sale)),
    };
    may_be_paid(&order, has_paid_invoice, &invoice, purchase)?;
    let card = if invoice.row.total_due.is_zero() { None } else { may_try_card(state, &mut tx, customer_id).await? };
    invoice.row.exchange_address = purchase.exchange_address.as_ref().map(GivenRecipient::from);
    let attempt = begin_payment(state, &mut tx, (customer, card), &mut order, invoice, Actor::Customer).await?;
    let begun = match attempt {
        Some(attempt) => Begun::Open(Box::new(attempt)),
        None => {
            let paid = Outcome::Paid(invoice_id.to_owned());
            key.complete(&mut tx, customer_id, &paid).await?;
            Begun::Ended(paid)
        }
    };
    tx.commit().await?;
    Ok(Taxed::Known(begun))
}

/// Freezes the invoice, reserves what it needs, and stores the attempt at its total. If nothing is due, it is paid immediately,
/// without an attempt. The customer's, the system's and staff's checkouts all come here, with the card on file if something is due.
///
/// # Errors
/// If there is no card, or a coupon, gift card or size is gone; those of [`restored_money::why_not_charged`].
pub(crate) async fn begin_payment(
    state: &AppState,
    tx: &mut CustomerTx,
    (customer, card): (CustomerRow, Option<CardRow>),
    order: &mut OrderRow,
    mut invoice: Invoice,
    actor: Actor,
) -> AppResult<Option<BegunAttempt>> {
    freeze_and_reserve(state, tx, order, &mut invoice, actor).await?;
    if invoice.row.total_due.is_zero() {
        // As for a charge: after a restored backup, what was paid may not be matched yet.
        if let Some(why) = restored_money::why_not_charged(state, tx, &order.id, Purpose::Checkout).await? {
            return Err(why.into());
        }
        paid(state, tx, order, customer, invoice.row, None).await?;
        return Ok(None);
    }
    let card = card.ok_or(Refusal::CardMissing)?;
    let due = Amount { purpose: Purpose::Checkout, money: invoice.row.total_due, actor };
    // The fraud check comes only before the first charge.
    attempts::charge(state, tx, order, Some(invoice.row.id), card, due, Capture::AtOnce).await.map(Some)
}

/// Freezes the invoice, reserves what it needs, and moves the order on. The attempt has to be stored in the same transaction.
///
/// # Errors
/// If a coupon, gift card or size is gone.
pub(crate) async fn freeze_and_reserve(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    invoice: &mut Invoice,
    actor: Actor,
) -> AppResult<()> {
    invoice.row.checked_out_by = actor;
    freeze(state, tx, invoice).await?;
    reservation::reserve(state, tx, invoice).await?;
    let before = order.status;
    if let Some(paying) = status_while_paying(before) {
        order.status_before_payment = Some(before);
        transition::set(state, tx, order, paying, actor, "Checking out").await?;
    }
    Ok(())
}

/// Checks that the customer may try the card on file once more, and returns it.
///
/// # Errors
/// [`Refusal::CardTriedTooOften`] if it was declined too often at their own checkouts.
async fn may_try_card(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<Option<CardRow>> {
    let Some(card) = cards::current(tx, customer_id).await? else { return Ok(None) };
    let now = state.clock.now();
    let both = [limits::CHECKOUT_DECLINES_OF_CARD_A_DAY, limits::CHECKOUT_DECLINES_OF_CARD];
    let longest_window = both.map(rate_limit::window).into_iter().max().unwrap_or_default();
    let largest = both.iter().map(|limit| limit.most).max().unwrap_or_default();
    let declined = declines::newest_own(tx, &card, largest.into(), now.minus(longest_window)).await?;
    match both.into_iter().find_map(|limit| rate_limit::wait(limit, &declined, now)) {
        Some(wait) => {
            let minutes = wait.as_secs().div_ceil(60);
            Err(AppError::refused(Refusal::CardTriedTooOften, tried_too_often(minutes)))
        }
        None => Ok(Some(card)),
    }
}

/// What an earlier call has begun: its attempt if it is open, otherwise how it ended.
async fn begun_before(
    tx: &mut Tx,
    order: &OrderRow,
    invoice: &InvoiceRow,
    is_repeat: bool,
) -> store::Result<Option<Begun>> {
    if invoice.status == InvoiceStatus::Paid {
        return Ok(Some(Begun::Ended(Outcome::Paid(invoice.id.clone()))));
    }
    let newest = payment_attempts::of_order(tx, &order.id, Purpose::Checkout).await?.into_iter().next();
    Ok(match newest {
        Some(attempt) if attempt.is_open() => Some(Begun::Open(Box::new(BegunAttempt::Before(attempt)))),
        // A repeat after the job has settled the attempt gets the outcome, and starts nothing new.
        Some(attempt) if is_repeat => why_declined(&attempt).map(|why| Begun::Ended(Outcome::Refused(why))),
        _ => None,
    })
}

/// Checks that the order may be checked out, and that the customer saw what they pay.
fn may_be_paid(order: &OrderRow, has_paid_invoice: bool, invoice: &Invoice, purchase: &Purchase) -> AppResult<()> {
    if !can_check_out(&CheckOutInput { status: order.status, has_paid_invoice }) {
        return Err(Refusal::OrderNotReadyForCheckout.into());
    }
    if !readiness(&ReviewStepItems { items: invoice.lines.iter().map(as_step_item).collect() }).ready {
        return Err(Refusal::ItemsUndecided.into());
    }
    let is_gift_card_seen = purchase.expected_gift_card_amount.is_none_or(|seen| seen == invoice.row.gift_card_amount);
    if invoice.row.total_due != purchase.expected_total_due || !is_gift_card_seen {
        return Err(Refusal::InvoiceChanged.into());
    }
    Ok(())
}

fn as_step_item(line: &InvoiceLineRow) -> ReviewStepItem {
    let stored = StoredDecision { claimed_kept: line.claimed_kept, exchange_size: line.exchange_size.clone() };
    ReviewStepItem { id: line.line_item_id.clone(), action: from_line_item(&stored) }
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
impl From<&Destination> for GivenRecipient {
    fn from(destination: &Destination) -> Self {
        ShippingAddress::from(destination).into()
    }
}
