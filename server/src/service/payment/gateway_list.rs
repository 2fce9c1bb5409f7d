//! The gateway's own list of what moved, compared one by one with our books.
//!
//! The list is read page by page, and each movement is stored once, under the gateway's id; how far it is read is stored with it, so a
//! stopped run goes on where it was. A movement is ours if the ledger has it under its attempt. One that shows before our own write is
//! committed waits: as long as an attempt about its charge is open or refused, and otherwise for [`GRACE`]. A movement that is
//! still not ours then was not made by the service: a refund made at the gateway's own pages, a dispute. It becomes two entries of the
//! ledger, which say so.
//!
//! After a restored backup, [`taking_up`] goes first: what the service has made since the backup becomes its own again. A charge of it that
//! cannot be matched is not the service's any more.
//!
//! The gateway's fees and pay-outs are between it and the shop, and no entries: the ledger has what customers pay and get. The fee of
//! each movement is stored with it, and the audit adds them up.

use crate::platform::batch::Batch;
use crate::platform::clock::{CLOCKS_DIFFER, Timestamp};
use crate::platform::error::{StaffError, StaffResult};
use crate::providers::payment::NoAnswer;
use crate::providers::payment::movement::{Movement, MovementKind, MovementPage};
use crate::service::payment::gateway::{PARTY, in_time};
use crate::service::payment::{restored_money, taking_up};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::operation::shop_facts::{self, ListRead, RestoredMoney, Stage, UnmatchedCharge, UnmatchedRefund};
use crate::store::payment::gateway_movements::{self, Kind, MovementRow, Outcome};
use crate::store::payment::ledger::{self, EntryKind, EntryRow, Flow};
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus};
use std::time::Duration;
use stylebox_core::values::money::Money;

/// The name of the job that runs this.
pub const JOB: &str = "gateway_list";
/// How long a movement that our books do not have waits before it counts as not ours.
pub(crate) const GRACE: Duration = Duration::from_secs(60 * 60);
/// How far before its last reading the list is read again: movements can show late.
const OVERLAP: Duration = Duration::from_secs(24 * 60 * 60);
/// The most pages that one run reads. The next one goes on.
const PAGES: usize = 50;
/// How many movements are compared together.
const BATCH: i64 = 200;

/// What a run has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Compared {
    /// Movements that were not known before.
    pub new: usize,
    /// The movements that our books have.
    pub ours: usize,
    /// The movements that became entries of the ledger.
    pub foreign: usize,
    /// The movements that wait to be compared again.
    pub waiting: usize,
    /// The charges since a restored backup that are attempts again.
    pub taken_up: usize,
    /// Whether the list was read to its end.
    pub is_complete: bool,
}

/// Reads what is new in the gateway's list, and compares what was read.
pub async fn run(state: &AppState) -> StaffResult<Batch<Compared>> {
    let mut batch = Batch::from(Compared::default());
    read(state, &mut batch).await?;
    let taken_up = taking_up::run(state).await?;
    let called_off = taking_up::call_off_open(state).await?;
    batch.done.taken_up = batch.join(taken_up).saturating_add(batch.join(called_off));
    let compared = compare(state).await?;
    let Compared { ours, foreign, waiting, .. } = batch.join(compared);
    batch.done = Compared { ours, foreign, waiting, ..batch.done };
    Ok(batch)
}

/// Reads the pages that are new, and stores each with how far the list is read. A gateway that does not answer is asked again by the next
/// run.
async fn read(state: &AppState, batch: &mut Batch<Compared>) -> StaffResult<()> {
    const LIST: &str = "the gateway's own list";
    let mut list = begun(state).await?;
    let mut run = match state.breakers().begin(PARTY, state.clock.now()) {
        Ok(run) => run,
        Err(rest) => {
            batch.record::<()>(LIST, Err(rest));
            return Ok(());
        }
    };
    for _ in 0..PAGES {
        let answer = state.providers.payment.movements(list.since, list.after.as_deref());
        let page = match in_time(state, answer).await {
            Ok(page) => page,
            Err(NoAnswer) => {
                run.silent(state.clock.now());
                batch.record::<()>(LIST, Err(NoAnswer));
                return Ok(());
            }
        };
        run.answered();
        // A gateway without a list has none that could be read further.
        let Some(page) = page else { return Ok(()) };
        let is_last = page.next.is_none();
        batch.done.new += store(state, &mut list, page).await?;
        if is_last {
            batch.done.is_complete = true;
            return Ok(());
        }
    }
    Ok(())
}

/// The reading that is under way, or a new one. The first begins before the first payment of all.
async fn begun(state: &AppState) -> StaffResult<ListRead> {
    let (now, here) = (state.clock.real_now(), state.clock.now());
    let mut tx = state.db.read().await?;
    let known = shop_facts::gateway_list(&mut tx).await?;
    let list = match known {
        Some(list) => held(state, &mut tx, list).await?,
        None => {
            let since = beginning(state, &mut tx).await?;
            ListRead { since, began: None, after: None, complete_at: None, began_here: None }
        }
    };
    Ok(ListRead { began: list.began.or(Some(now)), began_here: list.began_here.or(Some(here)), ..list })
}

/// From when on the list is read if it was never read.
async fn beginning(state: &AppState, tx: &mut Tx) -> StaffResult<Timestamp> {
    let now = state.clock.real_now();
    let first = payment_attempts::first_made_at(tx).await?.unwrap_or(now).min(now);
    Ok(first.minus(OVERLAP))
}

/// The stored state of the reading, without the times that a clock wrote while it was ahead. A reading that began while it was
/// ahead begins again, because its end would prove nothing about a payment. It begins at the newest movement that is known, by the
/// gateway's own clock.
async fn held(state: &AppState, tx: &mut Tx, list: ListRead) -> StaffResult<ListRead> {
    let (now, here) = (state.clock.real_now().plus(CLOCKS_DIFFER), state.clock.now().plus(CLOCKS_DIFFER));
    let ListRead { mut since, mut began, mut after, complete_at, mut began_here } = list;
    if began.is_some_and(|at| at > now) || began_here.is_some_and(|at| at > here) || since > now {
        (began, after, began_here) = (None, None, None);
    }
    if since > now {
        let newest = gateway_movements::newest_moved_at(tx).await?.filter(|at| *at <= now);
        since = match newest {
            Some(newest) => newest.minus(OVERLAP),
            None => beginning(state, tx).await?,
        };
    }
    Ok(ListRead { since, began, after, complete_at: complete_at.filter(|at| *at <= here), began_here })
}

/// Removes the times that a clock wrote while it was ahead from the stored state of the reading. Returns whether there was one.
///
/// # Errors
/// If the database fails.
pub async fn pull_back(state: &AppState, tx: &mut Tx) -> StaffResult<bool> {
    let Some(stored) = shop_facts::gateway_list(tx).await? else { return Ok(false) };
    let list = held(state, tx, stored.clone()).await?;
    if list == stored {
        return Ok(false);
    }
    shop_facts::set_gateway_list(tx, &list, state.clock.now()).await?;
    Ok(true)
}

/// Stores a page, and how far the list is read by it. Returns how many movements are new.
async fn store(state: &AppState, list: &mut ListRead, page: MovementPage) -> StaffResult<usize> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    let mut new = 0;
    for movement in page.found {
        new += usize::from(row(movement, now).insert_if_new(&mut tx).await?);
    }
    *list = match page.next {
        Some(after) => ListRead { after: Some(after), ..list.clone() },
        None => ListRead {
            // By the newest movement that is known, and so by the gateway's clock: what is later than that is not read yet, whatever
            // our clock has shown.
            since: match (list.began, gateway_movements::newest_moved_at(&mut tx).await?) {
                (Some(began), Some(newest)) => began.min(newest).minus(OVERLAP),
                _ => list.since,
            },
            complete_at: list.began_here,
            began: None,
            began_here: None,
            after: None,
        },
    };
    shop_facts::set_gateway_list(&mut tx, list, now).await?;
    tx.commit().await?;
    Ok(new)
}

fn row(movement: Movement, now: Timestamp) -> MovementRow {
    let kind = match movement.kind {
        MovementKind::Charge => Kind::Charge,
        MovementKind::Refund => Kind::Refund,
        MovementKind::RefundFailure => Kind::RefundFailure,
        MovementKind::Dispute => Kind::Dispute,
        MovementKind::DisputeReversal => Kind::DisputeReversal,
        MovementKind::Correction => Kind::Correction,
    };
    MovementRow {
        id: movement.id,
        kind,
        amount: movement.amount,
        fee: movement.fee,
        currency: movement.currency,
        charge_id: movement.charge_id,
        gateway_key: movement.key,
        moved_at: movement.at,
        read_at: now,
        outcome: Outcome::Waiting,
        attempt_id: None,
        decided_at: None,
        noted_at: None,
    }
}

/// Compares the movements that are not decided.
async fn compare(state: &AppState) -> StaffResult<Batch<Compared>> {
    let mut batch = Batch::from(Compared::default());
    let money = restored_money::known(state, &mut state.db.read_single().await?).await?;
    let mut after = (Timestamp(i64::MIN), String::new());
    loop {
        let rows = gateway_movements::waiting(&mut state.db.read().await?, (after.0, &after.1), BATCH).await?;
        let Some(last) = rows.last() else { return Ok(batch) };
        after = (last.moved_at, last.id.clone());
        for movement in rows {
            let what = format!("movement {}", movement.id);
            match batch.record(&what, decide(state, movement, money.as_ref()).await) {
                Some(Outcome::Ours) => batch.done.ours += 1,
                Some(Outcome::Foreign) => batch.done.foreign += 1,
                Some(Outcome::Waiting) | None => batch.done.waiting += 1,
            }
        }
    }
}

/// Decides whether a movement is ours, if that can be said. `money` is what is to be done about that since a restored backup.
async fn decide(state: &AppState, mut movement: MovementRow, money: Option<&RestoredMoney>) -> StaffResult<Outcome> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    if !gateway_movements::claim(&mut tx, &movement.id, now).await? {
        // Another server has decided it.
        let decided = gateway_movements::by_id(&mut tx, &movement.id).await?;
        return Ok(decided.map_or(Outcome::Waiting, |row| row.outcome));
    }
    let about = attempts_about(&mut tx, &movement).await?;
    if let Some(attempt) = mover(&mut tx, &movement, &about).await? {
        movement.outcome = Outcome::Ours;
        movement.attempt_id = Some(attempt.id.clone());
    } else if money.and_then(|money| waits_since_restore(&movement, money)).unwrap_or(waits(&movement, &about, now)) {
        return Ok(Outcome::Waiting);
    } else {
        movement.outcome = Outcome::Foreign;
        let attempt = about.first();
        movement.attempt_id = attempt.map(|attempt| attempt.id.clone());
        // The notices of the gateway show staff what became of a charge of ours.
        movement.noted_at = (attempt.is_some() && has_notice(movement.kind)).then_some(now);
        EntryRow::insert_all(&entries(state, &movement, attempt)?, &mut tx).await?;
        tracing::warn!(
            movement = movement.id,
            kind = movement.kind.as_str(),
            "the gateway moved money, and not the service"
        );
    }
    if let Some(refund) = money.and_then(|money| refund_of(&movement, money)) {
        // Staff have noted it, or have settled it by hand.
        movement.noted_at = (movement.outcome == Outcome::Foreign).then_some(now);
        restored_money::forget_refund(state, &mut tx, &refund.key).await?;
    }
    movement.decided_at = Some(now);
    movement.update(&mut tx).await?;
    tx.commit().await?;
    Ok(movement.outcome)
}

/// The attempts that a movement may be of: that of its key, and those about its charge.
async fn attempts_about(tx: &mut Tx, movement: &MovementRow) -> StaffResult<Vec<AttemptRow>> {
    let mut about = Vec::new();
    if let Some(key) = &movement.gateway_key {
        about.extend(payment_attempts::by_key(tx, key).await?);
    }
    if let Some(charge) = &movement.charge_id {
        about.extend(payment_attempts::about_charge(tx, charge).await?);
    }
    Ok(about)
}

/// The attempt that has moved the money: the ledger has the amount under it, and no other movement is known to be it.
async fn mover<'a>(
    tx: &mut Tx,
    movement: &MovementRow,
    about: &'a [AttemptRow],
) -> StaffResult<Option<&'a AttemptRow>> {
    let booked_as = match movement.kind {
        Kind::Charge => EntryKind::Charge,
        Kind::Refund => EntryKind::Refund,
        Kind::RefundFailure | Kind::Dispute | Kind::DisputeReversal | Kind::Correction => return Ok(None),
    };
    for attempt in about {
        let booked = ledger::of_attempt(tx, &attempt.order_id, &attempt.id, booked_as, &movement.currency).await?;
        if booked == movement.amount && !gateway_movements::is_found(tx, &attempt.id, movement.kind).await? {
            return Ok(Some(attempt));
        }
    }
    Ok(None)
}

/// Whether our books may still come to have a movement: the service is asking about it, staff have to settle it, or it was read just
/// now.
fn waits(movement: &MovementRow, about: &[AttemptRow], now: Timestamp) -> bool {
    let can_be_booked = match movement.kind {
        Kind::Charge => about.iter().any(AttemptRow::is_open),
        Kind::Refund => about.iter().any(|attempt| {
            let is_refused = attempt.purpose.is_refund() && attempt.status == AttemptStatus::Declined;
            attempt.is_open() || is_refused && attempt.amount.to_cents() == -movement.amount
        }),
        Kind::RefundFailure | Kind::Dispute | Kind::DisputeReversal | Kind::Correction => return false,
    };
    can_be_booked || movement.read_at > now.minus(GRACE)
}

/// Whether a movement since a restored backup waits; `None` if it is as any other.
fn waits_since_restore(movement: &MovementRow, money: &RestoredMoney) -> Option<bool> {
    if money.is_paused && movement.gateway_key.is_some() {
        return Some(true);
    }
    let is_of_it = |charge: &&UnmatchedCharge| Some(&charge.charge_id) == movement.charge_id.as_ref();
    match movement.kind {
        // One that was open has taken the money meanwhile, and may still be taken up.
        Kind::Charge => money.charges.iter().find(is_of_it).map(|charge| charge.stage != Stage::Left),
        // It waits to be made again, or for staff.
        Kind::Refund => refund_of(movement, money).map(|refund| !refund.is_noted),
        Kind::RefundFailure | Kind::Dispute | Kind::DisputeReversal | Kind::Correction => None,
    }
}

fn refund_of<'a>(movement: &MovementRow, money: &'a RestoredMoney) -> Option<&'a UnmatchedRefund> {
    money
        .refunds
        .iter()
        .find(|refund| movement.kind == Kind::Refund && Some(&refund.key) == movement.gateway_key.as_ref())
}

/// Whether the gateway's notices say it too.
const fn has_notice(kind: Kind) -> bool {
    match kind {
        Kind::Dispute | Kind::DisputeReversal | Kind::RefundFailure => true,
        Kind::Charge | Kind::Refund | Kind::Correction => false,
    }
}

/// The entries of a movement that is not ours: the money, and what it was for.
fn entries(state: &AppState, movement: &MovementRow, attempt: Option<&AttemptRow>) -> StaffResult<[EntryRow; 2]> {
    let money = movement.amount.checked_abs().and_then(Money::from_cents);
    let money = money.ok_or_else(|| StaffError::unexpected("a movement of more than can be held"))?;
    let (here, there) =
        if movement.amount < 0 { (Flow::Out(money), Flow::In(money)) } else { (Flow::In(money), Flow::Out(money)) };
    let entry = |kind, amount| EntryRow {
        id: state.new_id(),
        customer_id: attempt.map(|attempt| attempt.customer_id.clone()),
        order_id: attempt.map(|attempt| attempt.order_id.clone()),
        invoice_id: None,
        payment_attempt_id: attempt.map(|attempt| attempt.id.clone()),
        kind,
        amount,
        currency: movement.currency.clone(),
        memo: format!("{} ({})", in_words(movement), movement.id),
        at: state.clock.now(),
        movement_id: Some(movement.id.clone()),
    };
    Ok([entry(EntryKind::Gateway, here), entry(EntryKind::Foreign, there)])
}

/// What a movement is that the service has not made.
#[must_use]
pub fn in_words(movement: &MovementRow) -> &'static str {
    match (movement.kind, &movement.gateway_key) {
        (Kind::Charge, Some(_)) => {
            "A charge of this service that its database does not have, as after a restored backup"
        }
        (Kind::Charge, None) => "A charge that this service did not make",
        (Kind::Refund, _) => "A refund that this service did not make",
        (Kind::RefundFailure, _) => "A refund that did not reach the card, and came back",
        (Kind::Dispute, _) => "A disputed charge, withdrawn by the bank",
        (Kind::DisputeReversal, _) => "A disputed charge, given back by the bank",
        (Kind::Correction, _) => "A correction of a charge by the gateway",
    }
}

/// Notes that staff have seen to a movement that is not ours, or to a charge or refund that could not be matched after a restored backup.
/// Returns false if there is none that waits for them.
pub async fn note(state: &AppState, id: &str) -> StaffResult<bool> {
    let mut tx = state.db.write().await?;
    if restored_money::note(state, &mut tx, id).await? {
        tx.commit().await?;
        return Ok(true);
    }
    let found = gateway_movements::by_id(&mut tx, id).await?;
    let open = found.filter(|row| row.outcome == Outcome::Foreign && row.noted_at.is_none());
    let Some(mut row) = open else { return Ok(false) };
    row.noted_at = Some(state.clock.now());
    row.update(&mut tx).await?;
    tx.commit().await?;
    Ok(true)
}
