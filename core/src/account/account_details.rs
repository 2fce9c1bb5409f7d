//! The account form (spec B, section 5).

use crate::{
    account::address::{Address, Lines},
    policy,
    values::{
        fields::{self, EmailAddress, Filled, Password, hidden_debug},
        issue::{Issue, Issues},
        message::Message,
    },
    wire::{Input, or_empty},
};

/// What was typed into the account form.
#[derive(Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct AccountForm {
    /// Given name; may not be empty.
    #[serde(default, deserialize_with = "or_empty")]
    pub first_name: String,
    /// Family name; may not be empty.
    #[serde(default, deserialize_with = "or_empty")]
    pub last_name: String,
    /// The email address of the account.
    #[serde(default, deserialize_with = "or_empty")]
    pub email: String,
    /// Street and number.
    #[serde(default, deserialize_with = "or_empty")]
    pub shipping_line_1: String,
    /// Apartment, floor; may be empty.
    #[serde(default, deserialize_with = "or_empty")]
    pub shipping_line_2: String,
    /// Required if the account has an address, or another line of it is filled in.
    #[serde(default, deserialize_with = "or_empty")]
    pub shipping_city: String,
    /// The state's code.
    #[serde(default, deserialize_with = "or_empty")]
    pub shipping_state: String,
    /// ZIP code.
    #[serde(default, deserialize_with = "or_empty")]
    pub shipping_postal_code: String,
    /// Cell phone.
    #[serde(default, deserialize_with = "or_empty")]
    pub shipping_phone: String,
    /// False if the account has no address: then all fields of the address may stay empty. Null is true.
    #[serde(default)]
    pub has_address: Option<bool>,
    /// The current password; if both are empty, it stays as it is.
    #[serde(default, deserialize_with = "or_empty")]
    pub current_password: String,
    /// The password that replaces the current one; empty if that one stays.
    #[serde(default, deserialize_with = "or_empty")]
    pub new_password: String,
}

hidden_debug!(AccountForm);

/// Two passwords that passed the checks. Only the server can say whether the current one is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasswordChange {
    /// The present password as typed; the server compares it with the account's.
    pub current: Password,
    /// The password to set, which meets the requirements of new passwords.
    pub new: Password,
}

/// An account form that passed the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Given name.
    pub first_name: Filled,
    /// Family name.
    pub last_name: Filled,
    /// An address whose form was checked.
    pub email: EmailAddress,
    /// Where boxes go; none if the account has no address, and none was typed.
    pub shipping: Option<Address>,
    /// The change of password, if one is asked for.
    pub password: Option<PasswordChange>,
}

/// Parses the account form.
///
/// # Errors
/// The first issue of each field.
pub fn parse(form: &AccountForm) -> Result<Account, Vec<Issue>> {
    let mut issues = Issues::default();
    let first_name = issues.check("first_name", fields::line(&form.first_name));
    let last_name = issues.check("last_name", fields::line(&form.last_name));
    let email = issues.check("email", fields::email(&form.email, Message::EMAIL_MALFORMED));
    let shipping = optional_shipping(form, &mut issues);
    let password = password(form, &mut issues);
    match (first_name, last_name, email, shipping, password) {
        (Some(first_name), Some(last_name), Some(email), Some(shipping), Some(password)) => {
            Ok(Account { first_name, last_name, email, shipping, password })
        }
        _ => Err(issues.into_vec()),
    }
}

/// `Some(None)` if the address may stay empty and does; `None` if something is wrong with it.
fn optional_shipping(form: &AccountForm, issues: &mut Issues) -> Option<Option<Address>> {
    let lines = shipping(form);
    if form.has_address == Some(false) && lines.are_blank() {
        return Some(None);
    }
    lines.parse(fields::zip, issues).map(Some)
}

fn shipping(form: &AccountForm) -> Lines<'_> {
    Lines {
        line_1: ("shipping_line_1", &form.shipping_line_1),
        line_2: ("shipping_line_2", &form.shipping_line_2),
        city: ("shipping_city", &form.shipping_city),
        state: ("shipping_state", &form.shipping_state),
        postal_code: ("shipping_postal_code", &form.shipping_postal_code),
        phone: ("shipping_phone", &form.shipping_phone),
    }
}

/// `Some(None)` if both passwords are empty; `None` if one of them is wrong.
fn password(form: &AccountForm, issues: &mut Issues) -> Option<Option<PasswordChange>> {
    if form.current_password.is_empty() && form.new_password.is_empty() {
        return Some(None);
    }
    let current = issues.check("current_password", current_password(&form.current_password));
    let new = issues.check("new_password", fields::new_password(&form.new_password));
    Some(Some(PasswordChange { current: current?, new: new? }))
}

pub(crate) fn current_password(text: &str) -> Result<Password, Message> {
    let password = fields::present_password(text)?;
    let long_enough = text.chars().count() >= policy::PASSWORD_MIN_LENGTH;
    if long_enough { Ok(password) } else { Err(Message::too_short(policy::PASSWORD_MIN_LENGTH)) }
}

/// `account.validate`: the first issue of each field (spec B, section 5).
#[must_use]
pub fn validate(form: &AccountForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
