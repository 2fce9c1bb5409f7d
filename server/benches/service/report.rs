//! Prints steps with their time, tables, and the numbers in them.

use std::fmt::Display;
use std::io::{IsTerminal, Write, stdout};
use std::time::{Duration, Instant};

/// The error is a sentence that says why a part of the benchmark could not run.
pub type Result<T> = std::result::Result<T, String>;

pub fn text(error: impl Display) -> String {
    error.to_string()
}

/// Prints a line to standard output; a closed pipe is ignored.
pub fn say(line: impl Display) {
    let _ = writeln!(stdout().lock(), "{line}");
}

/// A line of progress. On a terminal the line is overwritten; in a log a line is added every ten seconds.
pub struct Step {
    title: String,
    begun: Instant,
    output: Instant,
}

impl Step {
    pub fn begin(title: impl Into<String>) -> Self {
        let step = Self { title: title.into(), begun: Instant::now(), output: Instant::now() };
        if stdout().is_terminal() {
            step.write(&format!("\r\x1b[K  … {}", step.title));
        }
        step
    }

    /// Prints how far the step is, if the last time was long enough ago.
    pub fn progress(&mut self, how_far: impl Display) {
        let is_live = stdout().is_terminal();
        let pause = if is_live { Duration::from_millis(100) } else { Duration::from_secs(10) };
        if self.output.elapsed() < pause {
            return;
        }
        self.output = Instant::now();
        let line = format!("  … {}   {how_far}", self.title);
        self.write(&if is_live { format!("\r\x1b[K{line}") } else { format!("{line}\n") });
    }

    pub fn done(self, remark: impl Display) {
        let clear = if stdout().is_terminal() { "\r\x1b[K" } else { "" };
        let seconds = self.begun.elapsed().as_secs_f64();
        self.write(&format!("{clear}  ✓ {:<58} {seconds:>6.1} s   {remark}\n", self.title));
    }

    fn write(&self, text: &str) {
        let mut out = stdout().lock();
        let _ = out.write_all(text.as_bytes());
        let _ = out.flush();
    }
}

/// Prints rows in columns as wide as their widest cell. The first column is aligned left, the others right.
pub fn table(rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        say(format!("  {}", cells.collect::<Vec<_>>().join("  ").trim_end()));
    }
}

/// Repeated measurements of one thing.
#[derive(Debug, Clone, Default)]
pub struct Samples(Vec<f64>);

impl Samples {
    pub fn add(&mut self, sample: f64) {
        self.0.push(sample);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    pub fn median(&self) -> f64 {
        self.at(0.5)
    }

    /// A quarter of the samples are below it.
    pub fn quarter(&self) -> f64 {
        self.at(0.25)
    }

    /// Each sample divided by the sample of `other` in the same round.
    pub fn divided_by(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one / other).collect())
    }

    /// The median, and between which values the middle half of the samples is.
    pub fn shown(&self) -> String {
        let (low, high) = (self.quarter(), self.at(0.75));
        format!("{} ({} to {})", ratio(self.median()), ratio(low), ratio(high))
    }

    fn at(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let place = (last as f64 * share).round() as usize;
        sorted.get(place).copied().unwrap_or(f64::NAN)
    }
}

/// A count with a comma between thousands: `12,345`.
pub fn count(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut parts = Vec::new();
    let mut rest = digits.as_str();
    while let Some((head, tail)) =
        rest.len().checked_sub(3).filter(|at| *at > 0).and_then(|at| rest.split_at_checked(at))
    {
        parts.push(tail);
        rest = head;
    }
    parts.push(rest);
    parts.reverse();
    parts.join(",")
}

/// A number of orders, abbreviated: `1 k`, `1 M`.
pub fn short(orders: u64) -> String {
    match orders {
        0..1_000 => orders.to_string(),
        1_000..1_000_000 => format!("{} k", orders / 1_000),
        _ => format!("{} M", orders / 1_000_000),
    }
}

/// A ratio with three significant digits, or none after the point from ten on.
pub fn ratio(number: f64) -> String {
    if number.is_nan() {
        "–".to_owned()
    } else if number >= 9.95 {
        format!("{number:.0}")
    } else if number >= 0.995 {
        format!("{number:.2}")
    } else {
        format!("{number:.3}")
    }
}

/// A duration with its unit.
pub fn time(seconds: f64) -> String {
    if seconds.is_nan() {
        "–".to_owned()
    } else if seconds >= 9.95 {
        format!("{seconds:.0} s")
    } else if seconds >= 0.9995 {
        format!("{seconds:.2} s")
    } else if seconds >= 0.000_999_5 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{:.0} µs", seconds * 1e6)
    }
}
