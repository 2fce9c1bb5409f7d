//! The code of 2020, which makes the styling fee one dollar.

use crate::{
    policy,
    values::business_time::{Instant, today},
};

/// Whether the code of 2020 changes no fee any more.
#[must_use]
pub fn code_has_ended(now: Instant) -> bool {
    today(now).year() > policy::ONE_DOLLAR_CODE_LAST_YEAR
}
