//! The stores (`data/stores.json` and `data/hidden_stores.json`; their form is in `data/README.md`).

use crate::values::postal_address::PostalAddress;
use serde::Deserialize;
use stylebox_core::InputError;
use stylebox_core::delivery::calendar::{CalendarPresent, CalendarRange, range};
use stylebox_core::delivery::day::StoreDays;
use stylebox_core::delivery::flow::Flow;
use stylebox_core::delivery::stores::{StoreList, visible};
use stylebox_core::terms::ShopTerms;
use stylebox_core::values::business_time::{Date, Instant};
use stylebox_core::values::count::Count;

/// A store, or the studio.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Location {
    pub(crate) id: String,
    /// What it is called: the part of the label after the dash.
    pub(crate) name: String,
    /// What the customer chooses.
    pub(crate) label: String,
    /// Whether a box can be picked up there.
    pub(crate) pickup: bool,
    /// Whether it is left out of the choices.
    #[serde(skip)]
    pub(crate) hidden: bool,
    #[serde(flatten, deserialize_with = "StoreAddress::deserialize")]
    pub(crate) address: PostalAddress,
    /// How many days after it left the studio a box is there.
    transit_days: Count,
    /// The dates on which only this store is closed.
    closed_dates: Vec<Date>,
    pub(crate) opening_hours: Vec<OpeningHours>,
}

/// The names of the address's fields in the file.
#[derive(Deserialize)]
#[serde(remote = "PostalAddress")]
struct StoreAddress {
    #[serde(rename = "address_line_1")]
    line_1: String,
    #[serde(skip)]
    line_2: Option<String>,
    #[serde(rename = "address_city")]
    city: String,
    #[serde(rename = "address_state")]
    state: String,
    #[serde(rename = "address_postal_code")]
    postal_code: String,
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
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    first: DayOfWeek,
    last: DayOfWeek,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum DayOfWeek {
    Monday = 1,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl DayOfWeek {
    const fn name(self) -> &'static str {
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

pub(super) fn with_hidden_marked(mut locations: Vec<Location>, hidden: Vec<String>) -> Vec<Location> {
    let labels = locations.iter().map(|location| location.label.clone()).collect();
    let offered = visible(&StoreList { stores: labels, hidden });
    for location in &mut locations {
        location.hidden = !offered.contains(&location.label);
    }
    locations
}

#[cfg(test)]
mod tests {
    use super::Location;
    use serde_json::json;

    #[test]
    fn a_store_with_a_field_that_nobody_reads_is_refused() {
        let store = json!({
            "id": "s", "name": "Edina", "label": "MN - Edina", "pickup": true, "address_line_1": "3510 Marlowe Lane",
            "address_city": "Edina", "address_state": "MN", "address_postal_code": "55435", "transit_days": 1,
            "closed_dates": [], "opening_hours": [],
        });
        let read: Location = serde_json::from_value(store.clone()).unwrap();
        assert_eq!((read.address.line_1.as_str(), read.address.line_2), ("3510 Marlowe Lane", None));
        for field in ["address_line_2", "line_1", "manager"] {
            let mut other = store.clone();
            other[field] = json!("Suite 2");
            assert!(serde_json::from_value::<Location>(other).is_err(), "{field}");
        }
        let mut nowhere = store;
        nowhere.as_object_mut().unwrap().remove("address_city");
        assert!(serde_json::from_value::<Location>(nowhere).is_err());
    }
}
