//! Ordering a box and subscribing (spec A, section 5; spec B, sections 3 to 5).

pub(crate) const ONE_DOLLAR_FEE: &str =
    "The $1 styling fee applies to each box through 2020 while you stay on a subscription.";
