//! The record of all statements that the server sends while the suite runs: the suite writes it, `tests/plans` reads it.

use super::empty_database::engine;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A statement that the server sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sent {
    pub sql: String,
    /// The line of the store that sent it. None if no macro of the store sent it.
    pub site: Option<Site>,
}

/// A line of the server's source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Site {
    /// From the root of the repository.
    pub file: String,
    pub line: u64,
}

/// The record of the engine that is tested: one statement per line, as JSON. Each run of the suite begins a new one.
pub fn record_file() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("statements-{}.jsonl", engine().to_lowercase()))
}
