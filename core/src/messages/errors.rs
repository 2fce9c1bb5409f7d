//! What a screen says after a call: why it failed, or that it worked (specs A and B, section 8).

/// The code of an unexpected failure.
pub const UNEXPECTED: &str = "unexpected";
/// The text of an unexpected failure.
pub const UNEXPECTED_TEXT: &str = "An unexpected error occurred";
/// What the server says if a code must be requested first: a text, not a code.
pub const MFA_NEEDED: &str = "mfa error";
/// What the server says if the code is wrong: a text, not a code.
pub const MFA_CODE_INVALID: &str = "mfa error: code invalid";
/// The shipping-label provider refused the address.
pub const ADDRESS_INVALID: &str = "shippo_id_invalid";
/// The words for a refused address.
pub const ADDRESS_INVALID_TEXT: &str = "Invalid Address. Please enter a valid address.";
/// There is no such coupon; the server's own words are shown.
pub const PROMO_CODE_NOT_RECOGNIZED: &str = "PROMO_CODE_NOT_RECOGNIZED";
/// A size that is not in stock.
pub const EXCHANGE_SIZE_UNAVAILABLE: &str = "exchange_size_unavailable";
/// There is no such thing; for a gift card, the server's own words are shown.
pub const NOT_FOUND: &str = "not_found";
/// The words for a card that the bank refuses.
pub const CARD_DECLINED_TEXT: &str = "Your card was declined. Please try another card.";
/// The words for a debit card.
pub const DEBIT_CARD_TEXT: &str = "We do not accept debit cards.";

/// The codes of the specs' catalogue whose words are core's.
pub(crate) const CATALOGUE: super::Words = &[
    ("credit_card_number_invalid", "Credit card number is invalid"),
    ("not_authorized", "Not authorized to perform this action"),
    ("credentials_invalid", "Invalid username or password"),
    ("reset_password_token", "Unable to reset password"),
    ("email_invalid", "Email taken."),
    (ADDRESS_INVALID, ADDRESS_INVALID_TEXT),
];
/// The words that a screen has for the code of a failure.
pub(super) fn words_of(code: &str) -> Option<&'static str> {
    super::find(CATALOGUE, code).or_else(|| super::find(OTHERS, code))
}

/// The codes of the catalogue for which a screen shows the server's words.
const WORDED_BY_SERVER: &[&str] = &[PROMO_CODE_NOT_RECOGNIZED, NOT_FOUND];

/// The codes of the catalogue.
pub fn known_codes() -> impl Iterator<Item = &'static str> {
    CATALOGUE.iter().map(|(code, _)| *code).chain(WORDED_BY_SERVER.iter().copied())
}

/// `None` if `code` is not in the catalogue; `Some(None)` if the server has its words.
#[must_use]
pub fn catalogue(code: &str) -> Option<Option<&'static str>> {
    match super::find(CATALOGUE, code) {
        Some(words) => Some(Some(words)),
        None => WORDED_BY_SERVER.contains(&code).then_some(None),
    }
}

/// Texts of a screen that are not in the catalogue: other failures, and the confirmations of section 8.
pub(crate) const OTHERS: super::Words = &[
    (UNEXPECTED, UNEXPECTED_TEXT),
    (
        "newer_version",
        "A newer version of this page is available. Reload it when you are ready: what you typed stays, except passwords and card details.",
    ),
    ("no_connection", "We cannot be reached right now. Please check your connection and try again."),
    (
        "answered_elsewhere",
        "You answered this in another tab or on another device, and that answer stays unless you change it.",
    ),
    (
        "changed_elsewhere",
        "This was changed in another tab or on another device. Save again to keep what you chose here.",
    ),
    ("debit_card", DEBIT_CARD_TEXT),
    (PROMO_CODE_NOT_RECOGNIZED, "This code is not recognized."),
    // The file was moved or deleted since it was chosen.
    ("photo_unreadable", "The photo could not be read. Please choose it again."),
    ("photos_unavailable", "Photos are not available right now. Please try again later."),
    ("human_check_failed", "We could not confirm that you are human. Please try again."),
    ("human_check_notice", "Our usual check does not work here. Please check the box below instead."),
    ("human_check_unseen", "This site is protected by reCAPTCHA."),
    ("too_many_requests", "Too many tries. Please wait a moment and try again."),
    ("card_declined", CARD_DECLINED_TEXT),
    ("payment_declined", "Your card was declined. Nothing was charged."),
    ("gateway_unavailable", "The payment service is not responding. Please try again in a moment."),
    (EXCHANGE_SIZE_UNAVAILABLE, "This size has just sold out. Please choose another one."),
    ("coupon_ended", "This code can no longer be used. What counts in its place is shown below."),
    ("invoice_changed", "Your total has changed. Please review it before you pay."),
    ("mfa_code_wrong", "Oops! The code entered is incorrect. Please check and try again."),
    ("mfa_code_ended", "This code no longer works. Please request another one."),
    ("mfa_request_failed", "Something went wrong!"),
    ("mfa_failed", "An unexpected error occurred."),
    ("mfa_code_sent", "Code Sent!"),
    ("reset_link_sent", "A password reset link has been sent to the email provided"),
];
