//! Counts of things.

use serde::{Serialize, Serializer};
use stylebox_wire::{FirstError, Input, InputError, Json, deserialize_as_input};

/// A count: an integer from 0 to 2^53 − 1, which every engine holds exactly. `3.0` is a count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "number"))]
pub struct Count(u64);

impl Count {
    /// The largest count.
    pub const MAX: u64 = (1 << 53) - 1;

    /// A count of `number`, or nothing if it is over [`Count::MAX`].
    #[must_use]
    pub const fn new(number: u64) -> Option<Self> {
        if number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// The length of a list, which never comes near [`Count::MAX`].
    #[must_use]
    pub fn of(length: usize) -> Self {
        Self(u64::try_from(length).map_or(Self::MAX, |number| number.min(Self::MAX)))
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// One more; [`Count::MAX`] stays.
    #[must_use]
    pub const fn one_more(self) -> Self {
        if self.0 < Self::MAX { Self(self.0.saturating_add(1)) } else { self }
    }

    /// The number, to compare it with a fractional one.
    #[expect(clippy::cast_precision_loss, reason = "a count is exact in a double")]
    pub(crate) const fn as_f64(self) -> f64 {
        self.0 as f64
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl Input for Count {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked: whole, and within 2^53")]
    fn read_part(json: &Json, first_error: &mut FirstError) -> Self {
        match json {
            Json::Number(number) if number.fract() == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(number) => {
                Self(*number as u64)
            }
            other => {
                first_error.value_or(Err(InputError::expected("an integer from 0 to 9007199254740991", other)), Self(0))
            }
        }
    }
}

deserialize_as_input!(Count);

/// A number of days in words: `1 day`, `5 days`.
#[must_use]
pub fn days(number: u64) -> String {
    let noun = if number == 1 { "day" } else { "days" };
    format!("{number} {noun}")
}

#[cfg(test)]
mod tests {
    use super::Count;
    use stylebox_wire::{Input, Json};

    #[test]
    fn a_count_goes_up_to_the_largest_count() {
        assert_eq!(Count::default().one_more().get(), 1);
        let most = Count::new(Count::MAX).unwrap();
        assert_eq!(most.one_more(), most);
    }

    #[test]
    fn only_whole_and_exact_numbers_are_counts() {
        let count = |number| Count::read(&Json::Number(number)).map(Count::get);
        assert_eq!(count(3.0), Ok(3));
        assert_eq!(count(9_007_199_254_740_991.0), Ok(Count::MAX));
        for wrong in [-1.0, 0.5, 9_007_199_254_740_992.0, f64::INFINITY, f64::NAN] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }
}
