//! How often something may be tried: counted in the database for all servers together, or in the memory of each server.
//!
//! Whoever has used up their tries costs no write: a server remembers what the database has refused, and refuses it by itself from then
//! on. What can be refused without a count, such as a failed human check or a link that nobody has, is counted in memory alone.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::platform::keys::Purpose;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::access::rate_limits;
use std::time::Duration;
use stylebox_core::policy::limits::{REFUSAL_BELIEVED_SECONDS, Tries};

/// How long a refusal of the database is believed. Another server may have forgotten the tries since.
const BELIEVED: Duration = Duration::from_secs(REFUSAL_BELIEVED_SECONDS);

/// A limit: so many tries of one subject in a window of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What is limited; no two limits share a name.
    pub(crate) name: &'static str,
    /// How many tries a window allows.
    pub(crate) tries: u32,
    pub(crate) window: Duration,
}

/// The window's length.
#[must_use]
pub const fn window(tries: Tries) -> Duration {
    Duration::from_secs(60 * tries.minutes)
}

/// How long it takes until another try is allowed, if tries at these times, the newest first, are counted in a window that ends now; `None`
/// if it is allowed already.
#[must_use]
pub fn wait(tries: Tries, made_at: &[Timestamp], now: Timestamp) -> Option<Duration> {
    let most = usize::try_from(tries.most).unwrap_or(usize::MAX);
    let oldest = made_at.get(most.saturating_sub(1)).filter(|oldest| **oldest > now.minus(window(tries)))?;
    // The oldest of them no longer counts then.
    Some(oldest.plus(window(tries)).since(now))
}

impl Limit {
    #[must_use]
    pub const fn new(name: &'static str, tries: Tries) -> Self {
        Self { name, tries: tries.most, window: window(tries) }
    }

    /// Counts a try of `subject` (an address, an account). It is committed immediately, so it counts even if the call fails.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if the window's tries are used up. Then nothing is written, and for a while the database is not asked.
    pub async fn count(&self, state: &AppState, subject: &str) -> AppResult<()> {
        self.check_in_memory(state, subject)?;
        let mut tx = state.db.write().await?;
        self.count_in(state, &mut tx, subject).await?;
        Ok(tx.commit().await?)
    }

    /// Counts a try of `subject` with what it does: if `tx` is not committed, nothing was done, and it does not count.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if the window's tries are used up. Then nothing is counted.
    pub async fn count_in(&self, state: &AppState, tx: &mut Tx, subject: &str) -> AppResult<()> {
        let now = state.clock.now();
        let (start, end) = self.window_of(now);
        let most = i64::from(self.tries);
        let is_left = rate_limits::hit_below(tx, &self.bucket(state, subject), (start, end), most).await?;
        if is_left {
            return Ok(());
        }
        state.tries_in_memory().remember_refusal(self.name, subject, now, now.plus(BELIEVED).min(end), end);
        Err(AppError::TooMany(end.since(now)))
    }

    /// Checks that this server does not know the tries of `subject` to be used up. The database is not asked.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if it does.
    pub fn check_in_memory(&self, state: &AppState, subject: &str) -> AppResult<()> {
        let now = state.clock.now();
        match state.tries_in_memory().refused_until(self.name, subject, now) {
            Some(until) => Err(AppError::TooMany(until.since(now))),
            None => Ok(()),
        }
    }

    /// As [`Self::check`], in a transaction.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if the window's tries are used up.
    pub async fn check_in(&self, state: &AppState, tx: &mut Tx, subject: &str) -> AppResult<()> {
        let now = state.clock.now();
        let (start, end) = self.window_of(now);
        let hits = rate_limits::hits(tx, &self.bucket(state, subject), start).await?;
        if hits >= i64::from(self.tries) { Err(AppError::TooMany(end.since(now))) } else { Ok(()) }
    }

    /// Checks that a try of `subject` is left, and counts none.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if the window's tries are used up.
    pub async fn check(&self, state: &AppState, subject: &str) -> AppResult<()> {
        self.check_in(state, &mut state.db.read_single().await?, subject).await
    }

    /// Counts a try of `subject` that was made, also beyond what the window allows.
    pub async fn note_in(&self, state: &AppState, tx: &mut Tx, subject: &str) -> AppResult<()> {
        let (start, end) = self.window_of(state.clock.now());
        rate_limits::hit(tx, &self.bucket(state, subject), start, end).await?;
        Ok(())
    }

    /// Counts a try of `subject` in the memory of this server alone: for what anybody may ask and what costs less than a write, and before
    /// the database counts what may be refused without a count.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if the window's tries are used up.
    pub fn count_in_memory(&self, state: &AppState, subject: &str) -> AppResult<()> {
        self.check_in_memory(state, subject)?;
        let now = state.clock.now();
        let window = self.window_of(now);
        let hits = state.tries_in_memory().hit(self.name, subject, window);
        if hits > self.tries { Err(AppError::TooMany(window.1.since(now))) } else { Ok(()) }
    }

    /// Forgets the tries of `subject`, which has authenticated itself.
    pub async fn forget(&self, state: &AppState, subject: &str) -> AppResult<()> {
        state.tries_in_memory().forget(self.name, subject);
        let mut tx = state.db.write().await?;
        rate_limits::forget(&mut tx, &self.bucket(state, subject)).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The window begins at the same moment on every server.
    fn window_of(&self, now: Timestamp) -> (Timestamp, Timestamp) {
        let length = i64::try_from(self.window.as_micros()).unwrap_or(i64::MAX).max(1);
        let start = Timestamp(now.0.saturating_sub(now.0.rem_euclid(length)));
        (start, start.plus(self.window))
    }

    /// The database has only a keyed hash of the subject, which may be an email address or a phone.
    fn bucket(&self, state: &AppState, subject: &str) -> String {
        format!("{}:{}", self.name, state.keys.hash(Purpose::Limits, subject))
    }
}
