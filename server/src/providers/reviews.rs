//! The reviews service. A real one is a third party's: the page posts to it, and it trusts what we have signed.
//!
//! The embedded one is `POST /reviews`, and keeps reviews in the database.

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use crate::platform::signature::{is_signed, sign};
use std::time::Duration;
use stylebox_core::{brand, policy};

/// What is reviewed: every box counts as the same product.
const SKU: &str = "STYLE-BOX";
/// How long a signature is valid.
const LIFETIME: Duration = Duration::from_secs(60 * 60 * policy::REVIEW_SIGNATURE_HOURS);

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

/// A review that was posted, as far as the service can find it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthoredReview {
    /// The order that is reviewed, which the invitation's signature names.
    pub order_id: String,
    /// The e-mail address with which it was posted.
    pub email: String,
}

/// The service did not answer in time, so it is asked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the reviews service does not answer")]
pub struct NoAnswer;

/// The reviews service.
pub trait ReviewService: Send + Sync {
    /// An invitation to review an order.
    fn invite(&self, order_id: &str, now: Timestamp) -> Invitation;

    /// The order of an invitation; `None` if the signature is wrong or has expired.
    fn order_of(&self, invitation: &Invitation, now: Timestamp) -> Option<String>;

    /// Takes the author out of a review: name and e-mail address, and the words if they tell who wrote them. It can be asked again,
    /// also about a review that the service does not have.
    fn forget_author<'a>(&'a self, review: &'a AuthoredReview) -> BoxFuture<'a, Result<(), NoAnswer>>;
}

/// The embedded service.
#[derive(Debug, Clone)]
pub struct OwnReviews {
    key: String,
    domain: String,
}

impl OwnReviews {
    /// Signs with `key`, for the shop at `origin`.
    #[must_use]
    pub fn new(key: String, origin: &str) -> Self {
        let domain = origin.split_once("://").map_or(origin, |(_, host)| host);
        Self { key, domain: domain.to_owned() }
    }
}

impl ReviewService for OwnReviews {
    fn invite(&self, order_id: &str, now: Timestamp) -> Invitation {
        let mut invitation = Invitation {
            site_key: brand::SLUG.to_owned(),
            domain: self.domain.clone(),
            sku: SKU.to_owned(),
            product_title: format!("{} by {}", brand::PRODUCT, brand::RETAILER),
            time_stamp: now.seconds(),
            signature: String::new(),
        };
        invitation.signature = format!("{order_id}.{}", sign(&self.key, &signed_text(order_id, &invitation)));
        invitation
    }

    fn order_of(&self, invitation: &Invitation, now: Timestamp) -> Option<String> {
        let (order_id, signature) = invitation.signature.rsplit_once('.')?;
        let made = Timestamp(invitation.time_stamp.checked_mul(1_000_000)?);
        let is_good = made <= now && now.since(made) < LIFETIME;
        let is_ours = is_good && is_signed(&self.key, &signed_text(order_id, invitation), signature);
        is_ours.then(|| order_id.to_owned())
    }

    /// Its reviews are rows of the shop's own database, which are emptied together with the account.
    fn forget_author<'a>(&'a self, _: &'a AuthoredReview) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(async { Ok(()) })
    }
}

/// One line for each field, so that no two invitations have the same text.
fn signed_text(order_id: &str, invitation: &Invitation) -> String {
    let Invitation { site_key, domain, sku, product_title, time_stamp, .. } = invitation;
    format!("review\n{order_id}\n{site_key}\n{domain}\n{sku}\n{product_title}\n{time_stamp}")
}
