//! Tries in a sliding window, as the times of the latest ones.
//!
//! A window ends now, wherever a clock's hours begin: with fixed windows twice the limit passes around the moment at which one ends and the
//! next begins, and everybody knows that moment. What is kept is a log of the latest times, so that a limit is exact: within no window
//! more tries pass than it allows, and none is refused that it allows. A count of the window before, weighted by how much of it still
//! counts, would need less room, but lets more pass, or refuses too many, whenever tries are not spread evenly; and passwords and codes are
//! never tried evenly.
//!
//! The log of a subject is one row, or one value in memory, and keeps [`MOST_TIMES`] times at most. If a limit allows more tries, each time
//! stands for several of them, and is as late as the last of them. Then, too, no more tries pass within any window than the limit allows;
//! up to one percent of them may be refused though they are allowed. Only budgets of the whole shop and what is counted in memory have
//! such limits.

use crate::platform::clock::{CLOCKS_DIFFER, Timestamp};
use std::collections::VecDeque;
use std::time::Duration;

/// The most times that are kept of a subject.
const MOST_TIMES: u32 = 100;

/// A limit of tries, and how its log is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub length: Duration,
    /// The times that are kept.
    pub times: u32,
    /// The tries that a time stands for.
    pub tries_per_time: u32,
}

/// The times of the latest tries of a subject, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Made {
    pub times: VecDeque<Timestamp>,
    /// How many tries the newest time stands for. Each of the others stands for as many as it can.
    pub at_newest: u32,
}

impl Window {
    /// The limit of `most` tries within any time of this length.
    #[must_use]
    pub const fn new(most: u32, length: Duration) -> Self {
        let tries_per_time = if most == 0 { 1 } else { most.div_ceil(MOST_TIMES) };
        Self { length, times: most / tries_per_time, tries_per_time }
    }

    /// The time before which tries no longer count, and one after which none can have been made: the clock that showed it was wrong.
    #[must_use]
    pub fn bounds(&self, now: Timestamp) -> (Timestamp, Timestamp) {
        (now.minus(self.length), now.plus(CLOCKS_DIFFER))
    }

    fn counts(&self, at: Timestamp, now: Timestamp) -> bool {
        let (since, until) = self.bounds(now);
        since < at && at <= until
    }
}

impl Made {
    /// When the next try is allowed; `None` if it is allowed now.
    #[must_use]
    pub fn used_up_until(&self, window: &Window, now: Timestamp) -> Option<Timestamp> {
        if self.joins(window, now) {
            return None;
        }
        let Some(before) = window.times.checked_sub(1) else { return Some(now.plus(window.length)) };
        let oldest = usize::try_from(before).ok().and_then(|place| self.times.get(place))?;
        window.counts(*oldest, now).then(|| oldest.plus(window.length))
    }

    /// Counts a try, whether or not it is allowed.
    pub fn add(&mut self, window: &Window, now: Timestamp) {
        if self.joins(window, now) {
            self.times.pop_front();
            self.at_newest = self.at_newest.saturating_add(1);
        } else {
            self.at_newest = 1;
        }
        self.times.push_front(now);
        self.times.truncate(usize::try_from(window.times).unwrap_or(usize::MAX));
    }

    /// Whether the next try is one of those that the newest time stands for.
    fn joins(&self, window: &Window, now: Timestamp) -> bool {
        self.at_newest < window.tries_per_time && self.times.front().is_some_and(|newest| window.counts(*newest, now))
    }
}

#[cfg(test)]
mod tests {
    use super::{Made, Timestamp, Window};
    use std::time::Duration;

    const MINUTE: Duration = Duration::from_secs(60);

    fn at(seconds: i64) -> Timestamp {
        Timestamp(1_700_000_000_000_000 + seconds * 1_000_000)
    }

    /// Tries at these seconds. Returns those that the limit allowed.
    fn allowed(window: &Window, seconds: impl Iterator<Item = i64>) -> Vec<i64> {
        let mut made = Made::default();
        let mut is_allowed = |second: i64| {
            let is_left = made.used_up_until(window, at(second)).is_none();
            if is_left {
                made.add(window, at(second));
            }
            is_left
        };
        seconds.filter(|second| is_allowed(*second)).collect()
    }

    /// How many of these, at most, lie within a minute, wherever it begins.
    fn most_within_a_minute(seconds: &[i64]) -> usize {
        let within = |from: &i64| seconds.iter().filter(|second| (*from..from + 60).contains(*second)).count();
        seconds.iter().map(within).max().unwrap_or_default()
    }

    #[test]
    fn a_window_slides() {
        let three = Window::new(3, MINUTE);
        // Two minutes begin at 0 and 60: a window that begins with them would allow three tries at 59 and three more at 60.
        assert_eq!(allowed(&three, [0, 59, 59, 59, 60, 61, 118, 119, 119, 119].into_iter()), [0, 59, 59, 60, 119, 119]);
        let mut made = Made::default();
        for second in [0, 10, 20] {
            assert_eq!(made.used_up_until(&three, at(second)), None);
            made.add(&three, at(second));
        }
        assert_eq!(made.used_up_until(&three, at(20)), Some(at(60)), "then the first one no longer counts");
        assert_eq!([59, 60].map(|second| made.used_up_until(&three, at(second)).is_some()), [true, false]);
    }

    #[test]
    fn a_limit_of_few_tries_is_exact() {
        for most in [1, 2, 7, 100] {
            let window = Window::new(most, MINUTE);
            assert_eq!((window.times, window.tries_per_time), (most, 1));
            // In each second one try, and at some seconds many.
            let tries = (0..600).flat_map(|second| vec![second; if second % 47 == 0 { 150 } else { 1 }]);
            let mut exact: Vec<i64> = Vec::new();
            for second in tries.clone() {
                let counted = exact.iter().filter(|made| **made > second - 60).count();
                if counted < usize::try_from(most).unwrap() {
                    exact.push(second);
                }
            }
            assert_eq!(allowed(&window, tries), exact, "{most}");
        }
    }

    #[test]
    fn a_limit_of_many_tries_never_lets_more_through_and_refuses_at_most_one_percent_too_many() {
        for most in [101_u32, 240, 600, 2_000] {
            let window = Window::new(most, MINUTE);
            assert!(window.times <= 100);
            let tries = (0..600).flat_map(|second| vec![second; if second % 47 == 0 { 3_000 } else { 5 }]);
            let (allowed, most) = (allowed(&window, tries), usize::try_from(most).unwrap());
            let found = most_within_a_minute(&allowed);
            assert!(found <= most && found * 100 >= most * 99, "{found} of {most}");
        }
    }

    #[test]
    fn tries_of_a_clock_that_was_ahead_lock_nobody_out() {
        let two = Window::new(2, MINUTE);
        let mut made = Made::default();
        made.add(&two, at(100_000));
        made.add(&two, at(100_000));
        assert!(made.used_up_until(&two, at(100_001)).is_some());
        assert_eq!(made.used_up_until(&two, at(0)), None);
        // Those of another server, whose clock is a little ahead, count.
        assert!(made.used_up_until(&two, at(99_950)).is_some());
        assert_eq!(Made::default().used_up_until(&Window::new(0, MINUTE), at(0)), Some(at(60)), "none is allowed");
    }
}
