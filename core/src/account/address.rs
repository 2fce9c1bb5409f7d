//! A shipping address: its form, and whether it differs from the stored one (specs A and B, section 5).

use crate::{
    values::{
        fields::{self, Filled, Phone, PostalCode, UsState},
        issue::{Issue, Issues},
        message::Message,
        normalize,
        reading::{name::clean, phone, read_or_kept, state, zip},
        search::caseless,
    },
    wire::{FromTexts, Input, non_empty, or_empty},
};

/// The typed parts of a shipping address.
#[derive(Debug, Clone, Default, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AddressForm {
    /// Street and number.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub line_1: String,
    /// Apartment, floor; may be empty.
    #[serde(default, deserialize_with = "or_empty")]
    pub line_2: String,
    /// City.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub city: String,
    /// The state's code.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub state: String,
    /// ZIP code.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub postal_code: String,
    /// Cell phone.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub phone: String,
}

impl AddressForm {
    /// The form without invisible characters in its lines (`name.clean`).
    #[must_use]
    pub fn cleaned(self) -> Self {
        Self { line_1: clean(&self.line_1), line_2: clean(&self.line_2), city: clean(&self.city), ..self }
    }

    /// The form as it was filled in or sent, with its state, ZIP code and phone number read.
    #[must_use]
    pub fn read(self) -> Self {
        Self {
            state: read_or_kept(state::read, &self.state),
            postal_code: read_or_kept(zip::read, &self.postal_code),
            phone: phone::dialed(&self.phone),
            ..self
        }
    }
}

/// An address in the United States, and the resident's phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Street and number.
    pub line_1: Filled,
    /// Apartment, floor.
    pub line_2: Option<Filled>,
    /// The city, trimmed, without links and line breaks.
    pub city: Filled,
    /// The code of a state that exists.
    pub state: UsState,
    /// ZIP code.
    pub postal_code: PostalCode,
    /// Cell phone.
    pub phone: Phone,
}

/// Parses an address.
///
/// # Errors
/// The first issue of each field.
pub fn parse(form: &AddressForm) -> Result<Address, Vec<Issue>> {
    let mut issues = Issues::default();
    let lines = Lines {
        line_1: ("line_1", &form.line_1),
        line_2: ("line_2", &form.line_2),
        city: ("city", &form.city),
        state: ("state", &form.state),
        postal_code: ("postal_code", &form.postal_code),
        phone: ("phone", &form.phone),
    };
    lines.parse(fields::zip, &mut issues).ok_or_else(|| issues.into_vec())
}

/// `address.validate`: the first issue of each field (spec A, section 5).
#[must_use]
pub fn validate(form: &AddressForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}

/// The lines of an address in any form: each with the name of its field in that form, and the typed text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lines<'form> {
    pub line_1: Line<'form>,
    pub line_2: Line<'form>,
    pub city: Line<'form>,
    pub state: Line<'form>,
    pub postal_code: Line<'form>,
    pub phone: Line<'form>,
}

type Line<'form> = (&'static str, &'form str);

impl Lines<'_> {
    /// Whether nothing was typed.
    pub(crate) fn are_blank(&self) -> bool {
        let Self { line_1, line_2, city, state, postal_code, phone } = self;
        [line_1, line_2, city, state, postal_code, phone].iter().all(|(_, text)| text.trim().is_empty())
    }

    /// The address, if nothing is wrong with it. `zip` checks a ZIP code as this form does.
    pub(crate) fn parse(self, zip: fn(&str) -> Result<PostalCode, Message>, issues: &mut Issues) -> Option<Address> {
        let line_1 = issues.check(self.line_1.0, fields::line(self.line_1.1));
        let line_2 = issues.check(self.line_2.0, fields::optional_line(self.line_2.1));
        let city = issues.check(self.city.0, fields::line(self.city.1));
        let state = issues.check(self.state.0, fields::state(self.state.1));
        let postal_code = issues.check(self.postal_code.0, zip(self.postal_code.1));
        let phone = issues.check(self.phone.0, fields::phone(self.phone.1));
        Some(Address {
            line_1: line_1?,
            line_2: line_2?,
            city: city?,
            state: state?,
            postal_code: postal_code?,
            phone: phone?,
        })
    }
}

/// An address to compare; its texts are not checked.
#[derive(Debug, Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ComparedAddress {
    /// Who lives there.
    #[serde(default, deserialize_with = "or_empty")]
    pub name: String,
    /// Cell phone.
    #[serde(default, deserialize_with = "or_empty")]
    pub phone: String,
    /// Street and number.
    #[serde(default, deserialize_with = "or_empty")]
    pub line_1: String,
    /// Apartment, floor.
    #[serde(default, deserialize_with = "or_empty")]
    pub line_2: String,
    /// The city, compared without regard to case like the other texts.
    #[serde(default, deserialize_with = "or_empty")]
    pub city: String,
    /// The state's code.
    #[serde(default, deserialize_with = "or_empty")]
    pub state: String,
    /// ZIP code.
    #[serde(default, deserialize_with = "or_empty")]
    pub postal_code: String,
}

/// An address to show; its texts are not checked. A store's address has no `line_2`.
#[derive(Debug, Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ShownAddress {
    /// Street and number.
    pub line_1: String,
    /// Apartment, floor.
    #[serde(default, deserialize_with = "non_empty")]
    pub line_2: Option<String>,
    /// The city, with which the last line begins.
    pub city: String,
    /// The state's code.
    pub state: String,
    /// ZIP code.
    pub postal_code: String,
}

/// `address.lines`: the lines of an address as on an envelope; empty ones are left out (spec A, section 5).
#[must_use]
pub fn lines(address: &ShownAddress) -> Vec<String> {
    let ShownAddress { line_1, line_2, city, state, postal_code } = address;
    let line_2 = line_2.as_deref().unwrap_or_default();
    let place = [city, ", ", state, " ", postal_code].concat();
    [line_1, line_2, &place].iter().filter(|line| !line.trim().is_empty()).map(ToString::to_string).collect()
}

/// An address on one line, for use in a sentence.
#[must_use]
pub fn on_one_line(address: &ShownAddress) -> String {
    lines(address).join(", ")
}

/// Two addresses to compare.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AddressChange {
    /// The customer's primary address, if there is one.
    pub primary: Option<ComparedAddress>,
    /// The address that was typed.
    pub candidate: ComparedAddress,
}

/// `address.changed`: whether the typed address must be sent as a new one (spec A, section 5).
#[must_use]
pub fn changed(change: &AddressChange) -> bool {
    change.primary.as_ref().is_none_or(|primary| comparable(primary) != comparable(&change.candidate))
}

fn comparable(address: &ComparedAddress) -> [String; 7] {
    let text = |text: &str| caseless(text.trim());
    [
        text(&address.name),
        normalize::phone(&address.phone),
        text(&address.line_1),
        text(&address.line_2),
        text(&address.city),
        text(&address.state),
        text(&address.postal_code),
    ]
}
