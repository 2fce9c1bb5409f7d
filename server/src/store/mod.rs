//! All SQL. Each area has a folder, and each table, or a few that belong together, a file. Each function takes the transaction
//! that it is part of.
//!
//! ```text
//! let mut tx = db.read().await?;                                  // one consistent view, no writing
//! let (mut tx, customer) = db.write_about(id).await?.ok_or(…)?;   // the only way to write about a customer: the row is locked
//! outbox_row.insert(&mut tx).await?;
//! tx.commit().await?;                                             // dropped without it, nothing has happened
//! ```

#[macro_use]
mod macros;
#[macro_use]
pub mod table;
#[macro_use]
pub mod column;
pub mod access;
pub mod account;
pub mod card;
pub mod checkout;
mod customer_tx;
pub mod delivery;
mod engine;
mod history;
pub mod mail;
mod migrating;
mod migrations;
mod opening;
pub mod operation;
pub mod order;
pub mod payment;
pub mod place;
mod pool;
mod postgres;
pub mod returns;
pub mod style;
pub mod subscription;

use crate::platform::error::{AppError, StaffError};

// The modules of these are private: outside of this one, they have no other path.
pub use customer_tx::CustomerTx;
pub use engine::{Db, Tx};
pub use opening::{Look, OpenError, StepState};
pub use postgres::planner_statements;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed or cannot be reached.
    #[error("the database: {0}")]
    Database(sqlx::Error),
    /// A stored value is invalid.
    #[error("stored {what} cannot be read: {why}")]
    Corrupt {
        /// The column.
        what: String,
        why: String,
    },
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::ColumnDecode { index, source } => Self::Corrupt { what: index, why: source.to_string() },
            other => Self::Database(other),
        }
    }
}

/// A mistake of ours, or of the database: nobody reads more about it.
impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        Self::unexpected(error)
    }
}

impl From<StoreError> for StaffError {
    fn from(error: StoreError) -> Self {
        Self::unexpected(error)
    }
}

impl StoreError {
    /// Whether a unique column already has the value, such as when two calls insert it at the same time.
    #[must_use]
    pub fn is_duplicate(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(error)) if error.is_unique_violation())
    }

    /// Whether the database cannot be used at the moment: it is away, starts, stops or changes place, or has no room. The same call can
    /// be made again later.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Corrupt { .. } => false,
            Self::Database(sqlx::Error::Database(error)) => error.code().is_some_and(|code| is_of_unavailable(&code)),
            Self::Database(error) => matches!(
                error,
                sqlx::Error::Io(_)
                    | sqlx::Error::Tls(_)
                    | sqlx::Error::Protocol(_)
                    | sqlx::Error::PoolTimedOut
                    | sqlx::Error::PoolClosed
                    | sqlx::Error::WorkerCrashed
                    | sqlx::Error::BeginFailed
            ),
        }
    }

    /// The stored value `what` is invalid.
    pub fn corrupt(what: &str, why: impl ToString) -> Self {
        Self::Corrupt { what: what.to_owned(), why: why.to_string() }
    }
}

/// Whether a code of a database says that it cannot be used at the moment. PostgreSQL's have five letters: lost connections (class 08),
/// no room or too many connections (53), stopping and starting (57P), a server that only reads since another took its place, and
/// failing disks (58). SQLite's are numbers, whose last eight bits are the kind: busy, locked, out of memory, a disk that fails or is
/// full, a file that cannot be opened.
fn is_of_unavailable(code: &str) -> bool {
    if code.len() == 5 {
        return ["08", "53", "57P", "58"].iter().any(|class| code.starts_with(class)) || code == "25006";
    }
    code.parse::<u32>().is_ok_and(|code| [5, 6, 7, 10, 13, 14].contains(&(code & 0xff)))
}

/// The result of the store's functions.
pub type Result<T> = std::result::Result<T, StoreError>;
