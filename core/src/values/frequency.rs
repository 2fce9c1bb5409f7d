//! How often boxes come: every kind that the service knows. A shop offers some of them or all (spec A, section 3).

use crate::{
    values::words::{labels, words},
    wire::{FirstError, Json, non_empty},
};

words! {
    /// How often boxes come.
    pub enum Type as SubscriptionType {
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

labels! {
    Type {
        Every30Days = "Can't get enough! (Every month)",
        Every60Days = "Keep 'em comin (Every other month)",
        Every90Days = "Seasonal hauls (Quarterly)",
        OnDemand = "My people will call your people (On demand)",
    }
}

impl Type {
    /// How often boxes come if a customer did not say (spec B, section 2: abandoned accounts), unless the terms do not offer it.
    pub const DEFAULT: Self = Self::Every30Days;

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

/// A subscription type; null and empty text are none.
pub(crate) fn type_or_null(json: &Json, first_error: &mut FirstError) -> Option<Type> {
    let chosen = non_empty(json, first_error).map(|word| word.parse()).transpose();
    first_error.value_or(chosen, None)
}
