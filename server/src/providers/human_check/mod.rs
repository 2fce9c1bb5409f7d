//! The human check, which tells people from programs.

pub mod proof_of_work;

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use crate::providers::reach::{self, Reach};
use serde_json::Value;

/// Tells people from programs.
pub trait HumanCheck: Send + Sync {
    /// A new challenge, as the widget on the page takes it.
    ///
    /// # Errors
    /// If none can be made.
    fn challenge(&self) -> Result<Value, String>;

    /// Verifies `token`, the widget's answer; `None` if it is wrong. The caller has to make sure that it counts only once.
    fn verify(&self, token: &str) -> Option<Passed>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}

/// A challenge that was solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// Identifies the challenge.
    pub challenge: String,
    /// Until when it can be used.
    pub expires_at: Timestamp,
}
