//! Shipping address and card at sign-up (spec A, section 5).

use crate::{
    account::address::{Address, AddressForm, Lines},
    values::{
        business_time::Instant,
        expiration::Expiration,
        fields::{self, CardNumber, Cvv, Filled, hidden_debug},
        issue::{Issue, Issues},
        message::Message,
        reading::{digits, expiration, name::clean, phone, read_or_kept, state, zip},
    },
    wire::{FromTexts, Input, or_empty},
};

/// The typed parts of the cardholder. At sign-up, only the name is needed if the cardholder lives where the boxes go.
#[derive(Debug, Clone, Default, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardholderForm {
    /// The name on the card.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub name: String,
    /// Street and number.
    #[serde(default, deserialize_with = "or_empty")]
    pub street_address1: String,
    /// Apartment, floor; may be empty.
    #[serde(default, deserialize_with = "or_empty")]
    pub street_address2: String,
    /// City of the billing address.
    #[serde(default, deserialize_with = "or_empty")]
    pub city: String,
    /// The state's code.
    #[serde(default, deserialize_with = "or_empty")]
    pub state: String,
    /// ZIP code; nine digits may be typed without the dash.
    #[serde(default, deserialize_with = "or_empty")]
    pub zip_code: String,
    /// Cell phone.
    #[serde(default, deserialize_with = "or_empty")]
    pub phone: String,
}

/// A card, as typed.
#[derive(Clone, Default, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardForm {
    /// The number, with or without dashes and spaces.
    #[serde(default, deserialize_with = "or_empty")]
    pub credit_card_number: String,
    /// The month in which it expires: `MM/YY`, or as people write it: `3/2029`, `2029-03`, `0329`.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub expiration: String,
    /// The security code.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub cvv: String,
}

/// The addresses of a sign-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Billing {
    /// Where boxes go.
    pub shipping: Address,
    /// Whose card it is.
    pub cardholder: Cardholder,
}

/// What was typed into the shipping and payment form.
#[derive(Clone, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct PaymentForm {
    /// Where boxes go.
    pub shipping: AddressForm,
    /// Whether the cardholder lives there too.
    pub same_as_shipping: bool,
    /// The cardholder; the address is used only if `same_as_shipping` is false.
    pub cardholder: CardholderForm,
    /// Number, expiration and security code, as typed.
    pub card_info: CardForm,
    /// The moment at which it is checked.
    pub now: Instant,
}

hidden_debug!(CardForm, PaymentForm);

impl CardholderForm {
    /// The form without invisible characters in its name and lines (`name.clean`).
    #[must_use]
    pub fn cleaned(self) -> Self {
        Self {
            name: clean(&self.name),
            street_address1: clean(&self.street_address1),
            street_address2: clean(&self.street_address2),
            city: clean(&self.city),
            ..self
        }
    }

    /// The form as it was filled in or sent, with its state, ZIP code and phone number read.
    #[must_use]
    pub fn read(self) -> Self {
        Self {
            state: read_or_kept(state::read, &self.state),
            zip_code: read_or_kept(zip::read, &self.zip_code),
            phone: phone::dialed(&self.phone),
            ..self
        }
    }
}

impl CardForm {
    /// The card as it was filled in or sent, with its number, expiration and security code read. Both specs send the expiration without
    /// its slash.
    #[must_use]
    pub fn read(self) -> Self {
        Self {
            credit_card_number: read_or_kept(digits::read, &self.credit_card_number),
            expiration: read_or_kept(expiration::read, &self.expiration),
            cvv: read_or_kept(digits::read, &self.cvv),
        }
    }
}

/// The field of a card's expiration.
const EXPIRATION: &str = "card_info.expiration";

/// Whose card it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cardholder {
    /// The name on the card.
    pub name: Filled,
    /// The billing address.
    pub address: Address,
}

/// A card that may be given to the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// A number whose check digit is right.
    pub number: CardNumber,
    /// The month in which it expires.
    pub expiration: Expiration,
    /// The security code.
    pub cvv: Cvv,
}

/// The addresses and the card of a sign-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// Where boxes go.
    pub shipping: Address,
    /// Whose card it is.
    pub cardholder: Cardholder,
    /// The card to give to the gateway.
    pub card: Card,
}

/// Parses the addresses and the card.
///
/// # Errors
/// The first issue of each field, by its dotted name.
pub fn parse(form: &PaymentForm) -> Result<Payment, Vec<Issue>> {
    let mut issues = Issues::default();
    let billing = billing(&form.shipping, form.same_as_shipping, &form.cardholder, &mut issues);
    let card = card(&form.card_info, form.now, Message::EXPIRATION_PAST, &mut issues);
    match (billing, card) {
        (Some(Billing { shipping, cardholder }), Some(card)) => Ok(Payment { shipping, cardholder, card }),
        _ => Err(issues.into_vec()),
    }
}

/// `payment.validate`: the first issue of each field (spec A, section 5).
#[must_use]
pub fn validate(form: &PaymentForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}

/// Where boxes go and whose card it is; both live there if `same_as_shipping`.
pub(crate) fn billing(
    shipping: &AddressForm,
    same_as_shipping: bool,
    cardholder: &CardholderForm,
    issues: &mut Issues,
) -> Option<Billing> {
    let shipping = shipping_address(shipping, issues);
    let name = issues.check("cardholder.name", fields::line(&cardholder.name));
    let address = if same_as_shipping { shipping.clone() } else { billing_address(cardholder, issues) };
    Some(Billing { shipping: shipping?, cardholder: Cardholder { name: name?, address: address? } })
}

/// The cardholder of a form that always asks for the billing address.
pub(crate) fn cardholder(form: &CardholderForm, issues: &mut Issues) -> Option<Cardholder> {
    let name = issues.check("cardholder.name", fields::line(&form.name));
    let address = billing_address(form, issues);
    Some(Cardholder { name: name?, address: address? })
}

fn shipping_address(form: &AddressForm, issues: &mut Issues) -> Option<Address> {
    let lines = Lines {
        line_1: ("shipping.line_1", &form.line_1),
        line_2: ("shipping.line_2", &form.line_2),
        city: ("shipping.city", &form.city),
        state: ("shipping.state", &form.state),
        postal_code: ("shipping.postal_code", &form.postal_code),
        phone: ("shipping.phone", &form.phone),
    };
    lines.parse(fields::zip, issues)
}

fn billing_address(form: &CardholderForm, issues: &mut Issues) -> Option<Address> {
    let lines = Lines {
        line_1: ("cardholder.street_address1", &form.street_address1),
        line_2: ("cardholder.street_address2", &form.street_address2),
        city: ("cardholder.city", &form.city),
        state: ("cardholder.state", &form.state),
        postal_code: ("cardholder.zip_code", &form.zip_code),
        phone: ("cardholder.phone", &form.phone),
    };
    lines.parse(fields::zip_with_or_without_dash, issues)
}

/// The card; `past` is the form's message about an expired one.
pub(crate) fn card(form: &CardForm, now: Instant, past: Message, issues: &mut Issues) -> Option<Card> {
    let number = issues.check("card_info.credit_card_number", fields::card_number(&form.credit_card_number));
    let expiration = issues.check(EXPIRATION, fields::expiration(&form.expiration, now, past));
    let cvv = issues.check("card_info.cvv", fields::cvv(&form.cvv));
    Some(Card { number: number?, expiration: expiration?, cvv: cvv? })
}

/// Refuses an expired card that was typed into the gateway's own fields: only the gateway's answer says when it expires.
///
/// # Errors
/// The issue that [`parse`] has for a typed card.
pub fn check_end(expiration: Expiration, now: Instant) -> Result<(), Vec<Issue>> {
    lasts(expiration, now, Message::EXPIRATION_PAST)
}

/// Refuses an expired card; `past` is the form's message about it.
pub(crate) fn lasts(expiration: Expiration, now: Instant, past: Message) -> Result<(), Vec<Issue>> {
    fields::lasting(expiration, now, past).map(drop).map_err(|message| vec![Issue::new(EXPIRATION, message)])
}
