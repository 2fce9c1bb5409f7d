//! Ordering a box and subscribing (spec A, section 5; spec B, sections 3 to 5).

use crate::values::money::Money;

/// Says for which boxes the low `fee` of 2020 is charged.
pub(crate) fn low_fee(fee: Money) -> String {
    format!("The {} styling fee applies to each box through 2020 while you stay on a subscription.", fee.in_words())
}
