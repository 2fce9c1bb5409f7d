//! The history of a database: the steps of migration that it has had, or that its tables are another program's, and which versions
//! work with them. It is read before anybody opens the database; nothing is made or changed then.

use crate::platform::clock::{Clock, SystemClock};
use crate::store::migrations::{Applied, WORKS_FROM};
use crate::store::operation::whole::MIGRATIONS;
use crate::store::place::{
    COPY_PROGRESS, COPY_TARGET, FACTS, MOVED_TO, POSTGRES_TABLES, RESTORE_PROGRESS, RestoreUnderWay,
};
use crate::store::postgres;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::str::FromStr;

/// The history of a database.
#[derive(Debug)]
pub(super) enum History {
    NoFile,
    /// It has no steps, and tables all the same. Holds the name of one.
    OtherTables(String),
    Steps {
        /// The steps that it has had; none if it is empty.
        applied: Vec<Applied>,
        /// The number of the last step of the oldest version that works with its tables; `None` if it does not say so.
        works_from: Option<i64>,
        /// Where its rows were copied to; `None` if they are here.
        moved_to: Option<String>,
        /// Where its rows are being copied to; `None` if nowhere.
        moving_to: Option<String>,
        /// Whether a copy into it is not complete.
        is_half_copied: bool,
        /// The restore of a backup into it that is not complete; `None` if there is none.
        restore: Option<RestoreUnderWay>,
    },
}

const READ: &str = "SELECT CAST(value AS BIGINT) FROM shop_facts WHERE name = 'works_from'";

/// The history of a database with these tables. Both engines read it by the same statements.
macro_rules! of_tables {
    ($connection:expr, $tables:ident) => {{
        let has = |name: &str| $tables.iter().any(|table| table == name);
        let mut restore = None;
        if has(RESTORE_PROGRESS) {
            let trial = AssertSqlSafe(format!("SELECT is_trial FROM {RESTORE_PROGRESS}"));
            let is_trial = sqlx::query_scalar(trial).fetch_optional($connection).await? == Some(1);
            restore = Some(if is_trial { RestoreUnderWay::Trial } else { RestoreUnderWay::Real });
        }
        if has(MIGRATIONS) {
            let applied = sqlx::query_as(STEPS).fetch_all($connection).await?;
            let (mut works_from, mut moved_to) = (None, None);
            if has(FACTS) {
                works_from = sqlx::query_scalar(READ).fetch_optional($connection).await?;
                let moved = AssertSqlSafe(format!("SELECT value FROM {FACTS} WHERE name = '{MOVED_TO}'"));
                moved_to = sqlx::query_scalar(moved).fetch_optional($connection).await?;
            }
            let mut moving_to = None;
            if has(COPY_TARGET) {
                let moving = AssertSqlSafe(format!("SELECT address FROM {COPY_TARGET}"));
                moving_to = sqlx::query_scalar(moving).fetch_optional($connection).await?;
            }
            let is_half_copied = has(COPY_PROGRESS);
            History::Steps { applied, works_from, moved_to, moving_to, is_half_copied, restore }
        } else {
            without_steps($tables, restore)
        }
    }};
}

/// A later version may have been there meanwhile: its number stays.
const RECORD: &str = "INSERT INTO shop_facts (name, value, updated_at) VALUES ('works_from', $1, $2)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
    WHERE CAST(shop_facts.value AS BIGINT) < CAST(excluded.value AS BIGINT)";

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
    let history = of_tables!(&mut connection, tables);
    connection.close().await?;
    Ok(history)
}

pub(super) async fn of_postgres(url: &str) -> Result<History, sqlx::Error> {
    let options = postgres::options(url)?.disable_statement_logging();
    let mut connection = PgConnection::connect_with(&options).await?;
    let tables: Vec<String> = sqlx::query_scalar(POSTGRES_TABLES).fetch_all(&mut connection).await?;
    let history = of_tables!(&mut connection, tables);
    connection.close().await?;
    Ok(history)
}

/// Records which versions work with the tables of this one: those whose last step is [`WORKS_FROM`] or later.
pub(super) async fn record_in_sqlite(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query(RECORD).bind(WORKS_FROM.to_string()).bind(now()).execute(connection).await.map(drop)
}

/// The same, if the table of facts is there.
pub(super) async fn record_in_postgres(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let table: Option<String> =
        sqlx::query_scalar("SELECT to_regclass($1)::text").bind(FACTS).fetch_one(&mut *connection).await?;
    if table.is_none() {
        return Ok(());
    }
    sqlx::query(RECORD).bind(WORKS_FROM.to_string()).bind(now()).execute(connection).await.map(drop)
}

/// The real time, as that of the migrations: they belong to no day of the shop.
fn now() -> i64 {
    SystemClock::default().real_now().0
}

/// The history of a database without steps. On PostgreSQL a restore may have begun, and have put nothing back yet.
fn without_steps(mut tables: Vec<String>, restore: Option<RestoreUnderWay>) -> History {
    tables.retain(|table| table != RESTORE_PROGRESS);
    match tables.into_iter().next() {
        Some(table) => History::OtherTables(table),
        None => History::Steps {
            applied: Vec::new(),
            works_from: None,
            moved_to: None,
            moving_to: None,
            is_half_copied: false,
            restore,
        },
    }
}
