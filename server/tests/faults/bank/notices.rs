//! What the gateway tells the shop of charges and refunds, again and again until the shop has answered.

use super::Bank;
use crate::support::{Client, Reply};
use serde_json::{Value, json};
use stylebox_server::providers::common::webhook::{Delivery, Event, NotTaken, Webhook};
use stylebox_server::values::hint::Hint;

/// The id of the event by which the gateway tells of the charge or refund under a key.
pub fn event_of(key: &str) -> String {
    format!("event-{key}")
}

/// What the gateway sends to tell of a key.
fn body_of(key: &str) -> Value {
    json!({"id": event_of(key), "key": key})
}

impl Bank {
    /// The keys of charges and refunds about which the shop is to be told, until it has answered.
    pub fn notices(&self) -> Vec<String> {
        self.books().notices.clone()
    }

    /// Tells the shop of a charge or refund. If it does not take that, it is told again with the others.
    pub async fn tell(&self, messenger: &mut Client, key: &str) -> Reply {
        let told = messenger.post("/api/webhooks/bank", body_of(key)).await;
        let mut books = self.books();
        if told.status.is_success() {
            books.notices.retain(|waiting| waiting != key);
            books.answered.push(key.to_owned());
        } else if told.status.is_client_error() {
            // A gateway tells no more what is refused, so it may never be, whatever goes wrong meanwhile.
            books.wrong.push(format!("what the gateway tells is refused: {} {}", told.status, told.text));
        }
        told
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
