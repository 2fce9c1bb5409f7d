//! Opening a database, which each engine does in its own way, and what is in the way of that.

use crate::platform::files;
use crate::platform::secret_url::SecretUrl;
use crate::store::engine::Db;
use crate::store::history::{self, History};
use crate::store::migrating;
use crate::store::migrations::{self, Comparison, Step};
use crate::store::place::{RestoreUnderWay, forgets_target};
use crate::store::pool::Pool;
use crate::store::postgres::{self, NotOpened};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

/// How long a call waits for a connection before it fails.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Connections that read an SQLite file at the same time, unless the operator names another number.
const SQLITE_READERS: u32 = 4;
/// Prepared statements that a connection keeps. The server has about 300 in all, and one that writes several rows is another for
/// each number of rows. A connection that keeps fewer would prepare the same ones again and again.
const PREPARED_STATEMENTS: usize = 512;
/// Pages that an SQLite connection keeps, in KiB; SQLite's own default is 2,000, less than the inner pages of one large index.
const SQLITE_CACHE_KIB: u32 = 16 * 1024;
/// Rows that an SQLite connection's thread may buffer for the reading task: more than a page of a list has, so that the two need
/// not wait for each other.
const SQLITE_ROWS_WAITING: usize = 1024;

/// Why the database cannot be used. Displays as one sentence.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be reached or opened.
    #[error("The database {url} cannot be opened: {why}.")]
    Unreachable {
        /// Its address, without its password.
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
    /// Another program should have put it back before.
    #[error(
        "There is no database {url}, or it has no tables: let the program that restores it put it back first. No server may start on it before."
    )]
    NotPutBack {
        /// Its address, without its password.
        url: String,
    },
    /// It has the tables of an earlier version, or none at all.
    #[error(
        "The database {url} has version {found} and lacks {steps} of version {own}, with which this program works. \
         To back it up before, use the version that has worked with it until now, or pg_dump or sqlite3 if that version has no \"backup\"; \
         then run \"stylebox-server migrate\", or start the server."
    )]
    Earlier {
        /// Its address, without its password.
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
        /// Its address, without its password.
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
        /// Its address, without its password.
        url: String,
    },
    /// Its rows were copied into another database, which has taken its place.
    #[error("The database {url} was moved to {to}: name that one with --database-url.")]
    Moved { url: String, to: String },
    /// Its rows are being copied into another database.
    #[error(
        "The database {url} is being moved to {to}: run \"stylebox-server copy\" again, which goes on. If the shop is to stay here, run \
         {target} in it.",
        target = forgets_target()
    )]
    Moving { url: String, to: String },
    /// A copy into it is not complete.
    #[error("The database {url} is half a copy: run \"stylebox-server copy\" again, which goes on.")]
    HalfCopied { url: String },
    /// The restore of a backup into it is not complete.
    #[error("The database {url} is half restored: run \"stylebox-server restore\" again, which goes on.")]
    HalfRestored { url: String },
    /// A backup was tried in it.
    #[error(
        "The database {url} holds a trial of a backup: remove it, and name the shop's database with --database-url."
    )]
    Trial { url: String },
    /// A pooler between this program and PostgreSQL pools transactions.
    #[error(
        "The database {url} is behind a pooler in transaction mode, such as PgBouncer's pool_mode=transaction, which mixes the settings, \
         prepared statements and locks of its connections: use session mode, or name PostgreSQL itself with --database-url."
    )]
    SharedConnections {
        /// Its address, without its password.
        url: String,
    },
    /// It has tables of another program.
    #[error(
        "The database {url} has tables, but not those of this program ({why}): name another database with --database-url."
    )]
    Foreign {
        /// Its address, without its password.
        url: String,
        /// What shows that.
        why: String,
    },
    /// Its tables cannot be migrated.
    #[error("The tables of the database {url} cannot be brought up to date: {why}.")]
    Migration {
        /// Its address, without its password.
        url: String,
        /// What the database says.
        why: String,
    },
}

impl Db {
    /// Opens the database at `url` as [`open_with`](Self::open_with) does, with the usual number of connections.
    pub async fn open(url: &SecretUrl) -> Result<Self, OpenError> {
        Self::open_with(url, None).await
    }

    /// Opens the database at `url` (`sqlite:FILE` or `postgres://…`), creates the file if it is missing, and migrates the tables.
    /// Two servers that start at the same time wait for each other. `connections` is the most connections to PostgreSQL, or the most
    /// that read an SQLite file.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub async fn open_with(url: &SecretUrl, connections: Option<u32>) -> Result<Self, OpenError> {
        // A database of another program, or of a version that this one does not upgrade, is left as it is.
        let look = Self::look(url).await?;
        look.check_place(url)?;
        Self::open_looked(url, connections, &look).await
    }

    /// The same for a database that a restore has just put back, and on which no server starts yet.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub async fn open_half_restored(url: &SecretUrl, connections: Option<u32>) -> Result<Self, OpenError> {
        let look = Self::look(url).await?;
        Look { restore: None, ..look.clone() }.check_place(url)?;
        Self::open_looked(url, connections, &look).await
    }

    /// The same for a database that another program has put back. None is made.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub async fn open_put_back(url: &SecretUrl, connections: Option<u32>) -> Result<Self, OpenError> {
        let look = Self::look(url).await?;
        look.check_place(url)?;
        if look.found.unwrap_or_default() == 0 {
            return Err(OpenError::NotPutBack { url: url.to_string() });
        }
        Self::open_looked(url, connections, &look).await
    }

    async fn open_looked(url: &SecretUrl, connections: Option<u32>, look: &Look) -> Result<Self, OpenError> {
        let db = Self::connect(url, connections, look).await?;
        if look.found.unwrap_or_default() == 0 {
            // A restore may have put rows there since.
            Self::look(url).await?.check_place(url)?;
        }
        // Tables that are a release ahead lack nothing.
        if !look.lacks.is_empty() {
            let migrated = migrating::migrate(&db).await;
            migrated.map_err(|error| OpenError::Migration { url: url.to_string(), why: error.to_string() })?;
        }
        Ok(db)
    }

    /// Opens the database at `url` if this version works with its tables. It makes none, and migrates none.
    ///
    /// # Errors
    /// A sentence that says what is in the way, such as another version.
    pub async fn open_migrated(url: &SecretUrl, connections: Option<u32>) -> Result<Self, OpenError> {
        let look = Self::look(url).await?;
        look.check(url)?;
        Self::connect(url, connections, &look).await
    }

    /// The same for a database that was looked at, whose rows may be half copied into another one, and on which no server starts.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub async fn open_half_moved(url: &SecretUrl, look: &Look) -> Result<Self, OpenError> {
        Look { moving_to: None, ..look.clone() }.check(url)?;
        Self::connect(url, None, look).await
    }

    /// Looks which version the database at `url` has. Nothing is made or changed.
    ///
    /// # Errors
    /// A sentence that says what is in the way, such as a version with which this one does not work, or 0.1.
    pub async fn look(url: &SecretUrl) -> Result<Look, OpenError> {
        // It uses a connection of its own, for which no pool sets a limit. A server looks each minute, and nothing may hold that up.
        let look = async {
            if url.is_sqlite() {
                (migrations::sqlite(), history::of_sqlite(url.expose()).await)
            } else {
                (migrations::postgres(), history::of_postgres(url.expose()).await)
            }
        };
        let looked = tokio::time::timeout(TIMEOUT, look).await;
        let url = url.to_string();
        let (own, history) = match looked {
            Ok((own, Ok(history))) => (own, history),
            Ok((_, Err(error))) => return Err(OpenError::Unreachable { url, why: in_sentence(&error) }),
            Err(_) => return Err(OpenError::Unreachable { url, why: "it does not answer".to_owned() }),
        };
        let mut look = Look::default();
        let (applied, works_from) = match history {
            History::NoFile => return Ok(Look { lacks: migrations::all(), ..look }),
            History::OtherTables(table) => {
                return Err(OpenError::Foreign { url, why: format!("such as {table}") });
            }
            History::Steps { applied, works_from, moved_to, moving_to, is_half_copied, restore } => {
                look = Look { moved_to, moving_to, is_half_copied, restore, ..look };
                (applied, works_from)
            }
        };
        let found = applied.iter().map(|(number, ..)| *number).max().unwrap_or_default();
        match migrations::compare(&own, &applied, works_from) {
            Comparison::WorksWith { lacks, later } => Ok(Look { found: Some(found), lacks, later, ..look }),
            Comparison::OfVersion01 => Err(OpenError::OfVersion01 { url }),
            Comparison::TooFarAhead(step) => Err(OpenError::Later { url, found, own: migrations::version(), step }),
            Comparison::Differs(step) => {
                Err(OpenError::Foreign { url, why: format!("its step {step} is none of this program") })
            }
        }
    }

    async fn connect(url: &SecretUrl, connections: Option<u32>, look: &Look) -> Result<Self, OpenError> {
        let unreachable =
            |why: &str| OpenError::Unreachable { url: url.to_string(), why: why.trim_end_matches('.').to_owned() };
        if url.is_sqlite() {
            return Self::open_sqlite(url.expose(), connections).await.map_err(|why| unreachable(&why));
        }
        match postgres::open(url.expose(), connections, PREPARED_STATEMENTS, TIMEOUT, look.under_way()).await {
            Ok(pool) => Ok(Self::Postgres(pool)),
            Err(NotOpened::SharedConnections) => Err(OpenError::SharedConnections { url: url.to_string() }),
            Err(NotOpened::Database(error)) => Err(unreachable(&reason(&error))),
        }
    }

    async fn open_sqlite(url: &str, readers: Option<u32>) -> Result<Self, String> {
        let options = SqliteConnectOptions::from_str(url).map_err(|error| reason(&error))?;
        if let Some(folder) = options.get_filename().parent().filter(|folder| *folder != Path::new("")) {
            std::fs::create_dir_all(folder)
                .map_err(|error| format!("the folder {} cannot be made: {error}", folder.display()))?;
        }
        // It holds customers' data. SQLite gives the files beside it the same rights.
        files::make_private(options.get_filename())
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
        let writer = Pool::connect("writer", pool.clone().max_connections(1), options.clone(), TIMEOUT).await;
        let writer = writer.map_err(|error| reason(&error))?;
        let readers = Pool::connect(
            "reader",
            pool.max_connections(readers.unwrap_or(SQLITE_READERS)),
            options.pragma("query_only", "ON"),
            TIMEOUT,
        )
        .await;
        Ok(Self::Sqlite { writer, readers: readers.map_err(|error| reason(&error))? })
    }
}

/// What was seen of a database's version.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// The number of its last migration, 0 if it has no tables; `None` if there is no database.
    pub found: Option<i64>,
    /// The steps of this version that it has not had.
    pub lacks: Vec<Step>,
    /// The steps of the next release that it has had. This version works with them.
    pub later: Vec<(i64, String)>,
    /// The address of the database that its rows were copied to; `None` if they are here.
    pub moved_to: Option<String>,
    /// The address of the database that its rows are being copied to; `None` if nowhere.
    pub moving_to: Option<String>,
    /// Whether a copy into it is not complete.
    pub is_half_copied: bool,
    /// The restore of a backup into it that is not complete; `None` if there is none.
    pub restore: Option<RestoreUnderWay>,
}

/// Whether a database has had a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepState {
    Done,
    Missing,
    /// It is a step of the next release, and done.
    Later,
}

impl StepState {
    /// For a list of the steps.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Missing => "missing",
            Self::Later => "done by the next release",
        }
    }
}

impl Look {
    /// Whether each of [`UNDER_WAY`](crate::store::place::UNDER_WAY) is.
    const fn under_way(&self) -> [bool; 3] {
        [self.moving_to.is_some(), self.is_half_copied, self.restore.is_some()]
    }

    /// Checks that this version works with the tables as they are. `url` is for the sentence.
    ///
    /// # Errors
    /// If there is no database, or if it lacks steps.
    pub fn check(&self, url: &SecretUrl) -> Result<(), OpenError> {
        self.check_place(url)?;
        let url = url.to_string();
        let Some(found) = self.found else { return Err(OpenError::Missing { url }) };
        let steps = match self.lacks.len() {
            0 => return Ok(()),
            1 => "1 step".to_owned(),
            several => format!("{several} steps"),
        };
        Err(OpenError::Earlier { url, found, steps, own: migrations::version() })
    }

    /// Checks that the rows are here, all of them.
    fn check_place(&self, url: &SecretUrl) -> Result<(), OpenError> {
        let url = url.to_string();
        match (&self.moved_to, &self.moving_to, self.restore) {
            (Some(to), ..) => Err(OpenError::Moved { url, to: to.clone() }),
            (None, Some(to), _) => Err(OpenError::Moving { url, to: to.clone() }),
            _ if self.is_half_copied => Err(OpenError::HalfCopied { url }),
            (.., Some(RestoreUnderWay::Real)) => Err(OpenError::HalfRestored { url }),
            (.., Some(RestoreUnderWay::Trial)) => Err(OpenError::Trial { url }),
            (None, None, None) => Ok(()),
        }
    }

    /// The number of this version's last step.
    #[must_use]
    pub fn own(&self) -> i64 {
        migrations::version()
    }

    /// All steps, by their numbers.
    #[must_use]
    pub fn steps(&self) -> Vec<(i64, String, StepState)> {
        let state = |step: &Step| if self.lacks.contains(step) { StepState::Missing } else { StepState::Done };
        let own = migrations::all().into_iter().map(|step| (step.0, step.1.to_owned(), state(&step)));
        own.chain(self.later.iter().map(|(number, name)| (*number, name.clone(), StepState::Later))).collect()
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
