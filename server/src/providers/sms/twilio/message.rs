//! A message as Twilio knows it, and what it shows of its number.

use crate::platform::clock::Timestamp;
use crate::providers::common::phone_facts::{PhoneFact, PhoneTrouble};
use chrono::DateTime;
use serde::Deserialize;

/// Words by which a number stops text messages, alone in a message (Twilio's defaults).
const STOP: [&str; 8] = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
/// Words by which it asks for them again.
const START: [&str; 3] = ["START", "YES", "UNSTOP"];

/// The number has answered STOP.
const STOPPED: u32 = 21610;
/// Failures that are ours, and say nothing of the number: a full queue, a suspended account, a filtered text, an unregistered sender.
const OURS: [u32; 5] = [30001, 30002, 30007, 30032, 30034];

/// A page of a list.
#[derive(Deserialize)]
pub(super) struct Page {
    pub messages: Vec<Message>,
    /// Its path and query; `None` on the last page.
    pub next_page_uri: Option<String>,
}

/// A message, sent or received. It does not show itself in logs or errors.
#[derive(Deserialize)]
pub(super) struct Message {
    /// `inbound`, or `outbound-api` and others.
    direction: String,
    from: Option<String>,
    to: Option<String>,
    /// Empty if the account keeps no texts.
    body: Option<String>,
    /// `queued`, `delivered`, …
    status: String,
    error_code: Option<u32>,
    /// As in emails: `Thu, 24 Aug 2023 05:01:45 +0000`.
    date_created: Option<String>,
}

impl Message {
    /// Whether we have sent it since then. One without a time counts as sent just now.
    pub fn is_from_us_since(&self, since: Timestamp) -> bool {
        self.direction.starts_with("outbound") && self.created_at().is_none_or(|at| at >= since)
    }

    /// Whether it may have that text. A trial account puts words of its own before it.
    pub fn has(&self, text: &str) -> bool {
        let body = self.body.as_deref().unwrap_or_default().trim();
        body.is_empty() || body.ends_with(text)
    }

    /// What it shows of its number.
    pub fn fact(&self) -> Option<PhoneFact> {
        let is_inbound = self.direction == "inbound";
        let number = if is_inbound { &self.from } else { &self.to };
        let trouble = if is_inbound { keyword(self.body.as_deref()?)? } else { self.fate()? };
        let phone = number.as_deref()?.strip_prefix("+1")?;
        let is_ours = phone.len() == 10 && phone.bytes().all(|digit| digit.is_ascii_digit());
        is_ours.then_some(())?;
        Some(PhoneFact { phone: phone.to_owned(), trouble, at: self.created_at()? })
    }

    /// What became of it; an inner `None` if it arrived.
    fn fate(&self) -> Option<Option<PhoneTrouble>> {
        match (self.status.as_str(), self.error_code) {
            ("delivered" | "read", _) => Some(None),
            ("failed" | "undelivered", Some(STOPPED)) => Some(Some(PhoneTrouble::Stopped)),
            ("failed" | "undelivered", Some(code)) if OURS.contains(&code) => {
                tracing::warn!(code, "a text message did not go out");
                None
            }
            ("failed" | "undelivered", _) => Some(Some(PhoneTrouble::Unreachable)),
            _ => None,
        }
    }

    fn created_at(&self) -> Option<Timestamp> {
        let at = DateTime::parse_from_rfc2822(self.date_created.as_deref()?).ok()?;
        Some(Timestamp(at.timestamp_micros()))
    }
}

/// What a received text says; an inner `None` if it asks for text messages again. Upper and lower case are the same.
pub(super) fn keyword(text: &str) -> Option<Option<PhoneTrouble>> {
    let word = text.trim().to_ascii_uppercase();
    if STOP.contains(&word.as_str()) {
        Some(Some(PhoneTrouble::Stopped))
    } else {
        START.contains(&word.as_str()).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::{Message, PhoneTrouble, Timestamp};
    use serde_json::{Value, json};

    fn message(changes: &Value) -> Message {
        let mut whole = json!({
            "direction": "outbound-api", "from": "+16125550100", "to": "+16125550142", "body": "Your code is 123456.",
            "status": "delivered", "error_code": null, "date_created": "Wed, 18 Nov 2026 15:00:00 +0000",
        });
        for (name, value) in changes.as_object().unwrap() {
            whole[name] = value.clone();
        }
        serde_json::from_value(whole).unwrap()
    }

    /// 2026-11-18T15:00:00Z.
    const AT: Timestamp = Timestamp(1_795_014_000_000_000);

    #[test]
    fn what_became_of_a_message_is_noted_for_its_number() {
        let fate = |changes: Value| message(&changes).fact().map(|fact| (fact.phone, fact.trouble, fact.at));
        let known = |trouble| Some(("6125550142".to_owned(), trouble, AT));
        assert_eq!(fate(json!({})), known(None));
        for code in [30003, 30005, 30006, 30008] {
            let changes = json!({"status": "undelivered", "error_code": code});
            assert_eq!(fate(changes), known(Some(PhoneTrouble::Unreachable)), "{code}");
        }
        assert_eq!(fate(json!({"status": "failed", "error_code": 21610})), known(Some(PhoneTrouble::Stopped)));
        for code in [30001, 30002, 30007, 30034] {
            assert_eq!(fate(json!({"status": "failed", "error_code": code})), None, "{code}");
        }
        for status in ["accepted", "queued", "sending", "sent", "canceled"] {
            assert_eq!(fate(json!({"status": status})), None, "{status}");
        }
        for number in ["+4930123456789", "+1612555014", "+1612555014x"] {
            assert_eq!(fate(json!({"to": number})), None, "{number}");
        }
    }

    #[test]
    fn a_number_stops_and_starts_by_one_word() {
        let says = |text: &str| {
            let changes = json!({"direction": "inbound", "from": "+16125550142", "to": "+16125550100", "body": text, "status": "received"});
            message(&changes).fact().map(|fact| (fact.phone, fact.trouble))
        };
        let ann = |trouble| Some(("6125550142".to_owned(), trouble));
        assert_eq!(says(" Stop\n"), ann(Some(PhoneTrouble::Stopped)));
        assert_eq!(says("unsubscribe"), ann(Some(PhoneTrouble::Stopped)));
        assert_eq!(says("start"), ann(None));
        for text in ["stop please", "", "Hello"] {
            assert_eq!(says(text), None, "{text}");
        }
    }

    #[test]
    fn a_message_is_recognized_by_its_text() {
        let sent = |changes: Value| message(&changes);
        assert!(sent(json!({})).has("Your code is 123456."));
        assert!(!sent(json!({})).has("Your code is 654321."));
        assert!(
            sent(json!({"body": "Sent from your Twilio trial account - Your code is 123456."}))
                .has("Your code is 123456.")
        );
        assert!(sent(json!({"body": ""})).has("Your code is 123456."), "an account that keeps no texts");
        assert!(sent(json!({})).is_from_us_since(AT));
        assert!(!sent(json!({})).is_from_us_since(Timestamp(AT.0 + 1)));
        assert!(!sent(json!({"direction": "inbound"})).is_from_us_since(AT));
    }
}
