//! Asking for a link to set a new password (spec A, sections 2 and 5).

use crate::{
    values::{
        fields::{self, EmailAddress},
        issue::{Issue, Issues},
        message::Message,
    },
    wire::{FromTexts, Input, or_empty},
};

/// The account whose password is forgotten.
#[derive(Debug, Clone, Default, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ForgotPasswordForm {
    /// The email address of the account.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    #[cfg_attr(feature = "schema", schema(example = "ann@example.com"))]
    pub email: String,
}

/// The address to which the link goes.
///
/// # Errors
/// The issue of the address.
pub fn parse(form: &ForgotPasswordForm) -> Result<EmailAddress, Vec<Issue>> {
    let mut issues = Issues::default();
    let email = issues.check("email", fields::email(&form.email, Message::EMAIL_MALFORMED_BRIEF));
    email.ok_or_else(|| issues.into_vec())
}

/// `forgot_password.validate`: the issue of the address (spec A, section 5).
#[must_use]
pub fn validate(form: &ForgotPasswordForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
