//! The fraud check, asked before an order is charged for the first time. The page's own kit, if there is one, runs in the
//! browser under the same session id.

pub mod own_records;

use crate::platform::future::BoxFuture;
use crate::providers::browser::BrowserNeeds;
use crate::providers::reach::{self, Reach};
use crate::store::payment::fraud::Place;
use serde::Serialize;

/// What a fraud check gets to know about an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Purchase {
    /// The customer's id in the browser's kit (`kount_session_id`).
    pub session_id: String,
    /// Whose order it is.
    pub customer_id: String,
    /// The account's e-mail address.
    pub email: String,
    /// The account's phone, ten digits.
    pub phone: Option<String>,
    /// Where the box goes; `None` for a pick-up.
    pub place: Option<Place>,
}

/// The verdict of a fraud check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Go on.
    Accept,
    /// Staff have to look at the order first. Holds the reason, for them.
    Doubt(&'static str),
}

/// The fraud check does not answer: nothing is charged before it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the fraud check does not answer")]
pub struct NoAnswer;

/// A script of the fraud check that watches a customer's browser. It is given the customer's session id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collector {
    /// The script's address.
    pub script: String,
    /// The origins that it needs.
    pub needs: BrowserNeeds,
}

/// Checks orders for fraud.
pub trait FraudCheck: Send + Sync {
    /// The script that it needs in the browser, if any.
    fn collector(&self) -> Option<Collector> {
        None
    }

    /// Whether an order may be charged and styled.
    fn check<'a>(&'a self, purchase: &'a Purchase) -> BoxFuture<'a, Result<Verdict, NoAnswer>>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}
