//! How long to wait before something is tried again.

use std::time::Duration;

/// The first wait; each further one is twice as long.
const FIRST: Duration = Duration::from_secs(60);
/// The longest wait.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// How long to wait after that many tries.
#[must_use]
pub fn wait_after(tries: i64) -> Duration {
    let doublings = u32::try_from(tries.saturating_sub(1)).unwrap_or(0).min(10);
    FIRST.saturating_mul(1 << doublings).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::wait_after;

    #[test]
    fn each_wait_is_twice_as_long_up_to_an_hour() {
        let minutes = |tries| wait_after(tries).as_secs() / 60;
        assert_eq!([1, 2, 3, 6, 7, 8, 100].map(minutes), [1, 2, 4, 32, 60, 60, 60]);
    }
}
