//! A day, and why it cannot be chosen; both calendars use it.

use crate::{
    InputError,
    delivery::flow::Flow,
    terms::ShopTerms,
    values::{
        business_time::{Date, Holidays, Instant, holidays_or_none},
        count::Count,
        message::Message,
        words::{labels, words},
    },
    wire::Input,
};

words! {
    /// Why a day cannot be chosen (spec A, section 5).
    pub enum Blocked {
        /// It is over.
        Past = "past",
        /// It is today, and it is too late for a pick-up.
        SameDayCutoff = "same_day_cutoff",
        /// It is too many months ahead.
        TooFar = "too_far",
        /// Nothing is delivered on a Sunday.
        Sunday = "sunday",
        /// A holiday of the company, the mail or the stores.
        Holiday = "holiday",
        /// The shop has closed it (`custom_ship_disallowed_dates`).
        Disallowed = "disallowed",
        /// Today is Friday, and the day is Monday to Wednesday of the next week.
        FridayCutoff = "friday_cutoff",
        /// The box would have to leave before today.
        ShipDatePast = "ship_date_past",
        /// The chosen store does not open on that day.
        StoreClosed = "store_closed",
    }
}

labels! {
    Blocked {
        Past = "This day has passed.",
        SameDayCutoff = "It is too late to pick up today. Please choose another day.",
        TooFar = "This day is too far ahead to choose.",
        Sunday = "We do not deliver on Sundays.",
        Holiday = "This day is a holiday. Please choose another day.",
        Disallowed = "No box can arrive on this day. Please choose another day.",
        FridayCutoff = "It is too late in the week for this day. Please choose Thursday or later.",
        ShipDatePast = "Your box cannot arrive by this day. Please choose a later one.",
        StoreClosed = "The store is closed on this day. Please choose another day.",
    }
}

impl From<Blocked> for Message {
    fn from(reason: Blocked) -> Self {
        Self::new(reason.as_str(), reason.label())
    }
}

/// A day, and what decides whether it can be chosen.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CalendarDay {
    /// The day that the customer would choose.
    pub date: Date,
    /// The current time.
    pub now: Instant,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
    /// The days of the store of a pick-up; null if it is not chosen yet.
    #[serde(default)]
    pub store_days: Option<StoreDays>,
}

/// When a box can be at a store, and when the store is closed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StoreDays {
    /// How many days a box takes from the studio to the store; 0 is the same day.
    pub transit_days: Count,
    /// The days on which the store is closed besides the stores' holidays.
    pub closed_dates: Vec<Date>,
}

/// The last day that can be chosen.
pub(super) fn last_day(kind: Flow, today: Date, terms: &ShopTerms) -> Result<Date, InputError> {
    today.plus_months(match kind {
        Flow::Pickup => terms.pickup_months_ahead,
        Flow::Delivery => terms.delivery_months_ahead,
    })
}
