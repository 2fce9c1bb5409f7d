//! `stores.csv`: the stores, and first of all the studio, which stands for no particular store.

use super::fault::Fault;
use super::spreadsheet::{Row, Spreadsheet};
use crate::data::postal_codes::PostalCodes;
use crate::data::questionnaire::reference_of;
use crate::data::stores::{DayOfWeek, Location, OpeningHours};
use crate::values::postal_address::PostalAddress;
use stylebox_core::delivery::stores::{StoreList, is_no_preference, name_of, visible};
use stylebox_core::policy::NO_PREFERENCE;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::count::Count;
use stylebox_core::values::reading::state;

/// Its name in the folder.
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
    let id = |sheet: &Spreadsheet<'_>, row: &Row| sheet.text(row, "id").to_lowercase();
    sheet.fault_doubles(&rows, "id", id, "Give each store its own id.");
    // An answer of the quiz names a store by the label, and an order finds it by the name.
    let name = |sheet: &Spreadsheet<'_>, row: &Row| reference_of(name_of(&label_of(sheet.text(row, "label"))));
    sheet.fault_doubles(&rows, "label", name, "Give each store its own name: it is what comes after the last \" - \".");
    let stores: Vec<_> = rows.iter().map(|row| store_in(&mut sheet, row, postal_codes)).collect();
    let right =
        format!("The first row is the studio, with the label {NO_PREFERENCE}: it stands for no particular store.");
    sheet.fault_without_rows(&rows, &right);
    if let (Some(first), Some(row)) = (stores.first(), rows.first())
        && !is_no_preference(&first.label)
    {
        sheet.fault_in(row, "label", "is not the studio.", &right);
    }
    for (store, row) in stores.iter().zip(&rows).filter(|(store, _)| store.pickup && is_no_preference(&store.label)) {
        sheet.fault_in(
            row,
            "offered",
            &format!("is wrong: customers cannot choose {}.", store.label),
            "Leave the cell empty.",
        );
    }
    let hidden = stores.iter().filter(|store| !store.pickup).map(|store| store.label.clone()).collect();
    let labels = stores.iter().map(|store| store.label.clone()).collect();
    let offered = visible(&StoreList { stores: labels, hidden });
    let hide = |store: Location| Location { hidden: !offered.contains(&store.label), ..store };
    let stores = stores.into_iter().map(hide).collect();
    sheet.finish(stores)
}

/// A label with plain dashes: a spreadsheet's program may have put longer ones in their place.
fn label_of(text: &str) -> String {
    text.replace(" – ", " - ").replace(" — ", " - ")
}

fn store_in(sheet: &mut Spreadsheet<'_>, row: &Row, postal_codes: &PostalCodes) -> Location {
    let label = label_of(&sheet.required(row, "label"));
    let pickup = sheet.flag(row, "offered");
    Location {
        id: sheet.required(row, "id"),
        name: name_of(&label).to_owned(),
        label,
        pickup,
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
        opening_hours: opening_hours_in(sheet, row, pickup),
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
    let typed = sheet.text(row, "zip");
    // A spreadsheet takes the zeros off the front of a number. No state has a code with three of them.
    let is_code = (3..=5).contains(&typed.len()) && typed.bytes().all(|byte| byte.is_ascii_digit());
    let code = format!("{typed:0>5}");
    let state = state::read(sheet.text(row, "state"));
    match postal_codes.place(&code).filter(|_| is_code) {
        None => sheet.fault_in(row, "zip", "is no ZIP code of the United States.", "Write its five digits."),
        Some(place) if state.is_some_and(|state| state != place.state) => {
            let wrong = format!("is a ZIP code of {}.", place.state);
            sheet.fault_in(row, "zip", &wrong, "Correct it, or the state.");
        }
        Some(_) => {}
    }
    code
}

fn transit_days_in(sheet: &mut Spreadsheet<'_>, row: &Row) -> Count {
    let days = sheet.text(row, "transit_days").parse().ok().filter(|days| *days <= MOST_TRANSIT_DAYS);
    if days.is_none() {
        let wrong = format!("is not a whole number from 0 to {MOST_TRANSIT_DAYS}.");
        sheet.fault_in(row, "transit_days", &wrong, "Write how many days a box takes from the studio to the store.");
    }
    days.and_then(Count::new).unwrap_or_default()
}

fn closed_dates_in(sheet: &mut Spreadsheet<'_>, row: &Row) -> Vec<Date> {
    let mut dates = sheet.dates(row, "closed_dates");
    dates.sort_unstable();
    dates.dedup();
    dates
}

/// The hours of each day. Days that follow each other are joined if they have the same hours. A store that is not offered needs none.
fn opening_hours_in(sheet: &mut Spreadsheet<'_>, row: &Row, is_offered: bool) -> Vec<OpeningHours> {
    let mut all: Vec<OpeningHours> = Vec::new();
    let mut before = None;
    for day in DayOfWeek::ALL {
        let column = day.name().to_lowercase();
        let hours = sheet.text(row, &column).to_owned();
        if !hours.is_empty() && !are_hours(&hours) {
            let right = "Write them as 10am to 7pm, or 9:30am to 6pm. Leave the cell empty if the store is closed.";
            sheet.fault_in(row, &column, "are no hours.", right);
        }
        match all.last_mut().filter(|last| before == Some(last.last) && last.hours == hours) {
            Some(last) => last.last = day,
            None if hours.is_empty() => {}
            None => all.push(OpeningHours { first: day, last: day, hours }),
        }
        before = Some(day);
    }
    if all.is_empty() && is_offered {
        sheet.fault_in(row, "label", "is never open.", "Write the hours of at least one day.");
    }
    all
}

/// Whether a text is two times of a day, the earlier one first: `10am to 7pm`.
fn are_hours(text: &str) -> bool {
    let Some((from, to)) = text.split_once(" to ") else { return false };
    matches!((minute_of(from), minute_of(to)), (Some(from), Some(to)) if from < to)
}

/// The minute of the day of a time: `9:30am` is the 570th. 12am is midnight, and 12pm is noon.
fn minute_of(text: &str) -> Option<u32> {
    let (clock, later) = text.strip_suffix("am").map(|clock| (clock, 0)).or_else(|| {
        let clock = text.strip_suffix("pm")?;
        Some((clock, 12 * 60))
    })?;
    let (hour, minute) = clock.split_once(':').unwrap_or((clock, "00"));
    let is_number = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(hour) || !is_number(minute) || minute.len() != 2 {
        return None;
    }
    let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
    ((1..=12).contains(&hour) && minute < 60).then_some(later + hour % 12 * 60 + minute)
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
            faults(&[STUDIO, wrong, "L01,Iowa - Nowhere,yes,1 Mill Road,Edina,MN,55435,-1,,,,,,,,\n"].concat()),
            [
                "stores.csv, line 3, column C (offered): \"maybe\" is neither yes nor no. Write yes, or leave the cell empty.",
                "stores.csv, line 3, column D (address): The cell is empty.",
                "stores.csv, line 3, column F (state): \"Minnesotta\" is no state. Write its two letters: MN.",
                "stores.csv, line 3, column G (zip): \"00000\" is no ZIP code of the United States. Write its five digits.",
                "stores.csv, line 3, column H (transit_days): \"15\" is not a whole number from 0 to 14. Write how many days a box takes from the studio to the store.",
                "stores.csv, line 3, column I (monday): \"10 to 7\" are no hours. Write them as 10am to 7pm, or 9:30am to 6pm. Leave the cell empty if the store is closed.",
                "stores.csv, line 3, column J (tuesday): \"25am to 7pm\" are no hours. Write them as 10am to 7pm, or 9:30am to 6pm. Leave the cell empty if the store is closed.",
                "stores.csv, line 3, column P (closed_dates): \"tomorrow\" is no date. Write dates like 2026-11-26, with | between two.",
                "stores.csv, line 3, column P (closed_dates): \"2027-02-30\" is no date. Write dates like 2026-11-26, with | between two.",
                "stores.csv, line 4, column A (id): \"L01\" is the same as on line 3. Give each store its own id.",
                "stores.csv, line 4, column B (label): \"Iowa - Nowhere\" is the same as on line 3. Give each store its own name: it is what comes after the last \" - \".",
                "stores.csv, line 4, column B (label): \"Iowa - Nowhere\" is never open. Write the hours of at least one day.",
                "stores.csv, line 4, column H (transit_days): \"-1\" is not a whole number from 0 to 14. Write how many days a box takes from the studio to the store.",
            ]
        );
    }

    #[test]
    fn the_studio_comes_first_and_is_not_offered() {
        let store = "L01,Edina,yes,1 Mill Road,Edina,MN,55435,0,10am to 6pm,,,,,,,\n";
        let right = "The first row is the studio, with the label No Preference: it stands for no particular store.";
        assert_eq!(
            faults(&[store, STUDIO].concat()),
            [format!("stores.csv, line 2, column B (label): \"Edina\" is not the studio. {right}")]
        );
        assert_eq!(faults(""), [format!("stores.csv: There is no row below the first line. {right}")]);
        assert_eq!(
            faults(&STUDIO.replace("Preference,,", "Preference,yes,")),
            [
                "stores.csv, line 2, column C (offered): \"yes\" is wrong: customers cannot choose No Preference. Leave the cell empty."
            ]
        );
    }

    #[test]
    fn a_zip_code_is_one_of_the_state() {
        let wrong = |zip: &str| {
            let store = format!("L01,Edina,yes,1 Mill Road,Edina,MN,{zip},0,10am to 6pm,,,,,,,\n");
            faults(&[STUDIO, &store].concat()).concat()
        };
        assert_eq!(wrong("55435"), "");
        // A digit is lost: it would be a code of another state.
        assert!(
            wrong("5403").ends_with("\"5403\" is a ZIP code of VT. Correct it, or the state."),
            "{}",
            wrong("5403")
        );
        for zip in ["554351", "55435-1234", "5543a", "55", ""] {
            assert!(wrong(zip).contains("is no ZIP code of the United States."), "{zip}: {}", wrong(zip));
        }
    }

    #[test]
    fn hours_begin_before_they_end() {
        for hours in ["10am to 7pm", "9:30am to 6pm", "12am to 12pm", "12pm to 11:59pm", "1am to 2am"] {
            assert!(super::are_hours(hours), "{hours}");
        }
        for hours in [
            "10am to 7am",
            "7pm to 10am",
            "10am to 10am",
            "0am to 7pm",
            "13am to 7pm",
            "+9am to 7pm",
            "9:3am to 7pm",
            "9:60am to 7pm",
            "10 to 7pm",
            "10am-7pm",
        ] {
            assert!(!super::are_hours(hours), "{hours}");
        }
    }

    #[test]
    fn a_label_is_read_with_the_dashes_that_a_program_puts_there_and_a_closed_store_needs_no_hours() {
        let text = [FIRST, STUDIO, "L01,Minnesota – Edina,,1 Mill Road,Edina,MN,55435,0,,,,,,,,\n"].concat();
        let stores = read(text.as_bytes(), &PostalCodes::load().unwrap()).unwrap();
        assert_eq!((stores[1].label.as_str(), stores[1].name.as_str()), ("Minnesota - Edina", "Edina"));
        assert!(stores[1].opening_hours.is_empty());
    }
}
