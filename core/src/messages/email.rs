//! What the page says if e-mails do not reach the customer.

use super::Words;

/// Before the address to which e-mails come back, and after it.
pub(super) const WORDS: Words = &[
    ("email_bounced", "We could not reach you by e-mail. Please check your address:"),
    ("email_bounced_but_right", "If it is right, please tell our customer support, so that you miss nothing."),
];
