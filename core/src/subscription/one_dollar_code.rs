//! The code of 2020, with which the styling fee is that of the first box.

use crate::{
    policy,
    values::business_time::{Instant, today},
};

/// Whether the code of 2020 no longer lowers the fee.
#[must_use]
pub fn code_has_ended(now: Instant) -> bool {
    today(now).year() > policy::ONE_DOLLAR_CODE_LAST_YEAR
}
