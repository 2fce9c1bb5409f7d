//! Signing up in a store, where somebody of the store types (spec A, sections 2 and 5).

use crate::{
    messages::Message,
    values::{
        fields::{self, EmailAddress, PersonName, PostalCode},
        issue::{Issue, Issues},
    },
    wire::{FromTexts, Input, or_empty},
};

/// What was typed into the store's sign-up form.
#[derive(Debug, Clone, Default, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StoreSignupForm {
    /// First name.
    #[serde(default, deserialize_with = "or_empty")]
    pub first_name: String,
    /// Last name.
    #[serde(default, deserialize_with = "or_empty")]
    pub last_name: String,
    /// The e-mail address that the account shall have.
    #[serde(default, deserialize_with = "or_empty")]
    pub email: String,
    /// ZIP code.
    #[serde(default, deserialize_with = "or_empty")]
    pub registration_postal_code: String,
}

/// An account that may be made; the server makes its password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreSignup {
    /// First name.
    pub first_name: PersonName,
    /// Last name.
    pub last_name: PersonName,
    /// The e-mail address.
    pub email: EmailAddress,
    /// ZIP code.
    pub registration_postal_code: PostalCode,
}

/// The account that `form` asks for.
///
/// # Errors
/// The first fault of each field.
pub fn parse(form: &StoreSignupForm) -> Result<StoreSignup, Vec<Issue>> {
    let mut issues = Issues::default();
    let first_name = issues.check("first_name", fields::person_name(&form.first_name, Message::FirstNameInvalid));
    let last_name = issues.check("last_name", fields::person_name(&form.last_name, Message::LastNameInvalid));
    let email = issues.check("email", fields::email(&form.email, Message::EmailMalformed));
    let postal_code =
        issues.check("registration_postal_code", fields::short_postal_code(&form.registration_postal_code));
    match (first_name, last_name, email, postal_code) {
        (Some(first_name), Some(last_name), Some(email), Some(registration_postal_code)) => {
            Ok(StoreSignup { first_name, last_name, email, registration_postal_code })
        }
        _ => Err(issues.into_vec()),
    }
}

/// `store_signup.validate`: the first fault of each field (spec A, section 5).
#[must_use]
pub fn validate(form: &StoreSignupForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
