//! `holidays.csv`: the days on which boxes are not packed, not delivered or not handed out.

use super::fault::Fault;
use super::spreadsheet::{Row, Spreadsheet};
use stylebox_core::values::business_time::Holidays;

/// Its name in the folder.
pub const FILE: &str = "holidays.csv";

/// A date and what it is called, and what does not work on it.
const COLUMNS: &[&str] = &["date", "name", "studio_closed", "no_mail", "stores_closed", "no_deliveries"];

/// Reads the days. Each list of a calendar is in the order of the dates.
///
/// # Errors
/// Every fault of the file.
pub fn read(bytes: &[u8]) -> Result<Holidays, Vec<Fault>> {
    let mut sheet = Spreadsheet::read(FILE, bytes, COLUMNS);
    let mut holidays = Holidays::default();
    let rows = sheet.take_rows();
    let day = |sheet: &Spreadsheet<'_>, row: &Row| sheet.day(row, "date");
    sheet.fault_doubles(&rows, "date", day, "Put both rows together.");
    let mut days: Vec<_> = rows.iter().filter_map(|row| Some((sheet.date(row, "date")?, row))).collect();
    days.sort_unstable_by_key(|(date, _)| *date);
    for (date, row) in days {
        let lists = [
            ("studio_closed", &mut holidays.company_holidays),
            ("no_mail", &mut holidays.mail_holidays),
            ("stores_closed", &mut holidays.pickup_holidays),
            ("no_deliveries", &mut holidays.custom_ship_disallowed_dates),
        ];
        let mut is_any = false;
        for (column, list) in lists {
            if sheet.flag(row, column) {
                list.push(date);
                is_any = true;
            }
        }
        if !is_any {
            sheet.fault_in(row, "date", "closes nothing.", "Write yes in a column of what does not work on that day.");
        }
    }
    sheet.finish(holidays)
}

#[cfg(test)]
mod tests {
    use super::read;
    use stylebox_core::values::business_time::Date;

    #[test]
    fn a_day_closes_what_its_row_says() {
        let text = "\u{feff}date;name;studio_closed;no_mail;stores_closed;no_deliveries\r\n\
            2026-12-25;Christmas;yes;Yes;yes;\r\n2026-11-27;The day after;yes;;no;\r\n2026-12-19;Stocktaking;;;;yes\r\n";
        let read = read(text.as_bytes()).unwrap();
        let days = |list: &[Date]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(days(&read.company_holidays), "2026-11-27 2026-12-25");
        assert_eq!(days(&read.mail_holidays), "2026-12-25");
        assert_eq!(days(&read.pickup_holidays), "2026-12-25");
        assert_eq!(days(&read.custom_ship_disallowed_dates), "2026-12-19");
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let text = b"date,name,studio_closed,no_mail,stores_closed,no_deliveries\n\
            26.11.2026,Thanksgiving,yes,yes,yes,\n2026-02-30,Nothing,yes,,,\n2026-12-25,Christmas,closed,yes,,\n\
            12/25/2026,Christmas,yes,,,\n2026-12-31,New Year's Eve,,,,\n,Forgotten,yes,,,\n";
        let faults: Vec<_> = read(text).unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "holidays.csv, line 2, column A (date): \"26.11.2026\" is no date. Write dates like 2026-11-26.",
                "holidays.csv, line 3, column A (date): \"2026-02-30\" is no date. Write dates like 2026-11-26.",
                "holidays.csv, line 4, column C (studio_closed): \"closed\" is neither yes nor no. Write yes, or leave the cell empty.",
                "holidays.csv, line 5, column A (date): \"12/25/2026\" is the same as on line 4. Put both rows together.",
                "holidays.csv, line 6, column A (date): \"2026-12-31\" closes nothing. Write yes in a column of what does not work on that day.",
                "holidays.csv, line 7, column A (date): An empty cell is no date. Write dates like 2026-11-26.",
            ]
        );
    }
}
