//! Counts the money that is on its way, once a minute, for the metrics.

use crate::jobs::attention::report;
use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::platform::future::BoxFuture;
use crate::platform::metrics::of_money;
use crate::service::payment::{screening, unpaid_fees};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::operation::shop_facts;
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::payment::gateway_movements::{self, Outcome};
use crate::store::payment::gateway_notices::{self, Kind};
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus, OpenStatus, Purpose};
use std::time::Duration;

/// Something that is counted.
struct Count {
    /// As the metric calls it that says whether it could be read.
    name: &'static str,
    measure: for<'a> fn(&'a mut Tx, Timestamp) -> BoxFuture<'a, AppResult<()>>,
}

const ALL: &[Count] = &[
    Count { name: "payments", measure: |tx, now| Box::pin(payments(tx, now)) },
    Count { name: "gateway_notices", measure: |tx, now| Box::pin(notices(tx, now)) },
    Count { name: "styling_fees", measure: |tx, _| Box::pin(fees(tx)) },
    Count { name: "gateway_movements", measure: |tx, now| Box::pin(movements(tx, now)) },
    Count { name: "restored_money", measure: |tx, _| Box::pin(restored(tx)) },
];

/// Counts everything in one read transaction, so that the numbers belong together. What cannot be read keeps its last numbers, and the
/// rest is counted in another transaction, because PostgreSQL ends the one that failed.
pub async fn measure(state: &AppState) {
    if !report::database_answers(state).await {
        ALL.iter().for_each(|count| of_money().counted(count.name, false));
        return;
    }
    let mut open = None;
    for count in ALL {
        let measured = measure_one(state, &mut open, count).await;
        if let Err(error) = &measured {
            tracing::warn!(count = count.name, %error, "it cannot be counted what money is on its way");
        }
        of_money().counted(count.name, measured.is_ok());
    }
}

/// Counts one thing, in the transaction that is open.
async fn measure_one(state: &AppState, open: &mut Option<Tx>, count: &Count) -> AppResult<()> {
    let mut tx = match open.take() {
        Some(tx) => tx,
        None => state.db.read().await?,
    };
    (count.measure)(&mut tx, state.clock.now()).await?;
    *open = Some(tx);
    Ok(())
}

async fn payments(tx: &mut Tx, now: Timestamp) -> AppResult<()> {
    let open = payment_attempts::open_since(tx, now).await?;
    for &purpose in Purpose::ALL {
        for outcome in [AttemptStatus::Succeeded.as_str(), DeclineReason::Other(String::new()).kind()] {
            of_money().may_settle(purpose.as_str(), outcome);
        }
        for &status in OpenStatus::ALL {
            let is_of_both =
                |attempt: &&AttemptRow| attempt.purpose == purpose && attempt.open_status() == Some(status);
            let ages: Vec<Duration> =
                open.iter().filter(is_of_both).map(|attempt| now.since(attempt.created_at)).collect();
            let oldest = ages.iter().max().copied().unwrap_or_default();
            of_money().open(purpose.as_str(), status.as_str(), ages.len(), oldest);
        }
    }
    let held = open.iter().filter(|attempt| attempt.open_status() == Some(OpenStatus::Held));
    of_money().held_until(held.filter_map(|attempt| attempt.reserved_until).min().map(screening::released_at));
    of_money().refused_refunds(payment_attempts::refused_refunds(tx, now).await?.len());
    Ok(())
}

async fn notices(tx: &mut Tx, now: Timestamp) -> AppResult<()> {
    let open = gateway_notices::open_kinds(tx, now).await?;
    for &kind in Kind::ALL {
        of_money().notices(kind.as_str(), open.iter().filter(|notice| notice.kind == kind).count());
    }
    of_money().answer_by(open.iter().filter_map(|notice| notice.answer_by).min());
    Ok(())
}

async fn fees(tx: &mut Tx) -> AppResult<()> {
    let unpaid = unpaid_fees::count(tx).await?;
    of_money().fees("another_try", unpaid.another_try);
    of_money().fees("another_card", unpaid.another_card);
    Ok(())
}

async fn restored(tx: &mut Tx) -> AppResult<()> {
    of_money().paused(shop_facts::restored_money(tx).await?.is_some_and(|money| money.is_paused));
    Ok(())
}

async fn movements(tx: &mut Tx, now: Timestamp) -> AppResult<()> {
    let waiting = gateway_movements::count_waiting(tx).await?;
    let foreign = gateway_movements::count_foreign(tx).await?;
    for (outcome, (movements, oldest)) in [(Outcome::Waiting, waiting), (Outcome::Foreign, foreign)] {
        of_money().movements(outcome.as_str(), movements, oldest.map(|at| now.since(at)).unwrap_or_default());
    }
    Ok(())
}
