//! Taking up what the gateway did between a backup and its restore: the job `gateway_list` does it before anything is charged again.
//!
//! A charge says under which key, for which order and by which card it was made, and what a checkout bought. If the database knows the key,
//! nothing is to be done. Otherwise the charge becomes an attempt of its order whose outcome is not known, and is carried out as any whose
//! answer was lost: the order goes on. That needs the order, the card and the same total; if one of them is missing, the charge is kept as one
//! that could not be matched ([`restored_money`]). So is one of version 0.2.0, which did not say for which order it charged: it is kept for the
//! order that its customer has not finished. One that was not taken yet is called off, because nobody waits for it; if the gateway does not do
//! that for an hour, the shop goes on, and [`call_off_open`] tries again. Refunds are kept until the service makes the same one again.
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
use crate::store::card::gateway_customers;
use crate::store::operation::shop_facts::{self, Failing, RestoredMoney, Stage, UnmatchedCharge, UnmatchedRefund};
use crate::store::order::orders;
use crate::store::payment::gateway_movements;
use crate::store::payment::payment_attempts::{self, AttemptStatus, Purpose};
use attempt::{MOST_SILENT, TakeUpError, take_up};
use std::collections::BTreeSet;
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
    let money = restored_money::known(state, &mut state.db.read_single().await?).await?;
    match money.filter(|money| money.is_paused) {
        Some(money) => look(state, Which::Unknown, &money).await,
        None => Ok(Batch::from(0)),
    }
}

/// Calls the charges off again that were still open when the others were taken up. One that has taken the money meanwhile is taken up, as soon
/// as that is possible. Returns how many were. It reads the charges since the backup, so it does not run as often.
///
/// # Errors
/// If the database fails.
pub async fn call_off_open(state: &AppState) -> StaffResult<Batch<usize>> {
    let money = restored_money::known(state, &mut state.db.read_single().await?).await?;
    let Some(money) = money.filter(|money| !money.is_paused) else { return Ok(Batch::from(0)) };
    let open = money.charges.iter().filter(|charge| charge.stage != Stage::Left).map(|charge| charge.charge_id.clone());
    let open: BTreeSet<String> = open.collect();
    if open.is_empty() { Ok(Batch::from(0)) } else { look(state, Which::Open(open), &money).await }
}

async fn look(state: &AppState, which: Which, money: &RestoredMoney) -> StaffResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    // If a charge fails now, it has failed for so long.
    let failing = match money.failing {
        Some(failing) => failing.again(state.clock.now(), UNTRIED),
        None => Failing { since: state.clock.now(), last: state.clock.now() },
    };
    let is_left = |charge: &&UnmatchedCharge| charge.stage == Stage::Left;
    let mut look = Look {
        which,
        left: money.charges.iter().filter(is_left).map(|charge| charge.charge_id.clone()).collect(),
        failing,
        refunds: Vec::new(),
        silent_of_gateway: 0,
        silent_of_tax: 0,
        found: Found::default(),
    };
    let looked = look.at_all(state, money.taken_at).await;
    if let Some(looked) = batch.record("what the gateway did since the backup that was restored", looked) {
        batch.join(looked);
        batch.done = look.found.taken_up;
        if batch.failures().is_none() {
            end(state, look).await?;
        } else {
            // What came after the failure can have taken long, and that is no time in which nothing was tried.
            note_failing(state, failing).await?;
        }
    }
    Ok(batch)
}

/// Notes that a charge has failed just now. Its hour begins here: the servers may start long after the restore, and the gateway may be silent
/// for long.
async fn note_failing(state: &AppState, failing: Failing) -> StaffResult<()> {
    let now = state.clock.now();
    let failing = Failing { last: now, ..failing };
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
    /// The charges about which nothing is left to do, by the gateway's ids.
    settled: BTreeSet<String>,
    /// Whether all that the gateway lists was read.
    is_whole: bool,
}

/// Notes what is left to do. Charges and refunds begin again.
async fn end(state: &AppState, Look { which, found, .. }: Look) -> StaffResult<()> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    // Another server may have done the same, and some of it may be used or noted already.
    let Some(mut money) = shop_facts::restored_money_to_change(&mut tx, now).await? else { return Ok(()) };
    let new_charges: Vec<UnmatchedCharge> = match &which {
        Which::Unknown if !money.is_paused => return Ok(()),
        Which::Unknown => found.charges,
        Which::Open(_) => {
            let is_known = |new: &UnmatchedCharge| money.charges.iter().any(|known| known.charge_id == new.charge_id);
            found.charges.into_iter().filter(is_known).collect()
        }
    };
    if let Which::Open(unseen) = which {
        for gone in money.charges.iter_mut().filter(|charge| found.is_whole && unseen.contains(&charge.charge_id)) {
            (gone.stage, gone.why) = (Stage::Left, "the gateway does not list it any more".to_owned());
        }
    }
    money.is_paused = false;
    let is_new = |known: &UnmatchedCharge| new_charges.iter().any(|new| new.charge_id == known.charge_id);
    money.charges.retain(|known| !is_new(known) && !found.settled.contains(&known.charge_id));
    money.charges.extend(new_charges);
    money.refunds.retain(|known| found.refunds.iter().all(|new| new.key != known.key));
    money.refunds.extend(found.refunds);
    shop_facts::set_restored_money(&mut tx, &money, now).await?;
    Ok(tx.commit().await?)
}

/// Which charges are looked at.
enum Which {
    /// Those that the database does not know.
    Unknown,
    /// These, which could not be called off before, by the gateway's ids. Those that were seen are taken out.
    Open(BTreeSet<String>),
}

/// A look at charges and refunds since the backup.
struct Look {
    which: Which,
    /// The charges that are left to staff since an earlier restore, by the gateway's ids.
    left: BTreeSet<String>,
    /// For how long charges fail, if one fails now.
    failing: Failing,
    /// All refunds since then.
    refunds: Vec<MadeRefund>,
    /// How often in a row the gateway did not call a charge off.
    silent_of_gateway: usize,
    /// How often in a row the tax service did not answer.
    silent_of_tax: usize,
    found: Found,
}

impl Look {
    /// Looks at each charge and refund since the backup. A charge that fails does not hold the others up, and after some time not the shop
    /// either.
    async fn at_all(&mut self, state: &AppState, taken_at: Timestamp) -> StaffResult<Batch<()>> {
        let (since, mut batch) = (taken_at.minus(OVERLAP), Batch::from(()));
        self.refunds = refunds(state, since).await?;
        let mut after: Option<String> = None;
        loop {
            let answer = state.providers.payment.charges_made(since, after.as_deref());
            let Some(page) = in_time(state, answer).await.map_err(silent)? else { break };
            for charge in page.found {
                self.at_charge(state, charge, &mut batch).await?;
            }
            after = page.next;
            self.found.is_whole = after.is_none();
            if self.found.is_whole || self.has_seen_all() {
                break;
            }
        }
        if matches!(self.which, Which::Unknown) {
            for refund in &self.refunds {
                self.found.refunds.extend(unknown_refund(state, refund.clone()).await?);
            }
        }
        Ok(batch)
    }

    fn has_seen_all(&self) -> bool {
        matches!(&self.which, Which::Open(open) if open.is_empty())
    }

    async fn at_charge(&mut self, state: &AppState, charge: MadeCharge, batch: &mut Batch<()>) -> StaffResult<()> {
        let Some(purpose) = Purpose::of_key(&charge.key).filter(|purpose| !purpose.is_refund()) else { return Ok(()) };
        let is_meant = match &mut self.which {
            Which::Unknown => !self.left.contains(&charge.id) && !is_known(state, &charge).await?,
            Which::Open(open) => open.remove(&charge.id),
        };
        if !is_meant {
            return Ok(());
        }
        let order_id = match &charge.order_id {
            Some(order_id) => Some(order_id.clone()),
            None => unfinished_order(state, purpose, &charge).await?,
        };
        let is_first_look = matches!(self.which, Which::Unknown);
        let is_overdue = self.failing.lasts() >= TRIED_FOR;
        // On the first look the whole shop waits, for an hour. Later it does not.
        let seen = match self.look_at(state, &charge, order_id.as_deref(), purpose).await {
            Err(Failed { error, is_open: true }) if is_overdue || !is_first_look => {
                Ok(Seen::Unmatched { why: error.to_string(), stage: Stage::Open })
            }
            Err(Failed { error, is_open: false }) if !is_first_look => {
                Ok(Seen::Unmatched { why: format!("it could not be taken up yet: {error}"), stage: Stage::TriedAgain })
            }
            Err(Failed { error, is_open: false }) if is_overdue => {
                Ok(Seen::Unmatched { why: format!("it could not be taken up: {error}"), stage: Stage::Left })
            }
            seen => seen.map_err(|failed| failed.error),
        };
        let order_id = order_id.unwrap_or_default();
        match batch.record(&format!("the charge {} of the order {order_id}", charge.id), seen) {
            // Noted now, because the run may be cut off.
            None => note_failing(state, self.failing).await?,
            Some(Seen::Nothing) => {
                self.found.settled.insert(charge.id);
            }
            Some(Seen::TakenUp) => {
                self.found.taken_up += 1;
                self.found.settled.insert(charge.id);
            }
            Some(Seen::Unmatched { why, stage }) => {
                self.found.charges.push(unmatched(charge, order_id, purpose, why, stage));
            }
        }
        Ok(())
    }

    /// Calls a charge off, unless the gateway is silent.
    async fn call_off(&mut self, state: &AppState, charge: MadeCharge) -> Result<CalledOff, NoAnswer> {
        if self.silent_of_gateway >= MOST_SILENT {
            return Err(NoAnswer);
        }
        let called_off = call_off(state, charge).await;
        self.silent_of_gateway = if called_off.is_err() { self.silent_of_gateway.saturating_add(1) } else { 0 };
        called_off
    }

    /// Looks at a charge that the database does not know.
    async fn look_at(
        &mut self,
        state: &AppState,
        charge: &MadeCharge,
        order_id: Option<&str>,
        purpose: Purpose,
    ) -> Result<Seen, Failed> {
        let charge = match charge.progress {
            ChargeProgress::Ended => return Ok(Seen::Nothing),
            ChargeProgress::Taken => charge.clone(),
            // Whether or not its order is there: the bank must not take money that nobody waits for.
            ChargeProgress::Open => match self.call_off(state, charge.clone()).await {
                Ok(CalledOff::Taken(charge)) => charge,
                Ok(CalledOff::Ended) => return Ok(Seen::Nothing),
                Ok(CalledOff::NotYet) => {
                    let error = StaffError::refused(format!("the charge {} is not called off yet", charge.id));
                    return Err(Failed { error, is_open: true });
                }
                Err(error) => return Err(Failed { error: silent(error), is_open: true }),
            },
        };
        // A charge of an order that came after the backup is booked as the gateway's.
        let Some(order_id) = order_id else { return Ok(Seen::Nothing) };
        if orders::by_id(&mut state.db.read().await?, order_id).await?.is_none() {
            return Ok(Seen::Nothing);
        }
        if charge.order_id.is_none() {
            let why = "version 0.2.0 made it, which did not say for which order".to_owned();
            return Ok(Seen::Unmatched { why, stage: Stage::Left });
        }
        let taken_up = if self.refunds.iter().any(|refund| refund.charge_id == charge.id) {
            Err(TakeUpError::unmatched("money of it went back since"))
        } else {
            take_up(state, purpose, (order_id, &charge), &mut self.silent_of_tax).await
        };
        let attempt = match taken_up {
            Ok(attempt) => attempt,
            Err(TakeUpError::Unmatched(why)) => return Ok(Seen::Unmatched { why, stage: Stage::Left }),
            Err(TakeUpError::AlreadyDone) => return Ok(Seen::Nothing),
            Err(TakeUpError::Failed(error)) => return Err(error.into()),
        };
        tracing::info!(charge = charge.id, attempt = attempt.id, "a charge since the backup was taken up again");
        // If the gateway does not answer, the job `payments` asks again.
        if let Err(error) = carry_out::carry_out(state, &attempt.id).await {
            tracing::error!(%error, attempt = attempt.id, "a charge since the backup is not settled yet");
        }
        Ok(Seen::TakenUp)
    }
}

/// What became of a charge.
enum Seen {
    /// There is nothing to do about it.
    Nothing,
    TakenUp,
    /// It cannot be matched with its order as the backup has it.
    Unmatched {
        /// Why, as the end of a sentence.
        why: String,
        stage: Stage,
    },
}

/// What became of a charge that was called off.
enum CalledOff {
    /// It takes no money.
    Ended,
    /// It had taken the money before.
    Taken(MadeCharge),
    /// The gateway has not done it.
    NotYet,
}

/// Why a charge could not be looked at.
struct Failed {
    error: StaffError,
    /// Whether nothing is taken yet: the gateway did not call it off.
    is_open: bool,
}

impl<E: Into<StaffError>> From<E> for Failed {
    fn from(error: E) -> Self {
        Self { error: error.into(), is_open: false }
    }
}

fn unmatched(charge: MadeCharge, order_id: String, purpose: Purpose, why: String, stage: Stage) -> UnmatchedCharge {
    tracing::warn!(charge = charge.id, order = order_id, why, "a charge since the backup cannot be matched");
    UnmatchedCharge {
        charge_id: charge.id,
        order_id,
        purpose: purpose.as_str().to_owned(),
        cents: charge.amount.to_cents(),
        why,
        stage,
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

/// Whether the books have a charge: as a payment or, after an earlier restore, as the gateway's.
async fn is_known(state: &AppState, charge: &MadeCharge) -> StaffResult<bool> {
    let mut tx = state.db.read().await?;
    Ok(payment_attempts::by_key(&mut tx, &charge.key).await?.is_some()
        || gateway_movements::is_foreign_charge(&mut tx, &charge.id).await?)
}

/// The order that a charge of version 0.2.0 may be of: the one that its customer has not finished, unless the same is paid already.
async fn unfinished_order(state: &AppState, purpose: Purpose, charge: &MadeCharge) -> StaffResult<Option<String>> {
    let Some(customer) = &charge.customer else { return Ok(None) };
    let mut tx = state.db.read().await?;
    let Some(customer_id) = gateway_customers::customer_of(&mut tx, customer).await? else { return Ok(None) };
    let Some(order) = orders::unfinished_of_customer(&mut tx, &customer_id).await? else { return Ok(None) };
    let attempts = payment_attempts::of_order(&mut tx, &order.id, purpose).await?;
    let is_paid = attempts.iter().any(|attempt| attempt.status == AttemptStatus::Succeeded);
    Ok((!is_paid).then_some(order.id))
}

fn silent(error: NoAnswer) -> StaffError {
    StaffError::refused(error.to_string())
}

/// A refund of ours that the database does not have, of a charge that it has. Any other is booked as the gateway's.
async fn unknown_refund(state: &AppState, refund: MadeRefund) -> StaffResult<Option<UnmatchedRefund>> {
    let MadeRefund { key: Some(key), charge_id, amount, items } = refund else { return Ok(None) };
    let Some(purpose) = Purpose::of_key(&key).filter(|purpose| purpose.is_refund()) else { return Ok(None) };
    let mut tx = state.db.read().await?;
    if payment_attempts::by_key(&mut tx, &key).await?.is_some() {
        return Ok(None);
    }
    let charge = payment_attempts::by_charge(&mut tx, &charge_id).await?;
    Ok(charge.map(|charge| UnmatchedRefund {
        key,
        items,
        charge_id,
        order_id: charge.order_id,
        purpose: purpose.as_str().to_owned(),
        cents: amount.to_cents(),
        is_noted: false,
    }))
}

/// Calls a charge off that was not taken yet.
async fn call_off(state: &AppState, charge: MadeCharge) -> Result<CalledOff, NoAnswer> {
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
        about: About { order_id: charge.order_id.clone().unwrap_or_default(), actor: charge.actor, bought: None },
    };
    Ok(match in_time(state, state.providers.payment.call_off(&request)).await? {
        Some(ChargeOutcome::Captured(taken)) => CalledOff::Taken(MadeCharge { amount: taken.amount, ..charge }),
        Some(ChargeOutcome::Declined { .. } | ChargeOutcome::CardExpired | ChargeOutcome::NotConfirmed) | None => {
            CalledOff::Ended
        }
        Some(ChargeOutcome::ActionRequired(_) | ChargeOutcome::Authorized(_) | ChargeOutcome::Pending) => {
            CalledOff::NotYet
        }
    })
}
