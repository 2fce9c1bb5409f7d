//! A pause after a call whose answer is unknown and that is not repeated: what follows would mostly be lost as well.

use crate::platform::clock::{Clock, Timestamp};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// How long nothing is sent.
const LENGTH: Duration = Duration::from_secs(60);

/// The pause of one service.
pub struct Pause {
    clock: Arc<dyn Clock>,
    until: AtomicI64,
}

impl Pause {
    /// No pause yet.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, until: AtomicI64::new(0) }
    }

    /// Begins a pause now.
    pub fn begin(&self) {
        self.until.store(self.clock.now().plus(LENGTH).0, Ordering::Relaxed);
    }

    /// Whether there is one now. One that lies further ahead began while the clock was ahead.
    #[must_use]
    pub fn is_on(&self) -> bool {
        let (now, until) = (self.clock.now(), Timestamp(self.until.load(Ordering::Relaxed)));
        now < until && until <= now.plus(LENGTH)
    }
}
