//! Reads a CSV file as spreadsheets write it: Excel's too, which begins with a byte order mark, separates by semicolons in many countries, and
//! ends lines with a carriage return.

use super::fault::{Column, Fault};
use csv::{ReaderBuilder, StringRecord};
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
    separator: u8,
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
        let mut sheet =
            Self { file, separator: b',', columns: Vec::new(), width: 0, rows: Vec::new(), faults: Vec::new() };
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let text = match str::from_utf8(bytes) {
            // A carriage return ends a line with a line feed after it, and alone.
            Ok(text) => text.replace("\r\n", "\n").replace('\r', "\n"),
            Err(error) => {
                let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
                let right = "Save the file as UTF-8: in Excel that is \"CSV UTF-8\".";
                sheet.fault(1 + line_feeds(before), None, "The text is not UTF-8.", right);
                return sheet;
            }
        };
        let text = sheet.choose_separator(&text, known);
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(sheet.separator)
            .from_reader(text.as_bytes());
        let mut record = StringRecord::new();
        let (mut line, mut counted) = (1, 0);
        loop {
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    sheet.fault(line, None, &format!("The line cannot be read: {error}."), "");
                    break;
                }
            }
            // The library's own line is that of the empty lines before the record.
            let start = record.position().and_then(|at| usize::try_from(at.byte()).ok()).unwrap_or_default();
            let rest = text.get(start..).unwrap_or_default();
            let start = start + (rest.len() - rest.trim_start_matches('\n').len());
            line += line_feeds(text.as_bytes().get(counted..start).unwrap_or_default());
            counted = start;
            sheet.take(Row { line, cells: record.iter().map(plain).collect() }, known);
        }
        if sheet.columns.is_empty() {
            sheet.fault(0, None, "The file is empty.", &format!("Its first line is: {}", known.join(",")));
        }
        sheet.refuse_unnamed();
        if !sheet.faults.is_empty() {
            // What stands in the cells cannot be judged before the columns are right.
            sheet.rows.clear();
        }
        sheet
    }

    /// Finds out what separates the cells: what a first line `sep=;` says, as Excel reads it, or what separates the first line into the most
    /// known columns. Returns the text without the line that says it.
    fn choose_separator(&mut self, text: &str, known: &[&str]) -> String {
        let first = text.split('\n').find(|line| !line.trim().is_empty()).unwrap_or_default();
        if let &[b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator] = first.trim().as_bytes() {
            self.separator = separator;
            return text.replacen(first, "", 1);
        }
        let found = |separator: u8| {
            let cells =
                first.split(char::from(separator)).map(|cell| plain(cell.trim().trim_matches('"')).to_lowercase());
            cells.filter(|cell| known.contains(&cell.as_str())).count()
        };
        // Of equals `max_by_key` takes the last one: a file without any known column is separated by commas.
        self.separator = SEPARATORS.into_iter().rev().max_by_key(|separator| found(*separator)).unwrap_or(b',');
        text.to_owned()
    }

    /// Takes the next line: the names of the columns, or a row.
    fn take(&mut self, row: Row, known: &[&str]) {
        if row.cells.iter().all(String::is_empty) {
            return;
        }
        if self.columns.is_empty() {
            self.name_columns(row, known);
            return;
        }
        if let Some(place) = row.cells.iter().position(|cell| cell.contains('\n')) {
            let column = self.columns.get(place).map(|name| Column { place, name: name.clone() });
            let wrong = "The text goes on in the next line.";
            self.fault(row.line, column, wrong, "Close its quotation mark, or take the line break out.");
            return;
        }
        let beyond = row.cells.iter().skip(self.columns.len()).any(|cell| !cell.is_empty());
        if row.cells.len() > self.width || row.cells.len() < self.columns.len() || beyond {
            let (has, named) = (row.cells.len(), self.columns.len());
            let wrong = format!("The row has {has} cells, and the first line names {named} columns.");
            let right = "Each row has a cell for each column. A text with a separator in it stands in quotation marks.";
            self.fault(row.line, None, &wrong, right);
            return;
        }
        self.rows.push(row);
    }

    fn name_columns(&mut self, Row { line, cells }: Row, known: &[&str]) {
        self.width = cells.len();
        self.columns = cells.iter().map(|name| name.to_lowercase()).collect();
        while self.columns.last().is_some_and(String::is_empty) {
            self.columns.pop();
        }
        for (place, name) in self.columns.clone().into_iter().enumerate() {
            let is_known = name.is_empty() || known.contains(&name.as_str());
            let is_double = !name.is_empty() && self.columns.iter().take(place).any(|other| *other == name);
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

    /// A column without a name may be there if it is empty: spreadsheets have such columns between others.
    fn refuse_unnamed(&mut self) {
        let named = self.columns.iter().enumerate();
        let unnamed: Vec<_> = named.filter(|(_, name)| name.is_empty()).map(|(place, _)| place).collect();
        for place in unnamed {
            let cell = |row: &Row| row.cells.get(place).is_some_and(|cell| !cell.is_empty());
            let Some(line) = self.rows.iter().find(|row| cell(row)).map(|row| row.line) else { continue };
            let column = Some(Column { place, name: "without a name".to_owned() });
            self.fault(line, column, "The column has no name in the first line.", "Name it, or empty its cells.");
        }
    }

    /// Takes the rows. What is wrong in them goes to [`fault_in`](Self::fault_in).
    pub fn take_rows(&mut self) -> Vec<Row> {
        std::mem::take(&mut self.rows)
    }

    /// The text in a cell; empty if the column is missing.
    pub fn text<'row>(&self, row: &'row Row, column: &str) -> &'row str {
        self.place(column).and_then(|place| row.cells.get(place)).map_or("", String::as_str)
    }

    /// The text in a cell. An empty cell is a fault.
    pub fn required(&mut self, row: &Row, column: &str) -> String {
        let text = self.text(row, column).to_owned();
        if text.is_empty() {
            self.fault_at(row, column, "The cell is empty.", "");
        }
        text
    }

    /// The date in a cell, as `2026-11-26`, or as Excel in the United States writes it again: `11/26/2026`. Another text is a fault.
    pub fn date(&mut self, row: &Row, column: &str) -> Option<Date> {
        let date = self.date_of(self.text(row, column));
        if date.is_none() {
            self.fault_in(row, column, "is no date.", "Write dates like 2026-11-26.");
        }
        date
    }

    /// The dates in a cell, with `|` between two. A text that is no date is a fault.
    pub fn dates(&mut self, row: &Row, column: &str) -> Vec<Date> {
        let texts: Vec<_> = self.text(row, column).split('|').map(|text| text.trim().to_owned()).collect();
        let mut dates = Vec::new();
        for text in texts.iter().filter(|text| !text.is_empty()) {
            match self.date_of(text) {
                Some(date) => dates.push(date),
                None => {
                    let right = "Write dates like 2026-11-26, with | between two.";
                    self.fault_at(row, column, &format!("\"{}\" is no date.", shortened(text)), right);
                }
            }
        }
        dates
    }

    /// The date in a cell, in one form, or the text that is no date.
    pub fn day(&self, row: &Row, column: &str) -> String {
        let text = self.text(row, column);
        self.date_of(text).map_or_else(|| text.to_owned(), |date| date.to_string())
    }

    fn date_of(&self, text: &str) -> Option<Date> {
        // Where Excel separates by semicolons, it writes the day first.
        let is_us = self.separator != b';';
        text.parse().ok().or_else(|| us_date(text).filter(|_| is_us))
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
            text => format!("\"{}\" {is_wrong}", shortened(text)),
        };
        self.fault_at(row, column, &wrong, right);
    }

    fn fault_at(&mut self, row: &Row, column: &str, wrong: &str, right: &str) {
        let column = self.place(column).map(|place| Column { place, name: column.to_owned() });
        self.fault(row.line, column, wrong, right);
    }

    /// Notes that a file whose columns are right has no row.
    pub fn fault_without_rows(&mut self, rows: &[Row], right: &str) {
        if rows.is_empty() && self.faults.is_empty() {
            self.fault(0, None, "There is no row below the first line.", right);
        }
    }

    fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column)
    }

    /// Notes each row whose cell in `column` means the same as that of an earlier row. `meaning` says what a cell means; nothing is never the
    /// same.
    pub fn fault_doubles(&mut self, rows: &[Row], column: &str, meaning: impl Fn(&Self, &Row) -> String, right: &str) {
        let mut first = BTreeMap::new();
        for row in rows {
            let means = meaning(self, row);
            match first.get(&means).copied() {
                _ if means.is_empty() => {}
                None => drop(first.insert(means, row.line)),
                Some(line) => self.fault_in(row, column, &format!("is the same as on line {line}."), right),
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

/// A date with its month first: `11/26/2026`.
fn us_date(text: &str) -> Option<Date> {
    let mut parts = text.split('/').map(|part| part.parse::<u32>().ok().filter(|_| part.len() <= 4));
    let (month, day, year) = (parts.next()??, parts.next()??, parts.next()??);
    let is_whole = parts.next().is_none() && (1000..=9999).contains(&year);
    if is_whole { format!("{year}-{month:02}-{day:02}").parse().ok() } else { None }
}

/// A cell's text without the spaces around it. Spaces that do not break, as copied from a web page, become plain ones.
fn plain(cell: &str) -> String {
    cell.replace(['\u{a0}', '\u{202f}'], " ").trim().to_owned()
}

/// How many lines end in `text`.
fn line_feeds(text: &[u8]) -> u64 {
    text.iter().map(|byte| u64::from(*byte == b'\n')).sum()
}

/// The most characters of a cell that a fault repeats.
const MOST_REPEATED: usize = 60;

/// The beginning of a text, for a fault.
fn shortened(text: &str) -> String {
    let short: String = text.chars().take(MOST_REPEATED).collect();
    if short.len() < text.len() { short + "…" } else { short }
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
        let expected = [["Scarf, blue", "One size", "yes"], ["Müller", "M", ""]].map(|row| row.map(str::to_owned));
        for written in [
            "name,size,sold\n\"Scarf, blue\",\"One size\",yes\nMüller,M,\n",
            "name,size,sold\n\"Scarf, blue\",\"One\u{a0}size\",yes\nMüller,M,",
            "\u{feff}name;size;sold\r\nScarf, blue;\"One size\";yes\r\nMüller;M;\r\n;;\r\n",
            "\u{feff}\"sold\"\t\"name\"\t\"size\"\t\r\nyes\tScarf, blue\t One size \t\r\n\r\n\tMüller\tM\t\r\n",
        ] {
            let (rows, faults) = read(written.as_bytes());
            assert_eq!((rows.as_slice(), faults.as_slice()), (expected.as_slice(), [].as_slice()), "{written}");
        }
    }

    #[test]
    fn the_names_of_columns_may_be_capitalized_and_a_column_between_others_may_be_empty() {
        for text in ["sep=;\nName;;SIZE;Sold\nHat;;M;yes\n", "\n\nName\t\tSize\tSold\nHat\t\tM\tyes\n"] {
            assert_eq!(read(text.as_bytes()), (vec![["Hat", "M", "yes"].map(str::to_owned)], vec![]), "{text}");
        }
        assert_eq!(
            read(b"name,,size,sold\nHat,,M,yes\nHat,blue,L,\n").1,
            [
                "a.csv, line 3, column B (without a name): The column has no name in the first line. Name it, or empty its cells."
            ]
        );
    }

    #[test]
    fn every_fault_of_the_columns_is_named_and_no_cell_is_judged_before() {
        let (rows, faults) = read(b"size,colour,size\nM,blue,L\n");
        assert_eq!(rows.len(), 0);
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
    fn a_fault_names_its_line_however_lines_end() {
        let text = "name,size,sold\n\nHat,M,yes\n\n\nScarf, blue,M,\nBelt,L\n";
        let cells = "Each row has a cell for each column. A text with a separator in it stands in quotation marks.";
        let expected = [
            format!("a.csv, line 6: The row has 4 cells, and the first line names 3 columns. {cells}"),
            format!("a.csv, line 7: The row has 2 cells, and the first line names 3 columns. {cells}"),
        ];
        for ending in ["\n", "\r\n", "\r"] {
            assert_eq!(read(text.replace('\n', ending).as_bytes()).1, expected, "{ending:?}");
        }
        let (_, faults) = read(b"name,size,sold\r\nHat,M,\r\nM\xfcller,L,\r\n");
        assert_eq!(
            faults,
            ["a.csv, line 3: The text is not UTF-8. Save the file as UTF-8: in Excel that is \"CSV UTF-8\"."]
        );
    }

    #[test]
    fn a_quotation_mark_that_is_not_closed_is_named_with_its_line() {
        let (_, faults) = read(b"name,size,sold\nHat,M,yes\n\"Scarf,M,\nBelt,L,\n\"Shoes\",8,yes\n");
        let right = "Close its quotation mark, or take the line break out.";
        assert_eq!(faults, [format!("a.csv, line 3, column A (name): The text goes on in the next line. {right}")]);
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
        // A day that Excel writes first.
        let mut sheet = Spreadsheet::read("a.csv", b"name;size;sold\n04/07/2026;M;\n", COLUMNS);
        let rows = sheet.take_rows();
        assert_eq!(sheet.date(&rows[0], "name"), None);
    }

    #[test]
    fn cells_are_judged_one_by_one() {
        let mut sheet = Spreadsheet::read("a.csv", b"name,size,sold\nHat,M,YES\nHAT,L,perhaps\n,S,no\n,XS,\n", COLUMNS);
        let rows = sheet.take_rows();
        let sold: Vec<_> = rows.iter().map(|row| sheet.flag(row, "sold")).collect();
        assert_eq!(sold, [true, false, false, false]);
        sheet.fault_doubles(
            &rows,
            "name",
            |sheet, row| sheet.text(row, "name").to_lowercase(),
            "Give each another name.",
        );
        let faults: Vec<_> = sheet.finish(()).unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "a.csv, line 3, column A (name): \"HAT\" is the same as on line 2. Give each another name.",
                "a.csv, line 3, column C (sold): \"perhaps\" is neither yes nor no. Write yes, or leave the cell empty.",
            ]
        );
    }
}
