//! Source of randomness: the system's generator, or a seeded one in a test.

use crate::platform::clock::Timestamp;
use rand::Rng;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use uuid::Builder;

/// A source of random bytes that are good enough for secrets.
pub trait Random: Send + Sync {
    fn fill(&self, bytes: &mut [u8]);
}

impl dyn Random + '_ {
    /// A new id: a UUIDv7, so that ids sort by the time they were made.
    #[must_use]
    pub fn id(&self, now: Timestamp) -> String {
        let mut bytes = [0; 10];
        self.fill(&mut bytes);
        Builder::from_unix_timestamp_millis(now.millis(), &bytes).into_uuid().hyphenated().to_string()
    }

    /// A secret of 256 bits as 64 hexadecimal digits, for the token of a session or a reset link.
    #[must_use]
    pub fn secret(&self) -> String {
        let mut bytes = [0; 32];
        self.fill(&mut bytes);
        hex(&bytes)
    }

    /// A number from 0 to `end`, exclusive; 0 if `end` is 0.
    #[must_use]
    pub fn below(&self, end: u32) -> u32 {
        let mut bytes = [0; 8];
        self.fill(&mut bytes);
        let wide = u128::from(u64::from_le_bytes(bytes)) * u128::from(end);
        u32::try_from(wide >> 64).unwrap_or(0)
    }

    /// `length` characters of `alphabet`, for codes that people read out.
    #[must_use]
    pub fn text(&self, alphabet: &[u8], length: usize) -> String {
        let size = u32::try_from(alphabet.len()).unwrap_or(0);
        let letter = || usize::try_from(self.below(size)).ok().and_then(|at| alphabet.get(at)).copied();
        (0..length).filter_map(|_| letter()).map(char::from).collect()
    }
}

/// Ids that sort in the order in which they were made: UUIDv7 whose twelve bits after the time count within a millisecond
/// (RFC 9562, section 6.2, method 1).
#[derive(Debug, Default)]
pub struct Ids {
    /// The last id's millisecond and count.
    last: Mutex<(u64, u16)>,
}

/// The number of possible counts.
const COUNTS: u16 = 1 << 12;

impl Ids {
    #[must_use]
    pub fn next(&self, now: Timestamp, random: &dyn Random) -> String {
        let (millis, count) = {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            *last = after(*last, now.millis());
            *last
        };
        let mut bytes = [0; 10];
        random.fill(&mut bytes);
        let [high, low] = count.to_be_bytes();
        let [_, _, rest @ ..] = bytes;
        let [b2, b3, b4, b5, b6, b7, b8, b9] = rest;
        let bytes = [high, low, b2, b3, b4, b5, b6, b7, b8, b9];
        Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid().hyphenated().to_string()
    }
}

/// The millisecond and count after `last`: a new millisecond begins at 0, and a full one goes over into the next. A clock
/// that was set back does not reverse the order.
const fn after(last: (u64, u16), millis: u64) -> (u64, u16) {
    if millis > last.0 {
        (millis, 0)
    } else if last.1 + 1 < COUNTS {
        (last.0, last.1 + 1)
    } else {
        (last.0 + 1, 0)
    }
}

/// The system's generator.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) {
        rand::rng().fill_bytes(bytes);
    }
}

/// `bytes` as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_as_they_were_made() {
        let ids = Ids::default();
        let made: Vec<String> = (0..10_000).map(|at| ids.next(Timestamp(at / 9_000), &SystemRandom)).collect();
        let mut sorted = made.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(made, sorted);
    }

    #[test]
    fn a_full_millisecond_goes_over_and_a_clock_set_back_does_not() {
        assert_eq!(after((5, 4_095), 5), (6, 0));
        assert_eq!(after((5, 7), 4), (5, 8));
        assert_eq!(after((5, 7), 6), (6, 0));
    }
}
