//! How connections to PostgreSQL are made: with the planner's settings, and never through a pooler that takes them away.

use crate::store::place::{FACTS, MOVED_TO, UNDER_WAY};
use crate::store::pool::Pool;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, Executor, Postgres, Row};
use std::str::FromStr;
use std::time::Duration;

/// Connections to PostgreSQL, unless the operator names another number.
const CONNECTIONS: u32 = 16;

/// How PostgreSQL plans: each statement once, and by indexes. Planning a statement for each call takes longer than running it.
/// But a plan that is made once does not know the parameters, and would guess that a period is a third of a table and read all of
/// it. Every statement has its indexes: `tests/plans` uses these settings, so the plans that it reads are those of production.
/// Compiling a plan to machine code (JIT) takes longer than running any of them.
const PLANNER_SETTINGS: [(&str, &str); 5] = [
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("jit", "off"),
];

/// What a pooler that does not know the connection option `options` says.
const OPTIONS_REFUSED: &str = "unsupported startup parameter";

/// The advisory lock of the shop in the current schema has two numbers: one of ours, and one of the schema's name, which stays if the schema is
/// made again.
macro_rules! class {
    () => {
        "1396854616"
    };
}
macro_rules! schema {
    () => {
        "hashtext(CAST(current_schema() AS TEXT))"
    };
}
/// A statement about that lock. Each connection of a pool shares it as long as it lives, also while its program stands still; who takes it
/// alone knows that no program of the shop works there.
macro_rules! shop_lock {
    ($function:literal) => {
        concat!($function, "(", class!(), ", ", schema!(), ")")
    };
}
/// Does not wait: if the connection was given up meanwhile, PostgreSQL would go on waiting for a client that is gone.
const SHARE_SHOP: &str = shop_lock!("pg_try_advisory_lock_shared");
/// Takes the shop's lock until the transaction ends, and waits for it.
pub(in crate::store) const TAKE_SHOP_ALONE: &str = shop_lock!("SELECT pg_advisory_xact_lock");
/// The same until the connection ends.
pub(in crate::store) const KEEP_SHOP_ALONE: &str = shop_lock!("SELECT pg_advisory_lock");
/// Waits until nobody has the shop's lock alone, and shares it until the transaction ends.
pub(in crate::store) const SHARE_SHOP_BRIEFLY: &str = shop_lock!("SELECT pg_advisory_xact_lock_shared");

/// The sessions that have the shop's lock, except the present one: each as its process and user.
pub(in crate::store) const SHOP_LOCK_HOLDERS: &str = concat!(
    "SELECT 'process ' || pg_locks.pid || COALESCE(' of ' || usename, '')
    FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND classid = ",
    class!(),
    " AND objid = CAST(",
    schema!(),
    " AS OID)
        AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pg_locks.pid <> pg_backend_pid()
    ORDER BY pg_locks.pid"
);

/// Why a connection is refused.
const ELSEWHERE: &str = "the database is being moved or restored, or was moved";

/// The name of the setting that marks a connection.
const MARK: &str = "stylebox.connection";

/// How long sqlx tries to get a connection. If PostgreSQL refuses connections, sqlx asks again after longer and longer pauses, the
/// longest a fifth of this: so a call goes on within a second after the database is back.
const ATTEMPT: Duration = Duration::from_secs(5);
/// How often both connections are marked and the first is read again. One round shows it if the pooler has one idle connection.
const ROUNDS: usize = 3;

/// Why PostgreSQL cannot be worked with.
#[derive(Debug)]
pub(super) enum NotOpened {
    Database(sqlx::Error),
    /// A pooler gives each transaction any of its connections.
    SharedConnections,
}

impl From<sqlx::Error> for NotOpened {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

/// How each connection to the database at `url` is made.
pub(in crate::store) fn options(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
    // No column is a floating-point number, and a pooler may refuse the setting.
    Ok(PgConnectOptions::from_str(url)?.extra_float_digits(None))
}

/// Opens a pool of at most so many connections, or of the usual number. An error is reported at once; a pool would try again for a
/// while. `known` says whether the rows are being copied elsewhere, copied here, or restored here.
pub(super) async fn open(
    url: &str,
    connections: Option<u32>,
    prepared_statements: usize,
    timeout: Duration,
    known: [bool; 3],
) -> Result<Pool<Postgres>, NotOpened> {
    let plain = options(url)?.statement_cache_capacity(prepared_statements);
    let with_settings = plain.clone().options(PLANNER_SETTINGS);
    let (options, first) = match PgConnection::connect_with(&with_settings).await {
        Ok(connection) => (with_settings, connection),
        Err(sqlx::Error::Database(error)) if error.message().contains(OPTIONS_REFUSED) => {
            let connection = PgConnection::connect_with(&plain).await?;
            (plain, connection)
        }
        Err(error) => return Err(error.into()),
    };
    let second = PgConnection::connect_with(&options).await?;
    let seen = look(first, second).await?;
    if seen.is_shared {
        return Err(NotOpened::SharedConnections);
    }
    let pool = PgPoolOptions::new().max_connections(connections.unwrap_or(CONNECTIONS)).acquire_timeout(ATTEMPT);
    // A pooler has refused or ignored the settings that were sent when the connection was made.
    let settings = if seen.has_settings { String::new() } else { planner_statements() + "; " };
    let pool = pool.after_connect(move |connection, _| Box::pin(join(connection, settings.clone(), known)));
    Ok(Pool::connect("postgres", pool, options, timeout).await?)
}

/// Prepares a connection for the pool, and refuses it if the rows have begun to move since the pool was opened: a server that lost its
/// connections must not go on where the rows are not any more, or not yet. `known` is what the pool was opened in spite of.
async fn join(connection: &mut PgConnection, settings: String, known: [bool; 3]) -> Result<(), sqlx::Error> {
    let tables = UNDER_WAY.into_iter().chain([FACTS]);
    let is_there: Vec<String> = tables.map(|table| format!("to_regclass('{table}') IS NOT NULL")).collect();
    let first = format!("{settings}SELECT {SHARE_SHOP}, {}", is_there.join(", "));
    let row = connection.fetch_one(sqlx::raw_sql(AssertSqlSafe(first))).await?;
    let is_shared: Option<bool> = row.try_get(0)?;
    let now: [bool; 3] = [row.try_get(1)?, row.try_get(2)?, row.try_get(3)?];
    let mut is_elsewhere = is_shared == Some(false) || now.into_iter().zip(known).any(|(now, known)| now && !known);
    if row.try_get(4)? {
        let moved = format!("SELECT EXISTS (SELECT 1 FROM {FACTS} WHERE name = '{MOVED_TO}')");
        is_elsewhere |= connection.fetch_one(sqlx::raw_sql(AssertSqlSafe(moved))).await?.try_get::<bool, _>(0)?;
    }
    if is_elsewhere { Err(sqlx::Error::protocol(ELSEWHERE)) } else { Ok(()) }
}

/// The statements that set the planner's settings.
#[must_use]
pub fn planner_statements() -> String {
    PLANNER_SETTINGS.map(|(name, value)| format!("SET {name} = {value}")).join("; ")
}

/// What two connections at the same time have shown.
struct Seen {
    /// Whether they have the planner's settings from the start.
    has_settings: bool,
    /// Whether both may be the same one of the database: a pooler is between, and pools transactions. Then settings and prepared
    /// statements of a connection come and go, and the lock of migrations keeps nobody out.
    is_shared: bool,
}

async fn look(mut first: PgConnection, mut second: PgConnection) -> Result<Seen, sqlx::Error> {
    let [(name, value), ..] = PLANNER_SETTINGS;
    let mut seen = Seen { has_settings: read_setting(&mut first, name).await? == value, is_shared: false };
    for _ in 0..ROUNDS {
        mark(&mut first, "first").await?;
        mark(&mut second, "second").await?;
        seen.is_shared |= read_setting(&mut first, MARK).await? != "first";
    }
    // What was seen stands, also if a pooler was quicker to close.
    let _ = (first.close().await, second.close().await);
    Ok(seen)
}

/// Marks a connection of the database by a setting that means nothing to it.
async fn mark(connection: &mut PgConnection, name: &str) -> Result<(), sqlx::Error> {
    connection.execute(sqlx::raw_sql(AssertSqlSafe(format!("SET {MARK} = '{name}'")))).await.map(drop)
}

/// Reads a setting without a prepared statement, because a pooler may not know any.
async fn read_setting(connection: &mut PgConnection, name: &str) -> Result<String, sqlx::Error> {
    let sql = format!("SELECT COALESCE(current_setting('{name}', TRUE), '')");
    let row = connection.fetch_one(sqlx::raw_sql(AssertSqlSafe(sql))).await?;
    row.try_get(0)
}
