//! Writes rows in bulk with SQL, without the checks of the database.

use crate::databases::{Database, Engine};
use crate::report::{Result, text};
use crate::rows::{Copied, CopiedTable, Row, TextPart, Value};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection, Row as _};
use std::collections::HashMap;
use std::str::FromStr;

/// A connection that writes in bulk, without foreign keys and triggers.
pub enum BulkConnection {
    Sqlite(SqliteConnection),
    Postgres {
        connection: PgConnection,
        /// The type of each column, by table and column.
        types: HashMap<(String, String), String>,
    },
}

impl BulkConnection {
    pub async fn open(database: &Database, fills: bool) -> Result<Self> {
        if database.engine == Engine::Postgres {
            return Self::open_postgres(&database.url).await;
        }
        let options = SqliteConnectOptions::from_str(&database.url).map_err(text)?.foreign_keys(false);
        // If filling a file does not succeed, the file is thrown away.
        let options = options.synchronous(SqliteSynchronous::Off).pragma("cache_size", "-262144");
        let journal = if fills { SqliteJournalMode::Off } else { SqliteJournalMode::Wal };
        let connection = SqliteConnection::connect_with(&options.journal_mode(journal)).await;
        Ok(Self::Sqlite(connection.map_err(text)?))
    }

    pub async fn open_postgres(url: &str) -> Result<Self> {
        let options = PgConnectOptions::from_str(url).map_err(text)?;
        let connection = PgConnection::connect_with(&options).await.map_err(text)?;
        let mut bulk = Self::Postgres { connection, types: HashMap::new() };
        let columns = "SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns
            WHERE table_schema = 'public'";
        let found = bulk.texts(columns.to_owned()).await?;
        if let Self::Postgres { types, .. } = &mut bulk {
            for row in found {
                if let [table, column, kind] = row.as_slice() {
                    types.insert((table.clone(), column.clone()), kind.clone());
                }
            }
        }
        Ok(bulk)
    }

    /// Runs statements. Returns how many rows they touched.
    pub async fn run(&mut self, sql: String) -> Result<u64> {
        let begin: String = sql.chars().take(120).collect();
        let done = match self {
            Self::Sqlite(connection) => {
                sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.map(|done| done.rows_affected())
            }
            Self::Postgres { connection, .. } => {
                sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.map(|done| done.rows_affected())
            }
        };
        done.map_err(|error| format!("{error} ({begin} …)"))
    }

    /// The rows of a query whose columns are texts.
    pub async fn texts(&mut self, sql: String) -> Result<Vec<Vec<String>>> {
        macro_rules! texts {
            ($connection:expr) => {{
                let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all($connection).await.map_err(text)?;
                let mut found = Vec::new();
                for row in &rows {
                    let cells = (0..row.len()).map(|place| row.try_get::<String, _>(place));
                    found.push(cells.collect::<std::result::Result<Vec<_>, _>>().map_err(text)?);
                }
                Ok(found)
            }};
        }
        match self {
            Self::Sqlite(connection) => texts!(connection),
            Self::Postgres { connection, .. } => texts!(connection),
        }
    }

    pub async fn begin_filling(&mut self) -> Result<()> {
        if matches!(self, Self::Sqlite(_)) {
            return self.run("BEGIN EXCLUSIVE".to_owned()).await.map(drop);
        }
        self.run("BEGIN; SET LOCAL session_replication_role = replica".to_owned()).await?;
        // PostgreSQL logs nothing of rows written to a table that was emptied in the same transaction.
        let tables = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_sqlx%'";
        let tables: Vec<String> = self.texts(tables.to_owned()).await?.into_iter().flatten().collect();
        self.run(format!("TRUNCATE {}", tables.join(", "))).await.map(drop)
    }

    /// Drops the indexes that are no keys. Returns the statements that create them again.
    pub async fn drop_indexes(&mut self) -> Result<Vec<String>> {
        let listed = match self {
            Self::Sqlite(_) => "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
            Self::Postgres { .. } => {
                "SELECT indexname::text, indexdef FROM pg_indexes WHERE schemaname = 'public'
                   AND indexname NOT IN (SELECT conname FROM pg_constraint)"
            }
        };
        let mut makers = Vec::new();
        for row in self.texts(listed.to_owned()).await? {
            if let [name, maker] = row.as_slice() {
                self.run(format!("DROP INDEX \"{name}\"")).await?;
                makers.push(maker.clone());
            }
        }
        Ok(makers)
    }

    pub async fn end_filling(&mut self, checks: bool) -> Result<()> {
        self.run("COMMIT".to_owned()).await?;
        match self {
            Self::Sqlite(_) if checks => {
                let lost = "SELECT DISTINCT \"table\" FROM pragma_foreign_key_check";
                let lost = self.texts(lost.to_owned()).await?;
                if lost.is_empty() {
                    Ok(())
                } else {
                    Err(format!("Copied rows name rows that are not there: {lost:?}"))
                }
            }
            Self::Sqlite(_) => Ok(()),
            Self::Postgres { .. } => {
                self.run("VACUUM (ANALYZE)".to_owned()).await?;
                self.run("CHECKPOINT".to_owned()).await.map(drop)
            }
        }
    }

    pub async fn begin_renewing(&mut self) -> Result<()> {
        let sql = match self {
            Self::Sqlite(_) => "BEGIN IMMEDIATE",
            Self::Postgres { .. } => "BEGIN; SET LOCAL session_replication_role = replica",
        };
        self.run(sql.to_owned()).await.map(drop)
    }

    /// Drops the triggers: some refuse changes, others write what is copied anyway. Returns the statements that create them
    /// again. On PostgreSQL none: they do not run in such a transaction.
    pub async fn drop_triggers(&mut self) -> Result<Vec<String>> {
        let mut makers = Vec::new();
        if matches!(self, Self::Postgres { .. }) {
            return Ok(makers);
        }
        for row in self.texts("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'".to_owned()).await? {
            if let [name, maker] = row.as_slice() {
                self.run(format!("DROP TRIGGER \"{name}\"")).await?;
                makers.push(maker.clone());
            }
        }
        Ok(makers)
    }

    pub async fn end_renewing(&mut self) -> Result<()> {
        self.run("COMMIT".to_owned()).await?;
        match self {
            Self::Sqlite(_) => self.run("PRAGMA wal_checkpoint(TRUNCATE)".to_owned()).await.map(drop),
            Self::Postgres { .. } => {
                // Autovacuum would do it a little later, while the benchmark measures.
                self.run("ANALYZE".to_owned()).await?;
                self.run("CHECKPOINT".to_owned()).await.map(drop)
            }
        }
    }

    /// Sets the numbers of the copies that are written next.
    pub async fn set_numbers(&mut self, numbers: std::ops::Range<u64>) -> Result<()> {
        self.run("DROP TABLE IF EXISTS bench_numbers".to_owned()).await?;
        let (first, last) = (numbers.start, numbers.end.saturating_sub(1));
        let sql = match self {
            Self::Sqlite(_) => format!(
                "CREATE TEMP TABLE bench_numbers AS
                 WITH RECURSIVE counted(n) AS (VALUES ({first}) UNION ALL SELECT n + 1 FROM counted WHERE n < {last})
                 SELECT printf('%08d', n) AS number, printf('%05d', n % 100000) AS zip FROM counted"
            ),
            Self::Postgres { .. } => format!(
                "CREATE TEMP TABLE bench_numbers AS
                 SELECT lpad(n::text, 8, '0') AS number, lpad((n % 100000)::text, 5, '0') AS zip
                 FROM generate_series({first}, {last}) AS counted (n)"
            ),
        };
        self.run(sql).await.map(drop)
    }

    /// Writes all copies of a row. Returns how many.
    pub async fn copy(&mut self, table: &CopiedTable, row: &[Copied]) -> Result<u64> {
        let cells = table.columns.iter().zip(row).map(|(column, value)| match value {
            Copied::Unchanged(value) => self.literal(&table.name, column, value),
            Copied::Rewritten(pieces) => rewritten(pieces),
        });
        let sql = format!(
            "INSERT INTO \"{}\" ({}) SELECT {} FROM bench_numbers",
            table.name,
            names(&table.columns),
            cells.collect::<Vec<_>>().join(", ")
        );
        self.run(sql).await
    }

    /// Writes one row without a change.
    pub async fn insert(&mut self, table: &str, columns: &[String], row: &Row) -> Result<()> {
        let cells = columns.iter().zip(row).map(|(column, value)| self.literal(table, column, value));
        let cells = cells.collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO \"{table}\" ({}) VALUES ({cells})", names(columns));
        self.run(sql).await.map(drop)
    }

    fn literal(&self, table: &str, column: &str, value: &Value) -> String {
        let Self::Postgres { types, .. } = self else {
            return match value {
                Value::Null => "NULL".to_owned(),
                Value::Number(number) => number.clone(),
                Value::Text(words) => quoted(words),
                Value::Bytes(bytes) => format!("X'{bytes}'"),
            };
        };
        let written = match value {
            Value::Null => return "NULL".to_owned(),
            Value::Number(number) => quoted(number),
            Value::Text(words) => quoted(words),
            Value::Bytes(bytes) => format!("'\\x{bytes}'"),
        };
        let kind = types.get(&(table.to_owned(), column.to_owned())).map_or("text", String::as_str);
        format!("CAST({written} AS {kind})")
    }
}

fn names(columns: &[String]) -> String {
    columns.iter().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ")
}

fn quoted(words: &str) -> String {
    format!("'{}'", words.replace('\'', "''"))
}

fn rewritten(pieces: &[TextPart]) -> String {
    let piece = |piece: &TextPart| match piece {
        TextPart::Fixed(words) => quoted(words),
        TextPart::Number => "number".to_owned(),
        TextPart::Zip => "zip".to_owned(),
    };
    pieces.iter().map(piece).collect::<Vec<_>>().join(" || ")
}
