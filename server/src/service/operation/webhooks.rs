//! Events that outside parties send: stored immediately, processed later by a job.
//!
//! An event is a hint. What it names is asked for at the party, and settled as the job of that area settles it, so that it does not
//! matter whether the event comes early, late, twice or never.

use crate::platform::backoff::wait_after;
use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{AppResult, StaffResult};
use crate::platform::trace;
use crate::providers::common::webhook::Event;
use crate::service::account::text_messages;
use crate::service::card::tries;
use crate::service::delivery::wanted;
use crate::service::mail::bounce;
use crate::service::payment::{carry_out, gateway, notices};
use crate::state::AppState;
use crate::store::operation::webhook_events::{self, EventRow};
use crate::values::hint::Hint;
use futures_util::future::join_all;
use std::collections::HashSet;
use std::time::Duration;
use tracing::Instrument;

/// How many events are read at once.
const BATCH: i64 = 50;

/// How long a run processes the events of one party. The next run goes on.
const LONGEST_RUN: Duration = Duration::from_secs(20);

/// Stores the events of a party. One that is known is not stored again.
///
/// # Errors
/// If they cannot be stored: the party calls again then.
pub async fn take(state: &AppState, party: &str, events: Vec<Event>) -> AppResult<()> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    for Event { id, hint } in events {
        let row = EventRow {
            id: state.new_id(),
            party: party.to_owned(),
            event_id: id,
            hint,
            received_at: now,
            due_at: now,
            failures: 0,
            last_error: None,
            worked_at: None,
        };
        row.insert_if_new(&mut tx).await?;
    }
    Ok(tx.commit().await?)
}

/// Processes the events that are due. Returns how many were processed. Each party's events are processed in their order, at the
/// same time as those of other parties, and for `LONGEST_RUN` at most: those that come while a party is silent wait for little
/// more than one of its timeouts. An event that fails is processed again later, and holds up no other.
pub async fn work_due(state: &AppState) -> StaffResult<Batch<usize>> {
    let parties = webhook_events::parties_due(&mut state.db.read().await?, state.clock.now()).await?;
    let worked = join_all(parties.iter().map(|party| work_due_of(state, party))).await;
    let mut batch = Batch::from(0);
    let mut failed = None;
    for of_party in worked {
        match of_party {
            Ok(of_party) => batch.done += batch.join(of_party),
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(batch), Err)
}

async fn work_due_of(state: &AppState, party: &str) -> StaffResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    let mut seen = HashSet::new();
    let until = state.clock.now().plus(LONGEST_RUN);
    loop {
        let due = webhook_events::due(&mut state.db.read().await?, party, state.clock.now(), BATCH).await?;
        let fresh: Vec<EventRow> = due.into_iter().filter(|event| seen.insert(event.id.clone())).collect();
        if fresh.is_empty() {
            return Ok(batch);
        }
        // One that asks a gateway that rests stays due.
        let mut run = state.breakers().begin(gateway::PARTY, state.clock.now());
        for mut event in fresh {
            let asks_gateway = asks_gateway(&event.hint);
            if let (true, Err(rest)) = (asks_gateway, &run) {
                batch.record::<()>(&format!("event {}", event.id), Err(rest));
                continue;
            }
            let outcome = work(state, &event.hint).instrument(trace::event_of(&event.party)).await;
            event.note(state.clock.now(), outcome.as_ref().err().map(ToString::to_string));
            batch.done += usize::from(batch.record(&format!("event {}", event.id), outcome).is_some());
            let mut tx = state.db.write().await?;
            event.update(&mut tx).await?;
            tx.commit().await?;
            if let (true, Ok(asked)) = (asks_gateway, &mut run) {
                asked.count_noted(state.clock.now());
                if let Some(rest) = asked.over() {
                    run = Err(rest);
                }
            }
            if state.clock.now() >= until {
                return Ok(batch);
            }
        }
    }
}

impl EventRow {
    /// Notes how processing it went: `error` says why it failed.
    fn note(&mut self, now: Timestamp, error: Option<String>) {
        match error {
            None => {
                (self.worked_at, self.last_error) = (Some(now), None);
                // The event is recognized by its id, and its customer may be erased before it is forgotten.
                if let Hint::Parcel { tracking_code } = &mut self.hint {
                    tracking_code.clear();
                }
            }
            Some(error) => {
                self.failures = self.failures.saturating_add(1);
                self.due_at = now.plus(wait_after(self.failures));
                self.last_error = Some(error);
            }
        }
    }
}

/// Whether processing an event asks the gateway.
const fn asks_gateway(hint: &Hint) -> bool {
    matches!(hint, Hint::Payment { .. } | Hint::Charge { .. } | Hint::CardConfirmation { .. } | Hint::Notice(_))
}

async fn work(state: &AppState, hint: &Hint) -> StaffResult<()> {
    match hint {
        Hint::Payment { key } => carry_out::look_again(state, key).await,
        Hint::Charge { reference } => carry_out::look_again_at(state, reference).await,
        Hint::CardConfirmation { reference } => tries::note_other_card(state, reference).await,
        Hint::Notice(about) => notices::look(state, about).await,
        Hint::Bounce { message_id, why, is_address } => {
            bounce::record_bounce(state, message_id, why, *is_address).await
        }
        Hint::TextMessage { id } => text_messages::note_phone_facts(state, id).await,
        Hint::Parcel { tracking_code } => wanted::look_soon(state, tracking_code).await,
    }
}
