//! `POST /api/webhooks/mail`: a relay says that an email did not arrive, in the format of Postmark's bounce webhook.
//!
//! Its proof is HTTP basic authentication, which Postmark sends if user and password stand in the webhook's address; the password is
//! the shop's secret. Each email carries its key in `X-PM-Metadata-email`, which comes back as `Metadata.email`: by it the email is
//! found, and with it the address that it went to. What the event itself says of the recipient is not used, so that somebody
//! who learns the secret still cannot mark the address of a customer without the key of an email.

use crate::platform::config::Secret;
use crate::providers::common::webhook::{Delivery, Event, NotTaken, Webhook};
use crate::values::hint::Hint;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use std::collections::BTreeMap;
use subtle::ConstantTimeEq;

/// The header that carries an email's key to the relay.
pub(super) const KEY_HEADER: &str = "X-PM-Metadata-email";
/// The header that makes the relay keep our Message-ID.
pub(super) const KEEP_ID_HEADER: &str = "X-PM-KeepID";

/// The name under which the key comes back.
const KEY: &str = "email";

/// The relay's calls.
#[derive(Debug)]
pub struct Bounces {
    secret: Secret,
}

/// What is read of a call. Postmark adds fields at times, so unknown ones are ignored.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Call {
    record_type: String,
    #[serde(rename = "ID")]
    id: Option<u64>,
    #[serde(rename = "Type")]
    kind: Option<String>,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
}

impl Bounces {
    pub(super) const fn new(secret: Secret) -> Self {
        Self { secret }
    }

    /// Whether the call has the shop's password. The user name is not looked at.
    fn is_proven(&self, delivery: &Delivery<'_>) -> bool {
        let sent = delivery.header("authorization").and_then(password);
        sent.is_some_and(|sent| bool::from(sent.as_bytes().ct_eq(self.secret.expose().as_bytes())))
    }
}

/// The password in `Basic dXNlcjpwYXNzd29yZA==`.
fn password(header: &str) -> Option<String> {
    let (scheme, code) = header.split_once(' ')?;
    let pair = String::from_utf8(STANDARD.decode(code.trim()).ok()?).ok()?;
    let (_, password) = pair.split_once(':')?;
    scheme.eq_ignore_ascii_case("basic").then(|| password.to_owned())
}

impl Webhook for Bounces {
    fn party(&self) -> &'static str {
        "mail"
    }

    fn read(&self, delivery: &Delivery<'_>) -> Result<Vec<Event>, NotTaken> {
        if !self.is_proven(delivery) {
            return Err(NotTaken::Unproven);
        }
        let call: Call = serde_json::from_slice(delivery.body).map_err(|_| NotTaken::Malformed)?;
        if call.record_type != "Bounce" {
            return Ok(Vec::new());
        }
        let (Some(id), Some(kind)) = (call.id, call.kind) else { return Err(NotTaken::Malformed) };
        let (Some(bounce), Some(message_id)) = (BounceKind::of(&kind), call.metadata.get(KEY)) else {
            return Ok(Vec::new());
        };
        let hint =
            Hint::Bounce { message_id: message_id.clone(), why: kind, is_address: bounce == BounceKind::NoMailbox };
        Ok(vec![Event { id: id.to_string(), hint }])
    }
}

/// What a type of bounce means.
#[derive(PartialEq)]
enum BounceKind {
    /// The address takes no emails.
    NoMailbox,
    /// This email did not arrive.
    NotDelivered,
}

impl BounceKind {
    /// `None` if the email arrived, may still arrive, or nothing can be said.
    fn of(kind: &str) -> Option<Self> {
        match kind {
            "HardBounce" | "BadEmailAddress" => Some(Self::NoMailbox),
            // A mailbox that is full, or an email that a server or the relay itself does not take.
            "SoftBounce" | "Blocked" | "SpamNotification" | "DMARCPolicy" | "SMTPApiError" | "ManuallyDeactivated" => {
                Some(Self::NotDelivered)
            }
            _ => None,
        }
    }
}
