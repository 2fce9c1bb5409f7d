//! Choosing store and day at sign-up (spec A, section 2).

use crate::{
    delivery::stores,
    values::business_time::Date,
    wire::{Input, non_empty},
};

/// The store and the day that were chosen.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PickupChoice {
    /// The store, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub store: Option<String>,
    /// The day, or null.
    pub ship_by_date: Option<Date>,
}

/// `pickup_signup.readiness`: whether a store and a day are chosen.
#[must_use]
pub fn readiness(choice: &PickupChoice) -> bool {
    choice.store.as_deref().is_some_and(is_store) && choice.ship_by_date.is_some()
}

/// Whether the choice is a store: neither blank nor "No Preference" in any letter case.
pub(crate) fn is_store(choice: &str) -> bool {
    !choice.trim().is_empty() && !stores::is_no_preference(choice)
}
