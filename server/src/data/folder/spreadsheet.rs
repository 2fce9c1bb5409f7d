//! Reads a CSV file as spreadsheets write it: Excel's too, which begins with a byte order mark, separates by semicolons in many countries, and
//! ends lines with a carriage return.

use super::fault::{Column, Fault};
use csv::{ByteRecord, ReaderBuilder};
use std::collections::BTreeMap;
use std::str;
use stylebox_core::values::business_time::Date;

/// What a spreadsheet's program puts before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The signs between two cells, as programs write them.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// A file that is read, and what was wrong with it so far.
#[derive(Debug)]
pub struct Spreadsheet<'a> {
    file: &'a str,
    columns: Vec<String>,
    /// How many cells the first line has. A program may write empty ones at the end of each line.
    width: usize,
    rows: Vec<Row>,
    faults: Vec<Fault>,
}

/// A row that is not empty.
#[derive(Debug, Clone)]
pub struct Row {
    /// The line on which it begins.
    line: u64,
    cells: Vec<String>,
}

impl<'a> Spreadsheet<'a> {
    /// Reads `bytes`. The first line has the names of the columns, in any order: each of `known`, and no other.
    pub fn read(file: &'a str, bytes: &[u8], known: &[&str]) -> Self {
        let mut sheet = Self { file, columns: Vec::new(), width: 0, rows: Vec::new(), faults: Vec::new() };
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        if let Err(error) = str::from_utf8(bytes) {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let right = "Save the file as UTF-8: in Excel that is \"CSV UTF-8\".";
            sheet.fault(u64::try_from(line).unwrap_or_default(), None, "The text is not UTF-8.", right);
            return sheet;
        }
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator(bytes, known))
            .from_reader(bytes);
        let mut record = ByteRecord::new();
        while reader.read_byte_record(&mut record).unwrap_or_default() {
            let line = record.position().map_or(0, csv::Position::line);
            let cells = record.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect();
            sheet.take(Row { line, cells }, known);
        }
        if sheet.columns.is_empty() {
            sheet.fault(0, None, "The file is empty.", &format!("Its first line is: {}", known.join(",")));
        }
        sheet
    }

    /// Takes the next line: the names of the columns, or a row.
    fn take(&mut self, mut row: Row, known: &[&str]) {
        if row.cells.iter().all(String::is_empty) {
            return;
        }
        if self.columns.is_empty() {
            self.name_columns(row, known);
            return;
        }
        let beyond = row.cells.iter().skip(self.columns.len()).any(|cell| !cell.is_empty());
        if row.cells.len() > self.width || beyond {
            let (has, named) = (row.cells.len(), self.columns.len());
            let wrong = format!("The row has {has} cells, and the first line names {named} columns.");
            self.fault(row.line, None, &wrong, "Put a text with a separator in it in quotation marks.");
        }
        row.cells.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    fn name_columns(&mut self, Row { line, cells }: Row, known: &[&str]) {
        self.width = cells.len();
        self.columns = cells;
        while self.columns.last().is_some_and(String::is_empty) {
            self.columns.pop();
        }
        for (place, name) in self.columns.clone().into_iter().enumerate() {
            let is_known = known.contains(&name.as_str());
            let is_double = self.columns.iter().take(place).any(|other| *other == name);
            let column = Some(Column { place, name });
            if is_double {
                self.fault(line, column, "Two columns have this name.", "Take one of them out.");
            } else if !is_known {
                self.fault(line, column, "There is no such column.", &format!("The columns are: {}", known.join(", ")));
            }
        }
        let is_missing = |name: &&&str| !self.columns.iter().any(|column| column == **name);
        let missing: Vec<_> = known.iter().filter(is_missing).collect();
        for missing in missing {
            self.fault(line, None, &format!("The column {missing} is missing."), "");
        }
    }

    /// Takes the rows. What is wrong in them goes to [`fault_in`](Self::fault_in).
    pub fn take_rows(&mut self) -> Vec<Row> {
        std::mem::take(&mut self.rows)
    }

    /// The text in a cell; empty if the column is missing.
    pub fn text<'row>(&self, row: &'row Row, column: &str) -> &'row str {
        let place = self.columns.iter().position(|name| name == column);
        place.and_then(|place| row.cells.get(place)).map_or("", String::as_str)
    }

    /// The text in a cell. An empty cell is a fault.
    pub fn required(&mut self, row: &Row, column: &str) -> String {
        let text = self.text(row, column).to_owned();
        if text.is_empty() {
            let column = self.column(column);
            self.fault(row.line, column, "The cell is empty.", "");
        }
        text
    }

    /// The date in a cell, as `2026-11-26`, or as Excel in the United States writes it again: `11/26/2026`. Another text is a fault.
    pub fn date(&mut self, row: &Row, column: &str) -> Option<Date> {
        let date = date_of(self.text(row, column));
        if date.is_none() {
            self.fault_in(row, column, "is no date.", "Write it as 2026-11-26.");
        }
        date
    }

    /// The dates in a cell, with `|` between two. A text that is no date is a fault.
    pub fn dates(&mut self, row: &Row, column: &str) -> Vec<Date> {
        let texts: Vec<_> = self.text(row, column).split('|').map(|text| text.trim().to_owned()).collect();
        let mut dates = Vec::new();
        for text in texts.iter().filter(|text| !text.is_empty()) {
            match date_of(text) {
                Some(date) => dates.push(date),
                None => {
                    let column = self.column(column);
                    let right = "Write it as 2026-11-26, and | between two dates.";
                    self.fault(row.line, column, &format!("\"{text}\" is no date."), right);
                }
            }
        }
        dates
    }

    /// Whether a cell says yes. A cell that says neither yes nor no is a fault.
    pub fn flag(&mut self, row: &Row, column: &str) -> bool {
        match self.text(row, column).to_lowercase().as_str() {
            "yes" => true,
            "no" | "" => false,
            _ => {
                self.fault_in(row, column, "is neither yes nor no.", "Write yes, or leave the cell empty.");
                false
            }
        }
    }

    /// Notes that the text in a cell `is_wrong`: `is no date.`
    pub fn fault_in(&mut self, row: &Row, column: &str, is_wrong: &str, right: &str) {
        let wrong = match self.text(row, column) {
            "" => format!("An empty cell {is_wrong}"),
            text => format!("\"{text}\" {is_wrong}"),
        };
        let column = self.column(column);
        self.fault(row.line, column, &wrong, right);
    }

    /// Notes what is wrong with the file as a whole.
    pub fn fault_whole(&mut self, wrong: &str, right: &str) {
        self.fault(0, None, wrong, right);
    }

    fn column(&self, name: &str) -> Option<Column> {
        let place = self.columns.iter().position(|column| column == name);
        place.map(|place| Column { place, name: name.to_owned() })
    }

    /// Notes each row whose cell in `column` has the same text as that of an earlier row.
    pub fn fault_doubles(&mut self, rows: &[Row], column: &str) {
        let mut first = BTreeMap::new();
        for row in rows {
            let text = self.text(row, column).to_owned();
            match first.get(&text).copied() {
                _ if text.is_empty() => {}
                None => drop(first.insert(text, row.line)),
                Some(line) => {
                    self.fault_in(row, column, &format!("stands on line {line} too."), "Put both rows together.");
                }
            }
        }
    }

    fn fault(&mut self, line: u64, column: Option<Column>, wrong: &str, right: &str) {
        let (file, wrong, right) = (self.file.to_owned(), wrong.to_owned(), right.to_owned());
        self.faults.push(Fault { file, line, column, wrong, right });
    }

    /// `value`, if nothing is wrong in the file.
    ///
    /// # Errors
    /// All faults, in the order of their lines and columns.
    pub fn finish<T>(mut self, value: T) -> Result<T, Vec<Fault>> {
        self.faults.sort_by_key(|fault| (fault.line, fault.column.as_ref().map(|column| column.place)));
        if self.faults.is_empty() { Ok(value) } else { Err(self.faults) }
    }
}

/// A date as customers' calendars write it, or as Excel does.
fn date_of(text: &str) -> Option<Date> {
    text.parse().ok().or_else(|| us_date(text))
}

/// A date with its month first: `11/26/2026`.
fn us_date(text: &str) -> Option<Date> {
    let mut parts = text.split('/').map(|part| part.parse::<u32>().ok().filter(|_| part.len() <= 4));
    let (month, day, year) = (parts.next()??, parts.next()??, parts.next()??);
    let is_whole = parts.next().is_none() && (1000..=9999).contains(&year);
    if is_whole { format!("{year}-{month:02}-{day:02}").parse().ok() } else { None }
}

/// The sign that separates the first line into the most known columns.
fn separator(bytes: &[u8], known: &[&str]) -> u8 {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let found = |separator: u8| {
        let cells = first.split(|byte| *byte == separator).map(|cell| String::from_utf8_lossy(cell));
        cells.filter(|cell| known.contains(&cell.trim().trim_matches('"'))).count()
    };
    // Of equals `max_by_key` takes the last one: a file without any known column is separated by commas.
    SEPARATORS.into_iter().rev().max_by_key(|separator| found(*separator)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::Spreadsheet;

    const COLUMNS: &[&str] = &["name", "size", "sold"];

    /// The cells of each row, and the faults.
    fn read(text: &[u8]) -> (Vec<[String; 3]>, Vec<String>) {
        let mut sheet = Spreadsheet::read("a.csv", text, COLUMNS);
        let rows = sheet.take_rows();
        let cells = |row: &_| [0, 1, 2].map(|place| sheet.text(row, COLUMNS[place]).to_owned());
        let read = rows.iter().map(cells).collect();
        (read, sheet.faults.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn what_spreadsheets_write_is_read_alike() {
        let expected = [["Scarf, blue", "One\nsize", "yes"], ["Müller", "M", ""]].map(|row| row.map(str::to_owned));
        for written in [
            "name,size,sold\n\"Scarf, blue\",\"One\nsize\",yes\nMüller,M,\n",
            "name,size,sold\n\"Scarf, blue\",\"One\nsize\",yes\nMüller,M",
            "\u{feff}name;size;sold\r\nScarf, blue;\"One\nsize\";yes\r\nMüller;M;\r\n;;\r\n",
            "\u{feff}\"sold\"\t\"name\"\t\"size\"\t\r\nyes\tScarf, blue\t\"One\nsize\"\t\r\n\r\n\tMüller\tM\t\r\n",
        ] {
            let (rows, faults) = read(written.as_bytes());
            assert_eq!((rows.as_slice(), faults.as_slice()), (expected.as_slice(), [].as_slice()), "{written}");
        }
    }

    #[test]
    fn every_fault_of_the_columns_is_named() {
        let (_, faults) = read(b"size,colour,size\nM,blue,L\n");
        assert_eq!(
            faults,
            [
                "a.csv, line 1, column B (colour): There is no such column. The columns are: name, size, sold",
                "a.csv, line 1, column C (size): Two columns have this name. Take one of them out.",
                "a.csv, line 1: The column name is missing.",
                "a.csv, line 1: The column sold is missing.",
            ]
        );
        assert_eq!(read(b"").1, ["a.csv: The file is empty. Its first line is: name,size,sold"]);
    }

    #[test]
    fn a_row_that_is_too_long_and_a_text_that_is_not_utf_8_are_named_with_their_lines() {
        let (rows, faults) = read(b"name,size,sold\nScarf, blue,M,\nHat,L,yes\n");
        assert_eq!(rows.len(), 2);
        assert_eq!(
            faults,
            [
                "a.csv, line 2: The row has 4 cells, and the first line names 3 columns. Put a text with a separator in it in quotation marks."
            ]
        );
        let (_, faults) = read(b"name,size,sold\nHat,M,\nM\xfcller,L,\n");
        assert_eq!(
            faults,
            ["a.csv, line 3: The text is not UTF-8. Save the file as UTF-8: in Excel that is \"CSV UTF-8\"."]
        );
    }

    #[test]
    fn a_date_is_read_as_written_and_as_excel_writes_it_again() {
        let dates = [
            ("2026-11-26", Some("2026-11-26")),
            ("11/26/2026", Some("2026-11-26")),
            ("1/2/2026", Some("2026-01-02")),
            ("26/11/2026", None),
            ("26.11.2026", None),
            ("11/26/26", None),
            ("2/30/2026", None),
            ("11/26/2026/1", None),
            ("", None),
        ];
        for (written, expected) in dates {
            let mut sheet = Spreadsheet::read("a.csv", format!("name,size,sold\n{written},M,\n").as_bytes(), COLUMNS);
            let rows = sheet.take_rows();
            let date = rows.first().and_then(|row| sheet.date(row, "name"));
            assert_eq!(date.map(|date| date.to_string()).as_deref(), expected, "{written}");
            assert_eq!(sheet.finish(()).is_ok(), expected.is_some(), "{written}");
        }
    }

    #[test]
    fn cells_are_judged_one_by_one() {
        let mut sheet = Spreadsheet::read("a.csv", b"name,size,sold\nHat,M,YES\nHat,L,perhaps\n,S,no\n,XS,\n", COLUMNS);
        let rows = sheet.take_rows();
        let sold: Vec<_> = rows.iter().map(|row| sheet.flag(row, "sold")).collect();
        assert_eq!(sold, [true, false, false, false]);
        sheet.fault_doubles(&rows, "name");
        let faults: Vec<_> = sheet.finish(()).unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "a.csv, line 3, column A (name): \"Hat\" stands on line 2 too. Put both rows together.",
                "a.csv, line 3, column C (sold): \"perhaps\" is neither yes nor no. Write yes, or leave the cell empty.",
            ]
        );
    }
}
