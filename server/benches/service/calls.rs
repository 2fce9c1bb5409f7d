//! What the first table has of a call, and where its time goes.

use crate::report::time;
use crate::statements::Heard;

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// How many turns.
    pub rounds: usize,
    /// How long a turn of a call that reads is, in seconds.
    pub seconds: f64,
    /// How many boxes a turn of calls that write takes.
    pub boxes: usize,
    /// How many customers the calls that read are made by.
    pub readers: usize,
}

/// A row of the table.
pub struct CallRow {
    pub name: String,
    pub cells: [String; 5],
    /// Why it misses its aim.
    pub missed: Option<String>,
}

/// The heads of the table's columns.
pub const HEADS: [&str; 6] = ["", "statements", "answers/s", "of bare", "of the floor", "CPU"];

/// The CPU time of this process, in seconds: of the server and what it is measured beside, without the calling.
pub fn cpu() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    #[cfg(not(unix))]
    f64::NAN
}

/// A number of statements: a fraction only if calls differ.
pub fn statements(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number:.0}") } else { format!("{number:.1}") }
}

/// Where the time of a call goes that is called alone.
pub fn where_it_goes(heard: &Heard, calls: f64, alone: f64) -> String {
    let inside = heard.seconds() / calls;
    let mut words = format!(
        "alone a call takes {}, {} of it in {} statements",
        time(alone),
        time(inside.min(alone)),
        statements(heard.count() as f64 / calls)
    );
    if let Some((sql, times, seconds)) = heard.longest() {
        let sql: String = sql.chars().take(100).collect();
        words += &format!(", {} of that in {:.0} × {sql} …", time(seconds / calls), times as f64 / calls);
    }
    words
}
