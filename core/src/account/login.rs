//! Signing in (spec A, sections 2 and 5).

use crate::{
    values::{
        fields::{self, EmailAddress, Password, hidden_debug},
        issue::{Issue, Issues},
        message::Message,
    },
    wire::{FromTexts, Input, or_empty},
};

/// What was typed into the sign-in form.
#[derive(Clone, Default, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LoginForm {
    /// The email address of the account.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub email: String,
    /// The password, as typed.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub password: String,
}

hidden_debug!(LoginForm);

/// A sign-in that passed the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Login {
    /// The email address of the account.
    pub email: EmailAddress,
    /// The password, as typed.
    pub password: Password,
}

/// Parses a sign-in.
///
/// # Errors
/// The first issue of each field.
pub fn parse(form: &LoginForm) -> Result<Login, Vec<Issue>> {
    let mut issues = Issues::default();
    let email = issues.check("email", fields::email(&form.email, Message::EMAIL_MALFORMED_BRIEF));
    let password = issues.check("password", fields::present_password(&form.password));
    match (email, password) {
        (Some(email), Some(password)) => Ok(Login { email, password }),
        _ => Err(issues.into_vec()),
    }
}

/// `login.validate`: the first issue of each field (spec A, section 5).
#[must_use]
pub fn validate(form: &LoginForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
