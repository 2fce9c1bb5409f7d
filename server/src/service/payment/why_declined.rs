//! What tells the customer why a payment was declined.

use crate::store::payment::decline_reason::DeclineReason;
use crate::store::payment::payment_attempts::{AttemptRow, AttemptStatus};
use stylebox_core::messages::refusals::Refusal;

/// What tells the customer why a payment was declined; `None` if it was not.
#[must_use]
pub fn why_declined(attempt: &AttemptRow) -> Option<Refusal> {
    match (attempt.status, &attempt.decline_reason) {
        (AttemptStatus::Declined, Some(DeclineReason::ConfirmationNeeded)) => Some(Refusal::ConfirmationNeeded),
        (AttemptStatus::Declined, Some(DeclineReason::CalledOff)) => Some(Refusal::PaymentCalledOff),
        (AttemptStatus::Declined, Some(DeclineReason::CardExpired)) => Some(Refusal::CardExpired),
        (AttemptStatus::Declined, reason) => {
            Some(reason.as_ref().and_then(why_undone).unwrap_or(Refusal::PaymentDeclined))
        }
        (AttemptStatus::Pending | AttemptStatus::Unknown | AttemptStatus::Succeeded, _) => None,
    }
}

/// What tells the customer of a charge that was not the one that was asked for, and was undone; `None` if it is another reason.
#[must_use]
pub const fn why_undone(reason: &DeclineReason) -> Option<Refusal> {
    match reason {
        DeclineReason::AnotherAmount => Some(Refusal::PaymentGivenBack),
        DeclineReason::AnotherCard => Some(Refusal::PaidWithAnotherCard),
        DeclineReason::ConfirmationNeeded
        | DeclineReason::CalledOff
        | DeclineReason::CardExpired
        | DeclineReason::Other(_) => None,
    }
}
