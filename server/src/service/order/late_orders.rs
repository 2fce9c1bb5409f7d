//! The job `late`, and what `ops attention` says of late orders.

use crate::platform::batch::Batch;
use crate::platform::error::AppResult;
use crate::service::order::{cancel, late, transition};
use crate::service::payment::gateway;
use crate::state::AppState;
use crate::store::order::orders;
use stylebox_core::order::{Late, LateStep, is_unsent};

/// The result of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LateRun {
    /// How many orders moved to a later day.
    pub moved: u32,
    /// How many customers were asked whether to keep theirs.
    pub asked: u32,
    /// How many orders were cancelled.
    pub cancelled: u32,
}

/// Looks at the day of every order that can be late. One that fails delays no other. While the gateway rests none is cancelled: its
/// fee has to go back.
pub async fn run(state: &AppState) -> AppResult<Batch<LateRun>> {
    let mut batch = Batch::<LateRun>::default();
    let mut at_gateway = state.breakers().begin_part(gateway::PARTY, state.clock.now());
    for order in late::to_look_at(state).await? {
        let outcome = match late::look(state, &order).await {
            Ok((Late { step: LateStep::Cancel, .. }, _)) => {
                let cancelling = cancel::late(state, &order);
                let Some(is_cancelled) = at_gateway.ask(&*state.clock, cancelling).await else { continue };
                is_cancelled.map(|is_cancelled| if is_cancelled { LateStep::Cancel } else { LateStep::OnTime })
            }
            looked => looked.map(|(Late { step, .. }, _)| step).map_err(Into::into),
        };
        match batch.record(&format!("the day of order {order}"), outcome) {
            Some(LateStep::Move) => batch.done.moved += 1,
            Some(LateStep::Ask) => batch.done.asked += 1,
            Some(LateStep::Cancel) => batch.done.cancelled += 1,
            Some(LateStep::OnTime | LateStep::Waits | LateStep::Asked | LateStep::NoDay) | None => {}
        }
    }
    if let Some((left_out, rest)) = at_gateway.left_out() {
        batch.record::<()>(&format!("{left_out} late orders to cancel"), Err(rest));
    }
    Ok(batch)
}

/// The codes of the orders that are late or were, from the first day until they are sent, each with what is to be done.
pub async fn to_see(state: &AppState) -> AppResult<Vec<(String, String)>> {
    let mut ids = orders::moved(&mut state.db.read().await?).await?;
    for id in late::to_look_at(state).await? {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let mut seen = Vec::new();
    for id in ids {
        match words(state, &id).await {
            Ok(words) => seen.extend(words),
            Err(error) => seen.push((format!("order {id}"), format!("whether it is late cannot be said: {error}"))),
        }
    }
    Ok(seen)
}

async fn words(state: &AppState, order_id: &str) -> AppResult<Option<(String, String)>> {
    let mut tx = state.db.read().await?;
    let order = transition::load(&mut tx, order_id).await?;
    let Late { step, answer_by, .. } = late::of_order(state, &mut tx, &order).await?;
    let (code, day) = (order.code.clone(), order.ship_by_date);
    let sentence = match (step, order.moved_from) {
        (LateStep::OnTime, Some(before)) if is_unsent(order.status) => {
            let by = late::has_to_leave_by(state, &order)?;
            let what = if order.customer_pick_up { "be ready" } else { "leave" };
            format!("it was late: it was to come on {before}, comes on {day} now, and has to {what} by {by}")
        }
        (LateStep::OnTime, _) => return Ok(None),
        (LateStep::Waits, _) => format!(
            "it can no longer come on {day}, and moves once its customer has given a card, a confirmation or an address"
        ),
        (LateStep::Move | LateStep::Ask, _) => format!("it can no longer come on {day}: the job late moves it"),
        (LateStep::Asked, _) => {
            let by = answer_by.map(|by| format!(" until {by}")).unwrap_or_default();
            format!(
                "it is late again, and its customer is asked{by} whether to keep it (\"ops keep {code}\" or \"ops cancel {code}\" if \
                 they call)"
            )
        }
        (LateStep::Cancel, _) => "it is late, and the job late cancels it once no charge of it is open".to_owned(),
        (LateStep::NoDay, _) => format!("it can no longer come on {day}, and no later day is open: ask the customer"),
    };
    Ok(Some((code, sentence)))
}
