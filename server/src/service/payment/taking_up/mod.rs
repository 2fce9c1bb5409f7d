//! Taking up what the gateway did between a backup and its restore: the job `gateway_list` does it before anything is charged again.
//!
//! A charge says under which key, for which order and by which card it was made, and what a checkout bought. If the database knows the key,
//! nothing is to be done. Otherwise the charge becomes an attempt of its order whose outcome is not known, and is carried out as any whose
//! answer was lost: the order goes on. That needs the order, the card and the same total; if one of them is missing, the charge is kept as one
//! that could not be matched ([`restored_money`]). One that was not taken yet is called off, because nobody waits for it. Refunds are kept until
//! the service makes the same one again.
//!
//! It begins anew if it was stopped: what is known by its key is passed over.

mod attempt;

use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{StaffError, StaffResult};
use crate::providers::payment::NoAnswer;
use crate::providers::payment::charge::{About, Capture, ChargeOutcome, ChargeRequest};
use crate::providers::payment::made::{ChargeProgress, MadeCharge, MadeRefund};
use crate::service::payment::gateway::in_time;
use crate::service::payment::{carry_out, restored_money};
use crate::state::AppState;
use crate::store::operation::shop_facts::{self, Failing, UnmatchedCharge, UnmatchedRefund};
use crate::store::order::orders;
use crate::store::payment::payment_attempts::{self, Purpose};
use attempt::{TakeUpError, take_up};
use std::time::Duration;
use stylebox_core::policy;

/// For how long a charge that fails holds the others up.
const TRIED_FOR: Duration = Duration::from_secs(policy::RESTORED_CHARGE_TRIED_HOURS * 60 * 60);
/// If charges were not tried for longer than this, the gateway did not answer, or no server ran: that time does not count.
const UNTRIED: Duration = Duration::from_secs(10 * 60);
/// How far before the backup the gateway's charges are read: its clock may differ from ours.
const OVERLAP: Duration = Duration::from_secs(60 * 60);

/// Takes up what the gateway did since the backup that was restored, if that is not done yet. Then charges and refunds may begin again.
/// Returns how many charges became attempts.
///
/// # Errors
/// If the database fails.
pub async fn run(state: &AppState) -> StaffResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    let money = restored_money::known(state, &mut state.db.read_single().await?).await?;
    let Some(money) = money.filter(|money| money.is_paused) else { return Ok(batch) };
    // If a charge fails now, it has failed for so long.
    let failing = match money.failing {
        Some(failing) => failing.again(state.clock.now(), UNTRIED),
        None => Failing { since: state.clock.now(), last: state.clock.now() },
    };
    let found = find(state, money.taken_at, failing.lasts() >= TRIED_FOR).await;
    if let Some(found) = batch.record("what the gateway did since the backup that was restored", found) {
        let found = batch.join(found);
        batch.done = found.taken_up;
        if batch.failures().is_none() {
            end(state, found).await?;
        } else {
            note_failing(state, failing).await?;
        }
    }
    Ok(batch)
}

/// Notes that a charge has failed. Its hour begins here: the servers may start long after the restore, and the gateway may be silent for long.
async fn note_failing(state: &AppState, failing: Failing) -> StaffResult<()> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    if let Some(mut money) = shop_facts::restored_money_to_change(&mut tx, now).await? {
        money.failing = Some(failing);
        shop_facts::set_restored_money(&mut tx, &money, now).await?;
    }
    Ok(tx.commit().await?)
}

/// What was found at the gateway.
#[derive(Default)]
struct Found {
    taken_up: usize,
    charges: Vec<UnmatchedCharge>,
    refunds: Vec<UnmatchedRefund>,
}

/// Lets charges and refunds begin again.
async fn end(state: &AppState, found: Found) -> StaffResult<()> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    // Another server may have done the same, and some of it may be used already.
    let money = shop_facts::restored_money_to_change(&mut tx, now).await?;
    let Some(mut money) = money.filter(|money| money.is_paused) else { return Ok(()) };
    money.is_paused = false;
    money.charges.retain(|known| found.charges.iter().all(|new| new.charge_id != known.charge_id));
    money.charges.extend(found.charges);
    money.refunds.retain(|known| found.refunds.iter().all(|new| new.key != known.key));
    money.refunds.extend(found.refunds);
    shop_facts::set_restored_money(&mut tx, &money, now).await?;
    Ok(tx.commit().await?)
}

/// Looks at each charge and refund since the backup. A charge that fails does not hold the others up, and after some time not the shop either.
async fn find(state: &AppState, taken_at: Timestamp, is_overdue: bool) -> StaffResult<Batch<Found>> {
    let (since, mut batch) = (taken_at.minus(OVERLAP), Batch::from(Found::default()));
    let refunds = refunds(state, since).await?;
    let mut after: Option<String> = None;
    loop {
        let answer = state.providers.payment.charges_made(since, after.as_deref());
        let Some(page) = in_time(state, answer).await.map_err(silent)? else { break };
        for charge in page.found {
            let Some(purpose) = Purpose::of_key(&charge.key).filter(|purpose| !purpose.is_refund()) else { continue };
            if payment_attempts::by_key(&mut state.db.read().await?, &charge.key).await?.is_some() {
                continue;
            }
            let seen = match look_at(state, &charge, purpose, &refunds).await {
                Err(error) if is_overdue => Ok(Seen::Unmatched(format!("it could not be taken up: {error}"))),
                seen => seen,
            };
            let name = format!("the charge {} of the order {}", charge.id, charge.order_id);
            match batch.record(&name, seen) {
                Some(Seen::Nothing) | None => {}
                Some(Seen::TakenUp) => batch.done.taken_up += 1,
                Some(Seen::Unmatched(why)) => batch.done.charges.push(unmatched(charge, purpose, why)),
            }
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    for refund in refunds {
        batch.done.refunds.extend(unknown_refund(state, refund).await?);
    }
    Ok(batch)
}

fn unmatched(charge: MadeCharge, purpose: Purpose, why: String) -> UnmatchedCharge {
    tracing::warn!(charge = charge.id, order = charge.order_id, why, "a charge since the backup cannot be matched");
    UnmatchedCharge {
        charge_id: charge.id,
        order_id: charge.order_id,
        purpose: purpose.as_str().to_owned(),
        cents: charge.amount.to_cents(),
        why,
    }
}

async fn refunds(state: &AppState, since: Timestamp) -> StaffResult<Vec<MadeRefund>> {
    let (mut found, mut after) = (Vec::new(), None::<String>);
    loop {
        let answer = state.providers.payment.refunds_made(since, after.as_deref());
        let Some(page) = in_time(state, answer).await.map_err(silent)? else { return Ok(found) };
        found.extend(page.found);
        after = page.next;
        if after.is_none() {
            return Ok(found);
        }
    }
}

fn silent(error: NoAnswer) -> StaffError {
    StaffError::refused(error.to_string())
}

/// A refund of ours that the database does not have, of a charge that it has. Any other is booked as the gateway's.
async fn unknown_refund(state: &AppState, refund: MadeRefund) -> StaffResult<Option<UnmatchedRefund>> {
    let MadeRefund { key: Some(key), charge_id, amount } = refund else { return Ok(None) };
    let Some(purpose) = Purpose::of_key(&key).filter(|purpose| purpose.is_refund()) else { return Ok(None) };
    let mut tx = state.db.read().await?;
    if payment_attempts::by_key(&mut tx, &key).await?.is_some() {
        return Ok(None);
    }
    let charge = payment_attempts::by_charge(&mut tx, &charge_id).await?;
    Ok(charge.map(|charge| UnmatchedRefund {
        key,
        charge_id,
        order_id: charge.order_id,
        purpose: purpose.as_str().to_owned(),
        cents: amount.to_cents(),
        is_noted: false,
    }))
}

/// What became of a charge.
enum Seen {
    /// There is nothing to do about it.
    Nothing,
    TakenUp,
    /// It cannot be matched with its order as the backup has it. Holds why, as the end of a sentence.
    Unmatched(String),
}

/// Looks at a charge that the database does not know.
async fn look_at(state: &AppState, charge: &MadeCharge, purpose: Purpose, refunds: &[MadeRefund]) -> StaffResult<Seen> {
    let charge = match charge.progress {
        ChargeProgress::Ended => return Ok(Seen::Nothing),
        ChargeProgress::Taken => charge.clone(),
        // Whether or not its order is there: the bank must not take money that nobody waits for.
        ChargeProgress::Open => match call_off(state, charge.clone()).await? {
            Some(charge) => charge,
            None => return Ok(Seen::Nothing),
        },
    };
    // A charge of an order that came after the backup is booked as the gateway's.
    if orders::by_id(&mut state.db.read().await?, &charge.order_id).await?.is_none() {
        return Ok(Seen::Nothing);
    }
    let taken_up = if refunds.iter().any(|refund| refund.charge_id == charge.id) {
        Err(TakeUpError::unmatched("money of it went back since"))
    } else {
        take_up(state, purpose, &charge).await
    };
    let attempt = match taken_up {
        Ok(attempt) => attempt,
        Err(TakeUpError::Unmatched(why)) => return Ok(Seen::Unmatched(why)),
        Err(TakeUpError::AlreadyDone) => return Ok(Seen::Nothing),
        Err(TakeUpError::Failed(error)) => return Err(error),
    };
    tracing::info!(charge = charge.id, attempt = attempt.id, "a charge since the backup was taken up again");
    // If the gateway does not answer, the job `payments` asks again.
    if let Err(error) = carry_out::carry_out(state, &attempt.id).await {
        tracing::error!(%error, attempt = attempt.id, "a charge since the backup is not settled yet");
    }
    Ok(Seen::TakenUp)
}

/// Calls a charge off that was not taken yet. Returns it if it was taken meanwhile.
async fn call_off(state: &AppState, charge: MadeCharge) -> StaffResult<Option<MadeCharge>> {
    let request = ChargeRequest {
        key: charge.key.clone(),
        token: charge.token.clone().unwrap_or_default(),
        amount: charge.amount,
        currency: charge.currency.clone(),
        description: String::new(),
        return_to: String::new(),
        customer_present: false,
        capture: Capture::AtOnce,
        begun_at: state.clock.now(),
        opened_as: Some(charge.id.clone()),
        about: About { order_id: charge.order_id.clone(), actor: charge.actor, bought: None },
    };
    match in_time(state, state.providers.payment.call_off(&request)).await.map_err(silent)? {
        Some(ChargeOutcome::Captured(taken)) => Ok(Some(MadeCharge { amount: taken.amount, ..charge })),
        Some(ChargeOutcome::Declined { .. } | ChargeOutcome::CardExpired | ChargeOutcome::NotConfirmed) | None => {
            Ok(None)
        }
        Some(ChargeOutcome::ActionRequired(_) | ChargeOutcome::Authorized(_) | ChargeOutcome::Pending) => {
            Err(StaffError::refused(format!("the charge {} is not called off yet", charge.id)))
        }
    }
}
