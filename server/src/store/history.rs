//! The history of a database that nobody has opened yet: the steps of migration that it has had, or that its tables are another
//! program's. Nothing is made or changed.

use crate::store::migrations::Applied;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use std::str::FromStr;

/// The history of a database.
#[derive(Debug)]
pub(super) enum History {
    NoFile,
    /// It has no steps, and tables all the same. Holds the name of one.
    OtherTables(String),
    /// The steps that it has had; none if it is empty.
    Steps(Vec<Applied>),
}

const STEPS: &str = "SELECT version, description, checksum FROM _sqlx_migrations WHERE success ORDER BY version";

pub(super) async fn of_sqlite(url: &str) -> Result<History, sqlx::Error> {
    // It may be a file of another program, so its journal mode is left as it is.
    let options = SqliteConnectOptions::from_str(url)?.create_if_missing(false).disable_statement_logging();
    if !options.get_filename().exists() {
        return Ok(History::NoFile);
    }
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let tables =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut connection).await?;
    let history = if has_steps(&tables) {
        History::Steps(sqlx::query_as(STEPS).fetch_all(&mut connection).await?)
    } else {
        of_tables(tables)
    };
    connection.close().await?;
    Ok(history)
}

pub(super) async fn of_postgres(url: &str) -> Result<History, sqlx::Error> {
    let options = PgConnectOptions::from_str(url)?.disable_statement_logging();
    let mut connection = PgConnection::connect_with(&options).await?;
    // Tables of an extension belong to no program.
    let tables = "SELECT tables.relname::text FROM pg_catalog.pg_class AS tables
        WHERE tables.relkind IN ('r', 'p') AND tables.relnamespace = current_schema()::text::regnamespace
          AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS parts
            WHERE parts.classid = 'pg_class'::regclass AND parts.objid = tables.oid AND parts.deptype = 'e')
        ORDER BY tables.relname";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut connection).await?;
    let history = if has_steps(&tables) {
        History::Steps(sqlx::query_as(STEPS).fetch_all(&mut connection).await?)
    } else {
        of_tables(tables)
    };
    connection.close().await?;
    Ok(history)
}

fn has_steps(tables: &[String]) -> bool {
    tables.iter().any(|table| table == "_sqlx_migrations")
}

fn of_tables(tables: Vec<String>) -> History {
    match tables.into_iter().next() {
        Some(table) => History::OtherTables(table),
        None => History::Steps(Vec::new()),
    }
}
