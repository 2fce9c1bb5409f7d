//! Ordering a box and subscribing (spec A, section 5; spec B, sections 3 to 5).

use crate::values::money::Money;

/// Says for which boxes a customer with the code of 2020 pays `fee`.
pub(crate) fn fee_of_2020(fee: Money) -> String {
    format!("The {} styling fee applies to each box through 2020 while you stay on a subscription.", fee.in_words())
}
