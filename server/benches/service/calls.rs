//! The rows of the first table, and where the time of a call goes.

use crate::recorder::Recorded;
use crate::report::time;

/// How long and how often is measured.
#[derive(Debug, Clone, Copy)]
pub struct RunConfig {
    pub rounds: usize,
    /// How long a round of a call that reads lasts, in seconds.
    pub seconds: f64,
    /// How many boxes are checked out in a round of the calls that write.
    pub boxes: usize,
    /// How many customers make the calls that read.
    pub readers: usize,
}

pub struct CallRow {
    pub name: String,
    pub cells: [String; 5],
    /// Why the row misses its aim; `None` if it reaches it.
    pub missed: Option<String>,
}

pub const HEADINGS: [&str; 6] = ["", "statements", "answers/s", "of bare", "of the floor", "CPU"];

/// The CPU time of this process, in seconds. The load generator is a process of its own, so its time is not in it.
pub fn cpu() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    #[cfg(not(unix))]
    f64::NAN
}

/// A number of statements, with a decimal only if not all calls send equally many.
pub fn statements(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number:.0}") } else { format!("{number:.1}") }
}

/// Where the time goes of a call that is made while no other is.
pub fn time_breakdown(recorded: &Recorded, calls: f64, alone: f64) -> String {
    let inside = recorded.seconds() / calls;
    let mut words = format!(
        "alone a call takes {}, {} of it in {} statements",
        time(alone),
        time(inside.min(alone)),
        statements(recorded.count() as f64 / calls)
    );
    if let Some((sql, times, seconds)) = recorded.longest() {
        let sql: String = sql.chars().take(100).collect();
        words += &format!(", {} of that in {:.0} × {sql} …", time(seconds / calls), times as f64 / calls);
    }
    words
}
