//! How spans are kept until they are sent, and how they are sent.

use std::time::Duration;

/// How much is kept, and how it is sent.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many spans wait at most. One has about 1 KB.
    pub queue: usize,
    /// How many spans are sent at once.
    pub batch: usize,
    /// How long a span waits for others to be sent with it.
    pub interval: Duration,
    /// How often spans are sent until they are dropped.
    pub tries: u32,
    /// The wait before the first repeat. It doubles each time.
    pub first_wait: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let (interval, first_wait) = (Duration::from_secs(5), Duration::from_secs(1));
        Self { queue: 2048, batch: 512, interval, tries: 6, first_wait }
    }
}
