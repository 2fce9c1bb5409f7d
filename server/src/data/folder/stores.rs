//! `stores.csv`: the stores, and first of all the studio, which stands for no particular store.

use super::fault::Fault;
use super::spreadsheet::{Row, Spreadsheet};
use crate::data::postal_codes::PostalCodes;
use crate::data::stores::{DayOfWeek, Location, OpeningHours};
use crate::values::postal_address::PostalAddress;
use stylebox_core::delivery::stores::{StoreList, is_no_preference, name_of, visible};
use stylebox_core::policy::NO_PREFERENCE;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::count::Count;
use stylebox_core::values::reading::state;

/// The file's name.
pub const FILE: &str = "stores.csv";

const COLUMNS: &[&str] = &[
    "id",
    "label",
    "offered",
    "address",
    "city",
    "state",
    "zip",
    "transit_days",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "closed_dates",
];

/// The most days that a box may take from the studio to a store.
const MOST_TRANSIT_DAYS: u64 = 14;

/// Reads the stores, in their order.
///
/// # Errors
/// Every fault of the file.
pub fn read(bytes: &[u8], postal_codes: &PostalCodes) -> Result<Vec<Location>, Vec<Fault>> {
    let mut sheet = Spreadsheet::read(FILE, bytes, COLUMNS);
    let rows = sheet.take_rows();
    for column in ["id", "label"] {
        sheet.fault_doubles(&rows, column);
    }
    let stores: Vec<_> = rows.iter().map(|row| (store_in(&mut sheet, row, postal_codes), row)).collect();
    if !stores.iter().any(|(store, _)| is_no_preference(&store.label)) {
        let right =
            format!("The studio has a row, with the label {NO_PREFERENCE}: orders without a store begin there.");
        sheet.fault_whole("The studio is missing.", &right);
    }
    let hidden = stores.iter().filter(|(store, _)| !store.pickup).map(|(store, _)| store.label.clone()).collect();
    let labels = stores.iter().map(|(store, _)| store.label.clone()).collect();
    let offered = visible(&StoreList { stores: labels, hidden });
    for (store, row) in &stores {
        if store.pickup && is_no_preference(&store.label) {
            sheet.fault_in(row, "offered", "cannot be said of the studio.", "Leave the cell empty.");
        }
    }
    let hide = |(store, _): (Location, &Row)| Location { hidden: !offered.contains(&store.label), ..store };
    let stores = stores.into_iter().map(hide).collect();
    sheet.finish(stores)
}

fn store_in(sheet: &mut Spreadsheet<'_>, row: &Row, postal_codes: &PostalCodes) -> Location {
    let label = sheet.required(row, "label");
    Location {
        id: sheet.required(row, "id"),
        name: name_of(&label).to_owned(),
        label,
        pickup: sheet.flag(row, "offered"),
        hidden: false,
        address: PostalAddress {
            line_1: sheet.required(row, "address"),
            line_2: None,
            city: sheet.required(row, "city"),
            state: state_in(sheet, row),
            postal_code: zip_in(sheet, row, postal_codes),
        },
        transit_days: transit_days_in(sheet, row),
        closed_dates: closed_dates_in(sheet, row),
        opening_hours: opening_hours_in(sheet, row),
    }
}

fn state_in(sheet: &mut Spreadsheet<'_>, row: &Row) -> String {
    let code = state::read(sheet.text(row, "state"));
    if code.is_none() {
        sheet.fault_in(row, "state", "is no state.", "Write its two letters: MN.");
    }
    code.unwrap_or_default().to_owned()
}

fn zip_in(sheet: &mut Spreadsheet<'_>, row: &Row, postal_codes: &PostalCodes) -> String {
    // A spreadsheet takes the zeros off the front of a number.
    let code = format!("{:0>5}", sheet.text(row, "zip"));
    if postal_codes.place(&code).is_none() {
        sheet.fault_in(row, "zip", "is no ZIP code of the United States.", "Write its five digits.");
    }
    code
}

fn transit_days_in(sheet: &mut Spreadsheet<'_>, row: &Row) -> Count {
    let days = sheet.text(row, "transit_days").parse().ok().filter(|days| *days <= MOST_TRANSIT_DAYS);
    if days.is_none() {
        let right = format!("Write how many days a box takes to the store, from 0 to {MOST_TRANSIT_DAYS}.");
        sheet.fault_in(row, "transit_days", "is no number of days.", &right);
    }
    days.and_then(Count::new).unwrap_or_default()
}

fn closed_dates_in(sheet: &mut Spreadsheet<'_>, row: &Row) -> Vec<Date> {
    let mut dates = sheet.dates(row, "closed_dates");
    dates.sort_unstable();
    dates
}

/// The hours of each day, those of days that follow each other together.
fn opening_hours_in(sheet: &mut Spreadsheet<'_>, row: &Row) -> Vec<OpeningHours> {
    let mut all: Vec<OpeningHours> = Vec::new();
    let mut before = None;
    for day in DayOfWeek::ALL {
        let column = day.name().to_lowercase();
        let hours = sheet.text(row, &column).to_owned();
        if !hours.is_empty() && !are_hours(&hours) {
            sheet.fault_in(row, &column, "are no hours.", "Write them as 10am to 7pm, or 9:30am to 6pm.");
        }
        match all.last_mut().filter(|last| before == Some(last.last) && last.hours == hours) {
            Some(last) => last.last = day,
            None if hours.is_empty() => {}
            None => all.push(OpeningHours { first: day, last: day, hours }),
        }
        before = Some(day);
    }
    if all.is_empty() {
        sheet.fault_in(row, "label", "is never open.", "Write the hours of at least one day.");
    }
    all
}

/// Whether a text is two hours of the day: `10am to 7pm`.
fn are_hours(text: &str) -> bool {
    let is_hour = |text: &str| {
        let Some(clock) = text.strip_suffix("am").or_else(|| text.strip_suffix("pm")) else { return false };
        let (hour, minute) = clock.split_once(':').unwrap_or((clock, "00"));
        let is_number =
            |text: &str, most: u32| text.len() <= 2 && text.parse::<u32>().is_ok_and(|number| number <= most);
        is_number(hour, 12) && minute.len() == 2 && is_number(minute, 59)
    };
    text.split_once(" to ").is_some_and(|(from, to)| is_hour(from) && is_hour(to))
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::data::postal_codes::PostalCodes;

    const FIRST: &str = "id,label,offered,address,city,state,zip,transit_days,monday,tuesday,wednesday,thursday,friday,saturday,sunday,closed_dates\n";
    const STUDIO: &str = "L00,No Preference,,1200 Harmon Place,Minneapolis,MN,55403,0,9am to 5pm,,,,,,,\n";

    fn faults(rows: &str) -> Vec<String> {
        let text = [FIRST, rows].concat();
        let faults = read(text.as_bytes(), &PostalCodes::load().unwrap()).err().unwrap_or_default();
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_store_is_read_with_its_hours_and_its_name() {
        let text = [
            FIRST,
            STUDIO,
            "L01,Massachusetts - Beacon Hill,yes,2 Charles Street,Boston,Massachusetts,2114,2,,10am to 7pm,10am to 7pm,,10am to 7pm,9:30am to 6pm,9:30am to 6pm,2027-02-02 | 1/18/2027\n",
            "L02,Outlet,,1 Mill Road,Edina,MN,55435,0,10am to 6pm,,,,,,,\n",
        ]
        .concat();
        let stores = read(text.as_bytes(), &PostalCodes::load().unwrap()).unwrap();
        let [studio, beacon_hill, outlet] = stores.as_slice() else { panic!("{stores:?}") };
        assert_eq!((studio.name.as_str(), studio.pickup, studio.hidden), ("No Preference", false, true));
        assert_eq!((beacon_hill.name.as_str(), beacon_hill.pickup, beacon_hill.hidden), ("Beacon Hill", true, false));
        assert_eq!((outlet.name.as_str(), outlet.pickup, outlet.hidden), ("Outlet", false, true));
        assert_eq!(beacon_hill.address.on_one_line(), "2 Charles Street, Boston, MA 02114");
        let hours: Vec<_> =
            beacon_hill.opening_hours.iter().map(|open| format!("{}: {}", open.days(), open.hours)).collect();
        assert_eq!(
            hours,
            ["Tuesday to Wednesday: 10am to 7pm", "Friday: 10am to 7pm", "Saturday to Sunday: 9:30am to 6pm"]
        );
        let closed: Vec<_> = beacon_hill.closed_dates.iter().map(ToString::to_string).collect();
        assert_eq!(closed, ["2027-01-18", "2027-02-02"]);
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let wrong = "L01,Nowhere,maybe,,Edina,Minnesotta,00000,15,10 to 7,25am to 7pm,,,,,,tomorrow | 2027-02-30\n";
        assert_eq!(
            faults(&[STUDIO, wrong, "L01,Nowhere,yes,1 Mill Road,Edina,MN,55435,-1,,,,,,,,\n"].concat()),
            [
                "stores.csv, line 3, column C (offered): \"maybe\" is neither yes nor no. Write yes, or leave the cell empty.",
                "stores.csv, line 3, column D (address): The cell is empty.",
                "stores.csv, line 3, column F (state): \"Minnesotta\" is no state. Write its two letters: MN.",
                "stores.csv, line 3, column G (zip): \"00000\" is no ZIP code of the United States. Write its five digits.",
                "stores.csv, line 3, column H (transit_days): \"15\" is no number of days. Write how many days a box takes to the store, from 0 to 14.",
                "stores.csv, line 3, column I (monday): \"10 to 7\" are no hours. Write them as 10am to 7pm, or 9:30am to 6pm.",
                "stores.csv, line 3, column J (tuesday): \"25am to 7pm\" are no hours. Write them as 10am to 7pm, or 9:30am to 6pm.",
                "stores.csv, line 3, column P (closed_dates): \"tomorrow\" is no date. Write it as 2026-11-26, and | between two dates.",
                "stores.csv, line 3, column P (closed_dates): \"2027-02-30\" is no date. Write it as 2026-11-26, and | between two dates.",
                "stores.csv, line 4, column A (id): \"L01\" stands on line 3 too. Put both rows together.",
                "stores.csv, line 4, column B (label): \"Nowhere\" stands on line 3 too. Put both rows together.",
                "stores.csv, line 4, column B (label): \"Nowhere\" is never open. Write the hours of at least one day.",
                "stores.csv, line 4, column H (transit_days): \"-1\" is no number of days. Write how many days a box takes to the store, from 0 to 14.",
            ]
        );
    }

    #[test]
    fn the_studio_is_needed_and_is_not_offered() {
        let store = "L01,Edina,yes,1 Mill Road,Edina,MN,55435,0,10am to 6pm,,,,,,,\n";
        assert_eq!(
            faults(store),
            [
                "stores.csv: The studio is missing. The studio has a row, with the label No Preference: orders without a store begin there."
            ]
        );
        assert_eq!(
            faults(&STUDIO.replace("Preference,,", "Preference,yes,")),
            ["stores.csv, line 2, column C (offered): \"yes\" cannot be said of the studio. Leave the cell empty."]
        );
    }
}
