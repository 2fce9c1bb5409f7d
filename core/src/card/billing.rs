//! Shipping address and cardholder at sign-up, if the gateway's own fields take the card (the contract: cards in the gateway's
//! own fields).

use crate::{
    account::address::AddressForm,
    card::payment::{self, Billing, CardholderForm},
    values::issue::{Issue, Issues},
    wire::Input,
};

/// What was typed into the shipping and payment form, without the card.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct BillingForm {
    /// Where boxes go.
    pub shipping: AddressForm,
    /// Whether the cardholder lives there too.
    pub same_as_shipping: bool,
    /// The cardholder; the address is used only if `same_as_shipping` is false.
    pub cardholder: CardholderForm,
}

/// Parses the addresses.
///
/// # Errors
/// The first issue of each field, by its dotted name.
pub fn parse(form: &BillingForm) -> Result<Billing, Vec<Issue>> {
    let mut issues = Issues::default();
    payment::billing(&form.shipping, form.same_as_shipping, &form.cardholder, &mut issues)
        .ok_or_else(|| issues.into_vec())
}

/// `billing.validate`: `payment.validate` without `card_info`.
#[must_use]
pub fn validate(form: &BillingForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
