//! How often boxes come (spec A, section 3; spec B, sections 3 and 4).

use crate::words::words;

words! {
    /// How often boxes come.
    pub enum Type {
        /// Every month.
        Every30Days = "subscription_30_day",
        /// Every other month.
        Every60Days = "subscription_60_day",
        /// Every quarter.
        Every90Days = "subscription_90_day",
        /// Only when the customer asks.
        OnDemand = "subscription_on_demand",
    }
}

impl Type {
    /// The days between two boxes; none on demand.
    #[must_use]
    pub const fn interval_days(self) -> Option<u64> {
        match self {
            Self::Every30Days => Some(30),
            Self::Every60Days => Some(60),
            Self::Every90Days => Some(90),
            Self::OnDemand => None,
        }
    }
}
