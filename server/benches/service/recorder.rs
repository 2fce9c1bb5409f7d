//! Records the statements that are sent to the database, as sqlx logs them, between [`Recorder::start`] and [`Recorder::stop`].
//! Otherwise logging is as in production: lines at the level `info` are written, to nowhere.

use crate::report::{Result, text};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::{Layer, Registry, reload};

/// The target under which sqlx logs statements.
const TARGET: &str = "sqlx::query";

static RECORDED: Mutex<Vec<Statement>> = Mutex::new(Vec::new());

#[derive(Debug, Clone, Default)]
struct Statement {
    sql: String,
    seconds: f64,
}

/// The statements that were sent while the recorder ran.
#[derive(Debug, Clone, Default)]
pub struct Recorded(Vec<Statement>);

impl Recorded {
    /// How many statements, without those that begin and end transactions.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// How long they took together, in seconds.
    pub fn seconds(&self) -> f64 {
        self.0.iter().map(|statement| statement.seconds).sum()
    }

    /// The statement that took longest in all: its text, how often it was sent, and its seconds together.
    pub fn longest(&self) -> Option<(String, usize, f64)> {
        let mut all: HashMap<&str, (usize, f64)> = HashMap::new();
        for Statement { sql, seconds } in &self.0 {
            let (times, total) = all.entry(sql).or_default();
            *times += 1;
            *total += seconds;
        }
        let longest = all.into_iter().max_by(|(_, (_, one)), (_, (_, other))| one.total_cmp(other));
        longest.map(|(sql, (times, seconds))| (sql.to_owned(), times, seconds))
    }
}

pub struct Recorder(reload::Handle<Targets, Registry>);

impl Recorder {
    /// Starts logging for the whole process.
    pub fn install() -> Result<Self> {
        let (filter, handle) = reload::Layer::new(Targets::new());
        let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(std::io::sink);
        let subscriber = tracing_subscriber::registry()
            .with(RecordingLayer.with_filter(filter))
            .with(lines.with_filter(LevelFilter::INFO));
        tracing::subscriber::set_global_default(subscriber).map_err(text)?;
        Ok(Self(handle))
    }

    pub fn start(&self) -> Result<()> {
        RECORDED.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.0.reload(Targets::new().with_target(TARGET, LevelFilter::DEBUG)).map_err(text)
    }

    pub fn stop(&self) -> Result<Recorded> {
        self.0.reload(Targets::new()).map_err(text)?;
        Ok(Recorded(std::mem::take(&mut *RECORDED.lock().unwrap_or_else(PoisonError::into_inner))))
    }
}

struct RecordingLayer;

impl<S: Subscriber> Layer<S> for RecordingLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut statement = Statement::default();
        event.record(&mut statement);
        let first = statement.sql.split_whitespace().next().unwrap_or_default().to_uppercase();
        if !matches!(first.as_str(), "BEGIN" | "COMMIT" | "ROLLBACK" | "") {
            RECORDED.lock().unwrap_or_else(PoisonError::into_inner).push(statement);
        }
    }
}

impl Visit for Statement {
    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.seconds = value;
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        // sqlx logs the whole statement only if it is longer than its summary.
        if field.name() == "summary" && self.sql.is_empty() || field.name() == "db.statement" && !value.is_empty() {
            self.sql = value.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }
}
