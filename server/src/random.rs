//! Where chance comes from: the system's generator, or a seeded one in a test.

use crate::clock::Timestamp;
use rand::Rng;
use std::fmt::Write;
use uuid::Builder;

/// A source of random bytes that are good enough for secrets.
pub trait Random: Send + Sync {
    /// Fills `bytes`.
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

    /// A secret of 256 bits, as 64 hexadecimal digits: a session's token, a reset link's.
    #[must_use]
    pub fn secret(&self) -> String {
        let mut bytes = [0; 32];
        self.fill(&mut bytes);
        hex(&bytes)
    }

    /// A number from 0 up to and without `end`; 0 where `end` is 0.
    #[must_use]
    pub fn below(&self, end: u32) -> u32 {
        let mut bytes = [0; 8];
        self.fill(&mut bytes);
        let wide = u128::from(u64::from_le_bytes(bytes)) * u128::from(end);
        u32::try_from(wide >> 64).unwrap_or(0)
    }

    /// `length` characters out of `alphabet`: codes that people read to each other.
    #[must_use]
    pub fn text(&self, alphabet: &[u8], length: usize) -> String {
        let size = u32::try_from(alphabet.len()).unwrap_or(0);
        let letter = || usize::try_from(self.below(size)).ok().and_then(|at| alphabet.get(at)).copied();
        (0..length).filter_map(|_| letter()).map(char::from).collect()
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
