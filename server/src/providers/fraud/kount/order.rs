//! An order as Kount's Orders API takes it, and its answer. What is told is what the verdict needs: no card number, no address of the
//! cardholder, no garments, and no network address, which the collector sees itself.

use crate::providers::fraud::Inquiry;
use crate::values::postal_address::PostalAddress;
use crate::values::recipient::Recipient;
use serde::{Deserialize, Serialize};
use stylebox_core::values::money::Money;

/// The body of `POST /commerce/v2/orders`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Order<'a> {
    merchant_order_id: &'a str,
    channel: &'a str,
    device_session_id: &'a str,
    /// RFC 3339, like all times.
    creation_date_time: String,
    account: Account<'a>,
    items: [Item; 1],
    fulfillment: [Fulfillment<'a>; 1],
    transactions: [Transaction<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Account<'a> {
    id: &'a str,
    creation_date_time: String,
    username: &'a str,
    account_is_active: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    id: &'static str,
    name: &'static str,
    quantity: u64,
    price: Amount,
    is_service: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fulfillment<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipient_person: Option<Person<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Transaction<'a> {
    payment: Payment<'a>,
    subtotal: Amount,
    order_total: Amount,
    currency: &'static str,
    billed_person: Person<'a>,
}

#[derive(Serialize)]
struct Payment<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    last4: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Person<'a> {
    name: Name<'a>,
    email_address: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<Address<'a>>,
}

#[derive(Serialize)]
struct Name<'a> {
    first: &'a str,
    family: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Address<'a> {
    line1: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    line2: &'a str,
    city: &'a str,
    region: &'a str,
    country_code: &'static str,
    postal_code: &'a str,
}

/// An amount in cents, as text: Kount's amounts are unsigned numbers of 64 bits.
#[derive(Serialize)]
struct Amount(String);

impl Amount {
    fn of(money: Money) -> Self {
        Self(money.to_cents().to_string())
    }
}

impl<'a> Order<'a> {
    pub(super) fn of(inquiry: &'a Inquiry, channel: &'a str) -> Self {
        let purchase = &inquiry.purchase;
        let email = purchase.email.as_str();
        let recipient_person = inquiry.recipient.as_ref().map(|Recipient { name, address, phone }| {
            let PostalAddress { line_1, line_2, city, state, postal_code } = address;
            Person {
                name: Name::of(name),
                email_address: email,
                phone_number: Some(in_the_states(phone)),
                address: Some(Address {
                    line1: line_1,
                    line2: line_2.as_deref().unwrap_or_default(),
                    city,
                    region: state,
                    country_code: "US",
                    postal_code,
                }),
            }
        });
        let billed_person = Person {
            name: Name { first: &inquiry.first_name, family: &inquiry.last_name },
            email_address: email,
            phone_number: purchase.phone.as_deref().map(in_the_states),
            address: None,
        };
        Self {
            merchant_order_id: &inquiry.order_code,
            channel,
            device_session_id: &inquiry.session_id,
            creation_date_time: inquiry.ordered_at.instant().to_string(),
            account: Account {
                id: &purchase.customer_id,
                creation_date_time: inquiry.customer_since.instant().to_string(),
                username: email,
                account_is_active: true,
            },
            items: [Item {
                id: "styling-fee",
                name: "Styling fee",
                quantity: 1,
                price: Amount::of(inquiry.fee),
                is_service: true,
            }],
            fulfillment: [Fulfillment {
                r#type: if recipient_person.is_some() { "SHIPPED" } else { "STORE_PICK_UP" },
                recipient_person,
            }],
            transactions: [Transaction {
                // The shop takes no other cards.
                payment: Payment { r#type: "CREDIT_CARD", last4: inquiry.card_last_four.as_deref() },
                subtotal: Amount::of(inquiry.fee),
                order_total: Amount::of(inquiry.fee),
                currency: "USD",
                billed_person,
            }],
        }
    }
}

impl<'a> Name<'a> {
    /// The parts of a name that was typed as one: the last word is the family's.
    fn of(name: &'a str) -> Self {
        let name = name.trim();
        let (first, family) = name.rsplit_once(' ').unwrap_or((name, ""));
        Self { first: first.trim_end(), family }
    }
}

/// A phone of ten digits, with its country.
fn in_the_states(phone: &str) -> String {
    format!("+1{phone}")
}

/// The parts of the answer that are read.
#[derive(Deserialize)]
pub(super) struct Evaluated {
    pub(super) order: EvaluatedOrder,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EvaluatedOrder {
    pub(super) merchant_order_id: String,
    pub(super) risk_inquiry: RiskInquiry,
}

#[derive(Deserialize)]
pub(super) struct RiskInquiry {
    pub(super) decision: Decision,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Decision {
    Approve,
    Review,
    Decline,
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn the_last_word_of_a_name_is_the_family_s() {
        for (typed, first, family) in [
            ("Ann Larsen", "Ann", "Larsen"),
            (" Ann  Marie Larsen ", "Ann  Marie", "Larsen"),
            ("Cher", "Cher", ""),
            ("", "", ""),
        ] {
            let name = Name::of(typed);
            assert_eq!((name.first, name.family), (first, family), "{typed}");
        }
    }
}
