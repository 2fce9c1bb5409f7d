//! What each outside party said when it was last asked something harmless.

use super::reach::Reach;
use crate::platform::clock::Timestamp;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What was seen of the parties. It belongs to one server: another one may reach what this one does not.
#[derive(Debug, Default)]
pub struct PartyWatch(Mutex<BTreeMap<&'static str, Seen>>);

/// What was seen of a party.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The party's last answer.
    pub reach: Reach,
    /// When the party began to answer so.
    pub since: Timestamp,
}

impl PartyWatch {
    /// Notes what a party says now. Returns whether it said something else before; the first answer counts as news if it is bad.
    pub fn note(&self, party: &'static str, reach: Reach, now: Timestamp) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = seen.get(party).map(|known| &known.reach);
        if known == Some(&reach) {
            return false;
        }
        let is_news = known.is_some() || !reach.is_good();
        seen.insert(party, Seen { reach, since: now });
        is_news
    }

    /// What was seen of each party that was asked.
    #[must_use]
    pub fn seen(&self) -> BTreeMap<&'static str, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{PartyWatch, Reach, Seen};
    use crate::platform::clock::Timestamp;

    #[test]
    fn a_change_is_news_and_keeps_its_time() {
        let watch = PartyWatch::default();
        assert!(!watch.note("mail", Reach::Reached, Timestamp(1)));
        assert!(watch.note("sms", Reach::NotReachable, Timestamp(1)));
        assert!(watch.note("mail", Reach::NotReachable, Timestamp(2)));
        assert!(!watch.note("mail", Reach::NotReachable, Timestamp(3)));
        assert_eq!(watch.seen()["mail"], Seen { reach: Reach::NotReachable, since: Timestamp(2) });
        assert!(watch.note("mail", Reach::Reached, Timestamp(4)));
    }
}
