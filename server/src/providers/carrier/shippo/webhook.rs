//! Shippo's webhooks about parcels. They are signed for accounts that have asked for it; for others the address has a token.

use super::tracking::Track;
use crate::platform::digest::sha256;
use crate::platform::signature::is_signed;
use crate::providers::carrier::shippo::settings::WebhookProof;
use crate::providers::common::webhook::{Delivery, Event, NotTaken, Webhook};
use crate::values::hint::Hint;
use serde::Deserialize;
use subtle::ConstantTimeEq;
use url::form_urlencoded;

/// The most characters of a tracking code that is looked for.
const LONGEST_CODE: usize = 100;

/// Shippo's calls.
pub(super) struct ShippoWebhook {
    proof: WebhookProof,
}

impl ShippoWebhook {
    pub(super) const fn new(proof: WebhookProof) -> Self {
        Self { proof }
    }

    fn is_proven(&self, delivery: &Delivery<'_>, body: &str) -> bool {
        match &self.proof {
            WebhookProof::Signature(secret) => {
                let header = delivery.header("shippo-auth-signature").unwrap_or_default();
                let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
                let Some((_, time)) = parts().find(|(name, _)| *name == "t") else { return false };
                // A call that is played back only makes us ask Shippo once more, so its age is not looked at.
                let signed = format!("{time}.{body}");
                parts().any(|(name, signature)| name == "v1" && is_signed(secret.expose(), &signed, signature))
            }
            WebhookProof::Token(token) => {
                let query = delivery.url.split_once('?').map(|(_, query)| query).unwrap_or_default();
                let sent = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "token");
                sent.is_some_and(|(_, sent)| bool::from(sent.as_bytes().ct_eq(token.expose().as_bytes())))
            }
        }
    }
}

/// An event, as far as it is read.
#[derive(Deserialize)]
struct EventBody {
    event: String,
    data: serde_json::Value,
}

impl Webhook for ShippoWebhook {
    fn party(&self) -> &'static str {
        "shippo"
    }

    fn read(&self, delivery: &Delivery<'_>) -> Result<Vec<Event>, NotTaken> {
        let body = std::str::from_utf8(delivery.body).map_err(|_| NotTaken::Malformed)?;
        if !self.is_proven(delivery, body) {
            return Err(NotTaken::Unproven);
        }
        let EventBody { event, data } = serde_json::from_str(body).map_err(|_| NotTaken::Malformed)?;
        if event != "track_updated" {
            return Ok(Vec::new());
        }
        let track: Track = serde_json::from_value(data).map_err(|_| NotTaken::Malformed)?;
        let what = track.event();
        let is_one = |code: &String| !code.is_empty() && code.len() <= LONGEST_CODE;
        let code = track.tracking_number.filter(is_one).ok_or(NotTaken::Malformed)?;
        // The id is kept longer than the event: it must not name the parcel of a customer who is erased meanwhile.
        let id = sha256(&format!("{code} {what}"));
        Ok(vec![Event { id, hint: Hint::Parcel { tracking_code: code } }])
    }
}
