//! Whether a party is down, as this server has seen it.

use crate::platform::clock::Timestamp;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// How long a party counts as down if nobody asks it again. While a server runs it is asked every minute.
const OUTAGE_LIFETIME: Duration = Duration::from_secs(5 * 60);

/// An outage of a party. It belongs to one server: another one may reach what this one does not.
#[derive(Debug, Default)]
pub(super) struct Outage {
    /// In microseconds since 1970; 0 if there is none.
    until: AtomicI64,
}

impl Outage {
    /// Notes that the party does not do its work. Returns whether that is news.
    pub(super) fn begin(&self, now: Timestamp) -> bool {
        !is_until(self.until.swap(now.plus(OUTAGE_LIFETIME).0, Ordering::Relaxed), now)
    }

    /// Notes that the party does its work. Returns whether that is news.
    pub(super) fn end(&self, now: Timestamp) -> bool {
        is_until(self.until.swap(0, Ordering::Relaxed), now)
    }

    /// Whether the party is down.
    pub(super) fn is_on(&self, now: Timestamp) -> bool {
        is_until(self.until.load(Ordering::Relaxed), now)
    }
}

/// Whether an outage until then is on. One that lies further ahead began while the clock was ahead.
fn is_until(until: i64, now: Timestamp) -> bool {
    until > now.0 && until <= now.plus(OUTAGE_LIFETIME).0
}

#[cfg(test)]
mod tests {
    use super::{OUTAGE_LIFETIME, Outage, Timestamp};

    #[test]
    fn an_outage_ends_when_the_party_is_back_or_nobody_has_asked_again() {
        let (outage, now) = (Outage::default(), Timestamp(1_000_000));
        assert!(!outage.is_on(now) && !outage.end(now));
        assert!(outage.begin(now) && !outage.begin(now));
        assert!(outage.is_on(now));
        assert!(outage.end(now) && !outage.is_on(now));
        assert!(outage.begin(now));
        assert!(!outage.is_on(now.plus(OUTAGE_LIFETIME)) && !outage.end(now.plus(OUTAGE_LIFETIME)));
        // The clock was ahead when it began, and runs back.
        assert!(outage.begin(now.plus(OUTAGE_LIFETIME)));
        assert!(!outage.is_on(now) && outage.begin(now) && outage.is_on(now));
    }
}
