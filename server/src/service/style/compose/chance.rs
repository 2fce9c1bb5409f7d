//! Seeded randomness.

/// Seeded randomness. Each question has its own answer, which does not depend on the questions before.
#[derive(Debug, Clone, Copy)]
pub struct Chance(pub u64);

impl Chance {
    /// A number from 0 to `end`, exclusive, for this question; 0 if `end` is 0.
    #[must_use]
    pub fn below(self, question: &str, end: usize) -> usize {
        // FNV-1a over the question, then the finalizer of SplitMix64.
        let start = self.0 ^ 0xcbf2_9ce4_8422_2325;
        let hash = question.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let mixed = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let spread = mixed ^ (mixed >> 31);
        usize::try_from(spread.checked_rem(end as u64).unwrap_or(0)).unwrap_or(0)
    }

    #[must_use]
    pub fn one_of<'a, T: ?Sized>(self, question: &str, choices: &[&'a T]) -> Option<&'a T> {
        choices.get(self.below(question, choices.len())).copied()
    }
}
