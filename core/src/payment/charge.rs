//! When a charge that the service starts by itself may begin, and when it is tried again after a decline (the contract:
//! reading what was pasted, filled in or sent; orders).

use crate::{
    InputError, policy,
    values::{
        business_time::{Date, Instant, today},
        count::Count,
        expiration::Expiration,
    },
    wire::{Input, non_empty},
};
use serde::Serialize;

/// The card network's advice that forbids another try.
const NO_OTHER_TRY: &str = "do_not_try_again";

/// The reasons after which another try cannot succeed, or is not allowed.
const FINAL_REASONS: &[&str] = &[
    "lost_card",
    "stolen_card",
    "pickup_card",
    "restricted_card",
    "fraudulent",
    "invalid_account",
    "incorrect_number",
    "expired_card",
    "card_not_supported",
    "security_violation",
    "transaction_not_allowed",
    "not_permitted",
    "merchant_blacklist",
    "stop_payment_order",
    "revocation_of_authorization",
    "revocation_of_all_authorizations",
    "testmode_decline",
    "live_mode_test_card",
];

/// A charge that is about to begin.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ChargeToBegin {
    /// When its card expires.
    pub expiration: Expiration,
    /// Whether the customer asks for it, and is present.
    pub customer_asks: bool,
    /// The current time.
    pub now: Instant,
}

/// `charge.may_begin`: the service and staff start no charge on a card that has expired by its date on file. The bank may have renewed
/// it, but the customer has read that it is not charged. If the customer asks for the charge, the bank decides.
#[must_use]
pub fn may_begin(charge: &ChargeToBegin) -> bool {
    charge.customer_asks || !charge.expiration.ends_before(today(charge.now))
}

/// A declined charge, and what decides whether it is tried again.
#[derive(Debug, Clone, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DeclinedCharge {
    /// The code of the newest decline, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub reason: Option<String>,
    /// The card network's advice with that decline, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub advice: Option<String>,
    /// How often the card was tried for this charge, at least once.
    pub tries: Count,
    /// The day of the newest try.
    pub last_try: Date,
}

/// What follows from a decline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Retry {
    /// The day on which the card is tried again; null if it is not.
    pub next_try: Option<Date>,
    /// Whether the card is not tried again.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Whether the customer is told of the decline.
    pub tell: bool,
}

/// `charge.retry`: after some reasons and one advice the card is not tried again. Otherwise there are three more tries, further and
/// further apart. The customer is told of the first decline and of the last.
///
/// # Errors
/// If there was no try, or if the next one would be after the year 9999.
pub fn retry(declined: &DeclinedCharge) -> Result<Retry, InputError> {
    let tries = declined.tries.get();
    let Some(before) = tries.checked_sub(1) else { return Err(InputError::new("A decline is at least one try.")) };
    let is_refused = declined.reason.as_deref().is_some_and(|reason| FINAL_REASONS.contains(&reason))
        || declined.advice.as_deref() == Some(NO_OTHER_TRY);
    let days = usize::try_from(before).ok().and_then(|before| policy::CHARGE_RETRY_DAYS.get(before));
    let next_try = match days.filter(|_| !is_refused) {
        Some(days) => Some(declined.last_try.plus_days(*days)?),
        None => None,
    };
    let is_final = next_try.is_none();
    Ok(Retry { next_try, is_final, tell: is_final || tries == 1 })
}
