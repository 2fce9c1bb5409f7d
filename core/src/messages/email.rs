//! What emails say that is decided here, and what the page says if they do not reach the customer.

use super::Words;

/// The note before an email that is sent after a day or a time that it names.
pub(crate) const SENT_LATE: &str = "We wrote this email earlier and could not send it until now. A day or time in it may have passed \
    meanwhile. What is true now stands in your account.";

/// Said before the first order about a code that was given at sign-up and has ended.
pub(crate) fn code_ended(code: &str) -> String {
    format!("The code {code} can no longer be used.")
}

/// Said in the email about the first order.
pub(crate) fn code_gave_way(code: &str) -> String {
    format!("{} What counts in its place is shown at your checkout.", code_ended(code))
}

/// The texts before and after the address to which emails come back.
pub(crate) const WORDS: Words = &[
    ("email_bounced", "We could not reach you by email. Please check your address:"),
    ("email_bounced_but_right", "If it is right, please contact customer support so that you do not miss anything."),
];
