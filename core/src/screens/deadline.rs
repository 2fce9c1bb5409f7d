//! The moment at which a deadline ends (the contract: screens).

use crate::{
    InputError,
    values::business_time::{Date, Instant},
};

/// `deadline.moment`: the last minute of a business day.
///
/// # Errors
/// If `date` is malformed, or the last day of the calendar.
pub fn moment(date: &str) -> Result<String, InputError> {
    Instant::at(date.parse::<Date>()?, 23, 59).map(|moment| moment.to_string())
}
