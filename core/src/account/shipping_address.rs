//! An address in the customer's list, new or changed in part (spec A, section 3; spec B, section 7).

use crate::{
    account::address::{Address, AddressForm, Lines},
    values::{
        fields::{self, Filled},
        issue::{Issue, Issues},
        reading::{given, name::clean_given, phone, read_or_kept, state, zip},
    },
    wire::{Input, non_empty},
};

/// An address, as typed. A new one needs all fields but `name`, `line_2`, `country` and `is_primary`. In a change, a field that
/// is null or missing stays as it is.
#[derive(Debug, Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShippingAddressForm {
    /// The recipient; the customer if it is missing.
    #[serde(default, deserialize_with = "non_empty")]
    pub name: Option<String>,
    /// Street and number.
    pub line_1: Option<String>,
    /// Apartment, floor; empty removes it.
    pub line_2: Option<String>,
    /// City.
    pub city: Option<String>,
    /// The state's code.
    pub state: Option<String>,
    /// ZIP code.
    pub postal_code: Option<String>,
    /// Cell phone.
    pub phone: Option<String>,
    /// `US`: boxes go to no other country.
    #[serde(default, deserialize_with = "non_empty")]
    pub country: Option<String>,
    /// Whether boxes go to this address from now on.
    pub is_primary: Option<bool>,
}

/// An address that may be saved once the address service has confirmed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShippingAddress {
    /// The recipient; none is the customer.
    pub name: Option<Filled>,
    /// Where the parcel goes, and the phone for the carrier.
    pub address: Address,
    /// The country's code, as typed, if it was given.
    pub country: Option<String>,
    /// Whether boxes go there from now on, if it was given.
    pub is_primary: Option<bool>,
}

impl From<AddressForm> for ShippingAddressForm {
    /// An address without a recipient.
    fn from(AddressForm { line_1, line_2, city, state, postal_code, phone }: AddressForm) -> Self {
        Self {
            line_1: Some(line_1),
            line_2: Some(line_2),
            city: Some(city),
            state: Some(state),
            postal_code: Some(postal_code),
            phone: Some(phone),
            ..Self::default()
        }
    }
}

/// What the fields are called in an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// `line_1`: the address is the body.
    Own,
    /// `shipping_line_1`: it is part of the account form (spec B, section 5).
    OfAccount,
}

/// Parses an address.
///
/// # Errors
/// The first issue of each field.
pub fn parse(form: &ShippingAddressForm, names: Names) -> Result<ShippingAddress, Vec<Issue>> {
    let name = |own, of_account| if names == Names::Own { own } else { of_account };
    let text = |field: &'_ Option<String>| field.clone().unwrap_or_default();
    let (line_1, line_2, city) = (text(&form.line_1), text(&form.line_2), text(&form.city));
    let (state, postal_code, phone) = (text(&form.state), text(&form.postal_code), text(&form.phone));
    let mut issues = Issues::default();
    let lines = Lines {
        line_1: (name("line_1", "shipping_line_1"), &line_1),
        line_2: (name("line_2", "shipping_line_2"), &line_2),
        city: (name("city", "shipping_city"), &city),
        state: (name("state", "shipping_state"), &state),
        postal_code: (name("postal_code", "shipping_postal_code"), &postal_code),
        phone: (name("phone", "shipping_phone"), &phone),
    };
    let recipient = form.name.as_deref().map_or(Ok(None), fields::optional_line);
    let recipient = issues.check("name", recipient);
    let address = lines.parse(fields::zip, &mut issues);
    match (recipient, address) {
        (Some(name), Some(address)) => {
            Ok(ShippingAddress { name, address, country: form.country.clone(), is_primary: form.is_primary })
        }
        _ => Err(issues.into_vec()),
    }
}

/// `shipping_address.validate`: the first issue of each field of an address as it is sent (spec A, section 5).
#[must_use]
pub fn validate(form: &ShippingAddressForm) -> Vec<Issue> {
    parse(form, Names::Own).err().unwrap_or_default()
}

impl ShippingAddressForm {
    /// The form without invisible characters in its name and lines (`name.clean`).
    #[must_use]
    pub fn cleaned(self) -> Self {
        Self {
            name: clean_given(self.name),
            line_1: clean_given(self.line_1),
            line_2: clean_given(self.line_2),
            city: clean_given(self.city),
            ..self
        }
    }

    /// The form as it was filled in or sent, with its state, ZIP code and phone number read.
    #[must_use]
    pub fn read(self) -> Self {
        Self {
            state: given(|text| read_or_kept(state::read, text), self.state),
            postal_code: given(|text| read_or_kept(zip::read, text), self.postal_code),
            phone: given(phone::dialed, self.phone),
            ..self
        }
    }

    /// This form with its missing fields filled from `before`, the stored address.
    #[must_use]
    pub fn over(self, before: Self) -> Self {
        Self {
            name: self.name.or(before.name),
            line_1: self.line_1.or(before.line_1),
            line_2: self.line_2.or(before.line_2),
            city: self.city.or(before.city),
            state: self.state.or(before.state),
            postal_code: self.postal_code.or(before.postal_code),
            phone: self.phone.or(before.phone),
            country: self.country.or(before.country),
            is_primary: self.is_primary,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, ShippingAddressForm, parse};

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn home() -> ShippingAddressForm {
        ShippingAddressForm {
            line_1: some(" 1200 Harmon Place "),
            city: some("Minneapolis"),
            state: some("mn"),
            postal_code: some("55403"),
            phone: some("(612) 555-0142"),
            ..Default::default()
        }
    }

    #[test]
    fn issues_name_the_fields_as_an_address_or_as_the_account_form_does() {
        let address = parse(&home(), Names::Own).unwrap();
        assert_eq!((address.address.line_1.as_str(), address.name), ("1200 Harmon Place", None));
        let fields = |names| {
            let form = ShippingAddressForm { city: None, state: some("XX"), ..home() };
            let issues = parse(&form, names).unwrap_err();
            issues.iter().map(|issue| issue.field.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(fields(Names::Own), ["city", "state"]);
        assert_eq!(fields(Names::OfAccount), ["shipping_city", "shipping_state"]);
    }

    #[test]
    fn a_missing_field_stays_and_an_empty_line_2_is_removed() {
        let before = ShippingAddressForm { line_2: some("Apt 4"), is_primary: Some(true), ..home() };
        let kept = ShippingAddressForm { city: some("Edina"), ..Default::default() }.over(before.clone());
        assert_eq!(
            (kept.line_2.as_deref(), kept.city.as_deref(), kept.is_primary),
            (Some("Apt 4"), Some("Edina"), None)
        );
        let taken = ShippingAddressForm { line_2: some(""), ..Default::default() }.over(before);
        assert_eq!(parse(&taken, Names::Own).unwrap().address.line_2, None);
    }
}
