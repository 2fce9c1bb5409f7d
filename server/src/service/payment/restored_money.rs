//! Money after a restored backup. What the gateway charged and refunded since the backup is not in the database, and must not be charged or
//! refunded a second time. So nothing is, until [`taking_up`](crate::service::payment::taking_up) has read what the gateway did. A charge that
//! it could not take up again holds back the same charge of its order until staff have noted it, and a refund is found if it is made again.
//!
//! The sandbox gateway keeps its charges in the database, so nothing waits there.

use crate::platform::clock::Timestamp;
use crate::platform::error::{StaffError, StaffResult};
use crate::state::AppState;
use crate::store::operation::shop_facts::{self, RestoredMoney, Stage, UnmatchedCharge, UnmatchedRefund};
use crate::store::order::orders::OrderRow;
use crate::store::payment::gateway_movements;
use crate::store::payment::payment_attempts::{self, Purpose};
use crate::store::{self, CustomerTx, Tx};
use std::collections::BTreeSet;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::values::money::Money;

/// Whether the gateway keeps its charges outside the database, where a restored backup does not change them.
#[must_use]
pub fn is_outside(state: &AppState) -> bool {
    !state.settings.parties.charging.payment().is_embedded()
}

/// Pauses charges and refunds after a restore, until it is known what the gateway did since the backup was taken, which is a real time.
pub async fn pause(state: &AppState, tx: &mut Tx, taken_at: Timestamp) -> store::Result<()> {
    if !is_outside(state) {
        return Ok(());
    }
    // The clock may have been ahead when the backup was taken. What it has of the gateway was there by the gateway's own clock. If it has nothing,
    // all that was charged is read.
    let known = match gateway_movements::newest_moved_at(tx).await? {
        Some(newest) => newest,
        None => payment_attempts::first_made_at(tx).await?.unwrap_or(Timestamp(0)),
    };
    let taken_at = taken_at.min(known).min(state.clock.real_now());
    let now = state.clock.now();
    // The backup may be of a shop in which something was left to do after an earlier restore.
    let before = shop_facts::restored_money_to_change(tx, now).await?;
    let (taken_at, charges, refunds) = before.map_or((taken_at, Vec::new(), Vec::new()), |before| {
        (before.taken_at.min(taken_at), before.charges, before.refunds)
    });
    let money = RestoredMoney { taken_at, failing: None, is_paused: true, charges, refunds };
    shop_facts::set_restored_money(tx, &money, now).await
}

/// What is to be done about the money since the last restore; `None` if nothing is.
pub async fn known(state: &AppState, tx: &mut Tx) -> store::Result<Option<RestoredMoney>> {
    if !is_outside(state) {
        return Ok(None);
    }
    shop_facts::restored_money(tx).await
}

/// Whether charges and refunds wait until it is known what the gateway did since the backup.
async fn is_paused(state: &AppState, tx: &mut Tx) -> store::Result<bool> {
    Ok(known(state, tx).await?.is_some_and(|money| money.is_paused))
}

/// Why a charge of an order does not begin; `None` if it may.
pub async fn why_not_charged(
    state: &AppState,
    tx: &mut Tx,
    order_id: &str,
    purpose: Purpose,
) -> store::Result<Option<Refusal>> {
    why_waiting(state, tx, |charge| charge.order_id == order_id && charge.purpose == purpose.as_str()).await
}

/// Why an order cannot be called off; `None` if it is known what was charged of it. Its fee would go back, and what is not matched would
/// stay with the shop.
pub async fn why_not_called_off(state: &AppState, tx: &mut Tx, order_id: &str) -> store::Result<Option<Refusal>> {
    why_waiting(state, tx, |charge| charge.order_id == order_id).await
}

/// Why something waits until all is read, and until these charges are matched; `None` if it may be done.
async fn why_waiting(
    state: &AppState,
    tx: &mut Tx,
    is_in_the_way: impl Fn(&UnmatchedCharge) -> bool,
) -> store::Result<Option<Refusal>> {
    let Some(money) = known(state, tx).await? else { return Ok(None) };
    if money.is_paused {
        return Ok(Some(Refusal::PaymentsPaused));
    }
    Ok(money.charges.iter().any(is_in_the_way).then_some(Refusal::PaymentToBeMatched))
}

/// The words for staff of why a charge does not begin.
#[must_use]
pub fn for_staff(why: Refusal, code: &str) -> StaffError {
    StaffError::refused(match why {
        Refusal::PaymentToBeMatched => format!(
            "Order {code} was charged after the backup that was restored: see \"ops attention\". Nothing is charged or refunded before that is noted."
        ),
        _ => ALL_PAUSED.to_owned(),
    })
}

const ALL_PAUSED: &str = "A backup was restored: nothing is charged or refunded before the job gateway_list has read what the gateway did since it \
    was taken. Please try again in a few minutes.";

/// Checks that refunds may begin.
///
/// # Errors
/// [`StaffError::Refused`] while it is not known what the gateway did since the backup.
pub async fn refuse_paused(state: &AppState, tx: &mut Tx) -> StaffResult<()> {
    if is_paused(state, tx).await? { Err(StaffError::refused(ALL_PAUSED)) } else { Ok(()) }
}

/// Checks that it is known what was charged of an order, before it is called off.
///
/// # Errors
/// [`StaffError::Refused`] if a charge of the order could not be matched and is not noted yet; those of [`refuse_paused`].
pub async fn refuse_unmatched(state: &AppState, tx: &mut Tx, order: &OrderRow) -> StaffResult<()> {
    let why = why_not_called_off(state, tx, &order.id).await?;
    why.map_or(Ok(()), |why| Err(for_staff(why, &order.code)))
}

/// The key of the same refund that was made after the backup, if there is one: of the same amount, and for the same `items` as far as the
/// gateway has them. It is used once.
///
/// # Errors
/// [`StaffError::Refused`] if money of the charge went back for this purpose after the backup in other portions: it may be the same money.
/// Those of [`refuse_paused`].
pub async fn key_of_refund(
    state: &AppState,
    tx: &mut CustomerTx,
    charge_id: Option<&str>,
    (purpose, amount): (Purpose, Money),
    items: &BTreeSet<String>,
) -> StaffResult<Option<String>> {
    refuse_paused(state, tx).await?;
    let may_be_same = |refund: &UnmatchedRefund| {
        Some(&*refund.charge_id) == charge_id && refund.purpose == purpose.as_str() && !refund.is_noted
    };
    let is_for_these = |refund: &UnmatchedRefund| refund.items.as_ref().is_none_or(|known| known == items);
    // Usually there is none, and nobody has to wait for anybody.
    if !known(state, tx).await?.is_some_and(|money| money.refunds.iter().any(may_be_same)) {
        return Ok(None);
    }
    let now = state.clock.now();
    let Some(mut money) = shop_facts::restored_money_to_change(tx, now).await? else { return Ok(None) };
    let is_same =
        |refund: &UnmatchedRefund| may_be_same(refund) && refund.cents == amount.to_cents() && is_for_these(refund);
    let Some(place) = money.refunds.iter().position(is_same) else {
        let others: Vec<&UnmatchedRefund> = money.refunds.iter().filter(|refund| may_be_same(refund)).collect();
        return if others.is_empty() { Ok(None) } else { Err(in_other_portions(&others, amount)) };
    };
    let refund = money.refunds.remove(place);
    shop_facts::set_restored_money(tx, &money, now).await?;
    Ok(Some(refund.key))
}

fn in_other_portions(others: &[&UnmatchedRefund], amount: Money) -> StaffError {
    let portion = |refund: &&UnmatchedRefund| {
        format!(
            "{} (\"ops payment noted {}\")",
            Money::from_cents(refund.cents).unwrap_or_default().formatted(),
            refund.key
        )
    };
    StaffError::refused(format!(
        "After the backup that was restored, these went back of the same charge: {}. None of them is the one that would go back now, {}: \
         it is another amount, or for other items. First do again what those were for, in the same portions and order as then: they are found at the gateway, and no money moves twice. Note one, with the command in brackets, only if \
         what it was for is never done again here. Then repeat this.",
        others.iter().map(portion).collect::<Vec<_>>().join(", "),
        amount.formatted()
    ))
}

/// Notes that staff have seen to a charge or refund that could not be matched, by the gateway's id of the charge or our key of the refund.
/// Returns false if there is none.
///
/// # Errors
/// [`StaffError::Refused`] for a charge that is still open: the bank could take its money, and the order would be charged again.
pub async fn note(state: &AppState, tx: &mut Tx, id: &str) -> StaffResult<bool> {
    if known(state, tx).await?.is_none() {
        return Ok(false);
    }
    let now = state.clock.now();
    let Some(mut money) = shop_facts::restored_money_to_change(tx, now).await? else { return Ok(false) };
    if money.charges.iter().any(|charge| charge.charge_id == id && charge.stage == Stage::Open) {
        return Err(StaffError::refused(format!(
            "The charge {id} is still open: cancel it at the gateway first. Then it leaves this list by itself, as soon as the job gateway_list runs."
        )));
    }
    let before = money.clone();
    money.charges.retain(|charge| charge.charge_id != id);
    for refund in money.refunds.iter_mut().filter(|refund| refund.key == id) {
        refund.is_noted = true;
    }
    if money == before {
        return Ok(false);
    }
    shop_facts::set_restored_money(tx, &money, now).await?;
    for (mut movement, _) in gateway_movements::foreign(tx).await? {
        if movement.kind == gateway_movements::Kind::Charge && movement.charge_id.as_deref() == Some(id) {
            movement.noted_at = Some(now);
            movement.update(tx).await?;
        }
    }
    Ok(true)
}

/// A refund that staff have noted is booked as the gateway's now.
pub async fn forget_refund(state: &AppState, tx: &mut Tx, key: &str) -> store::Result<()> {
    let now = state.clock.now();
    let Some(mut money) = shop_facts::restored_money_to_change(tx, now).await? else { return Ok(()) };
    money.refunds.retain(|refund| refund.key != key);
    shop_facts::set_restored_money(tx, &money, now).await
}
