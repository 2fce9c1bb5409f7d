//! The one seam between the two engines: opening, transactions, locking, and a macro that writes a query once for both.

use crate::platform::config::without_password;
use crate::store::{Result, migrations};
use sqlx::migrate::MigrateError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Database, Executor, Postgres, Sqlite, Transaction};
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

/// How long a call waits for a connection, or for the one that writes, before it fails.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Connections that read an SQLite file at the same time.
const SQLITE_READERS: u32 = 4;
/// Connections to PostgreSQL.
const POSTGRES_CONNECTIONS: u32 = 16;
/// Prepared statements that a connection keeps. The server has some 300 in all, one that writes several rows being another for
/// each number of rows: a connection that keeps fewer prepares the same ones again and again.
const PREPARED_STATEMENTS: usize = 512;
/// Pages that an SQLite connection keeps, in KiB; SQLite's own default is 2,000, less than the inner pages of one large index.
const SQLITE_CACHE_KIB: u32 = 16 * 1024;
/// How much of an SQLite file is read as memory instead of being copied page by page, in bytes.
const SQLITE_MMAP_BYTES: u64 = 1024 * 1024 * 1024;
/// Rows of an SQLite connection's thread that may wait for whoever reads them: more than a page of a list has, so that the two
/// need not wait for each other.
const SQLITE_ROWS_WAITING: usize = 1024;

/// How PostgreSQL plans: each statement once, and by indexes. A statement that is planned anew for each call takes PostgreSQL
/// longer to plan than to carry out; one that is planned once is planned without knowing what is asked for, and would guess that
/// a stretch of time is a third of a table and read all of it. Every statement has its indexes: `tests/plans` plans them with
/// these settings, so what it reads is how PostgreSQL does it. To compile a plan to machine code takes longer than any of them.
pub const PLANNER_SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; \
    SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

/// The database.
#[derive(Debug, Clone)]
pub enum Db {
    /// A file: one connection writes, others read meanwhile.
    Sqlite {
        /// The one connection that writes.
        writer: SqlitePool,
        /// Those that read.
        readers: SqlitePool,
    },
    /// A PostgreSQL server.
    Postgres(PgPool),
}

/// A transaction. What it did holds once it is committed; dropped before, it never happened.
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
    /// A transaction of any number of statements.
    Transaction(Transaction<'static, DB>),
    /// A connection for one statement, which needs no transaction around it.
    Connection(PoolConnection<DB>),
}

impl<DB: Database> Deref for Handle<DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        match self {
            Self::Transaction(transaction) => transaction,
            Self::Connection(connection) => connection,
        }
    }
}

impl<DB: Database> DerefMut for Handle<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        match self {
            Self::Transaction(transaction) => transaction,
            Self::Connection(connection) => connection,
        }
    }
}

impl<DB: Database> Handle<DB> {
    async fn commit(self) -> std::result::Result<(), sqlx::Error> {
        match self {
            Self::Transaction(transaction) => transaction.commit().await,
            Self::Connection(_) => Ok(()),
        }
    }
}

/// Why the database cannot be used, in a sentence.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be reached or opened.
    #[error("The database {url} cannot be opened: {why}.")]
    Unreachable {
        /// Its address, without a password.
        url: String,
        /// What the system says.
        why: String,
    },
    /// It holds the tables of a later version.
    #[error("The database {url} was made by a later version of this program (its step {step} is unknown here).")]
    Later {
        /// Its address, without a password.
        url: String,
        /// The migration that is not known.
        step: i64,
    },
    /// Its tables cannot be brought up to date.
    #[error("The tables of the database {url} cannot be brought up to date: {why}.")]
    Migration {
        /// Its address, without a password.
        url: String,
        /// What the database says.
        why: String,
    },
}

impl Db {
    /// Opens the database at `url` (`sqlite:FILE` or `postgres://…`), makes the file where it is missing, and brings the
    /// tables to this version. Two servers that start at once wait for each other.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub async fn open(url: &str) -> std::result::Result<Self, OpenError> {
        let unreachable = |why: String| OpenError::Unreachable {
            url: without_password(url),
            why: why.trim_end_matches('.').to_owned(),
        };
        let db = if url.starts_with("sqlite:") {
            Self::open_sqlite(url).await.map_err(unreachable)?
        } else {
            Self::open_postgres(url).await.map_err(|error| unreachable(reason(&error)))?
        };
        db.migrate().await.map_err(|error| match error {
            MigrateError::VersionMissing(step) => OpenError::Later { url: without_password(url), step },
            other => OpenError::Migration { url: without_password(url), why: other.to_string() },
        })?;
        Ok(db)
    }

    async fn open_sqlite(url: &str) -> std::result::Result<Self, String> {
        let options = SqliteConnectOptions::from_str(url).map_err(|error| reason(&error))?;
        if let Some(folder) = options.get_filename().parent().filter(|folder| *folder != Path::new("")) {
            std::fs::create_dir_all(folder)
                .map_err(|error| format!("the folder {} cannot be made: {error}", folder.display()))?;
        }
        make_private(options.get_filename())
            .map_err(|error| format!("the file {} cannot be made: {error}", options.get_filename().display()))?;
        let options = options
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // In WAL mode a power cut can then lose the last moments, never the order or the whole; FULL loses nothing.
            .synchronous(SqliteSynchronous::Full)
            .pragma("cache_size", format!("-{SQLITE_CACHE_KIB}"))
            .pragma("mmap_size", SQLITE_MMAP_BYTES.to_string())
            .row_buffer_size(SQLITE_ROWS_WAITING)
            .statement_cache_capacity(PREPARED_STATEMENTS)
            .busy_timeout(TIMEOUT);
        let pool = SqlitePoolOptions::new().acquire_timeout(TIMEOUT).idle_timeout(None).max_lifetime(None);
        let writer = pool.clone().max_connections(1).connect_with(options.clone()).await;
        let writer = writer.map_err(|error| reason(&error))?;
        let readers = pool.max_connections(SQLITE_READERS).connect_with(options.pragma("query_only", "ON")).await;
        Ok(Self::Sqlite { writer, readers: readers.map_err(|error| reason(&error))? })
    }

    async fn open_postgres(url: &str) -> std::result::Result<Self, sqlx::Error> {
        let options = PgConnectOptions::from_str(url)?.statement_cache_capacity(PREPARED_STATEMENTS);
        // The pool would try again and again; what is wrong at the start is to be said at once.
        let mut connection = PgConnection::connect_with(&options).await?;
        connection.execute(sqlx::raw_sql(PLANNER_SETTINGS)).await?;
        connection.close().await?;
        // Set after connecting: some poolers of connections refuse settings at the start of one.
        let pool = PgPoolOptions::new().after_connect(|connection, _| {
            Box::pin(async { connection.execute(sqlx::raw_sql(PLANNER_SETTINGS)).await.map(drop) })
        });
        let pool = pool.max_connections(POSTGRES_CONNECTIONS).acquire_timeout(TIMEOUT);
        Ok(Self::Postgres(pool.connect_with(options).await?))
    }

    async fn migrate(&self) -> std::result::Result<(), MigrateError> {
        match self {
            Self::Sqlite { writer, .. } => {
                // Beginning by writing takes the file's one write lock: a second process waits here.
                let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
                migrations::sqlite().run(&mut *tx).await?;
                Ok(tx.commit().await?)
            }
            Self::Postgres(pool) => migrations::postgres().run(pool).await,
        }
    }

    /// A transaction that reads: one consistent view, however much is written meanwhile.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub async fn read(&self) -> Result<Tx> {
        Ok(match self {
            Self::Sqlite { readers, .. } => Tx::Sqlite(Handle::Transaction(readers.begin().await?)),
            Self::Postgres(pool) => {
                let begun = pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
                Tx::Postgres(Handle::Transaction(begun))
            }
        })
    }

    /// For one statement that reads: without a transaction around it, which costs as much as two more statements.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub async fn read_single(&self) -> Result<Tx> {
        Ok(match self {
            Self::Sqlite { readers, .. } => Tx::Sqlite(Handle::Connection(readers.acquire().await?)),
            Self::Postgres(pool) => Tx::Postgres(Handle::Connection(pool.acquire().await?)),
        })
    }

    /// A transaction that writes. On SQLite it is the only one at its time.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub async fn write(&self) -> Result<Tx> {
        Ok(match self {
            Self::Sqlite { writer, .. } => Tx::Sqlite(Handle::Transaction(writer.begin_with("BEGIN IMMEDIATE").await?)),
            Self::Postgres(pool) => Tx::Postgres(Handle::Transaction(pool.begin().await?)),
        })
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// If it does not.
    pub async fn ping(&self) -> Result<()> {
        let mut tx = self.read_single().await?;
        fetch_one!(&mut tx, (i64,), "SELECT CAST(1 AS BIGINT)")?;
        Ok(())
    }

    /// Closes all connections, when those who use them are done.
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
    /// Makes what was done hold.
    ///
    /// # Errors
    /// If the database refuses or cannot be reached; nothing has happened then.
    pub async fn commit(self) -> Result<()> {
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Postgres(tx) => tx.commit().await?,
        }
        Ok(())
    }
}

/// Makes the file for its owner alone, where it is missing: customers are in it. What SQLite puts beside it follows suit.
fn make_private(file: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// What the database or the system says, as part of a sentence.
fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::PoolTimedOut => "it does not answer".to_owned(),
        other => other.to_string(),
    }
}
