//! When a day by which something is to be done is over (the contract: screens).

use crate::{
    InputError,
    values::business_time::{Date, Instant},
};

/// `deadline.moment`: the last minute of a business day.
///
/// # Errors
/// If it is no day, or the last one of the calendar.
pub fn moment(date: &str) -> Result<String, InputError> {
    Instant::at(date.parse::<Date>()?, 23, 59).map(|moment| moment.to_string())
}
