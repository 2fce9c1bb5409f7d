//! How long the rules take natively. Each row calls a rule by its id over JSON, as `POST /api/rules/{rule}` does, so the time includes
//! reading the input and writing the answer. `just bench` runs it and shows its numbers beside the browser's.
//!
//! Prints one line per row: the name, a tab, microseconds per call.
#![expect(clippy::print_stdout, clippy::expect_used, reason = "a program for developers")]

use serde_json::Value;
use std::{hint::black_box, time::Instant};
use stylebox_core::rules;

/// The same rows as the browser's.
const ROWS: &str = include_str!("rows.json");
/// The rows take turns, so that other work of the machine slows all of them.
const ROUNDS: usize = 101;
/// About how long a row is timed in a round, in microseconds.
const ROUND_MICROS: f64 = 2_000.0;

fn main() {
    let rows: Vec<Value> = serde_json::from_str(ROWS).expect("rows.json is JSON");
    let rows: Vec<_> = rows.iter().map(Row::of).collect();
    let calls: Vec<_> = rows.iter().map(|row| (ROUND_MICROS / row.micros(20).max(0.01)).ceil().max(1.0)).collect();
    let mut samples = vec![Vec::with_capacity(ROUNDS); rows.len()];
    for _ in 0..ROUNDS {
        for ((row, calls), samples) in rows.iter().zip(&calls).zip(&mut samples) {
            samples.push(row.micros(*calls as u32));
        }
    }
    for (row, mut samples) in rows.iter().zip(samples) {
        samples.sort_by(f64::total_cmp);
        println!("{}\t{}", row.name, samples.get(ROUNDS / 2).copied().unwrap_or_default());
    }
}

/// A rule, and its input.
struct Row<'rows> {
    name: &'rows str,
    rule: &'rows str,
    input: &'rows Value,
}

impl<'rows> Row<'rows> {
    fn of(row: &'rows Value) -> Self {
        let text = |key: &str| row.get(key).and_then(Value::as_str).expect("a row has a name and a rule");
        Self { name: text("row"), rule: text("rule"), input: row.get("input").expect("a row has an input") }
    }

    /// Microseconds per call, over that many calls.
    fn micros(&self, calls: u32) -> f64 {
        let started = Instant::now();
        for _ in 0..calls {
            black_box(rules::call(self.rule, black_box(self.input)).is_ok());
        }
        started.elapsed().as_secs_f64() * 1_000_000.0 / f64::from(calls)
    }
}
