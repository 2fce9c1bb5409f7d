//! Tries that a server counts in its own memory, because a try must cost no write, and refusals of the database that it remembers.
//!
//! Its memory is bounded: if there are too many subjects, those are forgotten whose time ends first. What is forgotten of a refusal is asked
//! of the database again.

use crate::platform::clock::Timestamp;
use crate::platform::tries::{Made, Window};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Of how many subjects tries are counted in memory, and of how many refusals are remembered.
const SUBJECTS_IN_MEMORY: usize = 10_000;

/// For how many more subjects there is room once others were forgotten: all are looked at to find those, so not at each try.
const ROOM: usize = SUBJECTS_IN_MEMORY / 4;

/// The tries that this server counts in memory, and the refusals that it remembers.
#[derive(Debug, Default)]
pub struct TriesInMemory(Mutex<Memory>);

#[derive(Debug, Default)]
struct Memory {
    counted: Subjects<Made>,
    refused: Subjects<Refusal>,
}

/// What the database has refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Refusal {
    noted_at: Timestamp,
    /// When the next try is allowed.
    until: Timestamp,
}

/// The name of a limit, and a subject.
type Key = (&'static str, String);

/// What is known of subjects, each with the time until which it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Subjects<T>(HashMap<Key, (Timestamp, T)>);

impl<T> Default for Subjects<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T> Subjects<T> {
    /// Forgets what no longer counts, and then the half whose time ends first, unless there is room for the subject.
    fn make_room(&mut self, key: &Key, now: Timestamp) {
        if self.0.len() < SUBJECTS_IN_MEMORY || self.0.contains_key(key) {
            return;
        }
        self.0.retain(|_, (until, _)| *until > now);
        if self.0.len() <= SUBJECTS_IN_MEMORY - ROOM {
            return;
        }
        let mut ends: Vec<Timestamp> = self.0.values().map(|(until, _)| *until).collect();
        let half = ends.len() / 2;
        let (_, middle, _) = ends.select_nth_unstable(half);
        let middle = *middle;
        self.0.retain(|_, (until, _)| *until > middle);
    }
}

impl TriesInMemory {
    fn lock(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a try, if one is left.
    ///
    /// # Errors
    /// When the next one is allowed.
    pub fn count(&self, name: &'static str, subject: &str, window: &Window, now: Timestamp) -> Result<(), Timestamp> {
        let counted = &mut self.lock().counted;
        let key = (name, subject.to_owned());
        counted.make_room(&key, now);
        let (ends, made) = counted.0.entry(key).or_insert((now, Made::default()));
        if let Some(until) = made.used_up_until(window, now) {
            return Err(until);
        }
        made.add(window, now);
        *ends = now.plus(window.length);
        Ok(())
    }

    /// Remembers until `believed_until` that the tries of a subject are used up, and when the next one is allowed.
    pub fn remember_refusal(
        &self,
        name: &'static str,
        subject: &str,
        now: Timestamp,
        believed_until: Timestamp,
        until: Timestamp,
    ) {
        let refused = &mut self.lock().refused;
        let key = (name, subject.to_owned());
        refused.make_room(&key, now);
        refused.0.insert(key, (believed_until, Refusal { noted_at: now, until }));
    }

    /// When the next try of a subject is allowed, if its tries are known to be used up. A refusal that was noted later than now is not
    /// believed: the clock has run back.
    pub fn refused_until(&self, name: &'static str, subject: &str, now: Timestamp) -> Option<Timestamp> {
        let memory = self.lock();
        let (believed_until, refusal) = memory.refused.0.get(&(name, subject.to_owned()))?;
        (refusal.noted_at <= now && now < *believed_until).then_some(refusal.until)
    }

    /// Forgets the refusal of a subject.
    pub fn forget(&self, name: &'static str, subject: &str) {
        self.lock().refused.0.remove(&(name, subject.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::{SUBJECTS_IN_MEMORY, TriesInMemory};
    use crate::platform::clock::Timestamp;
    use crate::platform::tries::Window;
    use std::time::Duration;

    #[test]
    fn tries_in_memory_are_counted_by_name_and_subject_and_do_not_grow_forever() {
        let tries = TriesInMemory::default();
        let two = Window::new(2, Duration::from_micros(10));
        let count = |name, subject: &str, now| tries.count(name, subject, &two, Timestamp(now));
        assert_eq!([count("a", "x", 0), count("a", "x", 3)], [Ok(()); 2]);
        assert_eq!([count("a", "x", 3), count("a", "x", 9)], [Err(Timestamp(10)); 2]);
        assert_eq!([count("b", "x", 9), count("a", "y", 9), count("a", "x", 10)], [Ok(()); 3]);
        assert_eq!(count("a", "x", 10), Err(Timestamp(13)));
        for subject in 0..3 * SUBJECTS_IN_MEMORY {
            count("a", &subject.to_string(), 20).unwrap();
            assert!(tries.lock().counted.0.len() <= SUBJECTS_IN_MEMORY);
        }
    }

    #[test]
    fn a_refusal_is_remembered_for_its_time_and_no_longer() {
        let tries = TriesInMemory::default();
        let refused = |name, subject, now| tries.refused_until(name, subject, Timestamp(now));
        tries.remember_refusal("a", "x", Timestamp(10), Timestamp(20), Timestamp(50));
        assert_eq!([refused("a", "x", 10), refused("a", "x", 19)], [Some(Timestamp(50)); 2]);
        assert_eq!([refused("b", "x", 10), refused("a", "y", 10), refused("a", "x", 20)], [None; 3]);
        assert_eq!(refused("a", "x", 9), None, "the clock has run back");
        tries.forget("a", "x");
        assert_eq!(refused("a", "x", 10), None);
    }

    #[test]
    fn the_refusals_that_end_first_are_forgotten_if_there_are_too_many() {
        let tries = TriesInMemory::default();
        let end = |subject: usize| Timestamp(1000 + i64::try_from(subject).unwrap());
        for subject in 0..3 * SUBJECTS_IN_MEMORY {
            tries.remember_refusal("a", &subject.to_string(), Timestamp(0), end(subject), end(subject));
            assert!(tries.lock().refused.0.len() <= SUBJECTS_IN_MEMORY);
        }
        assert_eq!(tries.refused_until("a", "0", Timestamp(0)), None);
        let last = 3 * SUBJECTS_IN_MEMORY - 1;
        assert_eq!(tries.refused_until("a", &last.to_string(), Timestamp(0)), Some(end(last)));
    }
}
