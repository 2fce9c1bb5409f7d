//! A change of some fields of an account (spec A, section 3: the fields that the customer may update).

use crate::{
    values::{
        fields::{self, EmailAddress, Filled, Password, Phone, hidden_debug},
        frequency::Type,
        issue::{Issue, Issues},
        message::Message,
        reading::{given, name::clean_given, phone},
    },
    wire::Input,
};

/// The fields to change. One that is null or missing stays as it is.
#[derive(Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AccountChangeForm {
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// The email address of the account.
    pub email: Option<String>,
    /// Cell phone.
    pub phone: Option<String>,
    /// How often boxes come.
    pub subscription_type: Option<Type>,
    /// The store or studio.
    pub assigned_location_id: Option<String>,
    /// The stylist who is asked for.
    pub preferred_stylist: Option<String>,
    /// The new password.
    pub password: Option<String>,
    /// The same again.
    pub password_confirmation: Option<String>,
}

hidden_debug!(AccountChangeForm);

impl AccountChangeForm {
    /// The form without invisible characters in its names (`name.clean`).
    #[must_use]
    pub fn cleaned(self) -> Self {
        Self { first_name: clean_given(self.first_name), last_name: clean_given(self.last_name), ..self }
    }

    /// The form as it was filled in or sent, with its phone number read.
    #[must_use]
    pub fn read(self) -> Self {
        Self { phone: given(phone::dialed, self.phone), ..self }
    }
}

/// The changes that passed the checks. `None` is a field that was not given: it stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountChange {
    /// Given name.
    pub first_name: Option<Filled>,
    /// Family name.
    pub last_name: Option<Filled>,
    /// An address whose form was checked.
    pub email: Option<EmailAddress>,
    /// Cell phone.
    pub phone: Option<Phone>,
    /// How often boxes come.
    pub subscription_type: Option<Type>,
    /// The store or studio.
    pub assigned_location_id: Option<Filled>,
    /// The stylist who is asked for.
    pub preferred_stylist: Option<Filled>,
    /// The password that replaces the present one.
    pub password: Option<Password>,
}

/// Parses a change of the account.
///
/// # Errors
/// The first issue of each field.
pub fn parse(form: &AccountChangeForm) -> Result<AccountChange, Vec<Issue>> {
    let mut issues = Issues::default();
    let (filled, line) = (|text: &String| fields::filled(text), |text: &String| fields::line(text));
    let change = AccountChange {
        first_name: checked(&mut issues, "first_name", &form.first_name, line),
        last_name: checked(&mut issues, "last_name", &form.last_name, line),
        email: checked(&mut issues, "email", &form.email, |text| fields::email(text, Message::EMAIL_MALFORMED)),
        phone: checked(&mut issues, "phone", &form.phone, |text| fields::phone(text)),
        subscription_type: form.subscription_type,
        assigned_location_id: checked(&mut issues, "assigned_location_id", &form.assigned_location_id, filled),
        preferred_stylist: checked(&mut issues, "preferred_stylist", &form.preferred_stylist, filled),
        password: checked(&mut issues, "password", &form.password, |text| fields::new_password(text)),
    };
    if form.password_confirmation.is_some() && form.password_confirmation != form.password {
        issues.check("password_confirmation", Err::<(), _>(Message::PASSWORD_MISMATCH));
    }
    let issues = issues.into_vec();
    if issues.is_empty() { Ok(change) } else { Err(issues) }
}

/// Checks a field if it was given.
fn checked<T>(
    issues: &mut Issues,
    field: &'static str,
    text: &Option<String>,
    check: impl Fn(&String) -> Result<T, Message>,
) -> Option<T> {
    issues.check(field, check(text.as_ref()?))
}

/// `account_change.validate`: the first issue of each field that is given.
#[must_use]
pub fn validate(form: &AccountChangeForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}

/// What a change of the account touches, and what is known of the customer and the session.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ProtectedChange {
    /// Whether there is a new password, which always needs a code.
    pub password: bool,
    /// Whether the email address, the phone or the card changes.
    pub contact_or_card: bool,
    /// Whether the account has had an order.
    pub has_ordered: bool,
    /// Whether the session has verified a code in the last minutes.
    pub verified_recently: bool,
}

/// `account_change.needs_mfa`: whether a code must be asked for first (the contract: accounts).
#[must_use]
pub const fn needs_mfa(change: &ProtectedChange) -> bool {
    change.password || (change.contact_or_card && change.has_ordered && !change.verified_recently)
}
