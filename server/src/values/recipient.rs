//! Who receives a box or a parcel, and where.

use crate::values::postal_address::PostalAddress;
use serde::{Deserialize, Serialize};
use stylebox_core::account::address::ComparedAddress;
use stylebox_core::account::shipping_address::ShippingAddress;

/// Who receives a box or a parcel, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// The name on the parcel.
    pub name: String,
    pub address: PostalAddress,
    /// Ten digits; empty if there is none.
    pub phone: String,
}

/// The same as a customer gives it. A stored one of another form is an error: a box would be sent astray.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenRecipient {
    /// Who receives; `None` if the form has named nobody.
    pub name: Option<String>,
    #[serde(flatten)]
    pub address: PostalAddress,
    /// Ten digits.
    pub phone: String,
}

impl GivenRecipient {
    /// The recipient. `name` gives the one that the form has not named.
    #[must_use]
    pub fn or_named(self, name: impl FnOnce() -> String) -> Recipient {
        let Self { name: given, address, phone } = self;
        Recipient { name: given.unwrap_or_else(name), address, phone }
    }
}

/// Core's checked texts as they are stored.
impl From<ShippingAddress> for GivenRecipient {
    fn from(ShippingAddress { name, address, country: _, is_primary: _ }: ShippingAddress) -> Self {
        let (name, phone) = (name.map(|name| name.to_string()), address.phone.to_string());
        Self { name, address: address.into(), phone }
    }
}

/// As core compares it: the texts of all fields in a row.
impl From<Recipient> for ComparedAddress {
    fn from(Recipient { name, address, phone }: Recipient) -> Self {
        let PostalAddress { line_1, line_2, city, state, postal_code } = address;
        Self { name, phone, line_1, line_2: line_2.unwrap_or_default(), city, state, postal_code }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn stored() -> Value {
        json!({
            "name": null, "line_1": "7 Elliot Avenue", "line_2": "Apt 4", "city": "Minneapolis", "state": "MN",
            "postal_code": "55404", "phone": "6125550142",
        })
    }

    #[test]
    fn the_address_is_stored_among_the_other_fields() {
        let read: GivenRecipient = serde_json::from_value(stored()).unwrap();
        assert_eq!((read.address.line_1.as_str(), read.address.line_2.as_deref()), ("7 Elliot Avenue", Some("Apt 4")));
        assert_eq!(serde_json::to_value(&read).unwrap(), stored());
    }

    #[test]
    fn a_stored_recipient_of_another_form_is_an_error() {
        let read = |change: fn(&mut Value)| {
            let mut text = stored();
            change(&mut text);
            serde_json::from_value::<GivenRecipient>(text)
        };
        assert!(read(|text| text["line_3"] = json!("Door 2")).is_err(), "a field that nobody would read");
        assert!(read(|text| text["city"] = json!(null)).is_err());
        assert!(read(|text| drop(text.as_object_mut().unwrap().remove("postal_code"))).is_err());
        assert_eq!(read(|text| drop(text.as_object_mut().unwrap().remove("line_2"))).unwrap().address.line_2, None);
    }
}
