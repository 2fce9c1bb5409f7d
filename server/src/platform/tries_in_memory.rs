//! Tries that a server counts in its own memory, because a try must cost no write.

use crate::platform::clock::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many subjects are counted in memory. If there are more in one window, all counts start again.
const SUBJECTS_IN_MEMORY: usize = 10_000;

/// The tries that this server counts in memory.
#[derive(Debug, Default)]
pub struct TriesInMemory(Mutex<HashMap<Counted, (Timestamp, u32)>>);

/// The name of a limit, and a subject.
type Counted = (&'static str, String);

impl TriesInMemory {
    /// Counts a try in the window that begins at `start`. Returns how many there are now.
    pub fn hit(&self, name: &'static str, subject: &str, (start, end): (Timestamp, Timestamp)) -> u32 {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (name, subject.to_owned());
        if counted.len() >= SUBJECTS_IN_MEMORY && !counted.contains_key(&key) {
            counted.retain(|_, (until, _)| *until > start);
            if counted.len() >= SUBJECTS_IN_MEMORY {
                counted.clear();
            }
        }
        let (until, hits) = counted.entry(key).or_insert((end, 0));
        if *until != end {
            (*until, *hits) = (end, 0);
        }
        *hits = hits.saturating_add(1);
        *hits
    }
}

#[cfg(test)]
mod tests {
    use super::{SUBJECTS_IN_MEMORY, TriesInMemory};
    use crate::platform::clock::Timestamp;

    #[test]
    fn tries_in_memory_are_counted_by_name_subject_and_window_and_do_not_grow_forever() {
        let tries = TriesInMemory::default();
        let (one, next) = ((Timestamp(0), Timestamp(10)), (Timestamp(10), Timestamp(20)));
        assert_eq!([tries.hit("a", "x", one), tries.hit("a", "x", one)], [1, 2]);
        assert_eq!([tries.hit("b", "x", one), tries.hit("a", "y", one), tries.hit("a", "x", next)], [1, 1, 1]);
        for subject in 0..3 * SUBJECTS_IN_MEMORY {
            tries.hit("a", &subject.to_string(), next);
            assert!(tries.0.lock().unwrap().len() <= SUBJECTS_IN_MEMORY);
        }
    }
}
