//! Carrying a payment out: asking the gateway, and settling its answer.
//!
//! The caller has stored and committed an attempt before. Here the gateway is asked outside any transaction, and one transaction
//! settles. Everything can be repeated: the gateway charges once for each key, and only the first transaction finds the attempt
//! open. An attempt without an answer stays open, and [`resume_open`] asks again later.
//!
//! If the bank wants the customer to confirm a charge, the attempt stays open, and says how they confirm. It is asked about again
//! when the customer has done so, or by the job; if it is not confirmed in time, it is called off.
//!
//! If the money is reserved first, the attempt is taken, held or called off as [`authorization`] says. A held one stays open.

use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::platform::{metrics, trace};
use crate::providers::payment::NoAnswer;
use crate::providers::payment::charge::{CANCELED_UNDECLINED, Opening};
use crate::service::account::customer;
use crate::service::payment::attempts::{self, BegunAttempt};
use crate::service::payment::authorization;
use crate::service::payment::gateway::{self, GatewayVerdict, LEFT_ALONE};
use crate::service::payment::settlement::{self, Verdict};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::card::cards::{self, CardRow};
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus, CONFIRMED_WITHIN};
use crate::values::confirmation::Confirmation;
use std::time::Duration;
use stylebox_core::payment::authorization::AuthorizedNext;
use stylebox_core::payment::charge::{self, ChargeToBegin};

/// After this time an attempt is asked about again at the latest, however long the gateway has said nothing of it.
const LONGEST_SILENCE: Duration = Duration::from_secs(60 * 60);

/// Asks the gateway about a committed attempt, and settles it, even if the caller hangs up. If it fails, the attempt stays open
/// and is resumed later.
pub async fn carry_out(state: &AppState, attempt_id: &str) -> AppResult<AttemptRow> {
    let (carried, attempt_id) = (state.clone(), attempt_id.to_owned());
    to_the_end("payment", async move {
        let (attempt, card) = with_card(&carried, &attempt_id).await?;
        ask_and_settle(&carried, attempt, card).await
    })
    .await
}

/// The same for an attempt that was just begun or found. What this call has stored need not be read again: the settlement looks, under
/// the customer's lock, whether the attempt is still open.
pub async fn carry_out_begun(state: &AppState, begun: BegunAttempt) -> AppResult<AttemptRow> {
    match begun {
        BegunAttempt::New(attempt, card) => {
            let state = state.clone();
            to_the_end("payment", async move { ask_and_settle(&state, attempt, *card).await }).await
        }
        BegunAttempt::Before(attempt) => carry_out(state, &attempt.id).await,
    }
}

/// Does the work even if the caller hangs up. The caller's own future does not hold the work, which is large.
fn to_the_end(
    step: &'static str,
    work: impl Future<Output = AppResult<AttemptRow>> + Send + 'static,
) -> impl Future<Output = AppResult<AttemptRow>> {
    let work = tokio::spawn(trace::carried(trace::step(step, work)));
    async move { work.await.map_err(AppError::unexpected)? }
}

/// Asks the gateway about the attempt with this charge, if it is open.
pub async fn look_again_at(state: &AppState, charge_id: &str) -> StaffResult<()> {
    let found = payment_attempts::by_charge(&mut state.db.read_single().await?, charge_id).await?;
    if let Some(attempt) = found.filter(AttemptRow::is_open) {
        carry_out(state, &attempt.id).await?;
    }
    Ok(())
}

/// Asks the gateway about the attempt of that key, if it is open: the gateway says that something has changed. A key that is not
/// ours, such as that of another program with the same account at the gateway, is ignored.
pub async fn look_again(state: &AppState, gateway_key: &str) -> StaffResult<()> {
    let found = payment_attempts::by_key(&mut state.db.read_single().await?, gateway_key).await?;
    if let Some(attempt) = found.filter(AttemptRow::is_open) {
        carry_out(state, &attempt.id).await?;
    }
    Ok(())
}

/// Resumes every open attempt that no call is working on. A job runs it.
pub async fn resume_open(state: &AppState) -> AppResult<Batch<usize>> {
    let mut tx = state.db.read().await?;
    let now = state.clock.now();
    let mut open = payment_attempts::open_since(&mut tx, now.minus(LEFT_ALONE)).await?;
    drop(tx);
    open.retain(|attempt| is_its_turn(attempt, now));
    Ok(resume(state, open).await)
}

/// Whether an attempt is asked about again: the longer the gateway has said nothing of it, the less often, by a minute for each
/// hour. Otherwise two attempts that it never answers about would make it rest all the time, and no job would begin a charge.
fn is_its_turn(attempt: &AttemptRow, now: Timestamp) -> bool {
    let Some(asked_at) = attempt.asked_at.filter(|_| !attempt.waits_for_cardholder() && !attempt.is_held()) else {
        return true;
    };
    now.since(asked_at) >= (asked_at.since(attempt.created_at) / 60).min(LONGEST_SILENCE)
}

/// The same at the start of a server, which is working on none yet, without waiting. Another server may be, which is safe: under
/// one key the gateway moves money once.
pub async fn resume_all(state: &AppState) -> AppResult<Batch<usize>> {
    let mut tx = state.db.read().await?;
    let open = payment_attempts::open_since(&mut tx, state.clock.now()).await?;
    drop(tx);
    Ok(resume(state, open).await)
}

async fn resume(state: &AppState, open: Vec<AttemptRow>) -> Batch<usize> {
    let mut batch = Batch::from(0);
    if open.is_empty() {
        return batch;
    }
    let mut run = match state.breakers().begin(gateway::PARTY, state.clock.now()) {
        Ok(run) => run,
        Err(rest) => {
            batch.record::<()>("open payments", Err(rest));
            return batch;
        }
    };
    for attempt in open {
        // One that fails stays open.
        let after = batch.record(&format!("payment {}", attempt.id), resume_one(state, &attempt).await);
        run.count_noted(state.clock.now());
        if let Some(Some(after)) = after {
            tracing::info!(attempt = after.id, status = after.status.as_str(), "an open payment was resumed");
            batch.done += usize::from(!after.is_open());
        }
        if let Some(rest) = run.over() {
            batch.record::<()>("open payments", Err(rest));
            break;
        }
    }
    batch
}

/// Asks about an open attempt, unless it waits for the shop.
async fn resume_one(state: &AppState, attempt: &AttemptRow) -> AppResult<Option<AttemptRow>> {
    if authorization::is_due(state, attempt).await? {
        return carry_out(state, &attempt.id).await.map(Some);
    }
    Ok(None)
}

/// Whether the gateway may be asked to charge the card, by core's `charge.may_begin`. Money goes back to a card that has expired,
/// too.
fn may_begin(attempt: &AttemptRow, card: &CardRow, now: Timestamp) -> bool {
    let charge =
        ChargeToBegin { expiration: card.expiration, customer_asks: attempt.customer_present, now: now.instant() };
    attempt.purpose.is_refund() || charge::may_begin(&charge)
}

async fn ask_and_settle(state: &AppState, attempt: AttemptRow, card: CardRow) -> AppResult<AttemptRow> {
    if !attempt.is_open() {
        return Ok(attempt);
    }
    // The gateway has not answered to that yet. It is asked nothing else until it has: it may be unable to say what it holds.
    if attempt.called_off_at.is_some() {
        return call_off(state, &attempt, &card).await;
    }
    let may_begin = may_begin(&attempt, &card, state.clock.now());
    let token = &card.gateway_token;
    let prepared = if may_begin { opened(state, attempt, token).await? } else { Ok(attempt) };
    let attempt = match prepared {
        Ok(attempt) => attempt,
        Err((attempt, answer)) => return settle(state, &attempt, &card, answer).await,
    };
    let answer = match gateway::ask(state, &attempt, token.clone(), may_begin).await? {
        // Its time is over.
        GatewayVerdict::ToConfirm(_) if attempt.confirm_by.is_some_and(|by| by <= state.clock.now()) => {
            return call_off(state, &attempt, &card).await;
        }
        GatewayVerdict::Unknown if authorization::is_over(state, &attempt).await? => {
            return call_off(state, &attempt, &card).await;
        }
        GatewayVerdict::Authorized(reserved) => match authorization::next(state, &attempt, &reserved).await? {
            AuthorizedNext::Capture => gateway::capture(state, &attempt, token.clone()).await,
            AuthorizedNext::Hold => GatewayVerdict::Authorized(reserved),
            AuthorizedNext::Release => return call_off(state, &attempt, &card).await,
        },
        answer => answer,
    };
    settle(state, &attempt, &card, answer).await
}

/// Lets the gateway prepare a charge, if it needs that, and stores its id of the charge before any money can move, so that a charge
/// whose answer is lost can be found. If it is not prepared, returns the verdict on the attempt.
async fn opened(
    state: &AppState,
    mut attempt: AttemptRow,
    token: &str,
) -> AppResult<Result<AttemptRow, (AttemptRow, GatewayVerdict)>> {
    if attempt.purpose.is_refund() || attempt.opened_as.is_some() {
        return Ok(Ok(attempt));
    }
    match gateway::open(state, &attempt, token.to_owned()).await? {
        Ok(Opening::Unneeded) => {}
        Ok(Opening::Refused { reason }) => {
            return Ok(Err((attempt, GatewayVerdict::Declined { reason, advice: None })));
        }
        Err(NoAnswer) => return Ok(Err((attempt, GatewayVerdict::Unknown))),
        Ok(Opening::Opened(reference)) => {
            let (mut tx, _) = customer::locked_even_if_ended(state, &attempt.customer_id).await?;
            payment_attempts::set_opened(&mut tx, &attempt.id, &reference).await?;
            tx.commit().await?;
            attempt.opened_as = Some(reference);
        }
    }
    Ok(Ok(attempt))
}

/// Calls off the charge of an order that waits for the customer to confirm it at the bank, is held, or may be reserved, because it is
/// not wanted any more; even if the caller hangs up. It stays open if the gateway does not answer, and is paid if the customer or the
/// shop was quicker.
pub async fn call_off_charge(state: &AppState, order_id: &str) -> AppResult<()> {
    let waiting = attempts::charge_to_call_off(&mut state.db.read().await?, order_id).await?;
    call_off_found(state, waiting).await
}

/// The same, unless the charge is of the card on file.
pub async fn call_off_unless_on_file(state: &AppState, order_id: &str, on_file: Option<&CardRow>) -> AppResult<()> {
    let charge = attempts::charge_to_call_off(&mut state.db.read().await?, order_id).await?;
    let is_of_it = |attempt: &AttemptRow| on_file.is_some_and(|card| card.id == attempt.card_id);
    call_off_found(state, charge.filter(|attempt| !is_of_it(attempt))).await
}

async fn call_off_found(state: &AppState, charge: Option<AttemptRow>) -> AppResult<()> {
    let Some(attempt) = charge else { return Ok(()) };
    let state = state.clone();
    let work = async move {
        let card = card_of(&mut state.db.read_single().await?, &attempt).await?;
        call_off(&state, &attempt, &card).await
    };
    to_the_end("call off a payment", work).await.map(drop)
}

async fn call_off(state: &AppState, attempt: &AttemptRow, card: &CardRow) -> AppResult<AttemptRow> {
    // Recorded first, so that a call which finds it declined knows why.
    note_called_off(state, attempt).await?;
    let answer = gateway::call_off(state, attempt, card.gateway_token.clone()).await;
    settle(state, attempt, card, answer).await
}

/// Records that the attempt is being called off.
async fn note_called_off(state: &AppState, attempt: &AttemptRow) -> AppResult<()> {
    let (mut tx, _) = customer::locked_even_if_ended(state, &attempt.customer_id).await?;
    let stored = payment_attempts::by_id(&mut tx, &attempt.id).await?;
    let mut stored = stored.ok_or_else(|| AppError::unexpected("an attempt without its row"))?;
    stored.called_off_at.get_or_insert(state.clock.now());
    stored.update(&mut tx).await?;
    Ok(tx.commit().await?)
}

pub(super) async fn with_card(state: &AppState, attempt_id: &str) -> AppResult<(AttemptRow, CardRow)> {
    let mut tx = state.db.read().await?;
    let attempt = payment_attempts::by_id(&mut tx, attempt_id).await?;
    let attempt = attempt.ok_or_else(|| AppError::unexpected("an attempt without its row"))?;
    let card = card_of(&mut tx, &attempt).await?;
    Ok((attempt, card))
}

pub(super) async fn card_of(tx: &mut Tx, attempt: &AttemptRow) -> AppResult<CardRow> {
    let card = cards::by_id(tx, &attempt.card_id).await?;
    card.ok_or_else(|| AppError::unexpected("an attempt without its card"))
}

/// Settles the attempt that the gateway was asked about, which is of this card, and everything that depends on it, in one transaction.
pub(super) async fn settle(
    state: &AppState,
    asked: &AttemptRow,
    card: &CardRow,
    answer: GatewayVerdict,
) -> AppResult<AttemptRow> {
    let now = state.clock.now();
    let (mut tx, customer) = customer::locked_even_if_ended(state, &asked.customer_id).await?;
    let stored = payment_attempts::by_id(&mut tx, &asked.id).await?;
    let mut attempt = stored.ok_or_else(|| AppError::unexpected("an attempt without its row"))?;
    // If staff have requested it again meanwhile, this is the answer to the key before.
    if !attempt.is_open() || !attempt.has_keys_of(asked) {
        return Ok(attempt);
    }
    if let GatewayVerdict::GivenBack(charge) = &answer {
        settlement::given_back(state, &mut tx, &attempt, charge).await?;
    }
    let AttemptChange { verdict, is_asked_now, why_held } = note(&mut attempt, answer, now);
    attempt.update(&mut tx).await?;
    if let Some(why) = why_held {
        authorization::hold_authorized(state, &mut tx, &attempt, &why).await.map_err(StaffError::into_mistake)?;
    }
    if verdict == Some(Verdict::Done) && attempt.reserved_until.is_some() {
        authorization::note_capture(state, &mut tx, &attempt).await.map_err(StaffError::into_mistake)?;
    }
    match verdict {
        Some(verdict) => settlement::settle(state, &mut tx, customer, (&attempt, card), &verdict).await?,
        None if is_asked_now => settlement::ask_to_confirm(state, &mut tx, &customer, &attempt).await?,
        None => {}
    }
    tx.commit().await?;
    count_settled(&attempt);
    Ok(attempt)
}

/// Counts an attempt that has just ended.
fn count_settled(attempt: &AttemptRow) {
    if !attempt.is_open() {
        let outcome = attempt.decline_reason.as_ref().map_or(AttemptStatus::Succeeded.as_str(), DeclineReason::kind);
        metrics::of_money().settled(attempt.purpose.as_str(), outcome);
    }
}

/// What the gateway's answer means for an attempt.
struct AttemptChange {
    /// `None` while the attempt stays open.
    verdict: Option<Verdict>,
    /// Whether the bank wants the customer to confirm it, for the first time.
    is_asked_now: bool,
    why_held: Option<String>,
}

/// Writes the gateway's answer into the attempt.
fn note(attempt: &mut AttemptRow, answer: GatewayVerdict, now: Timestamp) -> AttemptChange {
    let (mut is_asked_now, mut why_held) = (false, None);
    let verdict = match answer {
        GatewayVerdict::Done(charge_id) => {
            attempt.gateway_charge_id = Some(charge_id);
            attempt.decline_reason = None;
            Some(Verdict::Done)
        }
        GatewayVerdict::Declined { .. } if attempt.called_off_at.is_some() => {
            let is_too_late =
                !attempt.is_held() && attempt.confirm_by.is_some() && attempt.called_off_at >= attempt.confirm_by;
            Some(Verdict::Declined(if is_too_late {
                DeclineReason::ConfirmationNeeded
            } else {
                DeclineReason::CalledOff
            }))
        }
        // The bank has let it go, or the shop has cancelled it at the gateway, perhaps before its risk could be read.
        GatewayVerdict::Declined { reason, .. }
            if attempt.is_held() || attempt.capture_after_risk && reason == CANCELED_UNDECLINED =>
        {
            Some(Verdict::Declined(DeclineReason::CalledOff))
        }
        GatewayVerdict::CardExpired => Some(Verdict::Declined(DeclineReason::CardExpired)),
        GatewayVerdict::NotConfirmed => Some(Verdict::Declined(DeclineReason::ConfirmationNeeded)),
        GatewayVerdict::Declined { reason, advice } => {
            attempt.decline_advice = advice;
            Some(Verdict::Declined(DeclineReason::Other(reason)))
        }
        GatewayVerdict::Stuck(why) => {
            attempt.decline_reason = Some(DeclineReason::Other(why));
            None
        }
        GatewayVerdict::Released { by_another_card } => {
            Some(Verdict::Declined(DeclineReason::of_undone(by_another_card)))
        }
        GatewayVerdict::GivenBack(charge) => Some(Verdict::Declined(DeclineReason::of_undone(charge.by_another_card))),
        GatewayVerdict::ToConfirm(how) => {
            is_asked_now = attempt.confirm_by.is_none();
            match how {
                Confirmation::BankPage(url) => attempt.bank_url = Some(url),
                Confirmation::InPage => attempt.confirm_in_page = true,
            }
            attempt.confirm_by.get_or_insert(now.plus(CONFIRMED_WITHIN));
            None
        }
        GatewayVerdict::Authorized(reserved) => {
            attempt.reserved_until.get_or_insert(reserved.until);
            why_held = Some(authorization::why_held(&reserved));
            None
        }
        GatewayVerdict::Unknown => None,
    };
    attempt.asked_at = Some(now);
    attempt.settled_at = verdict.is_some().then_some(now);
    attempt.status = match &verdict {
        Some(Verdict::Done) => AttemptStatus::Succeeded,
        Some(Verdict::Declined(reason)) => {
            attempt.decline_reason = Some(reason.clone());
            AttemptStatus::Declined
        }
        None => AttemptStatus::Unknown,
    };
    AttemptChange { verdict, is_asked_now, why_held }
}
