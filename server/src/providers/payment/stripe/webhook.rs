//! Stripe's webhooks: a signature over the time and the body as it came.

use crate::platform::clock::Timestamp;
use crate::platform::config::Secret;
use crate::platform::signature::is_signed;
use crate::providers::common::webhook::{Delivery, Event, NotTaken, Webhook};
use crate::providers::companies::stripe::objects::{our_card, our_key};
use crate::values::hint::Hint;
use crate::values::hint::{NoticeKind, NoticeRef};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// How old a call may be, and how far ahead Stripe's clock.
const TOLERANCE: Duration = Duration::from_secs(5 * 60);

/// Stripe's calls.
pub(super) struct StripeWebhook {
    secret: Secret,
}

impl StripeWebhook {
    pub(super) const fn new(secret: Secret) -> Self {
        Self { secret }
    }

    fn is_proven(&self, delivery: &Delivery<'_>, body: &str) -> bool {
        let header = delivery.header("stripe-signature").unwrap_or_default();
        let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
        let time = parts().find(|(name, _)| *name == "t").map(|(_, time)| time).unwrap_or_default();
        let Ok(seconds) = time.parse::<i64>() else { return false };
        let sent = Timestamp(seconds.saturating_mul(1_000_000));
        let is_fresh = sent.since(delivery.now).max(delivery.now.since(sent)) <= TOLERANCE;
        let signed = format!("{time}.{body}");
        // While a secret is replaced, Stripe signs with both.
        let is_ours =
            |(name, signature): (&str, &str)| name == "v1" && is_signed(self.secret.expose(), &signed, signature);
        is_fresh && parts().any(is_ours)
    }
}

/// An event, as far as it is read.
#[derive(Deserialize)]
struct EventBody {
    id: String,
    #[serde(rename = "type", default)]
    kind: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: About,
}

/// What an event is about.
#[derive(Deserialize)]
struct About {
    /// Empty for what has none, such as a balance.
    #[serde(default)]
    id: String,
    object: String,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    metadata: Option<BTreeMap<String, String>>,
    /// The intent that a review is about.
    #[serde(default)]
    payment_intent: Option<String>,
}

impl Webhook for StripeWebhook {
    fn party(&self) -> &'static str {
        "stripe"
    }

    fn read(&self, delivery: &Delivery<'_>) -> Result<Vec<Event>, NotTaken> {
        let body = std::str::from_utf8(delivery.body).map_err(|_| NotTaken::Malformed)?;
        if !self.is_proven(delivery, body) {
            return Err(NotTaken::Unproven);
        }
        let EventBody { id, kind, data: Data { object } } =
            serde_json::from_str(body).map_err(|_| NotTaken::Malformed)?;
        let payment = || our_key(object.metadata.as_ref()).map(|key| Hint::Payment { key: key.clone() });
        let notice = |kind| Hint::Notice(NoticeRef { kind, reference: object.id.clone() });
        let hint = match object.object.as_str() {
            "payment_intent" => payment(),
            // Each try of a card is an event of its own. What we do about one causes other events, which would count as tries.
            "setup_intent" if ["setup_intent.setup_failed", "setup_intent.succeeded"].contains(&kind.as_str()) => {
                our_card(object.metadata.as_ref()).map(|_| Hint::CardConfirmation { reference: object.id.clone() })
            }
            "refund" if object.status.as_deref() == Some("failed") => Some(notice(NoticeKind::FailedRefund)),
            "refund" => payment(),
            "dispute" => Some(notice(NoticeKind::Dispute)),
            "review" => object.payment_intent.clone().map(|reference| Hint::Charge { reference }),
            _ => None,
        };
        Ok(hint.map(|hint| Event { id, hint }).into_iter().collect())
    }
}
