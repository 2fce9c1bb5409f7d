//! How often something may be tried: counted in the database for all servers together, or in the memory of each server.
//!
//! Whoever has used up their tries costs no write: a server remembers what the database has refused, and refuses it by itself from then
//! on. Windows slide: [`tries`](crate::platform::tries) says how. What can be refused without a count, such as a failed human check or a link that nobody has, is counted in memory alone.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::platform::keys::Purpose;
use crate::platform::tries::{Made, Window};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::access::tries;
use std::time::Duration;
use stylebox_core::policy::limits::{REFUSAL_BELIEVED_SECONDS, Tries};

/// How long a refusal of the database is believed. Another server may have forgotten the tries since.
const BELIEVED: Duration = Duration::from_secs(REFUSAL_BELIEVED_SECONDS);

/// A limit: so many tries of one subject within a window of time that ends now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What is limited; no two limits share a name.
    pub(crate) name: &'static str,
    pub(crate) window: Window,
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
    // All times are there, so none has to stand for several tries.
    let each = Window { length: window(tries), times: tries.most, tries_per_time: 1 };
    let made = Made { times: made_at.iter().copied().collect(), at_newest: 1 };
    made.used_up_until(&each, now).map(|until| until.since(now))
}

impl Limit {
    #[must_use]
    pub const fn new(name: &'static str, tries: Tries) -> Self {
        Self { name, window: Window::new(tries.most, window(tries)) }
    }

    /// Counts a try of `subject` (an address, an account). It is committed immediately, so it counts even if the call fails.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if the window's tries are used up. Then no transaction that writes begins, and for a while the database is not
    /// asked.
    pub async fn count(&self, state: &AppState, subject: &str) -> AppResult<()> {
        self.check(state, subject).await?;
        let mut tx = state.db.write().await?;
        self.count_in(state, &mut tx, subject).await?;
        Ok(tx.commit().await?)
    }

    /// Counts a try of `subject` with what it does: if `tx` is not committed, nothing was done, and it does not count. If strangers can call,
    /// [`Self::check`] comes before `tx` begins, because a refusal must not wait for SQLite's only writer, nor keep it busy.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if the window's tries are used up. Then nothing is counted.
    pub async fn count_in(&self, state: &AppState, tx: &mut Tx, subject: &str) -> AppResult<()> {
        let (bucket, now) = (self.bucket(state, subject), state.clock.now());
        if tries::count(tx, &bucket, &self.window, now).await? {
            return Ok(());
        }
        self.check_in(state, tx, subject).await?;
        // Another server has forgotten them just now: the next call succeeds.
        Err(AppError::TooMany(Duration::ZERO))
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

    /// As [`Self::check`], in a transaction, which is always asked.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if the window's tries are used up.
    pub async fn check_in(&self, state: &AppState, tx: &mut Tx, subject: &str) -> AppResult<()> {
        let now = state.clock.now();
        let used_up = tries::used_up_until(tx, &self.bucket(state, subject), &self.window, now).await?;
        let Some(until) = used_up else { return Ok(()) };
        state.tries_in_memory().remember_refusal(self.name, subject, now, now.plus(BELIEVED).min(until), until);
        Err(AppError::TooMany(until.since(now)))
    }

    /// Checks that a try of `subject` is left, and counts none. Nothing is written; if this server knows better, the database is not asked.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if the window's tries are used up.
    pub async fn check(&self, state: &AppState, subject: &str) -> AppResult<()> {
        self.check_in_memory(state, subject)?;
        self.check_in(state, &mut state.db.read_single().await?, subject).await
    }

    /// Counts a try of `subject` that was made, also beyond what the window allows.
    pub async fn note_in(&self, state: &AppState, tx: &mut Tx, subject: &str) -> AppResult<()> {
        Ok(tries::note(tx, &self.bucket(state, subject), &self.window, state.clock.now()).await?)
    }

    /// Counts a try of `subject` in the memory of this server alone: for what anybody may ask and what costs less than a write, and before
    /// the database counts what may be refused without a count.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if the window's tries are used up.
    pub fn count_in_memory(&self, state: &AppState, subject: &str) -> AppResult<()> {
        self.check_in_memory(state, subject)?;
        let now = state.clock.now();
        let counted = state.tries_in_memory().count(self.name, subject, &self.window, now);
        counted.map_err(|until| AppError::TooMany(until.since(now)))
    }

    /// Forgets the tries of `subject`, which has authenticated itself.
    pub async fn forget(&self, state: &AppState, subject: &str) -> AppResult<()> {
        let mut tx = state.db.write().await?;
        tries::forget(&mut tx, &self.bucket(state, subject)).await?;
        tx.commit().await?;
        // Last: until then another call can read the tries, and remember that they are used up.
        state.tries_in_memory().forget(self.name, subject);
        Ok(())
    }

    /// The database has only a keyed hash of the subject, which may be an email address or a phone.
    fn bucket(&self, state: &AppState, subject: &str) -> String {
        format!("{}:{}", self.name, state.keys.hash(Purpose::Limits, subject))
    }
}
