//! The embedded service: `POST /reviews`, which keeps reviews in the database.

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use crate::platform::keys::{Keys, Purpose};
use crate::providers::common::forgetting::Forgetting;
use crate::providers::reviews::{AuthoredReview, Invitation, NoAnswer, ReviewService};
use std::time::Duration;
use stylebox_core::{brand, policy};

/// What is reviewed: every box counts as the same product.
const SKU: &str = "STYLE-BOX";
/// How long a signature is valid.
const LIFETIME: Duration = Duration::from_secs(60 * 60 * policy::REVIEW_SIGNATURE_HOURS);

/// The embedded service.
#[derive(Debug, Clone)]
pub struct OwnReviews {
    keys: Keys,
    domain: String,
}

impl OwnReviews {
    /// Signs with one of `keys`, for the shop at `origin`.
    #[must_use]
    pub fn new(keys: Keys, origin: &str) -> Self {
        let domain = origin.split_once("://").map_or(origin, |(_, host)| host);
        Self { keys, domain: domain.to_owned() }
    }
}

impl ReviewService for OwnReviews {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn invite(&self, order_id: &str, now: Timestamp) -> Invitation {
        let mut invitation = Invitation {
            site_key: brand::SLUG.to_owned(),
            domain: self.domain.clone(),
            sku: SKU.to_owned(),
            product_title: format!("{} by {}", brand::PRODUCT, brand::RETAILER),
            time_stamp: now.seconds(),
            signature: String::new(),
        };
        invitation.signature =
            format!("{order_id}.{}", self.keys.hash(Purpose::Reviews, &signed_text(order_id, &invitation)));
        invitation
    }

    fn order_of(&self, invitation: &Invitation, now: Timestamp) -> Option<String> {
        let (order_id, signature) = invitation.signature.rsplit_once('.')?;
        let made = Timestamp(invitation.time_stamp.checked_mul(1_000_000)?);
        let is_good = made <= now && now.since(made) < LIFETIME;
        let is_ours = is_good && self.keys.is_signed(Purpose::Reviews, &signed_text(order_id, invitation), signature);
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
