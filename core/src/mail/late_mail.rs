//! An email that waited in the outbox, because the email server was away (the contract: late, little, and said).

use crate::{messages::email as texts, values::business_time::Instant, wire::Input};

/// An email that is about to be sent.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct WrittenMail {
    /// Until when what it says of days and times is true; null if that is always.
    pub true_until: Option<Instant>,
    /// The current time.
    pub now: Instant,
}

/// `late_mail.note`: what is said before an email that is sent after a day or a time that it names as one to come, or null. Such an email
/// is not sent as it was written, and it is sent all the same: what it says of money and orders is not known otherwise.
#[must_use]
pub fn note(mail: &WrittenMail) -> Option<&'static str> {
    mail.true_until.filter(|end| *end <= mail.now).map(|_| texts::SENT_LATE)
}
