//! Records every statement that the server sends, for the test that reads their plans.
//!
//! Both sources are needed: sqlx logs whatever reaches a database, and the store's macros know which line sends it.

use super::statements::{Sent, Site, record_file};
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Debug;
use std::fs::File;
use std::io::Write;
use std::sync::Mutex;
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, filter};

/// What the store's macros say of each statement.
const STORE: &str = "stylebox_server::store::statement";
/// What sqlx logs of each statement.
const DRIVER: &str = "sqlx::query";

/// Whether an event is for the recorder only. The service does not log such events.
pub fn is_for_recorder(metadata: &Metadata<'_>) -> bool {
    metadata.target() == STORE
}

/// The layer that writes the record, into a new file.
pub fn recorder<S: Subscriber + for<'span> LookupSpan<'span>>() -> impl Layer<S> {
    let path = record_file();
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let record = Record { seen: HashSet::new(), file: File::create(path).unwrap() };
    // The filter belongs to this layer: other targets do not reach it.
    Recorder(Mutex::new(record)).with_filter(filter::filter_fn(|metadata| [STORE, DRIVER].contains(&metadata.target())))
}

thread_local! {
    /// The statements that this thread has sent since a [`StatementCount`] of it began.
    static COUNTED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Counts the statements that the store sends on this thread while this value lives. A thread has one at a time.
pub struct StatementCount(());

impl StatementCount {
    pub fn start() -> Self {
        COUNTED.set(Some(Vec::new()));
        Self(())
    }

    pub fn so_far(&self) -> usize {
        self.sent().len()
    }

    /// The statements, each on one line.
    pub fn sent(&self) -> Vec<String> {
        let sent = COUNTED.with_borrow(|counted| counted.clone().unwrap_or_default());
        sent.iter().map(|sql| sql.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }
}

impl Drop for StatementCount {
    fn drop(&mut self) {
        COUNTED.set(None);
    }
}

struct Recorder(Mutex<Record>);

struct Record {
    seen: HashSet<Sent>,
    file: File,
}

impl<S: Subscriber> Layer<S> for Recorder {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let sent = fields.sent();
        if event.metadata().target() == STORE {
            COUNTED.with_borrow_mut(|counted| counted.iter_mut().for_each(|counted| counted.push(sent.sql.clone())));
        }
        let mut record = self.0.lock().unwrap();
        if !record.seen.contains(&sent) {
            writeln!(record.file, "{}", serde_json::to_string(&sent).unwrap()).unwrap();
            record.seen.insert(sent);
        }
    }
}

/// The fields of an event of either source.
#[derive(Default)]
struct Fields {
    /// The whole statement. Empty if `summary` is the whole statement.
    sql: String,
    /// sqlx only: the statement's first four words.
    summary: String,
    /// The store's macros only.
    file: Option<String>,
    line: Option<u64>,
}

impl Fields {
    fn sent(self) -> Sent {
        let sql = if self.sql.is_empty() { self.summary } else { self.sql };
        Sent { sql: sql.trim().to_owned(), site: self.file.zip(self.line).map(|(file, line)| Site { file, line }) }
    }
}

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "sql" | "db.statement" => self.sql = value.to_owned(),
            "summary" => self.summary = value.to_owned(),
            "file" => self.file = Some(value.to_owned()),
            _ => {}
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "line" {
            self.line = Some(value);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}
