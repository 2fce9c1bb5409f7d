//! The fraud check, asked before an order is charged for the first time. The page's own kit, if there is one, runs in the
//! browser under the same session id.

pub mod choice;
pub mod kount;
pub mod radar;

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use crate::platform::random::Random;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::{self, Reach};
use crate::values::place::Place;
use crate::values::recipient::Recipient;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use stylebox_core::values::money::Money;

/// How many characters the id of a session has. Each check takes such an id, so that the ids of open sessions stay good if the shop
/// chooses another check.
pub const SESSION_ID_LENGTH: usize = 32;

/// A new id of a session, under which the check and its kit in the browser know it: digits and small letters that do not come again.
#[must_use]
pub fn new_session_id(random: &dyn Random) -> String {
    random.text(b"0123456789abcdef", SESSION_ID_LENGTH)
}

/// The kit of a fraud check that watches a customer's browser: a script, an ES module, which this server serves. Its default
/// export is called with the client and the environment, and with the session's id.
#[derive(Clone, PartialEq, Eq)]
pub struct Collector {
    pub script: Arc<str>,
    /// The shop's id at the fraud check. It is public.
    pub client_id: String,
    /// The check's word for demo mode, or for real orders.
    pub environment: &'static str,
    /// The origins that it needs.
    pub needs: BrowserNeeds,
}

/// Leaves out the script, which is long.
impl fmt::Debug for Collector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { script: _, client_id, environment, needs } = self;
        let mut shown = formatter.debug_struct("Collector");
        shown.field("client_id", client_id).field("environment", environment).field("needs", needs);
        shown.finish_non_exhaustive()
    }
}

/// What a verdict of the fraud check is about. The verdict counts until this changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Purchase {
    pub customer_id: String,
    pub email: String,
    /// The account's phone, ten digits.
    pub phone: Option<String>,
    /// Where the box goes; `None` for a pick-up.
    pub place: Option<Place>,
}

/// What a fraud check gets to know about an order.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// What the verdict is about.
    pub purchase: Purchase,
    /// The id under which the browser's kit watched the customer's last session (`kount_session_id`).
    pub session_id: String,
    pub order_code: String,
    pub ordered_at: Timestamp,
    /// Since when the customer has the account.
    pub customer_since: Timestamp,
    pub first_name: String,
    pub last_name: String,
    /// Who gets the box; `None` for a pick-up.
    pub recipient: Option<Recipient>,
    /// What is to be charged now: the styling fee.
    pub fee: Money,
    /// The last four digits of the card that is to pay it; `None` if there is no card.
    pub card_last_four: Option<String>,
}

/// The verdict of a fraud check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Go on.
    Accept,
    /// Staff have to look at the order first. Holds the reason, for them.
    Doubted(&'static str),
    /// The gateway judges the charge itself: the money is reserved first, and taken if the risk is normal.
    AfterAuthorization,
}

/// The fraud check does not answer: nothing is charged before it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the fraud check does not answer")]
pub struct NoAnswer;

/// Checks orders for fraud.
pub trait FraudCheck: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    /// The script that it needs in the browser, if any.
    fn collector(&self) -> Option<Collector> {
        None
    }

    /// Whether an order may be charged and styled.
    fn check<'a>(&'a self, inquiry: &'a Inquiry) -> BoxFuture<'a, Result<Verdict, NoAnswer>>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}
