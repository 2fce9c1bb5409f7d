//! Whether the server could serve when it last looked. However many callers ask, it looks once a second at most.

use crate::platform::clock::Timestamp;
use std::time::Duration;
use tokio::sync::Mutex;

/// How long an answer is given again.
const GOOD_FOR: Duration = Duration::from_secs(1);

/// The last answer, and when it was found out.
#[derive(Debug, Default)]
pub struct Readiness(Mutex<Option<(Timestamp, bool)>>);

impl Readiness {
    /// The last answer, or a new one by `look`. Those who ask meanwhile wait for it.
    pub async fn get(&self, now: Timestamp, look: impl AsyncFnOnce() -> bool) -> bool {
        let mut last = self.0.lock().await;
        match *last {
            Some((at, answer)) if at <= now && now < at.plus(GOOD_FOR) => answer,
            _ => {
                let answer = look().await;
                *last = Some((now, answer));
                answer
            }
        }
    }
}
