//! The analytics service: what Stylebox asks of any. The default is none: then nobody is asked for consent and no event is
//! written.
//!
//! An event is written in the transaction that causes it, of customers who have agreed, and handed over by the outbox once that
//! is committed. A real service is a [`MessageSender`](crate::providers::common::sender::MessageSender) of [`Occurrence`]s, chosen by `--analytics`.
//! It passes [`Occurrence::key`] on, so that an event that is handed over again counts once. If a service knows no keys, an event
//! whose answer is unknown counts as sent.

pub mod choice;
pub mod ga4;

use crate::platform::clock::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fmt;
use stylebox_core::policy;
use stylebox_core::values::money::Money;

/// Something that a customer did. No type in it can hold a name, an email address or a street.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrence {
    /// The idempotency key: the same one counts once.
    pub key: String,
    /// The service's id of the browser.
    pub client_id: ClientId,
    pub at: Timestamp,
    pub event: Event,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// An account was made.
    Registration(Amount),
    /// A box was ordered.
    Order,
    /// A box was paid for.
    Checkout(Amount),
}

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// In dollars: `220.00`.
    pub value: Money,
    /// `USD`.
    pub currency: Currency,
}

/// The currency of all amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Currency {
    /// US dollars.
    #[serde(rename = "USD")]
    Dollars,
}

impl Event {
    /// A registration, with what a customer is worth by core's policy.
    #[must_use]
    pub const fn registration() -> Self {
        let value = Money::from_dollars(policy::ANALYTICS_LIFETIME_VALUE_DOLLARS);
        Self::Registration(Amount { value, currency: Currency::Dollars })
    }

    /// A checkout of so much.
    #[must_use]
    pub const fn checkout(value: Money) -> Self {
        Self::Checkout(Amount { value, currency: Currency::Dollars })
    }

    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Registration(_) => "registration",
            Self::Order => "order",
            Self::Checkout(_) => "checkout",
        }
    }
}

/// A random number by which the service knows a browser. The page makes it once its customer has agreed: `1234567890.987654321`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct ClientId(String);

/// The most digits of each half of a [`ClientId`].
const HALF: usize = 10;

impl TryFrom<String> for ClientId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_half = |half: &str| (1..=HALF).contains(&half.len()) && half.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = text.split_once('.').is_some_and(|(first, second)| is_half(first) && is_half(second));
        if is_number { Ok(Self(text)) } else { Err("it is not two numbers with a point between them") }
    }
}

impl ClientId {
    /// The id in the browser's cookie, `GA1.2.1234567890.987654321`, whose last two numbers it is, or the id alone; `None` if it is
    /// neither.
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.trim().rsplit('.');
        let (second, first) = (parts.next()?, parts.next()?);
        Self::try_from([first, second].join(".")).ok()
    }
}

/// Reads the id that a call sends. What cannot be read is left out, because no call may fail for it: the page of a shop may send what
/// the analytics service's own script has written.
pub fn client_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ClientId>, D::Error> {
    let given = Value::deserialize(deserializer)?;
    Ok(given.as_str().and_then(ClientId::read))
}

impl fmt::Display for ClientId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{ClientId, Event};
    use serde_json::json;
    use stylebox_core::values::money::Money;

    #[test]
    fn an_event_has_its_name_and_what_it_is_worth_and_nothing_else() {
        let written = |event: &Event| serde_json::to_value(event).unwrap();
        // Spec A, sections 4 and 9: a lifetime value of 220 at registration.
        assert_eq!(
            written(&Event::registration()),
            json!({"name": "registration", "value": "220.00", "currency": "USD"})
        );
        assert_eq!(written(&Event::Order), json!({"name": "order"}));
        let paid = Event::checkout(Money::from_dollars(45));
        assert_eq!(written(&paid), json!({"name": "checkout", "value": "45.00", "currency": "USD"}));
        for event in [Event::registration(), Event::Order, paid] {
            assert_eq!(written(&event)["name"], event.name());
            assert_eq!(serde_json::from_value::<Event>(written(&event)).unwrap(), event);
        }
    }

    #[test]
    fn a_client_id_is_two_numbers() {
        let is_taken = |text: &str| ClientId::try_from(text.to_owned()).is_ok();
        for id in ["1.2", "1234567890.0987654321", "0.0"] {
            assert!(is_taken(id), "{id}");
        }
        for other in
            ["", ".", "1.", ".1", "12", "1.2.3", "12345678901.1", "1.12345678901", "ann@example.com", "a.b", "1.2 "]
        {
            assert!(!is_taken(other), "{other}");
        }
    }
}
