//! Money that waits for staff.

use crate::jobs::attention::waiting::Waiting;
use crate::platform::clock::{Timestamp, day_in_words};
use crate::platform::error::StaffResult;
use crate::service::card::tries;
use crate::service::checkout::tax_records;
use crate::service::payment::{gateway_list, restored_money, screening, unpaid_fees};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::operation::shop_facts::{Stage, UnmatchedCharge, UnmatchedRefund};
use crate::store::order::orders;
use crate::store::payment::gateway_movements::{self, Kind as MovedKind, MovementRow};
use crate::store::payment::gateway_notices::{self, Kind, NoticeRow};
use crate::store::payment::payment_attempts::{self, AttemptRow, Purpose};
use std::time::Duration;
use stylebox_core::policy;
use stylebox_core::values::money::Money;

/// The payments that have come to a stop.
pub async fn stopped(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let stopped = stopped_payments(state).await?.into_iter();
    Ok(stopped.map(|(attempt, why)| Waiting::new(format!("payment {}", attempt.id), why)).collect())
}

/// The styling fees that wait for another card.
pub async fn unpaid_fees(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let waiting = unpaid_fees::waiting(state).await?.into_iter();
    Ok(waiting.map(|(order, why)| Waiting::new(order, why)).collect())
}

/// The payments that do not go on by themselves, or have been open for long, each with a message.
async fn stopped_payments(state: &AppState) -> StaffResult<Vec<(AttemptRow, String)>> {
    let now = state.clock.now();
    let long_ago = now.minus(Duration::from_secs(policy::PAYMENT_SILENT_HOURS * 60 * 60));
    let mut tx = state.db.read().await?;
    let mut stopped = payment_attempts::refused_refunds(&mut tx, now).await?;
    stopped.extend(payment_attempts::open_since(&mut tx, now).await?);
    stopped.sort_by(|one, other| (one.created_at, &one.id).cmp(&(other.created_at, &other.id)));
    drop(tx);
    let mut with_words = Vec::new();
    for attempt in stopped {
        let words = match held_words(state, &attempt).await {
            Some(words) => words,
            None => silent_words(&attempt, long_ago),
        };
        with_words.extend(words.map(|words| (attempt, words)));
    }
    Ok(with_words)
}

/// The message about a held payment. The inner `None` if its order is held, which is listed itself; the outer `None` if the
/// payment is not held.
async fn held_words(state: &AppState, attempt: &AttemptRow) -> Option<Option<String>> {
    if !attempt.is_held() || attempt.is_stuck() {
        return None;
    }
    let amount = attempt.amount.formatted();
    Some(match screening::is_held(state, &attempt.order_id).await {
        Ok(true) => None,
        Ok(false) if attempt.called_off_at.is_some() => {
            Some(format!("{amount} is reserved and not wanted any more, and the gateway has not released it"))
        }
        Ok(false) => Some(format!("{amount} is reserved and cleared, and the gateway has not taken it")),
        Err(error) => Some(format!("{amount} is reserved, and whether its order is held cannot be said: {error}")),
    })
}

/// The message about a payment that needs staff or has been open since `long_ago`; `None` for any other.
fn silent_words(attempt: &AttemptRow, long_ago: Timestamp) -> Option<String> {
    let (amount, why) = (attempt.amount.formatted(), attempt.decline_reason.as_ref().map(ToString::to_string));
    Some(match (attempt.is_open(), why) {
        (false, why) => format!("the gateway refused to give {amount} back: {}", why.unwrap_or_default()),
        (true, Some(why)) => why,
        (true, None) if attempt.created_at > long_ago || attempt.waits_for_cardholder() => return None,
        (true, None) if attempt.purpose.is_refund() => format!(
            "the gateway has not said for long whether it gave {amount} back: it is asked again, so do not do it by hand"
        ),
        (true, None) => format!("the gateway has not said for long what became of {amount}"),
    })
}

/// The disputes and failed refunds that are not closed, by their orders.
pub async fn notices(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let open = gateway_notices::open(&mut state.db.read().await?, state.clock.now()).await?;
    Ok(open.into_iter().map(notice_line).collect())
}

fn notice_line((notice, order_code): (NoticeRow, String)) -> Waiting {
    let NoticeRow { id, status, reason, .. } = &notice;
    let amount = notice.amount.formatted();
    let why = match notice.kind {
        Kind::Dispute => {
            let until = notice.answer_by.map(|by| format!(", answer it there by {} Central Time", by.in_words()));
            format!(
                "the cardholder disputes {amount} ({reason}): it is {status} at the gateway{}",
                until.unwrap_or_default()
            )
        }
        Kind::FailedRefund => {
            format!("a refund of {amount} did not reach the card ({reason}): pay it back in another way")
        }
    };
    Waiting::new(order_code, format!("{why}; then \"ops payment noted {id}\""))
}

/// Money that moved between a backup and its restore.
pub async fn since_restore(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let mut tx = state.db.read().await?;
    let Some(money) = restored_money::known(state, &mut tx).await? else { return Ok(Vec::new()) };
    let mut lines = Vec::new();
    if money.is_paused {
        lines.push(Waiting::new(
            "charges and refunds",
            "a backup was restored: none begins before the job gateway_list has read what the gateway did since it was taken (\"ops \
             jobs run gateway_list\")",
        ));
    }
    let code = async |tx: &mut Tx, id: &str| {
        crate::store::Result::Ok(orders::by_id(tx, id).await?.map_or_else(|| "gateway".to_owned(), |order| order.code))
    };
    for UnmatchedCharge { charge_id, order_id, purpose, cents, why, stage } in money.charges {
        let what = Purpose::of(&purpose).map_or("payment", charge_words);
        let amount = Money::from_cents(cents).unwrap_or_default().formatted();
        let settle = format!(
            "Settle it with the customer, such as by a refund at the gateway, then \"ops payment noted {charge_id}\""
        );
        let why = match stage {
            Stage::Left => format!(
                "its {what} of {amount} was charged after the backup that was restored (at the gateway {charge_id}), and {why}: no other is \
                 begun for it. {settle}"
            ),
            Stage::TriedAgain => format!(
                "its {what} of {amount} was charged after the backup that was restored (at the gateway {charge_id}), and {why}: the job \
                 gateway_list tries it again each time, and no other is begun for it. If this lasts: {settle}"
            ),
            Stage::Open => format!(
                "its {what} of {amount} was begun after the backup that was restored (at the gateway {charge_id}), and is still open there: \
                 {why}. The job gateway_list calls it off again each time, and no other is begun for it. If this lasts, cancel it at the gateway"
            ),
        };
        lines.push(Waiting::new(code(&mut tx, &order_id).await?, why));
    }
    for UnmatchedRefund { key, charge_id, order_id, cents, .. } in money.refunds.into_iter().filter(|it| !it.is_noted) {
        let why = format!(
            "{} went back after the backup that was restored (of {charge_id} at the gateway), and nothing says why: do again what it was \
             for, such as canceling the order, and no money moves twice; otherwise \"ops payment noted {key}\"",
            Money::from_cents(cents).unwrap_or_default().formatted(),
        );
        lines.push(Waiting::new(code(&mut tx, &order_id).await?, why));
    }
    Ok(lines)
}

const fn charge_words(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::StylingFee => "styling fee",
        Purpose::Checkout => "checkout",
        Purpose::StylingFeeRefund | Purpose::ExchangeRefund | Purpose::CheckoutRefund => "refund",
    }
}

/// Money that the gateway moved without the service.
pub async fn foreign_movements(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let mut tx = state.db.read().await?;
    let mut open = gateway_movements::foreign(&mut tx).await?;
    // Those are listed as charges of their orders.
    let unmatched = restored_money::known(state, &mut tx).await?.map(|money| money.charges).unwrap_or_default();
    let is_unmatched =
        |movement: &MovementRow| unmatched.iter().any(|charge| Some(&charge.charge_id) == movement.charge_id.as_ref());
    open.retain(|(movement, _)| movement.kind != MovedKind::Charge || !is_unmatched(movement));
    let line = |(movement, order): (MovementRow, Option<String>)| {
        let amount = movement.amount.checked_abs().and_then(Money::from_cents).unwrap_or_default().formatted();
        let why = format!(
            "{}: {amount} on {}. It stands in the ledger as the gateway's; {}, then \"ops payment noted {}\"",
            gateway_list::in_words(&movement),
            day_in_words(movement.moved_at.today()),
            match (movement.kind, &movement.gateway_key) {
                (MovedKind::Charge, Some(_)) => {
                    "its order came after the backup: refund it at the gateway, or settle it with the customer"
                }
                _ => "see at the gateway what it was",
            },
            movement.id
        );
        Waiting::new(order.unwrap_or_else(|| "gateway".to_owned()), why)
    };
    Ok(open.into_iter().map(line).collect())
}

/// Unusually many refused cards.
pub async fn refused_cards(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let refusals = tries::unusual_refusals(state).await?.into_iter();
    let line = |(cards, customers)| {
        let why = format!(
            "{cards} cards of {customers} customers were refused within the last hour: somebody may be testing stolen numbers"
        );
        Waiting::new("cards", why)
    };
    Ok(refusals.map(line).collect())
}

/// What the tax service does not record.
pub async fn taxes(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let stuck = tax_records::stuck(state).await?.into_iter();
    Ok(stuck.map(|(record, why)| Waiting::new(format!("tax record {record}"), why)).collect())
}
