//! Checking out for a customer who has not: by the system at noon of the day after the day to check out by, or by staff.
//!
//! The system does so only if the customer has agreed to it and every reminder was really sent; otherwise the order waits, and
//! `ops attention` shows it. Decisions are respected, and undecided items are kept. From the frozen invoice on it is the same as
//! the customer's own [`purchase`](crate::service::checkout::purchase).
//!
//! Staff may check out without that agreement, but only charge what the customer decided to keep: undecided items go back.
//!
//! If a box was sent back without a checkout, the system waits until staff have received it. Then the returned items are returns, and the
//! items that the customer decided to keep are charged; if there are none, it need not wait.

use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::providers::tax::taxed_sale::TaxedSale;
use crate::service::checkout::first_invoice;
use crate::service::checkout::invoice::{self, Invoice};
use crate::service::checkout::purchase::begin_payment;
use crate::service::checkout::tax::{self, Asker, Calculator, Taxed};
use crate::service::mail;
use crate::service::mail::declined::{self, AfterDecline};
use crate::service::order::read::has_paid;
use crate::service::order::transition;
use crate::service::payment::attempts::BegunAttempt;
use crate::service::payment::{carry_out, gateway, restored_money, retries};
use crate::state::AppState;
use crate::store::card::cards::{self, KnownCard};
use crate::store::checkout::invoices::{InvoiceRow, InvoiceStatus};
use crate::store::checkout::reminders::ReminderRow;
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::{self, ListedOrder, OrderRow};
use crate::store::payment::charges::{self, ChargeFacts};
use crate::store::payment::payment_attempts::{AttemptStatus, Purpose};
use crate::store::{self, CustomerTx, Tx};
use stylebox_core::checkout::decision::{Action, LeftDecision, StoredDecision, at_system_checkout};
use stylebox_core::checkout::try_on::{
    Reminder, SystemCheckout, SystemCheckoutInput, last_checkout_day_over, system_checkout,
};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{Actor, CheckOutInput, Status, can_check_out};
use stylebox_core::values::count::Count;
use stylebox_core::values::money::Money;

/// The result of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Run {
    /// How many orders were checked out, or are being paid.
    pub checked_out: usize,
    /// How many wait.
    pub waiting: usize,
}

/// Checks out every order that is due and need not wait.
pub async fn run_due(state: &AppState) -> StaffResult<Batch<Run>> {
    let mut batch = Batch::<Run>::default();
    let mut at_gateway = state.breakers().begin_part(gateway::PARTY, state.clock.now());
    for (order, answer) in due(state).await? {
        let outcome = match answer {
            Ok(SystemCheckout::Due) => {
                let paying = begin_and_pay(state, &order.id, Actor::System);
                // While the gateway rests nothing is charged: what began now would stay open.
                let Some(outcome) = at_gateway.ask(&*state.clock, paying).await else { continue };
                match outcome {
                    Ok(Outcome::NotNow(reason)) => {
                        tracing::info!(order = order.code, reason, "something came before the checkout");
                        continue;
                    }
                    Ok(Outcome::Paid(status)) => Ok(status),
                    Err(error) => Err(error),
                }
            }
            Ok(SystemCheckout::Declined) => match end(state, &order.id).await {
                Ok(()) => {
                    batch.done.waiting += 1;
                    continue;
                }
                Err(error) => Err(error),
            },
            Ok(_) => {
                batch.done.waiting += 1;
                continue;
            }
            Err(error) => Err(error),
        };
        match batch.record(&order.code, outcome) {
            Some(AttemptStatus::Declined) => batch.done.waiting += 1,
            Some(_) => batch.done.checked_out += 1,
            None => {}
        }
    }
    if let Some((left_out, rest)) = at_gateway.left_out() {
        batch.record::<()>(&format!("{left_out} checkouts that are due"), Err(rest));
    }
    Ok(batch)
}

/// Stores that the card is not tried again for an order, and tells the customer, unless that was done with its last decline.
async fn end(state: &AppState, order_id: &str) -> StaffResult<()> {
    if retries::ended_at(&mut state.db.read_single().await?, order_id, Purpose::Checkout).await?.is_some() {
        return Ok(());
    }
    let (mut tx, order, customer) = transition::locked(state, order_id).await?;
    let invoices = store::checkout::invoices::of_order(&mut tx, order_id).await?;
    let lines = items::lines(&mut tx, order_id).await?;
    let charges = charges::of_order(&mut tx, &order).await?;
    let facts = facts_with(state, (&order, &charges), &invoices, &lines)?;
    if system_checkout(&facts, &state.data.terms).map_err(StaffError::unexpected)? != SystemCheckout::Declined {
        return Ok(());
    }
    let Some(card) = &cards::current(&mut tx, &customer.id).await? else { return Ok(()) };
    let declines = retries::in_facts(&charges, Purpose::Checkout)?;
    let newest = declines.as_ref().and_then(retries::Declines::newest);
    let why = newest.and_then(|newest| newest.decline_reason.as_ref());
    if retries::end(state, &mut tx, order_id, Purpose::Checkout, card, why).await? {
        let page = |path: &str| state.settings.public_url.page_link(path);
        let email = match (newest, why) {
            (Some(newest), Some(why)) => {
                declined::checkout_declined(&customer, &order, newest, card, why, AfterDecline::Ended, page)
            }
            _ => declined::checkout_ended(&customer, &order, card, &page("/checkout/stylist-note")),
        };
        mail::queue(state, &mut tx, email).await?;
    }
    Ok(tx.commit().await?)
}

/// The orders that are due, the oldest first, and what each waits for, or why that cannot be computed.
pub async fn due(state: &AppState) -> StaffResult<Vec<(ListedOrder, StaffResult<SystemCheckout>)>> {
    let over = last_checkout_day_over(state.clock.now().instant()).map_err(StaffError::unexpected)?;
    let mut list = Vec::new();
    for status in Status::ALL.iter().filter(|status| status.system_checks_out()) {
        // However many orders are with customers, only those are read whose day is over.
        let listed = orders::to_check_out_by_in(&mut state.db.read_single().await?, *status, over).await?;
        for order in listed {
            // Each in a transaction of its own: after an error PostgreSQL refuses the rest of a transaction.
            let answer = answer_of(state, &mut state.db.read().await?, &order.id).await;
            if !matches!(answer, Ok(SystemCheckout::NotDue)) {
                list.push((order, answer));
            }
        }
    }
    Ok(list)
}

/// Core's answer whether the system may check out an order.
async fn answer_of(state: &AppState, tx: &mut Tx, order_id: &str) -> StaffResult<SystemCheckout> {
    let order = transition::load(tx, order_id).await?;
    let invoices = store::checkout::invoices::of_order(tx, order_id).await?;
    let facts = facts_of(state, tx, &order, &invoices).await?;
    system_checkout(&facts, &state.data.terms).map_err(StaffError::unexpected)
}

/// The facts that decide whether the system checks an order out by itself.
async fn facts_of(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    invoices: &[InvoiceRow],
) -> AppResult<SystemCheckoutInput> {
    let lines = items::lines(tx, &order.id).await?;
    let charges = charges::of_order(tx, order).await?;
    facts_with(state, (order, &charges), invoices, &lines)
}

/// The same for an order about whose charges and line items all is known.
pub(crate) fn facts_with(
    state: &AppState,
    order: (&OrderRow, &ChargeFacts),
    invoices: &[InvoiceRow],
    lines: &[LineItemRow],
) -> AppResult<SystemCheckoutInput> {
    facts(state, order, invoices, lines, Actor::System)
}

/// The facts that decide whether an order is checked out now.
fn facts(
    state: &AppState,
    (order, charges): (&OrderRow, &ChargeFacts),
    invoices: &[InvoiceRow],
    lines: &[LineItemRow],
    actor: Actor,
) -> AppResult<SystemCheckoutInput> {
    let checkout_by_date = order.checkout_by_date;
    let decided_to_keep = lines.iter().filter(|line| line.claimed_kept == Some(true)).count();
    let undecided = lines.iter().filter(|line| line.claimed_kept.is_none()).count();
    let card = charges.card.as_ref();
    let declines = retries::in_facts(charges, Purpose::Checkout)?;
    let attempts = declines.map(|declines| declines.attempts).unwrap_or_default();
    let newest = attempts.first();
    Ok(SystemCheckoutInput {
        status: order.status,
        paid: invoices.iter().any(|invoice| invoice.status != InvoiceStatus::Open),
        checkout_by_date,
        customer_pick_up: order.customer_pick_up,
        kept: Count::of(decided_to_keep + undecided),
        decided_to_keep: Count::of(decided_to_keep),
        has_card: card.is_some(),
        has_agreed: card.is_some_and(KnownCard::has_consent),
        is_waiting_to_be_received: items::is_waiting_to_be_received(order.status, lines),
        reminders: charges.reminders.iter().map(reminder).collect(),
        declined_at: attempts.iter().map(|attempt| attempt.ended_at().instant()).collect(),
        decline_reason: newest.and_then(|newest| Some(newest.decline_reason.as_ref()?.code().to_owned())),
        decline_advice: newest.and_then(|newest| newest.decline_advice.clone()),
        card_declined_for_good: Some(charges.is_card_declined),
        by_staff: actor == Actor::Ops,
        now: state.clock.now().instant(),
    })
}

fn reminder(row: &ReminderRow) -> Reminder {
    Reminder { days_before: row.days_before, sent_on: row.sent_at.map(Timestamp::today) }
}

/// Checks an order out for its customer. Returns how the payment went. Staff need not wait for the reminders, but must wait until
/// the day is over.
///
/// # Errors
/// [`StaffError::Refused`] with the reason.
pub async fn check_out(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<AttemptStatus> {
    match begin_and_pay(state, order_id, actor).await? {
        Outcome::Paid(status) => Ok(status),
        Outcome::NotNow(reason) => Err(StaffError::refused(reason)),
    }
}

/// The result of trying to check an order out.
enum Outcome {
    /// How the payment went.
    Paid(AttemptStatus),
    /// The order cannot be checked out now, for this reason. The job does not count that as a failure: the customer may have
    /// checked out first. Any other refusal is one: the job fails in part, and `ops attention` shows it, until it is mended.
    NotNow(String),
}

async fn begin_and_pay(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<Outcome> {
    let mut calculator = Calculator::new(state, Asker::Shop);
    if let Some(sale) = missing_tax(state, order_id, actor).await? {
        calculator.calculate(&sale).await?;
    }
    // The transaction looks again: the customer may have decided otherwise meanwhile.
    Ok(match calculator.until_known(|| begin(state, order_id, actor)).await? {
        Begun::Attempt(attempt) => Outcome::Paid(carry_out::carry_out_begun(state, *attempt).await?.status),
        Begun::NothingDue => Outcome::Paid(AttemptStatus::Succeeded),
        Begun::NotNow(reason) => Outcome::NotNow(reason),
    })
}

/// The result of the transaction that begins a checkout.
enum Begun {
    /// The gateway has to be asked about this attempt.
    Attempt(Box<BegunAttempt>),
    /// The order is checked out, and there is nothing to pay.
    NothingDue,
    /// The order cannot be checked out now, for this reason.
    NotNow(String),
}

/// What decides about the checkout of an order.
struct Ready {
    invoice: Option<InvoiceRow>,
    lines: Vec<LineItemRow>,
    charges: ChargeFacts,
    has_agreed: bool,
}

/// What is checked out of an order now; otherwise the reason why it cannot be.
async fn ready(state: &AppState, tx: &mut Tx, order: &OrderRow, actor: Actor) -> StaffResult<Result<Ready, String>> {
    let not_now = |why: &str| Ok(Err(format!("Order {} is not checked out: {why}.", order.code)));
    let invoices = store::checkout::invoices::of_order(tx, &order.id).await?;
    let may = can_check_out(&CheckOutInput { status: order.status, has_paid_invoice: has_paid(&invoices) });
    if !may || invoices.iter().any(InvoiceRow::is_being_paid) || !order.status.system_checks_out() {
        return not_now(&format!("it is {}", order.status));
    }
    if let Some(why) = restored_money::why_not_charged(state, tx, &order.id, Purpose::Checkout).await? {
        return Ok(Err(restored_money::for_staff(why, &order.code).to_string()));
    }
    let lines = items::lines(tx, &order.id).await?;
    let charges = charges::of_order(tx, order).await?;
    let facts = facts(state, (order, &charges), &invoices, &lines, actor)?;
    match system_checkout(&facts, &state.data.terms).map_err(StaffError::unexpected)? {
        SystemCheckout::Due => {}
        waits => return not_now(waits.words()),
    }
    Ok(Ok(Ready { invoice: invoices.into_iter().next(), lines, charges, has_agreed: facts.has_agreed }))
}

/// The sale whose tax a checkout needs and no service has calculated yet, outside the checkout's transaction.
async fn missing_tax(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<Option<Box<TaxedSale>>> {
    if !tax::is_calculated(state) {
        return Ok(None);
    }
    let mut tx = state.db.read().await?;
    let order = transition::load(&mut tx, order_id).await?;
    let Ok(Ready { invoice, lines, charges, has_agreed }) = ready(state, &mut tx, &order, actor).await? else {
        return Ok(None);
    };
    Ok(match expected(state, &mut tx, (&order, &charges), invoice, lines, has_agreed).await? {
        Taxed::Known(_) => None,
        Taxed::Missing(sale) => Some(sale),
    })
}

/// Decides, in one transaction, about undecided items, freezes the invoice and stores the attempt.
async fn begin(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<Taxed<Begun>> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let Ready { invoice, lines, charges, has_agreed } = match ready(state, &mut tx, &order, actor).await? {
        Ok(ready) => ready,
        Err(reason) => return Ok(Taxed::Known(Begun::NotNow(reason))),
    };
    let lines = decided(state, &mut tx, (&mut order, &charges), lines, actor, has_agreed).await?;
    let invoice = match invoice {
        Some(row) => invoice::calculate_open(state, &mut tx, (&order, Some(&charges)), row, lines).await?,
        None => first_invoice::make_first(state, &mut tx, (&order, Some(&charges)), lines).await?,
    };
    let invoice = match invoice {
        Taxed::Known(invoice) => invoice,
        Taxed::Missing(sale) => return Ok(Taxed::Missing(sale)),
    };
    let card = cards::current(&mut tx, &customer.id).await?;
    let attempt = begin_payment(state, &mut tx, (customer, card), &mut order, invoice, actor).await?;
    tx.commit().await?;
    Ok(Taxed::Known(attempt.map_or(Begun::NothingDue, |attempt| Begun::Attempt(Box::new(attempt)))))
}

/// The decisions, with core's about undecided items. An exchange that becomes a return is stored now; decisions about undecided
/// items only once it is paid, so that the customer can still decide after a decline.
async fn decided(
    state: &AppState,
    tx: &mut CustomerTx,
    (order, charges): (&mut OrderRow, &ChargeFacts),
    mut lines: Vec<LineItemRow>,
    actor: Actor,
    has_agreed: bool,
) -> StaffResult<Vec<LineItemRow>> {
    let undecided = lines.iter().filter(|line| line.claimed_kept.is_none()).count();
    if undecided > 0 && !has_agreed {
        let why = format!(
            "The customer has not agreed to an automatic checkout: what was not decided ({undecided}) goes back uncharged"
        );
        transition::note(state, tx, order, actor, &why).await?;
    }
    for line in &mut lines {
        let was_kept = line.claimed_kept == Some(true);
        let action = action_for(charges, line, has_agreed);
        line.claimed_kept = Some(action.counts());
        if let Some(size) = line.exchange_size.take_if(|_| was_kept && action == Action::Return) {
            line.update(tx).await?;
            let why = format!("{} is sold out in size {size}: it goes back instead", line.description);
            transition::note(state, tx, order, actor, &why).await?;
        }
    }
    Ok(lines)
}

/// Core's decision about an item that is left to the system.
fn action_for(charges: &ChargeFacts, line: &LineItemRow, has_agreed: bool) -> Action {
    let decision = StoredDecision { claimed_kept: line.claimed_kept, exchange_size: line.exchange_size.clone() };
    let sizes = charges.free_sizes_of(&line.product_id).cloned().collect();
    at_system_checkout(&LeftDecision { decision, sizes, has_agreed })
}

/// What the system's checkout of an order would charge if nothing changed before it; `None` if the order is paid or being paid, or
/// the tax is not known: then the checkout waits for staff, or a service has yet to calculate it.
pub async fn forecast(state: &AppState, tx: &mut Tx, order: &OrderRow, has_agreed: bool) -> AppResult<Option<Money>> {
    let invoices = store::checkout::invoices::of_order(tx, &order.id).await?;
    let lines = items::lines(tx, &order.id).await?;
    let charges = charges::of_order(tx, order).await?;
    forecast_with(state, tx, (order, &charges), invoices, lines, has_agreed).await
}

/// The same for an order whose invoices, the newest first, line items and facts about its charges are known.
pub(crate) async fn forecast_with(
    state: &AppState,
    tx: &mut Tx,
    order: (&OrderRow, &ChargeFacts),
    invoices: Vec<InvoiceRow>,
    lines: Vec<LineItemRow>,
    has_agreed: bool,
) -> AppResult<Option<Money>> {
    let newest = invoices.into_iter().next();
    if newest.as_ref().is_some_and(|row| row.status != InvoiceStatus::Open) {
        return Ok(None);
    }
    match expected(state, tx, order, newest, lines, has_agreed).await {
        Ok(Taxed::Known(invoice)) => Ok(Some(invoice.row.total_due)),
        Ok(Taxed::Missing(_)) | Err(AppError::Refused { refusal: Refusal::TaxUnknown, .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The invoice of the system's checkout if nothing changed before it. `newest` is the open invoice, if there is one.
async fn expected(
    state: &AppState,
    tx: &mut Tx,
    (order, charges): (&OrderRow, &ChargeFacts),
    newest: Option<InvoiceRow>,
    mut lines: Vec<LineItemRow>,
    has_agreed: bool,
) -> AppResult<Taxed<Invoice>> {
    for line in &mut lines {
        let action = action_for(charges, line, has_agreed);
        line.claimed_kept = Some(action.counts());
        line.exchange_size.take_if(|_| action == Action::Return);
    }
    first_invoice::forecast(state, tx, (order, charges), newest, lines).await
}
