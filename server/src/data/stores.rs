//! The stores, as `folder::stores` reads them.

use crate::values::postal_address::PostalAddress;
use stylebox_core::InputError;
use stylebox_core::delivery::calendar::{CalendarPresent, CalendarRange, range};
use stylebox_core::delivery::day::StoreDays;
use stylebox_core::delivery::flow::Flow;
use stylebox_core::terms::ShopTerms;
use stylebox_core::values::business_time::{Date, Instant};
use stylebox_core::values::count::Count;

/// A store, or the studio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub(crate) id: String,
    /// What it is called: the part of the label after the dash.
    pub(crate) name: String,
    /// What the customer chooses.
    pub(crate) label: String,
    /// Whether a box can be picked up there.
    pub(crate) pickup: bool,
    /// Whether it is left out of the choices.
    pub(crate) hidden: bool,
    pub(crate) address: PostalAddress,
    /// How many days after it left the studio a box is there.
    pub(crate) transit_days: Count,
    /// The dates on which only this store is closed.
    pub(crate) closed_dates: Vec<Date>,
    pub(crate) opening_hours: Vec<OpeningHours>,
}

impl Location {
    /// When a box can be there, and on which days of the pick-up calendar it is closed.
    pub(crate) fn days(&self, now: Instant, terms: &ShopTerms) -> Result<StoreDays, InputError> {
        let CalendarRange { today, last } = range(&CalendarPresent { kind: Flow::Pickup, now }, terms)?;
        let mut closed_dates = Vec::new();
        let mut day = today;
        while day <= last {
            if self.closed_dates.contains(&day) || !self.opening_hours.iter().any(|hours| hours.are_of(day)) {
                closed_dates.push(day);
            }
            day = day.plus_days(1)?;
        }
        Ok(StoreDays { transit_days: self.transit_days, closed_dates })
    }
}

/// When a store is open on some days of the week that follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningHours {
    pub(crate) first: DayOfWeek,
    pub(crate) last: DayOfWeek,
    /// As customers read them: `10am to 8pm`.
    pub(crate) hours: String,
}

impl OpeningHours {
    /// The days as customers read them: `Monday to Saturday`.
    pub(crate) fn days(&self) -> String {
        let (first, last) = (self.first.name(), self.last.name());
        if first == last { first.to_owned() } else { format!("{first} to {last}") }
    }

    fn are_of(&self, day: Date) -> bool {
        (self.first as u32..=self.last as u32).contains(&day.weekday().number_from_monday())
    }
}

/// A day of the week; the first one is Monday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayOfWeek {
    Monday = 1,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl DayOfWeek {
    /// From Monday to Sunday.
    pub(crate) const ALL: [Self; 7] =
        [Self::Monday, Self::Tuesday, Self::Wednesday, Self::Thursday, Self::Friday, Self::Saturday, Self::Sunday];

    /// As customers read it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Monday => "Monday",
            Self::Tuesday => "Tuesday",
            Self::Wednesday => "Wednesday",
            Self::Thursday => "Thursday",
            Self::Friday => "Friday",
            Self::Saturday => "Saturday",
            Self::Sunday => "Sunday",
        }
    }
}
