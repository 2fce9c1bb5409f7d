//! Charges that the service starts by itself, and that were declined: core's `charge.retry` says when each is tried again, when it is
//! not any more, and when the customer is told.
//!
//! The declines of an order's charge with the card on file are counted from its attempts. The end of a charge that is not tried again is
//! stored, and the customer is told once. It is removed if another card is put on file that was not declined for good itself. If the card
//! was at fault it is marked by the gateway's fingerprint, and no charge that the service starts uses it any more, also for another
//! customer who saves it.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::card::cards::{self, CardRow, KnownCard};
use crate::store::card::declined_cards;
use crate::store::payment::charges::ChargeFacts;
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::payment::ended_charges::{self, EndedRow};
use crate::store::payment::payment_attempts::{self, AttemptRow, Purpose};
use crate::store::{CustomerTx, Tx};
use std::collections::BTreeSet;
use stylebox_core::payment::charge::{DeclinedCharge, Retry, retry};
use stylebox_core::policy;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::count::Count;

/// The declines of an order's charge with one card, without the customer's own tries.
#[derive(Debug)]
pub struct Declines {
    /// All of them, the newest first.
    pub(crate) attempts: Vec<AttemptRow>,
    /// What follows from the newest.
    pub(crate) retry: Retry,
}

impl Declines {
    #[must_use]
    pub fn newest(&self) -> Option<&AttemptRow> {
        self.attempts.first()
    }

    /// Whether the customer is told of the newest: of the first and the last one, by core's `charge.retry`; also of the first real decline after
    /// charges that were undone, because the customer was told nothing of those.
    pub(crate) fn is_told(&self) -> bool {
        let is_told = |attempt: &AttemptRow| DeclineReason::is_told(attempt.decline_reason.as_ref());
        let mut told = self.attempts.iter().map(is_told);
        self.retry.tell || told.next().unwrap_or_default() && !told.any(|before| before)
    }
}

/// The declines of an order's charge with a card; `None` if there was none.
pub async fn of_charge(tx: &mut Tx, order_id: &str, purpose: Purpose, card: &CardRow) -> AppResult<Option<Declines>> {
    let attempts = payment_attempts::of_order(tx, order_id, purpose).await?;
    of_attempts(tx, &attempts, card).await
}

/// The declines of an order's charge with a card once `attempt` has ended; `None` if there was none. It was begun after all others have ended,
/// although its time is earlier if the clock ran back or another server's was ahead.
pub async fn until(tx: &mut Tx, attempt: &AttemptRow, card: &CardRow) -> AppResult<Option<Declines>> {
    let mut attempts = payment_attempts::of_order(tx, &attempt.order_id, attempt.purpose).await?;
    attempts.sort_by_key(|other| other.id != attempt.id);
    of_attempts(tx, &attempts, card).await
}

/// The declines with a card among attempts of an order's charge, the newest first.
async fn of_attempts(tx: &mut Tx, attempts: &[AttemptRow], card: &CardRow) -> AppResult<Option<Declines>> {
    let others: BTreeSet<_> = attempts.iter().map(|attempt| &attempt.card_id).filter(|id| **id != card.id).collect();
    let others = if others.is_empty() { Vec::new() } else { cards::known(tx, &others).await? };
    among(attempts.iter(), &others, &KnownCard::from(card))
}

/// The same with the card on file, from what is known of the order's charges; `None` also if there is no such card.
pub(crate) fn in_facts(facts: &ChargeFacts, purpose: Purpose) -> AppResult<Option<Declines>> {
    match &facts.card {
        Some(card) => among(facts.attempts_for(purpose), &facts.tried_cards, card),
        None => Ok(None),
    }
}

/// The declines with a card among the attempts of an order's charge, the newest first. An attempt with another card counts if that
/// is the same one as it was saved before. `tried` are the cards of the attempts.
fn among<'a>(
    attempts: impl Iterator<Item = &'a AttemptRow>,
    tried: &[KnownCard],
    card: &KnownCard,
) -> AppResult<Option<Declines>> {
    let mark = card.mark();
    let is_same = |id: &String| *id == card.id || tried.iter().any(|other| other.id == *id && other.mark() == mark);
    let is_declined = |attempt: &&AttemptRow| attempt.was_declined() && !attempt.customer_present;
    let with_card: Vec<_> = attempts.filter(is_declined).filter(|attempt| is_same(&attempt.card_id)).cloned().collect();
    let Some(newest) = with_card.first() else { return Ok(None) };
    let retry = retry_of(newest, with_card.len())?;
    Ok(Some(Declines { attempts: with_card, retry }))
}

/// What follows from a decline that was the last of so many tries.
fn retry_of(attempt: &AttemptRow, tries: usize) -> AppResult<Retry> {
    let declined = DeclinedCharge {
        reason: attempt.decline_reason.as_ref().map(|reason| reason.code().to_owned()),
        advice: attempt.decline_advice.clone(),
        tries: Count::of(tries),
        last_try: attempt.ended_at().today(),
    };
    retry(&declined).map_err(AppError::unexpected)
}

/// Marks the card of an attempt if the attempt was declined for good at its first try. The customer's own tries are not counted together.
pub async fn mark_if_final(
    state: &AppState,
    tx: &mut CustomerTx,
    attempt: &AttemptRow,
    card: &CardRow,
) -> AppResult<()> {
    match &attempt.decline_reason {
        Some(reason) if retry_of(attempt, 1)?.is_final => mark(state, tx, card, reason).await,
        _ => Ok(()),
    }
}

/// Marks a card that was declined for good. One that has ended may be renewed under its number. If the customer has not confirmed a
/// charge, the bank has declined nothing.
pub async fn mark(state: &AppState, tx: &mut CustomerTx, card: &CardRow, reason: &DeclineReason) -> AppResult<()> {
    if !reason.is_by_bank() {
        return Ok(());
    }
    let mark = if *reason == DeclineReason::CardExpired { card.mark() } else { card.number_mark() };
    Ok(declined_cards::add(tx, &mark, reason.code(), state.clock.now()).await?)
}

/// Whether the card of a declined charge is not on file any more, so that another one is charged next and the customer is told nothing. If it
/// was declined for good, it is marked.
pub async fn is_replaced(
    state: &AppState,
    tx: &mut CustomerTx,
    card: &CardRow,
    declines: &Declines,
    reason: &DeclineReason,
) -> AppResult<bool> {
    let on_file = cards::current(tx, &card.customer_id).await?;
    let is_replaced = on_file.is_none_or(|on_file| on_file.mark() != card.mark());
    if is_replaced && declines.retry.is_final {
        mark(state, tx, card, reason).await?;
    }
    Ok(is_replaced)
}

/// Whether an attempt was made with this card, also if the same card was saved again since.
pub async fn is_with(tx: &mut Tx, attempt: &AttemptRow, card: &CardRow) -> AppResult<bool> {
    if attempt.card_id == card.id {
        return Ok(true);
    }
    let charged = cards::known(tx, &BTreeSet::from([&attempt.card_id])).await?;
    Ok(charged.iter().any(|charged| charged.mark() == card.mark()))
}

/// Since when an order's charge waits for another card; `None` if that is not stored.
pub async fn ended_at(tx: &mut Tx, order_id: &str, purpose: Purpose) -> AppResult<Option<Timestamp>> {
    Ok(ended_charges::of_order(tx, order_id, purpose).await?.map(|ended| ended.ended_at))
}

/// Another card was put on file: charges that have ended for the customer begin again, unless this card was declined for good
/// too.
pub async fn begin_again(tx: &mut CustomerTx, card: &CardRow) -> AppResult<()> {
    if !declined_cards::is_declined(tx, card).await? {
        ended_charges::remove_of_other_cards(tx, &card.customer_id, &card.mark()).await?;
    }
    Ok(())
}

/// The last day on which another card can be given for a fee that has ended.
///
/// # Errors
/// If it would be after the year 9999.
pub fn other_card_by(ended_at: Timestamp) -> AppResult<Date> {
    ended_at.today().plus_days(policy::OTHER_CARD_DAYS).map_err(AppError::unexpected)
}

/// Stores that an order's charge is not tried again with a card, and marks the card if `why` says that it was at fault. Returns
/// whether that is new: then the customer is to be told.
pub async fn end(
    state: &AppState,
    tx: &mut CustomerTx,
    order_id: &str,
    purpose: Purpose,
    card: &CardRow,
    why: Option<&DeclineReason>,
) -> AppResult<bool> {
    if let Some(reason) = why {
        mark(state, tx, card, reason).await?;
    }
    if ended_at(tx, order_id, purpose).await?.is_some() {
        return Ok(false);
    }
    let row = EndedRow { order_id: order_id.to_owned(), purpose, card: card.mark(), ended_at: state.clock.now() };
    row.insert(tx).await?;
    Ok(true)
}
