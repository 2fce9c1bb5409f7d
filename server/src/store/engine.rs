//! What differs between the two engines: opening, transactions, locking and migrating.

use crate::platform::database_url::without_password;
use crate::platform::trace;
use crate::store::Result;
use crate::store::history::{self, History};
use crate::store::migrations::{self, Comparison, Step};
use crate::store::pool::{Begun, Pool};
use sqlx::migrate::MigrateError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Database, Executor, Postgres, Sqlite};
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;
use tracing::Span;

/// How long a call waits for a connection before it fails.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Connections that read an SQLite file at the same time.
const SQLITE_READERS: u32 = 4;
/// Connections to PostgreSQL.
const POSTGRES_CONNECTIONS: u32 = 16;
/// Prepared statements that a connection keeps. The server has about 300 in all, and one that writes several rows is another for
/// each number of rows. A connection that keeps fewer would prepare the same ones again and again.
const PREPARED_STATEMENTS: usize = 512;
/// Pages that an SQLite connection keeps, in KiB; SQLite's own default is 2,000, less than the inner pages of one large index.
const SQLITE_CACHE_KIB: u32 = 16 * 1024;
/// Rows that an SQLite connection's thread may buffer for the reading task: more than a page of a list has, so that the two need
/// not wait for each other.
const SQLITE_ROWS_WAITING: usize = 1024;

/// How PostgreSQL plans: each statement once, and by indexes. Planning a statement for each call takes longer than running it.
/// But a plan that is made once does not know the parameters, and would guess that a period is a third of a table and read all of
/// it. Every statement has its indexes: `tests/plans` uses these settings, so the plans that it reads are those of production.
/// Compiling a plan to machine code (JIT) takes longer than running any of them.
pub const PLANNER_SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; \
    SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

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
    Connection(PoolConnection<DB>),
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

/// Why the database cannot be used. Displays as one sentence.
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
    /// There is none, and the command makes none.
    #[error(
        "There is no database {url}, and this command makes none: start the server once, or run \"stylebox-server migrate\"."
    )]
    Missing {
        /// Its address.
        url: String,
    },
    /// It has the tables of an earlier version, or none at all.
    #[error(
        "The database {url} has version {found} and lacks {steps} of version {own}, with which this program works: back it up, then run \
         \"stylebox-server migrate\", or start the server."
    )]
    Earlier {
        /// Its address, without a password.
        url: String,
        /// The number of its last migration; 0 if it has no tables.
        found: i64,
        /// How many migrations it lacks, in words.
        steps: String,
        /// The number of this program's last migration.
        own: i64,
    },
    /// It has the tables of a later version.
    #[error(
        "The database {url} has version {found}, and this program works with version {own}: it was made by a later version of this \
         program (its step {step} is unknown here)."
    )]
    Later {
        /// Its address, without a password.
        url: String,
        /// The number of its last migration.
        found: i64,
        /// The number of this program's last migration.
        own: i64,
        /// The number of the unknown migration.
        step: i64,
    },
    /// It has the tables of version 0.1, which this version cannot upgrade.
    #[error(
        "The database {url} was made by version 0.1 of this program, which no later version reads: name another database with \
         --database-url, such as an empty one, and keep this one with version 0.1."
    )]
    OfVersion01 {
        /// Its address, without a password.
        url: String,
    },
    /// It has tables of another program.
    #[error(
        "The database {url} has tables, but not those of this program ({why}): name another database with --database-url."
    )]
    Foreign {
        /// Its address, without a password.
        url: String,
        /// What shows that.
        why: String,
    },
    /// Its tables cannot be migrated.
    #[error("The tables of the database {url} cannot be brought up to date: {why}.")]
    Migration {
        /// Its address, without a password.
        url: String,
        /// What the database says.
        why: String,
    },
}

impl Db {
    /// Opens the database at `url` (`sqlite:FILE` or `postgres://…`), creates the file if it is missing, and migrates the tables.
    /// Two servers that start at the same time wait for each other.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub async fn open(url: &str) -> std::result::Result<Self, OpenError> {
        // A database of another program, or of a version that this one does not upgrade, is left as it is.
        Self::look(url).await?;
        let db = Self::connect(url).await?;
        let migrated = db.migrate().await;
        migrated.map_err(|error| OpenError::Migration { url: without_password(url), why: error.to_string() })?;
        Ok(db)
    }

    /// Opens the database at `url` if its tables are those of this version. It makes none, and migrates none.
    ///
    /// # Errors
    /// A sentence that says what is in the way, such as another version.
    pub async fn open_migrated(url: &str) -> std::result::Result<Self, OpenError> {
        let Look { found, lacks } = Self::look(url).await?;
        let url_shown = without_password(url);
        let Some(found) = found else { return Err(OpenError::Missing { url: url_shown }) };
        if !lacks.is_empty() {
            let steps = match lacks.len() {
                1 => "1 step".to_owned(),
                several => format!("{several} steps"),
            };
            return Err(OpenError::Earlier { url: url_shown, found, steps, own: migrations::version() });
        }
        Self::connect(url).await
    }

    /// Looks which version the database at `url` has. Nothing is made or changed.
    ///
    /// # Errors
    /// A sentence that says what is in the way, such as a later version, or 0.1.
    pub async fn look(url: &str) -> std::result::Result<Look, OpenError> {
        let (own, history) = if url.starts_with("sqlite:") {
            (migrations::sqlite(), history::of_sqlite(url).await)
        } else {
            (migrations::postgres(), history::of_postgres(url).await)
        };
        let url = without_password(url);
        let history = match history {
            Ok(history) => history,
            Err(error) => return Err(OpenError::Unreachable { url, why: in_sentence(&error) }),
        };
        let applied = match history {
            History::NoFile => return Ok(Look { found: None, lacks: migrations::all() }),
            History::OtherTables(table) => {
                return Err(OpenError::Foreign { url, why: format!("such as {table}") });
            }
            History::Steps(applied) => applied,
        };
        let found = applied.iter().map(|(number, ..)| *number).max().unwrap_or_default();
        match migrations::compare(&own, &applied) {
            Comparison::Lacks(lacks) => Ok(Look { found: Some(found), lacks }),
            Comparison::OfVersion01 => Err(OpenError::OfVersion01 { url }),
            Comparison::Unknown(step) => Err(OpenError::Later { url, found, own: migrations::version(), step }),
            Comparison::Differs(step) => {
                Err(OpenError::Foreign { url, why: format!("its step {step} is none of this program") })
            }
        }
    }

    async fn connect(url: &str) -> std::result::Result<Self, OpenError> {
        let unreachable = |why: &str| OpenError::Unreachable {
            url: without_password(url),
            why: why.trim_end_matches('.').to_owned(),
        };
        if url.starts_with("sqlite:") {
            Self::open_sqlite(url).await.map_err(|why| unreachable(&why))
        } else {
            Self::open_postgres(url).await.map_err(|error| unreachable(&reason(&error)))
        }
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
            // With NORMAL, a power cut in WAL mode can lose the last commits, though never corrupt the file; FULL loses nothing.
            .synchronous(SqliteSynchronous::Full)
            .pragma("cache_size", format!("-{SQLITE_CACHE_KIB}"))
            // Pages are copied, not mapped. Mapped, a call's three reads took about 10 of its 2,000 microseconds less; but each connection
            // counted the whole file as memory, and a page that cannot be read ended the process.
            .pragma("mmap_size", "0")
            .row_buffer_size(SQLITE_ROWS_WAITING)
            .statement_cache_capacity(PREPARED_STATEMENTS)
            .busy_timeout(TIMEOUT);
        let pool = SqlitePoolOptions::new().acquire_timeout(TIMEOUT).idle_timeout(None).max_lifetime(None);
        let writer = Pool::connect(pool.clone().max_connections(1), options.clone()).await;
        let writer = writer.map_err(|error| reason(&error))?;
        let readers = Pool::connect(pool.max_connections(SQLITE_READERS), options.pragma("query_only", "ON")).await;
        Ok(Self::Sqlite { writer, readers: readers.map_err(|error| reason(&error))? })
    }

    async fn open_postgres(url: &str) -> std::result::Result<Self, sqlx::Error> {
        let options = PgConnectOptions::from_str(url)?.statement_cache_capacity(PREPARED_STATEMENTS);
        // The pool would retry for a while; an error at the start should be reported at once.
        let mut connection = PgConnection::connect_with(&options).await?;
        connection.execute(sqlx::raw_sql(PLANNER_SETTINGS)).await?;
        connection.close().await?;
        // Set after connecting: some connection poolers refuse settings in the startup message.
        let pool = PgPoolOptions::new().after_connect(|connection, _| {
            Box::pin(async { connection.execute(sqlx::raw_sql(PLANNER_SETTINGS)).await.map(drop) })
        });
        let pool = pool.max_connections(POSTGRES_CONNECTIONS).acquire_timeout(TIMEOUT);
        Ok(Self::Postgres(Pool::connect(pool, options).await?))
    }

    async fn migrate(&self) -> std::result::Result<(), MigrateError> {
        match self {
            Self::Sqlite { writer, .. } => {
                // BEGIN IMMEDIATE takes the file's write lock, so a second process waits here.
                let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
                migrations::sqlite().run(&mut *tx).await?;
                Ok(tx.commit().await?)
            }
            Self::Postgres(pool) => migrations::postgres().run(&**pool).await,
        }
    }

    /// Begins a transaction that reads one consistent view, whatever is written meanwhile.
    pub async fn read(&self) -> Result<Tx> {
        let span = trace::transaction(self.system(), "read");
        Ok(match self {
            Self::Sqlite { readers, .. } => Tx::Sqlite(Handle::Transaction(readers.begin("BEGIN").await?, span)),
            Self::Postgres(pool) => {
                let begun = pool.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
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
                Tx::Sqlite(Handle::Transaction(writer.begin("BEGIN IMMEDIATE").await?, span))
            }
            Self::Postgres(pool) => Tx::Postgres(Handle::Transaction(pool.begin("BEGIN").await?, span)),
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

/// What was seen of a database's version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The number of its last migration, 0 if it has no tables; `None` if there is no database.
    pub found: Option<i64>,
    /// The steps of this version that it has not had.
    pub lacks: Vec<Step>,
}

/// Creates a missing file so that only its owner can read it, because it holds customers' data. SQLite gives the files beside it
/// the same permissions.
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

/// The database's or system's error, as the end of a sentence.
fn in_sentence(error: &sqlx::Error) -> String {
    reason(error).trim_end_matches('.').to_owned()
}

/// The database's or system's error, as part of a sentence.
fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::PoolTimedOut => "it does not answer".to_owned(),
        other => other.to_string(),
    }
}
