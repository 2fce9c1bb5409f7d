//! The carrier: labels for parcels, and where parcels are. Without one, staff make the labels elsewhere and type their codes.

pub mod choice;
pub mod shippo;

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::Reach;
use crate::providers::common::webhook::Webhook;
use crate::values::recipient::Recipient;
use stylebox_core::delivery::shipment::ParcelStatus;

#[derive(Debug, Clone)]
pub struct LabelWish<'a> {
    /// Our key, by which the label is found again. It says nothing of the customer.
    pub key: &'a str,
    /// The customer, also for a label by which they send something back.
    pub customer: &'a Recipient,
    /// Whether the customer sends with it, and the shop pays when it is scanned.
    pub is_return: bool,
}

/// A label that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The service's id of it.
    pub transaction: String,
    /// The carrier's code of the parcel.
    pub tracking_code: String,
    /// The carrier's page about the parcel, if the service has given one with https.
    pub tracking_page: Option<String>,
    /// Where the label is, as PDF. Whoever has this address sees the customer's address.
    pub document: String,
}

/// The outcome of buying a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purchase {
    Made(Label),
    /// The service is still making it.
    Pending,
    /// The service has tried, and no label was made. Holds why, for staff.
    Failed(String),
}

/// Why a service did not do what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// The call did not reach the service, which has done nothing.
    #[error("the carrier's service cannot be reached")]
    NotReached,
    /// It is not known what the service has done.
    #[error("the carrier's service does not answer")]
    Unknown,
    /// The service has refused, and done nothing. Holds why, for staff.
    #[error("the carrier's service refuses: {0}")]
    Refused(String),
}

/// The outcome of giving an unused label back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refund {
    /// What it cost is given back, or it cost nothing.
    Done,
    /// The carrier looks whether it was used, which takes days or weeks.
    Pending,
    /// Nothing is given back.
    Refused,
}

/// Where a parcel is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// What the carrier says of it.
    pub status: ParcelStatus,
    pub at: Option<Timestamp>,
    /// City and state where that was.
    pub place: Option<String>,
}

/// A service that makes labels and follows parcels.
pub trait Carrier: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    /// Prepares a label. Nothing is bought by that, so it may be asked for again. Returns the offer to buy.
    fn offer<'a>(&'a self, wish: LabelWish<'a>) -> BoxFuture<'a, Result<String, NotDone>>;

    /// Buys an offer under our key. The service knows no idempotency key, so after [`NotDone::Unknown`] it must be looked up before
    /// it is bought again.
    fn buy<'a>(&'a self, offer: &'a str, key: &'a str) -> BoxFuture<'a, Result<Purchase, NotDone>>;

    /// Looks for what was bought of an offer under our key. `None` if nothing was.
    fn look_up<'a>(&'a self, offer: &'a str, key: &'a str) -> BoxFuture<'a, Result<Option<Purchase>, NotDone>>;

    /// Gives an unused label back. It looks first whether that was asked for before, so it may be asked for again.
    fn refund<'a>(&'a self, transaction: &'a str) -> BoxFuture<'a, Result<Refund, NotDone>>;

    /// Where a parcel is.
    fn look_for<'a>(&'a self, tracking_code: &'a str) -> BoxFuture<'a, Result<Sighting, NotDone>>;

    /// The service's webhook; `None` if it has none.
    fn webhook(&self) -> Option<&dyn Webhook>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach>;
}
