//! Which connections are admitted, and which one is closed to make room for another.
//!
//! One lock guards the counts and the queue. It is held for a few instructions: when a connection comes or goes, and when a
//! request's head has come or its answer has gone.

use crate::platform::config::Network;
use crate::platform::source::Source;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Counts the connections.
#[derive(Debug)]
pub(super) struct Admission {
    total: usize,
    per_source: usize,
    trusted: Vec<Network>,
    counts: Mutex<Counts>,
    /// Notified when a connection has gone.
    left: Notify,
}

#[derive(Debug, Default)]
struct Counts {
    open: usize,
    by_source: HashMap<Source, usize>,
    /// The connections that may be closed to make room, in the order in which they are closed.
    closable: BTreeMap<Turn, Arc<Notify>>,
    /// How many have been told to close and are still open.
    closing: usize,
    next: u64,
}

/// What a connection waits for while it may be closed. The first kind is closed first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AwaitedPart {
    /// The head of a request.
    Head,
    /// The body of a request: nothing has been done for it yet.
    Body,
}

/// A place in the queue: those that began to wait first come first.
type Turn = (AwaitedPart, u64);

/// Why a connection is not admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    /// Its source has the most connections that one may have.
    Source,
    /// There is no room, and no connection to close for it.
    Full,
}

impl Admission {
    /// Admits `total` connections, of one source `per_source`. Trusted proxies carry the calls of many callers: they count
    /// towards the total only, and their connections are not closed to make room.
    pub(super) fn new(total: usize, per_source: usize, trusted: Vec<Network>) -> Self {
        Self { total, per_source, trusted, counts: Mutex::default(), left: Notify::new() }
    }

    /// A place for a connection from `peer`. If all places are taken, the connection that has waited longest for the head of a
    /// request is closed first.
    ///
    /// # Errors
    /// Why there is no place.
    pub(super) async fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<Place, Refused> {
        let peer = peer.to_canonical();
        let is_trusted = self.trusted.iter().any(|network| network.contains(peer));
        let source = (!is_trusted).then(|| Source::of(peer));
        loop {
            if let Some(place) = self.take_place(source)? {
                return Ok(place);
            }
            self.left.notified().await;
        }
    }

    /// A place, or none until the connection that was told to close has gone.
    fn take_place(self: &Arc<Self>, source: Option<Source>) -> Result<Option<Place>, Refused> {
        let mut counts = self.counts();
        let of_source = source.and_then(|source| counts.by_source.get(&source).copied()).unwrap_or_default();
        if of_source >= self.per_source {
            return Err(Refused::Source);
        }
        if counts.open >= self.total {
            return if counts.close_one() { Ok(None) } else { Err(Refused::Full) };
        }
        counts.open += 1;
        if let Some(source) = source {
            counts.by_source.insert(source, of_source + 1);
        }
        Ok(Some(Place { admission: self.clone(), source, turn: None, called: Arc::new(Notify::new()) }))
    }

    /// Has a connection closed if one may be: the machine has run out of something.
    pub(super) fn make_room(&self) {
        self.counts().close_one();
    }

    /// How many connections are open.
    pub(super) fn open(&self) -> usize {
        self.counts().open
    }

    /// Waits until no connection is open.
    pub(super) async fn wait_until_empty(&self) {
        while self.open() > 0 {
            self.left.notified().await;
        }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counts {
    /// Tells the next connection to close, unless one is closing already. Returns whether one is.
    fn close_one(&mut self) -> bool {
        if self.closing == 0
            && let Some((_, called)) = self.closable.pop_first()
        {
            called.notify_one();
            self.closing += 1;
        }
        self.closing > 0
    }
}

/// A connection's place. Dropping it frees the place.
#[derive(Debug)]
pub(super) struct Place {
    admission: Arc<Admission>,
    /// The source that it counts for; `None` for a trusted proxy.
    source: Option<Source>,
    turn: Option<Turn>,
    called: Arc<Notify>,
}

impl Place {
    /// Until [`Place::keep`] is called, the connection may be closed to make room.
    pub(super) fn offer(&mut self, awaits: AwaitedPart) {
        if self.source.is_some() && self.keep() {
            let mut counts = self.admission.counts();
            let turn = (awaits, counts.next);
            counts.next += 1;
            counts.closable.insert(turn, self.called.clone());
            self.turn = Some(turn);
        }
    }

    /// The connection may no longer be closed to make room. Returns false if that comes too late: then it must close.
    pub(super) fn keep(&mut self) -> bool {
        let Some(turn) = self.turn else { return true };
        let in_time = self.admission.counts().closable.remove(&turn).is_some();
        if in_time {
            self.turn = None;
        }
        in_time
    }

    /// Notified when the connection must close to make room.
    pub(super) fn called(&self) -> Arc<Notify> {
        self.called.clone()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let was_called = !self.keep();
        let mut counts = self.admission.counts();
        counts.open -= 1;
        if was_called {
            counts.closing -= 1;
        }
        if let Some(source) = self.source
            && let Some(open) = counts.by_source.get_mut(&source)
        {
            *open -= 1;
            if *open == 0 {
                counts.by_source.remove(&source);
            }
        }
        drop(counts);
        self.admission.left.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admission(total: usize, per_source: usize) -> Arc<Admission> {
        Arc::new(Admission::new(total, per_source, vec!["10.0.0.0/8".parse().unwrap()]))
    }

    async fn admit(admission: &Arc<Admission>, peer: &str) -> Result<Place, Refused> {
        admission.admit(peer.parse().unwrap()).await
    }

    #[tokio::test]
    async fn a_source_has_so_many_places_and_gets_them_back() {
        let admission = admission(10, 2);
        let first = admit(&admission, "192.0.2.1").await.unwrap();
        let _second = admit(&admission, "::ffff:192.0.2.1").await.unwrap();
        assert_eq!(admit(&admission, "192.0.2.1").await.unwrap_err(), Refused::Source);
        let _other = admit(&admission, "192.0.2.2").await.unwrap();
        drop(first);
        let _third = admit(&admission, "192.0.2.1").await.unwrap();
        assert_eq!(admit(&admission, "192.0.2.1").await.unwrap_err(), Refused::Source);
        let one = admit(&admission, "2001:db8::1").await.unwrap();
        let two = admit(&admission, "2001:db8::2").await.unwrap();
        assert_eq!(admit(&admission, "2001:db8::3").await.unwrap_err(), Refused::Source);
        drop((one, two));
        assert_eq!(admission.counts().by_source.len(), 2, "a source without a connection is forgotten");
    }

    #[tokio::test]
    async fn a_trusted_proxy_has_as_many_places_as_there_are() {
        let admission = admission(4, 1);
        let mut places = Vec::new();
        for _ in 0..4 {
            let mut place = admit(&admission, "10.1.2.3").await.unwrap();
            place.offer(AwaitedPart::Head);
            places.push(place);
        }
        // A proxy keeps its connections for its next calls.
        assert_eq!(admit(&admission, "192.0.2.1").await.unwrap_err(), Refused::Full);
    }

    /// Whether a connection is told to close.
    async fn is_called(place: &Place) -> bool {
        let called = place.called();
        let now = std::future::ready(());
        tokio::select! { biased; () = called.notified() => true, () = now => false }
    }

    #[tokio::test]
    async fn the_one_that_waits_longest_for_a_head_makes_room() {
        let admission = admission(4, 9);
        let mut places = Vec::new();
        for number in 0..4 {
            places.push(admit(&admission, &format!("192.0.2.{number}")).await.unwrap());
        }
        // The first has a whole head; the second waits for a body; the others for a head, the fourth longer than the third.
        places[1].offer(AwaitedPart::Body);
        places[3].offer(AwaitedPart::Head);
        places[2].offer(AwaitedPart::Head);
        for expected in [3, 2, 1] {
            let mut coming = std::pin::pin!(admit(&admission, "198.51.100.1"));
            let waits = tokio::select! { biased; _ = &mut coming => false, () = std::future::ready(()) => true };
            assert!(waits, "there is no room before one has gone");
            let mut called = Vec::new();
            for (number, place) in places.iter().enumerate() {
                if is_called(place).await {
                    called.push(number);
                }
            }
            assert_eq!(called, [expected]);
            // It may no longer begin a call.
            assert!(!places[expected].keep());
            drop(places.remove(expected));
            places.insert(expected.min(places.len()), coming.await.unwrap());
        }
        assert_eq!(admit(&admission, "198.51.100.1").await.unwrap_err(), Refused::Full);
    }

    #[tokio::test]
    async fn one_that_has_got_its_head_is_left_alone() {
        let admission = admission(1, 9);
        let mut place = admit(&admission, "192.0.2.1").await.unwrap();
        place.offer(AwaitedPart::Head);
        assert!(place.keep());
        assert_eq!(admit(&admission, "192.0.2.2").await.unwrap_err(), Refused::Full);
        assert!(!is_called(&place).await);
    }
}
