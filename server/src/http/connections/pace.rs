//! The minimum rate at which a body arrives.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep};

/// In each window of time so many bytes must arrive. The first window begins when the body is first waited for.
#[derive(Debug)]
pub(super) struct Pace {
    window: Duration,
    bytes: u64,
    /// Bytes of this window so far.
    received: u64,
    ends: Option<Pin<Box<Sleep>>>,
}

impl Pace {
    /// At least `bytes` over each `window`.
    pub(super) fn new(window: Duration, bytes: u64) -> Self {
        Self { window, bytes, received: 0, ends: None }
    }

    /// Counts bytes that have arrived.
    pub(super) fn count(&mut self, bytes: usize) {
        self.received = self.received.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
    }

    /// Polled while nothing can be read: ready as soon as a window has ended with too few bytes.
    pub(super) fn poll_too_slow(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let window = self.window;
        let ends = self.ends.get_or_insert_with(|| Box::pin(sleep(window)));
        while ends.as_mut().poll(cx).is_ready() {
            if self.received < self.bytes {
                return Poll::Ready(());
            }
            self.received = 0;
            ends.as_mut().reset(Instant::now() + window);
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use tokio::time::timeout;

    /// So long that a machine that is busy with other work is not a whole window late.
    const WINDOW: Duration = Duration::from_millis(500);
    /// Much longer than all windows, on a machine that is busy with other work too.
    const FAILED_AFTER: Duration = Duration::from_secs(20);

    /// After how long a body counts as too slow if nothing more comes.
    async fn time_until_too_slow(mut pace: Pace) -> Duration {
        let began = Instant::now();
        timeout(FAILED_AFTER, poll_fn(|cx| pace.poll_too_slow(cx))).await.unwrap();
        began.elapsed()
    }

    #[tokio::test]
    async fn what_stops_is_too_slow_at_the_end_of_a_window() {
        let mut pace = Pace::new(WINDOW, 1000);
        pace.count(999);
        let time = time_until_too_slow(pace).await;
        assert!((WINDOW..2 * WINDOW).contains(&time), "{time:?}");
    }

    #[tokio::test]
    async fn each_window_asks_for_its_own_bytes() {
        let mut pace = Pace::new(WINDOW, 1000);
        pace.count(999);
        pace.count(1);
        // The first window has enough. If its bytes counted again, none would end it.
        let time = time_until_too_slow(pace).await;
        assert!((2 * WINDOW..3 * WINDOW).contains(&time), "{time:?}");
    }
}
