//! Parts of an address: ZIP code, state, phone.

use super::{Filled, all_digits, checked_text, filled, has_characters, trimmed};
use crate::{
    policy,
    values::{message::Message, normalize, reading::state::State},
};

checked_text! {
    /// A ZIP code of five or nine digits, as typed but trimmed.
    PostalCode
}

checked_text! {
    /// The code of a state, `DC` or `AA`, in capitals.
    UsState
}

checked_text! {
    /// A phone number: ten digits, the first of them 1-9.
    Phone
}

/// A ZIP code at registration, which has a message of its own if it is too long (spec A, section 5).
///
/// # Errors
/// The first of the checks that fails.
pub fn postal_code(text: &str) -> Result<PostalCode, Message> {
    let is_too_long = has_characters(trimmed(text), policy::ZIP_MAX_LENGTH.saturating_add(1));
    if is_too_long { Err(Message::ZIP_TOO_LONG) } else { zip(text) }
}

/// A ZIP code: five digits, or nine with a dash.
///
/// # Errors
/// [`Message::REQUIRED`] if it is blank, [`Message::ZIP_INVALID`] if it does not have that form.
pub fn zip(text: &str) -> Result<PostalCode, Message> {
    let Filled(code) = filled(text)?;
    if is_zip(&code) { Ok(PostalCode(code)) } else { Err(Message::ZIP_INVALID) }
}

/// A billing ZIP code, which also takes nine digits without the dash (spec B, section 5).
///
/// # Errors
/// As [`zip`].
pub fn zip_with_or_without_dash(text: &str) -> Result<PostalCode, Message> {
    let Filled(code) = filled(text)?;
    if is_zip(&code) || is_nine_digits(&code) { Ok(PostalCode(code)) } else { Err(Message::ZIP_INVALID) }
}

/// A ZIP code in the words of the store's sign-up (spec A, section 5).
///
/// # Errors
/// The first of the checks that fails.
pub fn short_postal_code(text: &str) -> Result<PostalCode, Message> {
    if !has_characters(trimmed(text), policy::ZIP_MIN_LENGTH) {
        return Err(Message::too_short(policy::ZIP_MIN_LENGTH));
    }
    zip_with_or_without_dash(text).map_err(|_| Message::ZIP_INVALID_BRIEF)
}

fn is_zip(code: &str) -> bool {
    let is_street = |street: &str| street.len() == 4 && all_digits(street);
    code.split_at_checked(5).is_some_and(|(area, rest)| {
        all_digits(area) && (rest.is_empty() || rest.strip_prefix('-').is_some_and(is_street))
    })
}

fn is_nine_digits(code: &str) -> bool {
    code.len() == 9 && all_digits(code)
}

/// A state's code, in upper or lower case.
///
/// # Errors
/// [`Message::STATE_REQUIRED`] if it is blank, [`Message::STATE_INVALID`] if there is no such state.
pub fn state(text: &str) -> Result<UsState, Message> {
    let Filled(mut code) = filled(text).map_err(|_| Message::STATE_REQUIRED)?;
    code.make_ascii_uppercase();
    if State::of(&code).is_some() { Ok(UsState(code)) } else { Err(Message::STATE_INVALID) }
}

/// A phone number, however it is punctuated.
///
/// # Errors
/// [`Message::PHONE_INVALID`] if it is blank or no phone number.
pub fn phone(text: &str) -> Result<Phone, Message> {
    let number = normalize::phone(text);
    let valid = number.len() == policy::PHONE_DIGITS && !number.starts_with('0');
    if valid { Ok(Phone(number)) } else { Err(Message::PHONE_INVALID) }
}
