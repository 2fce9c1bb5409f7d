//! Setting a new password by the link that was sent (spec A, sections 2 and 5).

use crate::{
    values::{
        fields::{self, Password, hidden_debug},
        issue::{Issue, Issues},
        message::Message,
    },
    wire::{FromTexts, Input, or_empty},
};

/// What was typed into the form.
#[derive(Clone, Default, FromTexts, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ResetPasswordForm {
    /// The new password.
    #[serde(default, deserialize_with = "or_empty")]
    pub password: String,
    /// The same again.
    #[serde(default, deserialize_with = "or_empty")]
    pub password_confirmation: String,
}

hidden_debug!(ResetPasswordForm);

/// The new password.
///
/// # Errors
/// The first issue of each field.
pub fn parse(form: &ResetPasswordForm) -> Result<Password, Vec<Issue>> {
    let mut issues = Issues::default();
    let password = issues.check("password", fields::new_password(&form.password));
    let confirmed = issues.check("password_confirmation", confirmed(&form.password_confirmation, &form.password));
    password.filter(|_| confirmed.is_some()).ok_or_else(|| issues.into_vec())
}

/// Whether the second field has the same password.
pub(crate) fn confirmed(again: &str, password: &str) -> Result<(), Message> {
    let again = fields::present_password(again)?;
    if again.expose() == password { Ok(()) } else { Err(Message::PASSWORD_MISMATCH) }
}

/// `reset_password.validate`: the first issue of each field (spec A, section 5).
#[must_use]
pub fn validate(form: &ResetPasswordForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
