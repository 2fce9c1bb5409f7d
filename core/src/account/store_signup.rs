//! Signing up in a store, typed by the store's staff (spec A, sections 2 and 5).

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
    /// The e-mail address of the new account.
    #[serde(default, deserialize_with = "or_empty")]
    pub email: String,
    /// ZIP code.
    #[serde(default, deserialize_with = "or_empty")]
    pub registration_postal_code: String,
}

/// A registration that passed the checks; the server makes the password.
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

/// Parses a registration.
///
/// # Errors
/// The first issue of each field.
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

/// `store_signup.validate`: the first issue of each field (spec A, section 5).
#[must_use]
pub fn validate(form: &StoreSignupForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
