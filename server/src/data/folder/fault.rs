//! What is wrong in a file of a shop's folder.

use std::fmt;

/// A mistake in a file: where it is, what is wrong, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file's name in the folder: `stores.csv`.
    pub file: String,
    /// The line, from 1 on; 0 if the fault is about the file as a whole.
    pub line: u64,
    /// Where it is in the line: the column of a spreadsheet.
    pub column: Option<Column>,
    /// What is wrong, as a sentence.
    pub wrong: String,
    /// What would be right, as a sentence; empty if `wrong` says it.
    pub right: String,
}

/// A column of a spreadsheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its place, from 0 on.
    pub place: usize,
    /// Its name in the first line.
    pub name: String,
}

impl fmt::Display for Column {
    /// As a spreadsheet names it, and its own name: `C (closes)`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", letters(self.place), self.name)
    }
}

/// The letters over a column: A to Z, then AA.
fn letters(place: usize) -> String {
    let letter = |place: usize| char::from(b'A' + u8::try_from(place % 26).unwrap_or_default());
    let last = letter(place).to_string();
    if place < 26 { last } else { letters(place / 26 - 1) + &last }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.file)?;
        if self.line > 0 {
            write!(formatter, ", line {}", self.line)?;
        }
        if let Some(column) = &self.column {
            write!(formatter, ", column {column}")?;
        }
        write!(formatter, ": {}", self.wrong)?;
        if self.right.is_empty() { Ok(()) } else { write!(formatter, " {}", self.right) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, Fault};

    #[test]
    fn a_fault_names_its_place_as_a_spreadsheet_does() {
        let column = |place| Column { place, name: "size".into() }.to_string();
        assert_eq!([column(0), column(25), column(26), column(52)], ["A (size)", "Z (size)", "AA (size)", "BA (size)"]);
        let whole = Fault {
            file: "stores.csv".into(),
            line: 0,
            column: None,
            wrong: "It is missing.".into(),
            right: String::new(),
        };
        assert_eq!(whole.to_string(), "stores.csv: It is missing.");
        let cell = Fault {
            line: 3,
            column: Some(Column { place: 1, name: "zip".into() }),
            wrong: "\"5\" is no ZIP code.".into(),
            right: "Write five digits.".into(),
            ..whole
        };
        assert_eq!(cell.to_string(), "stores.csv, line 3, column B (zip): \"5\" is no ZIP code. Write five digits.");
    }
}
