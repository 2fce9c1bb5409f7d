//! What the gateway tells the shop of charges and refunds, again and again until the shop has answered.

use super::Bank;
use serde_json::{Value, json};
use stylebox_server::providers::common::webhook::{Delivery, Event, NotTaken, Webhook};
use stylebox_server::values::hint::Hint;

/// The id of the event by which the gateway tells of the charge or refund under a key.
pub fn event_of(key: &str) -> String {
    format!("event-{key}")
}

/// What the gateway sends to tell of a key.
pub fn body_of(key: &str) -> Value {
    json!({"id": event_of(key), "key": key})
}

impl Bank {
    /// The keys of charges and refunds about which the shop is to be told, until it has answered.
    pub fn notices(&self) -> Vec<String> {
        self.books().notices.clone()
    }

    /// The shop has answered that it knows.
    pub fn has_answered(&self, key: &str) {
        let mut books = self.books();
        books.notices.retain(|waiting| waiting != key);
        books.answered.push(key.to_owned());
    }

    /// The keys that the shop has answered to know, since this was asked last.
    pub fn take_answered(&self) -> Vec<String> {
        std::mem::take(&mut self.books().answered)
    }
}

impl Webhook for Bank {
    fn party(&self) -> &'static str {
        "bank"
    }

    fn read(&self, delivery: &Delivery<'_>) -> Result<Vec<Event>, NotTaken> {
        let read: Value = serde_json::from_slice(delivery.body).map_err(|_| NotTaken::Malformed)?;
        let text = |name: &str| read[name].as_str().map(ToOwned::to_owned).ok_or(NotTaken::Malformed);
        Ok(vec![Event { id: text("id")?, hint: Hint::Payment { key: text("key")? } }])
    }
}
