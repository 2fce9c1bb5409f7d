//! Registration, also with a theme box (spec A, sections 2 and 5).

use crate::{
    values::{
        fields::{self, EmailAddress, Password, PersonName, PostalCode, hidden_debug},
        issue::{Issue, Issues},
        message::Message,
        reading::{name::clean, read_or_kept, zip},
    },
    wire::{FromTexts, Input, or_empty},
};

/// What was typed into the registration form.
#[derive(Clone, Default, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct RegistrationForm {
    /// Given name.
    #[serde(default, deserialize_with = "or_empty")]
    pub first_name: String,
    /// Family name.
    #[serde(default, deserialize_with = "or_empty")]
    pub last_name: String,
    /// The email address of the new account.
    #[serde(default, deserialize_with = "or_empty")]
    pub email: String,
    /// The same again.
    #[serde(default, rename = "confirmEmail", deserialize_with = "or_empty")]
    pub confirm_email: String,
    /// ZIP code.
    #[serde(default, deserialize_with = "or_empty")]
    pub registration_postal_code: String,
    /// The new password.
    #[serde(default, deserialize_with = "or_empty")]
    pub password: String,
}

hidden_debug!(RegistrationForm);

impl RegistrationForm {
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

/// A registration that passed the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// Given name.
    pub first_name: PersonName,
    /// Family name.
    pub last_name: PersonName,
    /// The email address; both fields had the same.
    pub email: EmailAddress,
    /// ZIP code.
    pub registration_postal_code: PostalCode,
    /// A password that meets the requirements of new ones.
    pub password: Password,
}

/// Parses a registration.
///
/// # Errors
/// The first issue of each field.
pub fn parse(form: &RegistrationForm) -> Result<Registration, Vec<Issue>> {
    let mut issues = Issues::default();
    let (first_name, last_name) = names(&mut issues, &form.first_name, &form.last_name);
    let email = issues.check("email", fields::email(&form.email, Message::EMAIL_MALFORMED));
    let confirmed = issues.check("confirmEmail", confirmed(&form.confirm_email, &form.email));
    let postal_code = issues.check("registration_postal_code", fields::postal_code(&form.registration_postal_code));
    let password = issues.check("password", fields::new_password(&form.password));
    match (first_name, last_name, email, confirmed, postal_code, password) {
        (Some(first_name), Some(last_name), Some(email), Some(()), Some(registration_postal_code), Some(password)) => {
            Ok(Registration { first_name, last_name, email, registration_postal_code, password })
        }
        _ => Err(issues.into_vec()),
    }
}

/// Checks a new customer's names; the sign-up in a store does the same.
pub(super) fn names(issues: &mut Issues, first: &str, last: &str) -> (Option<PersonName>, Option<PersonName>) {
    let first = issues.check("first_name", fields::person_name(first, Message::FIRST_NAME_INVALID));
    (first, issues.check("last_name", fields::person_name(last, Message::LAST_NAME_INVALID)))
}

/// Whether both fields have the same email address, to the letter.
fn confirmed(again: &str, email: &str) -> Result<(), Message> {
    match fields::trimmed(again) {
        "" => Err(Message::REQUIRED),
        again if again == fields::trimmed(email) => Ok(()),
        _ => Err(Message::EMAIL_MISMATCH),
    }
}

/// `registration.validate`: the first issue of each field (spec A, section 5).
#[must_use]
pub fn validate(form: &RegistrationForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
