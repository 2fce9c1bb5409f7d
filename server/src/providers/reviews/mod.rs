//! The reviews service. The page posts a review to our server with our own invitation; a third party's service is told of it by the
//! outbox afterwards.

pub mod choice;
pub mod own;
pub mod yotpo;

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::{self, Reach};
use crate::providers::common::sender::MessageSender;

/// An order's invitation to review it. The page sends it along with the review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The shop at the service.
    pub site_key: String,
    /// The shop's domain.
    pub domain: String,
    /// What is reviewed.
    pub sku: String,
    /// What that is called.
    pub product_title: String,
    /// When the invitation was made, in seconds since 1970.
    pub time_stamp: i64,
    /// Our signature of all of this, with the order's id.
    pub signature: String,
}

/// A review for a third party's service. It has a text and stars, because such services demand both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenReview {
    /// The review's id here.
    pub key: String,
    /// The shop's domain.
    pub domain: String,
    pub sku: String,
    /// What that is called.
    pub product_title: String,
    /// The customer's first and last name.
    pub display_name: String,
    /// The customer's email address.
    pub email: String,
    pub content: String,
    pub title: String,
    /// 1 to 5.
    pub stars: u64,
}

/// A review that was posted: the facts by which the service can find it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthoredReview {
    /// The order that is reviewed, which the invitation's signature names.
    pub order_id: String,
    /// The email address with which it was posted.
    pub email: String,
}

/// The service did not answer in time, so it is asked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the reviews service does not answer")]
pub struct NoAnswer;

pub trait ReviewService: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    fn invite(&self, order_id: &str, now: Timestamp) -> Invitation;

    /// The order of an invitation; `None` if the signature is wrong or has expired.
    fn order_of(&self, invitation: &Invitation, now: Timestamp) -> Option<String>;

    /// The third party's service that is told of each review; `None` if reviews stay here.
    fn third_party(&self) -> Option<&dyn MessageSender<WrittenReview>> {
        None
    }

    /// Takes the author out of a review: name and email address, and the words if they tell who wrote them. It can be asked again,
    /// also about a review that the service does not have.
    fn forget_author<'a>(&'a self, review: &'a AuthoredReview) -> BoxFuture<'a, Result<(), NoAnswer>>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}
