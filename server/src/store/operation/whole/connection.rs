//! A connection of either engine that reads and writes rows without knowing what they mean: each value is a text, or nothing.

use crate::platform::secret_url::SecretUrl;
use crate::store::postgres;
use futures_util::TryStreamExt;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _, Executor, Row};
use std::path::Path;
use std::str::FromStr;

/// A transaction lasts as long as everything takes to read, and waits while `pg_dump` runs. The database's own limits are for customers' calls.
/// PostgreSQL 16 and earlier have no `transaction_timeout`, 13 has no `idle_session_timeout`.
const NO_TIME_OUTS: &str = "SELECT set_config(name, '0', FALSE) FROM pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')";

/// A row: the text of each column.
pub type TextRow = Vec<Option<String>>;

/// A connection of either engine.
#[derive(Debug)]
pub enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Connection {
    /// Connects to the database at `url`. A missing file of SQLite is an error.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn open(url: &SecretUrl) -> Result<Self, sqlx::Error> {
        if url.is_sqlite() {
            let options =
                SqliteConnectOptions::from_str(url.expose())?.create_if_missing(false).disable_statement_logging();
            return Ok(Self::Sqlite(options.connect().await?));
        }
        let options = postgres::options(url.expose())?.disable_statement_logging();
        let mut connection = Self::Postgres(options.connect().await?);
        connection.run(NO_TIME_OUTS).await?;
        Ok(connection)
    }

    /// Connects to a file of SQLite that nobody else uses.
    ///
    /// # Errors
    /// If there is no such file, or another one.
    pub async fn open_file(file: &Path) -> Result<Self, sqlx::Error> {
        let options = SqliteConnectOptions::new().filename(file).create_if_missing(false).disable_statement_logging();
        Ok(Self::Sqlite(options.connect().await?))
    }

    /// Runs statements without results.
    ///
    /// # Errors
    /// If the database refuses one.
    pub async fn run(&mut self, sql: &str) -> Result<(), sqlx::Error> {
        let sql = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
        match self {
            Self::Sqlite(connection) => connection.execute(sql).await.map(drop),
            Self::Postgres(connection) => connection.execute(sql).await.map(drop),
        }
    }

    /// The rows of a statement with these texts as its binds, if there are any.
    ///
    /// # Errors
    /// If the database refuses the statement.
    pub async fn rows_of(&mut self, sql: &str, binds: Option<&[Option<String>]>) -> Result<Vec<TextRow>, sqlx::Error> {
        let (sql, binds) = (AssertSqlSafe(sql.to_owned()), binds.unwrap_or_default());
        match self {
            Self::Sqlite(connection) => {
                let query = binds.iter().fold(sqlx::query(sql), |query, bind| query.bind(bind.as_deref()));
                query.fetch_all(connection).await?.iter().map(texts).collect()
            }
            Self::Postgres(connection) => {
                let query = binds.iter().fold(sqlx::query(sql), |query, bind| query.bind(bind.as_deref()));
                query.fetch_all(connection).await?.iter().map(texts).collect()
            }
        }
    }

    /// Runs a statement with these texts as its binds.
    ///
    /// # Errors
    /// If the database refuses it.
    pub async fn write(&mut self, sql: &str, binds: &[Option<String>]) -> Result<(), sqlx::Error> {
        self.rows_of(sql, Some(binds)).await.map(drop)
    }

    /// Hands each row of a statement to `each`. Its columns have to be texts.
    ///
    /// # Errors
    /// If the database refuses the statement.
    pub async fn each_row(&mut self, sql: &str, mut each: impl FnMut(TextRow)) -> Result<(), sqlx::Error> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(connection) => {
                let mut rows = sqlx::query(sql).fetch(connection);
                while let Some(row) = rows.try_next().await? {
                    each(texts(&row)?);
                }
            }
            Self::Postgres(connection) => {
                let mut rows = sqlx::query(sql).fetch(connection);
                while let Some(row) = rows.try_next().await? {
                    each(texts(&row)?);
                }
            }
        }
        Ok(())
    }

    /// All rows of a statement.
    ///
    /// # Errors
    /// If the database refuses the statement.
    pub async fn rows(&mut self, sql: &str) -> Result<Vec<TextRow>, sqlx::Error> {
        self.rows_of(sql, None).await
    }

    /// The first column of all rows of a statement.
    ///
    /// # Errors
    /// If the database refuses the statement.
    pub async fn texts(&mut self, sql: &str) -> Result<Vec<String>, sqlx::Error> {
        Ok(self.rows(sql).await?.into_iter().filter_map(|row| row.into_iter().next().flatten()).collect())
    }

    /// Whether it is one of SQLite.
    #[must_use]
    pub const fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite(_))
    }

    /// Closes it.
    ///
    /// # Errors
    /// If the database was gone before.
    pub async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
    }
}

/// The columns of a row. All of them are texts.
fn texts<R: Row>(row: &R) -> Result<TextRow, sqlx::Error>
where
    usize: sqlx::ColumnIndex<R>,
    for<'r> Option<String>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
{
    (0..row.len()).map(|column| row.try_get(column)).collect()
}
