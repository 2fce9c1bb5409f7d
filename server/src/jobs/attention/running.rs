//! Trouble in the running service: with jobs, the disk, the clock, outside parties and their events.

use crate::jobs::attention::waiting::Waiting;
use crate::jobs::runner;
use crate::platform::disk;
use crate::platform::error::{StaffError, StaffResult};
use crate::state::AppState;
use crate::store::operation::shop_facts::Backups;
use crate::store::operation::{shop_facts, webhook_events};
use std::time::Duration;
use stylebox_core::policy::limits;

/// How long staff are shown the trouble that a clock caused.
const CLOCK_SHOWN: Duration = Duration::from_secs(24 * 60 * 60);
const HOUR: Duration = Duration::from_secs(60 * 60);

/// The jobs whose last run failed, those that have not run or do not end, and servers that do not look for them any more.
pub async fn jobs(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let stalled = runner::stalled(state).await?;
    let mut lines: Vec<Waiting> = stalled.into_iter().map(|(what, why)| Waiting::new(what, why)).collect();
    lines.extend(runner::list(state).await?.into_iter().filter_map(|(job, row)| {
        let outcome = row.filter(|row| row.failed)?.outcome.unwrap_or_default();
        Some(Waiting::new(format!("job {}", job.name), format!("failed: {outcome}")))
    }));
    Ok(lines)
}

/// The disk of an SQLite file, if it is nearly full. That of PostgreSQL may be another machine's.
pub async fn disk(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let free = disk::free_for(&state.settings.database_url).map_err(StaffError::unexpected)?;
    Ok(free.filter(|free| free.is_low()).map(|free| Waiting::new("disk", free.in_words())).into_iter().collect())
}

/// Backups, if they are made regularly and one is missing.
pub async fn backups(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let known = shop_facts::backups(&mut state.db.read_single().await?).await?;
    let Some(Backups { every, newest, is_complete, photos_unread }) = known else { return Ok(Vec::new()) };
    let at_most = HOUR.saturating_mul(every.saturating_add(limits::BACKUP_LASTS_HOURS));
    let (now, on) = (state.clock.real_now(), newest.in_words());
    let mut lines = Vec::new();
    // One that is far in the future was noted while the clock was ahead.
    if now.since(newest) > at_most || newest > now.plus(at_most) {
        let why = if is_complete {
            format!("one is made every {every} hours, and the newest is of {on}")
        } else {
            format!("no backup has been completed since the first one was begun, on {on}")
        };
        lines.push(Waiting::new("backups", why));
    }
    if photos_unread > 0 {
        let why = format!(
            "the newest, of {on}, lacks photos ({photos_unread}), because the bucket could not be read: its log says why"
        );
        lines.push(Waiting::new("backups", why));
    }
    Ok(lines)
}

/// The trouble that a clock caused by running back, for a day.
pub async fn clock(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let now = state.clock.now();
    let troubles = shop_facts::clock_troubles(&mut state.db.read_single().await?).await?;
    let shown = troubles.into_iter().filter(|known| now.since(known.at) < CLOCK_SHOWN);
    Ok(shown.map(|known| Waiting::new("clock", format!("noticed {}: {}", known.at.in_words(), known.words))).collect())
}

/// The outside parties that could not be worked with when they were last asked.
pub async fn parties(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let seen = state.party_watch().seen().into_iter().filter(|(_, seen)| !seen.reach.is_good());
    let line = |party: &str, reach| Waiting::new(format!("party {party}"), format!("{reach}: {}", meanwhile(party)));
    Ok(seen.map(|(party, seen)| line(party, seen.reach)).collect())
}

/// What happens while a party cannot be worked with, by the name of the party's flag.
fn meanwhile(party: &str) -> &'static str {
    match party {
        "human-check" => "the proof of work takes its place",
        "address-suggestions" => "addresses are typed by hand",
        "theme-boxes" => "the last good ones stay",
        "telemetry" => "traces are dropped",
        _ => "what needs it waits",
    }
}

/// The events of outside parties that failed several times.
pub async fn events(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let mut tx = state.db.read().await?;
    let stuck = webhook_events::stuck(&mut tx, limits::EVENT_STUCK_AFTER_FAILURES).await?;
    let lines = stuck.into_iter().map(|event| {
        let why = event.last_error.unwrap_or_default();
        Waiting::new(
            format!("event {}", event.id),
            format!("of {}: failed {} times, {why}", event.party, event.failures),
        )
    });
    Ok(lines.collect())
}
