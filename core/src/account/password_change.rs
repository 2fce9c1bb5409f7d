//! Changing the password with the current one (spec B, sections 5 and 7).

use crate::{
    account::{account_details, reset_password::confirmed},
    values::{
        fields::{self, hidden_debug},
        issue::{Issue, Issues},
    },
    wire::{Input, or_empty},
};

/// The current password and the new one.
#[derive(Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PasswordChangeForm {
    /// The current password.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub current_password: String,
    /// The new password.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub password: String,
    /// The same again; null if the screen has no second field.
    pub password_confirmation: Option<String>,
}

hidden_debug!(PasswordChangeForm);

/// Parses a change of password.
///
/// # Errors
/// The first issue of each field, in the words of the account form.
pub fn parse(form: &PasswordChangeForm) -> Result<account_details::PasswordChange, Vec<Issue>> {
    let mut issues = Issues::default();
    let current = issues.check("current_password", account_details::current_password(&form.current_password));
    let new = issues.check("password", fields::new_password(&form.password));
    let again = form.password_confirmation.as_ref().map_or(Ok(()), |again| confirmed(again, &form.password));
    let confirmed = issues.check("password_confirmation", again);
    match (current, new, confirmed) {
        (Some(current), Some(new), Some(())) => Ok(account_details::PasswordChange { current, new }),
        _ => Err(issues.into_vec()),
    }
}

/// `password_change.validate`: the first issue of each field (spec B, section 5).
#[must_use]
pub fn validate(form: &PasswordChangeForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
