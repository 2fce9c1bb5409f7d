//! A rest for outside parties that do not answer. A job that asks a silent party about a thousand rows would wait for each, and
//! nothing else of it would be done. So after two silences in a run, or in two runs without any answer, the party rests, and the run
//! ends. After the rest the next run asks again. A call that a customer waits for asks the party all the same.
//!
//! ```text
//! let mut run = match state.breakers().begin("tax", now) {
//!     Ok(run) => run,
//!     Err(rest) => return …, // it rests: `rest` says until when
//! };
//! for row in due {
//!     match ask(row).await {
//!         Silent => run.silent(now),
//!         _ => run.answered(),
//!     }
//!     if let Some(rest) = run.over() { break; }
//! }
//! ```
//!
//! If only some rows of a job ask the party, such as those that charge, they are left out while it rests, and the others go on:
//! [`PartRun`].

use crate::platform::clock::{Clock, Timestamp};
use crate::platform::metrics;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stylebox_core::policy::limits;

/// How long a party rests.
pub const REST: Duration = Duration::from_secs(limits::PARTY_REST_SECONDS);

/// The parties that jobs have asked, by their flags' names. They belong to one server.
#[derive(Debug, Default)]
pub struct Breakers(Mutex<BTreeMap<&'static str, Party>>);

#[derive(Debug, Clone, Copy, Default)]
struct CallCounts {
    silences: u64,
    answers: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Party {
    /// Silences and answers of all calls so far, as the calls have noted them.
    noted: CallCounts,
    /// Silences of runs since its last answer to one.
    unanswered: u32,
    rests_until: Option<Timestamp>,
}

impl Party {
    /// Until when it rests. A rest that lies further ahead began while the clock was ahead.
    fn rest(&self, now: Timestamp) -> Option<Timestamp> {
        self.rests_until.filter(|until| *until > now && *until <= now.plus(REST))
    }
}

/// A party that rests. Displays as a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resting {
    party: &'static str,
    until: Timestamp,
}

impl fmt::Display for Resting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { party, until } = self;
        write!(formatter, "the party {party} does not answer: it is asked again after {}", until.in_words())
    }
}

impl Breakers {
    fn parties(&self) -> MutexGuard<'_, BTreeMap<&'static str, Party>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a run of a job that asks a party.
    ///
    /// # Errors
    /// If the party rests.
    pub fn begin(&self, party: &'static str, now: Timestamp) -> Result<Run<'_>, Resting> {
        let mut parties = self.parties();
        let known = parties.entry(party).or_default();
        if let Some(until) = known.rest(now) {
            return Err(Resting { party, until });
        }
        known.rests_until = None;
        metrics::party_rests(party, false);
        Ok(Run { breakers: self, party, now, silences: 0, heard: known.noted, over: None })
    }

    /// Begins a run of a job in which only some rows ask a party. The party may rest.
    pub fn begin_part(&self, party: &'static str, now: Timestamp) -> PartRun<'_> {
        PartRun { run: self.begin(party, now), left_out: 0 }
    }

    /// Notes whether a call of a party was answered, for runs that do not see the answers themselves.
    pub fn note(&self, party: &'static str, is_answered: bool) {
        let mut parties = self.parties();
        let CallCounts { silences, answers } = &mut parties.entry(party).or_default().noted;
        let count = if is_answered { answers } else { silences };
        *count = count.saturating_add(1);
    }
}

/// A run of a job that asks a party.
#[derive(Debug)]
pub struct Run<'a> {
    breakers: &'a Breakers,
    party: &'static str,
    now: Timestamp,
    silences: u32,
    /// What calls had noted when this run last counted it.
    heard: CallCounts,
    over: Option<Resting>,
}

impl Run<'_> {
    /// The party did not answer.
    pub fn silent(&mut self, now: Timestamp) {
        self.now = now;
        self.silences = self.silences.saturating_add(1);
        let mut parties = self.breakers.parties();
        let known = parties.entry(self.party).or_default();
        known.unanswered = known.unanswered.saturating_add(1);
        if self.silences.max(known.unanswered) >= limits::PARTY_SILENCES {
            let until = now.plus(REST);
            (known.rests_until, known.unanswered) = (Some(until), 0);
            self.over = Some(Resting { party: self.party, until });
            metrics::party_rests(self.party, true);
            tracing::warn!(party = self.party, "an outside party does not answer: jobs let it rest");
        }
    }

    pub fn answered(&mut self) {
        self.breakers.parties().entry(self.party).or_default().unanswered = 0;
    }

    /// Counts what was noted by [`Breakers::note`] since the last time. If a row has asked nothing, there is nothing to count.
    pub fn count_noted(&mut self, now: Timestamp) {
        let noted = self.breakers.parties().entry(self.party).or_default().noted;
        let before = std::mem::replace(&mut self.heard, noted);
        if noted.silences > before.silences {
            self.silent(now);
        } else if noted.answers > before.answers {
            self.answered();
        }
    }

    /// The rest that has begun, if the run is over.
    #[must_use]
    pub const fn over(&self) -> Option<Resting> {
        self.over
    }
}

/// A run of a job in which only some rows ask the party. While the party rests, these rows are left out, and the others go on.
#[derive(Debug)]
pub struct PartRun<'a> {
    run: Result<Run<'a>, Resting>,
    left_out: u32,
}

impl PartRun<'_> {
    /// Runs a row whose calls note the party's answers. Returns its result; `None` if it is left out because the party rests.
    pub async fn ask<T>(&mut self, clock: &dyn Clock, row: impl Future<Output = T>) -> Option<T> {
        let Ok(run) = &mut self.run else {
            self.left_out = self.left_out.saturating_add(1);
            return None;
        };
        let outcome = row.await;
        run.count_noted(clock.now());
        if let Some(rest) = run.over() {
            self.run = Err(rest);
        }
        Some(outcome)
    }

    /// How many rows were left out, and the party's rest; `None` if none was.
    #[must_use]
    pub fn left_out(self) -> Option<(u32, Resting)> {
        let Self { run, left_out } = self;
        run.err().filter(|_| left_out > 0).map(|rest| (left_out, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::{Breakers, REST, Timestamp};

    #[test]
    fn two_silences_in_a_run_end_it_and_the_party_rests() {
        let (breakers, now) = (Breakers::default(), Timestamp(1_000_000));
        let mut run = breakers.begin("payment", now).unwrap();
        run.silent(now);
        // One answer in between does not make the run endless.
        run.answered();
        assert!(run.over().is_none());
        run.silent(now);
        let rest = run.over().unwrap();
        assert_eq!(breakers.begin("payment", now).unwrap_err(), rest);
        assert!(breakers.begin("tax", now).is_ok(), "another party does not rest");
        let later = now.plus(REST);
        assert!(breakers.begin("payment", Timestamp(later.0 - 1)).is_err());
        assert!(breakers.begin("payment", later).is_ok());
    }

    #[test]
    fn runs_that_end_at_the_first_silence_let_a_party_rest_after_two() {
        let (breakers, now) = (Breakers::default(), Timestamp(1_000_000));
        breakers.begin("mail", now).unwrap().silent(now);
        let mut second = breakers.begin("mail", now).unwrap();
        second.answered();
        second.silent(now);
        assert!(second.over().is_none());
        let mut third = breakers.begin("mail", now).unwrap();
        third.silent(now);
        assert!(third.over().is_some() && breakers.begin("mail", now).is_err());
    }

    #[test]
    fn a_rest_that_began_while_the_clock_was_ahead_does_not_count() {
        let (breakers, now) = (Breakers::default(), Timestamp(1_000_000));
        let ahead = now.plus(REST).plus(REST);
        let mut run = breakers.begin("payment", ahead).unwrap();
        run.silent(ahead);
        run.silent(ahead);
        assert!(breakers.begin("payment", ahead).is_err());
        assert!(breakers.begin("payment", now).is_ok());
    }

    #[test]
    fn a_row_that_asks_nothing_does_not_count_as_an_answer() {
        for (asks, is_over) in [(false, true), (true, false)] {
            let (breakers, now) = (Breakers::default(), Timestamp(1_000_000));
            breakers.begin("mail", now).unwrap().silent(now);
            let mut second = breakers.begin("mail", now).unwrap();
            if asks {
                breakers.note("mail", true);
            }
            second.count_noted(now);
            second.silent(now);
            assert_eq!(second.over().is_some(), is_over, "{asks}");
        }
    }

    #[test]
    fn silences_that_calls_have_noted_are_counted_row_by_row() {
        let (breakers, now) = (Breakers::default(), Timestamp(1_000_000));
        breakers.note("payment", false);
        let mut run = breakers.begin("payment", now).unwrap();
        run.count_noted(now);
        for _ in 0..2 {
            assert!(run.over().is_none(), "what was noted before the run does not count");
            breakers.note("payment", false);
            run.count_noted(now);
        }
        assert!(run.over().is_some());
    }
}
