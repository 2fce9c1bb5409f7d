//! The database of either engine, and its transactions.

use crate::platform::trace;
use crate::store::Result;
use crate::store::pool::{Begun, Pool, Taken};
use sqlx::{Database, Postgres, Sqlite};
use std::ops::{Deref, DerefMut};
use tracing::Span;

/// The database.
#[derive(Debug, Clone)]
pub enum Db {
    /// An SQLite file: one connection writes while others read.
    Sqlite {
        /// The one connection that writes.
        writer: Pool<Sqlite>,
        /// The connections that read.
        readers: Pool<Sqlite>,
    },
    /// A PostgreSQL server.
    Postgres(Pool<Postgres>),
}

/// A transaction. Dropping it without [`commit`](Tx::commit) rolls it back.
#[derive(Debug)]
pub enum Tx {
    /// Of an SQLite file.
    Sqlite(Handle<Sqlite>),
    /// Of a PostgreSQL server.
    Postgres(Handle<Postgres>),
}

/// What a [`Tx`] works on.
#[derive(Debug)]
pub enum Handle<DB: Database> {
    /// A transaction of any number of statements, and its span in the traces.
    Transaction(Begun<DB>, Span),
    /// A connection for a single statement, without a transaction.
    Connection(Taken<DB>),
}

impl<DB: Database> Deref for Handle<DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        match self {
            Self::Transaction(transaction, _) => transaction,
            Self::Connection(connection) => connection,
        }
    }
}

impl<DB: Database> DerefMut for Handle<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        match self {
            Self::Transaction(transaction, _) => transaction,
            Self::Connection(connection) => connection,
        }
    }
}

impl<DB: Database> Handle<DB> {
    async fn commit(self) -> std::result::Result<(), sqlx::Error> {
        match self {
            Self::Transaction(transaction, span) => {
                let committed = transaction.commit().await;
                trace::record_outcome(&span, if committed.is_ok() { "committed" } else { "not_committed" });
                committed
            }
            Self::Connection(_) => Ok(()),
        }
    }
}

impl Db {
    /// Begins a transaction that reads one consistent view, whatever is written meanwhile.
    pub async fn read(&self) -> Result<Tx> {
        let span = trace::transaction(self.system(), "read");
        Ok(match self {
            Self::Sqlite { readers, .. } => {
                Tx::Sqlite(Handle::Transaction(readers.begin("read", "BEGIN").await?, span))
            }
            Self::Postgres(pool) => {
                let begun = pool.begin("read", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
                Tx::Postgres(Handle::Transaction(begun, span))
            }
        })
    }

    /// For a single statement that reads, without a transaction, which would cost two more statements.
    pub async fn read_single(&self) -> Result<Tx> {
        Ok(match self {
            Self::Sqlite { readers, .. } => Tx::Sqlite(Handle::Connection(readers.acquire().await?)),
            Self::Postgres(pool) => Tx::Postgres(Handle::Connection(pool.acquire().await?)),
        })
    }

    /// Begins a transaction that writes. On SQLite only one runs at a time.
    pub async fn write(&self) -> Result<Tx> {
        let span = trace::transaction(self.system(), "write");
        Ok(match self {
            Self::Sqlite { writer, .. } => {
                Tx::Sqlite(Handle::Transaction(writer.begin("write", "BEGIN IMMEDIATE").await?, span))
            }
            Self::Postgres(pool) => Tx::Postgres(Handle::Transaction(pool.begin("write", "BEGIN").await?, span)),
        })
    }

    /// The engine's name in OpenTelemetry's conventions.
    const fn system(&self) -> &'static str {
        match self {
            Self::Sqlite { .. } => "sqlite",
            Self::Postgres(_) => "postgresql",
        }
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<()> {
        let mut tx = self.read_single().await?;
        fetch_one!(&mut tx, (i64,), "SELECT CAST(1 AS BIGINT)")?;
        Ok(())
    }

    /// Closes all connections once they are no longer used.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { writer, readers } => {
                readers.close().await;
                writer.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl Tx {
    /// Commits the transaction.
    ///
    /// # Errors
    /// If the database refuses or cannot be reached. Then nothing was written.
    pub async fn commit(self) -> Result<()> {
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Postgres(tx) => tx.commit().await?,
        }
        Ok(())
    }
}
