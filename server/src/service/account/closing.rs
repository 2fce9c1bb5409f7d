//! Closing an account. The account ends immediately if nothing is open. Otherwise it is being closed: the customer can still check
//! out, change the card and read, but begins nothing new; the job `closings` ends the account when all is settled. Then the person
//! is erased, and the books stay.

use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::SignedIn;
use crate::service::account::record::{self, AccountRecord};
use crate::service::account::{customer, erasure_marks, forgetting, marks, passwords, unsettled};
use crate::service::mail;
use crate::service::mail::account::Closed;
use crate::service::mail::alert::{self, Alert};
use crate::service::order::cancel;
use crate::service::payment::{carry_out, gateway, restored_money};
use crate::service::style::photos;
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::erasure;
use crate::store::operation::shop_facts;
use crate::store::order::orders::{self, OrderRow};
use crate::store::payment::payment_attempts::{self, AttemptRow};
use std::time::Duration;
use stylebox_core::Issue;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{Actor, can_cancel};
use stylebox_core::policy::limits;
use stylebox_core::policy::retention::{ABANDONED_ACCOUNT_DAYS, Time};
use stylebox_core::values::fields::Password;
use stylebox_core::values::frequency::Type;
use stylebox_core::values::message::Message;

/// Tries of a customer.
const TRIED: Limit = Limit::new("account-close", limits::ACCOUNT_CLOSINGS);

/// How many unused accounts a run of the job closes.
const AT_ONCE: i64 = 100;

/// How far a closing is.
#[derive(Debug)]
pub enum Progress {
    Ended,
    /// It waits for what its record says.
    Waits(Box<AccountRecord>),
}

/// Closes the customer's account: ends the subscription, cancels an order that nobody has begun to style, and ends the account if
/// nothing else is open.
///
/// # Errors
/// An issue of `current_password` if it is wrong, or too many tries.
pub async fn close(state: &AppState, session: &SignedIn, password: &Password) -> AppResult<Progress> {
    TRIED.count(state, &session.customer_id).await?;
    let before = customer::read(&mut state.db.read().await?, &session.customer_id).await?;
    let wrong = || AppError::Form(vec![Issue::new("current_password", Message::PASSWORD_WRONG)]);
    if !passwords::verify(state, password, passwords::comparable(&before, state.clock.now())).await? {
        return Err(wrong());
    }
    call_off_what_is_new(state, &session.customer_id).await?;
    let (tx, customer) = customer::locked(state, &session.customer_id).await?;
    if customer.password_hash != before.password_hash {
        return Err(wrong());
    }
    begin(state, tx, customer, Actor::Customer).await?;
    if advance(state, &session.customer_id).await? {
        return Ok(Progress::Ended);
    }
    Ok(Progress::Waits(Box::new(record::read(state, &session.customer_id).await?)))
}

/// Closes a customer's account for staff.
///
/// # Errors
/// [`StaffError::Refused`] with what is open. Then nothing is changed.
pub async fn close_for_staff(state: &AppState, customer_id: &str) -> StaffResult<()> {
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let open = unsettled::of_customer(&mut tx, customer_id).await?;
    if !open.is_empty() {
        return Err(StaffError::refused(format!("The account cannot be erased yet. {}", open.join(" "))));
    }
    begin(state, tx, customer, Actor::Ops).await?;
    if advance(state, customer_id).await? {
        return Ok(());
    }
    let open = unsettled::of_customer(&mut state.db.read().await?, customer_id).await?;
    Err(StaffError::refused(format!(
        "The account is being closed, and is erased when all is settled. {}",
        open.join(" ")
    )))
}

/// Closes the account of a person who was erased, and whom a restored backup has brought back. They were told then, and are not told
/// again. Returns whether it has ended; otherwise it ends when all is settled.
pub async fn close_again(state: &AppState, customer_id: &str) -> AppResult<bool> {
    let (mut tx, now) = (state.db.write().await?, state.clock.now());
    let mut told = shop_facts::told_of_erasure_to_change(&mut tx, now).await?;
    if told.insert(customer_id.to_owned()) {
        shop_facts::set_told_of_erasure(&mut tx, &told, now).await?;
    }
    tx.commit().await?;
    call_off_what_is_new(state, customer_id).await?;
    let (tx, customer) = customer::locked(state, customer_id).await?;
    begin(state, tx, customer, Actor::System).await?;
    advance(state, customer_id).await
}

/// Calls off a fee that the customer has not confirmed at the bank yet, or whose money is or may be reserved: the order can be
/// cancelled then, and no box is styled after the customer has left.
async fn call_off_what_is_new(state: &AppState, customer_id: &str) -> AppResult<()> {
    let order = orders::unfinished_of_customer(&mut state.db.read().await?, customer_id).await?;
    match order.filter(is_new) {
        Some(order) => carry_out::call_off_charge(state, &order.id).await,
        None => Ok(()),
    }
}

/// Whether nobody has begun to style the order.
fn is_new(order: &OrderRow) -> bool {
    can_cancel(&cancel::cancel_input(order, Actor::Customer))
}

/// Marks the account, ends the subscription and cancels what can be cancelled, in one transaction. What was charged goes back.
async fn begin(state: &AppState, mut tx: CustomerTx, mut customer: CustomerRow, actor: Actor) -> AppResult<()> {
    let is_new = customer.closing_since.is_none();
    if is_new {
        customer.closing_since = Some(state.clock.now());
        plan::choose(&mut customer, Some(Type::OnDemand), false, &state.data.terms);
        record::write(state, &mut tx, &mut customer).await?;
    }
    let refund = cancel_what_is_new(state, &mut tx, &customer, actor).await?;
    let is_told = shop_facts::told_of_erasure(&mut tx).await?.contains(&customer.id);
    if is_new && !is_told && !unsettled::of_customer(&mut tx, &customer.id).await?.is_empty() {
        alert::tell(state, &mut tx, &customer, &Alert::Closing).await?;
    }
    tx.commit().await?;
    carry_out_refund(state, refund).await
}

/// Cancels the order that nobody has begun to style, unless its fee is being charged, or may have been since a backup that was restored.
/// Returns the refund, which has to be carried out once `tx` is committed.
async fn cancel_what_is_new(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &CustomerRow,
    actor: Actor,
) -> AppResult<Option<AttemptRow>> {
    let Some(order) = orders::unfinished_of_customer(tx, &customer.id).await? else { return Ok(None) };
    let waits = payment_attempts::any_unsettled(tx, &customer.id).await?
        || restored_money::why_not_called_off(state, tx, &order.id).await?.is_some();
    if !is_new(&order) || waits {
        return Ok(None);
    }
    let why = "Canceled because the account is closed";
    let cancelled = if shop_facts::told_of_erasure(tx).await?.contains(&customer.id) {
        cancel::call_off(state, tx, order, actor, why).await
    } else {
        cancel::cancel_in(state, tx, order, customer, actor, why).await
    };
    cancelled.map_err(StaffError::without_details)
}

async fn carry_out_refund(state: &AppState, refund: Option<AttemptRow>) -> AppResult<()> {
    if let Some(refund) = refund {
        carry_out::carry_out(state, &refund.id).await?;
    }
    Ok(())
}

/// Ends an account that is being closed, if all is settled. A fee may have come to wait since the closing began.
async fn end_if_settled(state: &AppState, customer_id: &str) -> AppResult<bool> {
    call_off_what_is_new(state, customer_id).await?;
    advance(state, customer_id).await
}

/// Closes the accounts that were made and never used, some at a time. Returns how many.
pub async fn close_abandoned(state: &AppState) -> StaffResult<Batch<usize>> {
    let made_until = unused_if_made_until(state.clock.now());
    let found = customers::abandoned(&mut state.db.read().await?, made_until, AT_ONCE).await?;
    let mut batch = Batch::from(0);
    for id in found {
        let closed = close_if_abandoned(state, &id, made_until).await;
        batch.done += usize::from(batch.record(&format!("the account {id}"), closed).unwrap_or(false));
    }
    Ok(batch)
}

/// An account that nobody uses at this time counts as never used if it was made until then.
fn unused_if_made_until(now: Timestamp) -> Timestamp {
    now.minus(Duration::from_secs(Time::Days(ABANDONED_ACCOUNT_DAYS).seconds()))
}

async fn close_if_abandoned(state: &AppState, customer_id: &str, made_until: Timestamp) -> AppResult<bool> {
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    // Its customer may have come back just now, or another server may be closing it.
    if customer.closing_since.is_some() || !customers::is_unused(&mut tx, customer_id, made_until).await? {
        return Ok(false);
    }
    begin(state, tx, customer, Actor::System).await?;
    advance(state, customer_id).await
}

/// Ends an account that is being closed, if all is settled. Returns whether it has ended.
async fn advance(state: &AppState, customer_id: &str) -> AppResult<bool> {
    let (mut tx, mut customer) = customer::locked_even_if_ended(state, customer_id).await?;
    // The job may have ended it meanwhile, or another tab may have taken the closing back.
    let Some(closing_since) = customer.closing_since else { return Ok(customer.erased_at.is_some()) };
    // Its fee may have been declined or refunded since.
    let refund = cancel_what_is_new(state, &mut tx, &customer, Actor::System).await?;
    if refund.is_some() {
        tx.commit().await?;
        carry_out_refund(state, refund).await?;
        (tx, customer) = customer::locked_even_if_ended(state, customer_id).await?;
        if customer.closing_since.is_none() {
            return Ok(customer.erased_at.is_some());
        }
    }
    if orders::unfinished_of_customer(&mut tx, customer_id).await?.is_some()
        || !unsettled::of_customer(&mut tx, customer_id).await?.is_empty()
    {
        tx.commit().await?;
        return Ok(false);
    }
    // Whoever asks for the end of their account has a session.
    let is_unused = customers::is_unused(&mut tx, customer_id, unused_if_made_until(closing_since)).await?;
    let why = if is_unused { Closed::Unused } else { Closed::Asked };
    let pictures = photos::all_of_customer(&mut tx, customer_id).await?;
    let to_forget = forgetting::ask_for(state, &mut tx, customer_id).await?;
    let account = marks::keep_of_leaving(state, &mut tx, &customer).await?;
    erasure::erase(&mut tx, customer_id, &account, state.clock.now()).await?;
    if !forget_told(state, &mut tx, customer_id).await? {
        let words = state.providers.words_of_forgetting();
        mail::queue(state, &mut tx, mail::account::account_closed(&customer, why, &words)).await?;
    }
    tx.commit().await?;
    // What fails is tried again by the jobs `photos` and `forgetting`.
    photos::take_away_all(state, &pictures).await;
    forgetting::ask(state, to_forget).await;
    if let Err(error) = erasure_marks::write_of(state, customer_id).await {
        tracing::warn!(%error, "the mark of an erased person is not written yet");
    }
    Ok(true)
}

/// Whether a restored backup has brought a person back who was told of their erasure. From now on that is forgotten.
async fn forget_told(state: &AppState, tx: &mut CustomerTx, customer_id: &str) -> AppResult<bool> {
    // Usually there is no such person, and nobody has to wait for anybody.
    if !shop_facts::told_of_erasure(tx).await?.contains(customer_id) {
        return Ok(false);
    }
    let now = state.clock.now();
    let mut told = shop_facts::told_of_erasure_to_change(tx, now).await?;
    let was_told = told.remove(customer_id);
    shop_facts::set_told_of_erasure(tx, &told, now).await?;
    Ok(was_told)
}

/// Takes the closing back. The subscription stays ended. If the account is not being closed, nothing changes.
///
/// # Errors
/// [`Refusal::AccountErasedBefore`] for a person whom a restored backup has brought back: their mark stays wherever marks are kept, so the next
/// restore would erase them without a word.
pub async fn take_back(state: &AppState, session: &SignedIn) -> AppResult<AccountRecord> {
    let (mut tx, mut customer) = customer::locked(state, &session.customer_id).await?;
    if shop_facts::told_of_erasure(&mut tx).await?.contains(&customer.id) {
        return Err(Refusal::AccountErasedBefore.into());
    }
    customer.closing_since = None;
    record::write(state, &mut tx, &mut customer).await?;
    let record = record::read_in(state, &mut tx, &customer.id).await?;
    tx.commit().await?;
    Ok(record)
}

/// Ends the accounts that are being closed and whose affairs are settled. Returns how many. While the gateway rests none ends: it
/// has to refund what was charged, and to forget the card.
pub async fn end_settled(state: &AppState) -> StaffResult<Batch<usize>> {
    let closing = customers::closing(&mut state.db.read().await?, state.clock.now()).await?;
    let mut batch = Batch::from(0);
    let mut at_gateway = state.breakers().begin_part(gateway::PARTY, state.clock.now());
    for id in closing {
        let Some(ended) = at_gateway.ask(&*state.clock, end_if_settled(state, &id)).await else { continue };
        let has_ended = batch.record(&format!("the account {id}"), ended).unwrap_or(false);
        batch.done += usize::from(has_ended);
    }
    if let Some((left_out, rest)) = at_gateway.left_out() {
        batch.record::<()>(&format!("{left_out} accounts to close"), Err(rest));
    }
    Ok(batch)
}
