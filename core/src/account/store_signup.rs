//! Signing up in a store, on the store's tablet (spec A, sections 2 and 5).

use crate::{
    account::registration::names,
    values::{
        fields::{self, EmailAddress, PersonName, PostalCode},
        issue::{Issue, Issues},
        message::Message,
        reading::{name::clean, read_or_kept, zip},
    },
    wire::{FromTexts, Input, or_empty},
};

/// What was typed into the store's sign-up form.
#[derive(Debug, Clone, Default, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StoreSignupForm {
    /// Given name.
    #[serde(default, deserialize_with = "or_empty")]
    pub first_name: String,
    /// Family name.
    #[serde(default, deserialize_with = "or_empty")]
    pub last_name: String,
    /// The email address of the new account.
    #[serde(default, deserialize_with = "or_empty")]
    pub email: String,
    /// ZIP code.
    #[serde(default, deserialize_with = "or_empty")]
    pub registration_postal_code: String,
}

impl StoreSignupForm {
    /// The form without invisible characters in its names (`name.clean`).
    #[must_use]
    pub fn cleaned(self) -> Self {
        Self { first_name: clean(&self.first_name), last_name: clean(&self.last_name), ..self }
    }

    /// The form as it was filled in or sent, with its ZIP code read.
    #[must_use]
    pub fn read(self) -> Self {
        Self { registration_postal_code: read_or_kept(zip::read, &self.registration_postal_code), ..self }
    }
}

/// A registration that passed the checks; the server makes the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreSignup {
    /// Given name.
    pub first_name: PersonName,
    /// Family name.
    pub last_name: PersonName,
    /// An address whose form was checked.
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
    let (first_name, last_name) = names(&mut issues, &form.first_name, &form.last_name);
    let email = issues.check("email", email(&form.email));
    let postal_code =
        issues.check("registration_postal_code", fields::short_postal_code(&form.registration_postal_code));
    match (first_name, last_name, email, postal_code) {
        (Some(first_name), Some(last_name), Some(email), Some(registration_postal_code)) => {
            Ok(StoreSignup { first_name, last_name, email, registration_postal_code })
        }
        _ => Err(issues.into_vec()),
    }
}

fn email(typed: &str) -> Result<EmailAddress, Message> {
    fields::email(typed, Message::EMAIL_MALFORMED)
}

/// Parses the email address alone, which can be corrected after the registration.
///
/// # Errors
/// The issue of the address.
pub fn parse_email(typed: &str) -> Result<EmailAddress, Vec<Issue>> {
    let mut issues = Issues::default();
    issues.check("email", email(typed)).ok_or_else(|| issues.into_vec())
}

/// What the customer has done since the registration.
#[derive(Debug, Clone, Copy)]
pub struct Registered {
    /// Whether the customer registered in a store.
    pub in_store: bool,
    /// Whether the customer has chosen a password. If so, somebody has opened the email.
    pub has_password: bool,
    /// Whether the customer has ever ordered.
    pub has_ordered: bool,
}

/// Whether the email address may still be corrected on the tablet, without a code or a password (the contract: screens).
#[must_use]
pub const fn is_email_correctable(registered: Registered) -> bool {
    registered.in_store && !registered.has_password && !registered.has_ordered
}

/// `store_signup.validate`: the first issue of each field (spec A, section 5).
#[must_use]
pub fn validate(form: &StoreSignupForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Registered, is_email_correctable};

    #[test]
    fn an_email_address_can_be_corrected_until_the_customer_has_a_password_or_an_order() {
        let new = Registered { in_store: true, has_password: false, has_ordered: false };
        assert!(is_email_correctable(new));
        assert!(!is_email_correctable(Registered { in_store: false, ..new }));
        assert!(!is_email_correctable(Registered { has_password: true, ..new }));
        assert!(!is_email_correctable(Registered { has_ordered: true, ..new }));
    }
}
