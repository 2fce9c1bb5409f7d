//! An email that waited in the outbox because the email server was unavailable (the contract: late orders and other rules).

use crate::{messages::email as texts, values::business_time::Instant, wire::Input};

/// An email that is about to be sent.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct WrittenMail {
    /// Until when the days and times in it are true; null if they stay true.
    pub true_until: Option<Instant>,
    /// The current time.
    pub now: Instant,
}

/// `late_mail.note`: the note before an email that names a coming day or time and is sent after it, or null. Such an email is still sent,
/// because the customer has not learned otherwise what it says about money and orders.
#[must_use]
pub fn note(mail: &WrittenMail) -> Option<&'static str> {
    mail.true_until.filter(|end| *end <= mail.now).map(|_| texts::SENT_LATE)
}
