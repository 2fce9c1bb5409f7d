//! What waits for staff, as `ops attention` names it.

use super::shop::Shop;
use serde_json::Value;

/// Something that waits.
struct Named {
    kind: String,
    what: String,
    why: String,
}

pub struct Attention {
    named: Vec<Named>,
}

impl Attention {
    /// Asks for everything that waits.
    ///
    /// # Errors
    /// A sentence, if a part of it cannot be read.
    pub fn of(shop: &Shop) -> Result<Self, String> {
        let printed = shop.ops("attention --json")?;
        let read: Value = serde_json::from_str(&printed).map_err(|_| format!("ops attention prints {printed}"))?;
        if read["unread"].as_array().is_none_or(|unread| !unread.is_empty()) {
            return Err(format!("ops attention cannot read everything: {printed}"));
        }
        let text = |found: &Value, name: &str| found[name].as_str().unwrap().to_owned();
        let waiting = read["waiting"].as_array().unwrap().iter();
        let named = |found| Named { kind: text(found, "kind"), what: text(found, "what"), why: text(found, "why") };
        Ok(Self { named: waiting.map(named).collect() })
    }

    /// Whether it names this, as something of this kind.
    pub fn names(&self, kind: &str, what: &str) -> bool {
        self.named.iter().any(|found| found.kind == kind && found.what == what)
    }

    /// Whether it names a message: an email by its id in the command that gives it up, a text by its phone, and events and reviews together.
    pub fn names_message(&self, id: &str, channel: &str, recipient: &str) -> bool {
        let mut messages = self.named.iter().filter(|found| found.kind == "messages");
        messages.any(|found| match channel {
            "email" => found.why.contains(&format!("ops message give-up {id}")),
            "sms" => found.why.contains(&format!("to {recipient}:")),
            "analytics" => found.what == "analytics",
            _ => found.what == "reviews",
        })
    }
}
