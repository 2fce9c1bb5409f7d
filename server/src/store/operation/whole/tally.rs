//! What a database holds, in numbers that are the same for the same rows in both engines.

use super::connection::{Connection, TextRow};
use super::tables::tables;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// What a database holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// By the name of the table.
    pub tables: BTreeMap<String, TableTally>,
    /// Sums of money in cents, and of pieces, each under its name.
    pub sums: BTreeMap<String, i64>,
}

/// What a table holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableTally {
    pub rows: u64,
    /// The sum of the hashes of its rows, in hexadecimal: another row, a missing row or a changed value changes it.
    pub hash: String,
}

/// How many differences a sentence names at most.
const NAMED: usize = 10;

/// Sums that a person can check: what it is, and a SELECT of names and sums.
const SUMS: [(&str, &str); 4] = [
    ("ledger", "SELECT kind || ' ' || currency, CAST(SUM(amount) AS TEXT) FROM ledger GROUP BY kind, currency"),
    ("gift cards", "SELECT 'balance', CAST(SUM(balance) AS TEXT) FROM gift_cards"),
    ("stock", "SELECT 'quantity', CAST(SUM(quantity) AS TEXT) FROM stock"),
    ("stock", "SELECT 'reserved', CAST(SUM(reserved) AS TEXT) FROM stock"),
];

/// Counts all tables. It reads every row, so it sees one moment only within a transaction.
///
/// # Errors
/// If the database cannot be read.
pub async fn tally(connection: &mut Connection) -> Result<Tally, sqlx::Error> {
    let mut counted = BTreeMap::new();
    for table in tables(connection).await? {
        let mut sum = HashSum::default();
        connection.each_row(&table.select_texts(connection.is_sqlite()), |row| sum.add(&row)).await?;
        counted.insert(table.name, TableTally { rows: sum.rows, hash: sum.hex() });
    }
    let mut sums = BTreeMap::new();
    for (what, sql) in SUMS {
        for row in connection.rows(sql).await? {
            if let [Some(name), Some(sum)] = row.as_slice() {
                sums.insert(format!("{what}, {name}"), sum.parse().unwrap_or_default());
            }
        }
    }
    Ok(Tally { tables: counted, sums })
}

/// The sum of hashes: the order of the rows does not matter, and each engine may send them in its own.
#[derive(Default)]
struct HashSum {
    rows: u64,
    parts: [u64; 4],
}

impl HashSum {
    fn add(&mut self, row: &TextRow) {
        let mut hash = Sha256::new();
        for value in row {
            // The length before each value keeps two neighbours apart.
            match value {
                Some(text) => {
                    hash.update((text.len() as u64 + 1).to_be_bytes());
                    hash.update(text);
                }
                None => hash.update(0_u64.to_be_bytes()),
            }
        }
        for (part, bytes) in self.parts.iter_mut().zip(hash.finalize().chunks_exact(8)) {
            let bytes = bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
            *part = part.wrapping_add(bytes);
        }
        self.rows += 1;
    }

    fn hex(&self) -> String {
        self.parts.iter().map(|part| format!("{part:016x}")).collect()
    }
}

impl Tally {
    /// The differences to another one, a sentence each.
    fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let names: std::collections::BTreeSet<_> = self.tables.keys().chain(other.tables.keys()).collect();
        for name in names {
            match (self.tables.get(name), other.tables.get(name)) {
                (Some(one), Some(two)) if one.rows != two.rows => {
                    found.push(format!("{name} has {} rows and not {}.", two.rows, one.rows));
                }
                (Some(one), Some(two)) if one.hash != two.hash => found.push(format!("{name} has other values.")),
                (Some(_), Some(_)) => {}
                (Some(_), None) => found.push(format!("{name} is missing.")),
                (None, _) => found.push(format!("{name} was not there.")),
            }
        }
        for (name, sum) in &self.sums {
            let there = other.sums.get(name).copied().unwrap_or_default();
            if there != *sum {
                found.push(format!("{name}: {there} and not {sum}."));
            }
        }
        found
    }

    /// Compares it with another one, which should hold the same.
    ///
    /// # Errors
    /// How many differences there are, and the first ones, as the end of a sentence.
    pub fn compare(&self, other: &Self) -> Result<(), String> {
        let differences = self.differences(other);
        if differences.is_empty() {
            return Ok(());
        }
        let named = differences.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(" ");
        let number = match differences.len() {
            1 => "1 difference".to_owned(),
            several => format!("{several} differences"),
        };
        Err(format!("({number}): {named}"))
    }

    /// How many rows all tables have.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.tables.values().map(|table| table.rows).sum()
    }
}
