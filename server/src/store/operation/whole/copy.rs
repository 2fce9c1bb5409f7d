//! Copies all rows of a database into another one, of the same or the other engine. How far a table is copied is written with its rows,
//! so that a copy that was cut off goes on where it was.

use super::alone::{take_alone, unless_taken};
use super::connection::{Connection, TextRow};
use super::tables::{Column, Kind, Table, in_order_of_creation, tables};
use crate::store::place::{COPY_PROGRESS, COPY_TARGET, MOVED_TO};
use crate::store::postgres::KEEP_SHOP_ALONE;

/// How many rows are read and written together.
const PAGE: usize = 200;
/// The most values of one statement, which both engines take.
const VALUES: usize = 30_000;
/// The tables of a new database in which its migrations, or the look whether it takes writes, leave rows.
const FILLED_WHEN_NEW: [&str; 2] = ["shop_facts", "readiness"];
/// The row of the target's progress that says from where its rows come. No table has this name.
const SOURCE: &str = "";
/// How long calls that are under way in an old database of PostgreSQL may take to end.
const LOCK_WAIT: &str = "30s";

/// Copies all rows from one database to the other, whose tables are those of the same version. `tell` hears the name of each table and
/// how many rows were copied by this call.
///
/// # Errors
/// If one of the databases refuses. What is copied stays, and the next call goes on.
pub async fn copy_all(
    from: &mut Connection,
    to: &mut Connection,
    mut tell: impl FnMut(&str, u64),
) -> Result<(), sqlx::Error> {
    let sources = tables(from).await?;
    for target in in_order_of_creation(to).await? {
        // A boolean is a number in SQLite: the target's kinds say how a value is written.
        let Some(source) = sources.iter().find(|source| source.name == target.name) else { continue };
        let copied = copy_table(from, to, source, &target).await?;
        tell(&target.name, copied);
    }
    Ok(())
}

/// Notes in the database with the rows where they are going, so that no server starts on it from now on. Returns whether it could: not if
/// another program writes there for seconds.
///
/// # Errors
/// If the database refuses for another reason.
pub async fn note_target(from: &mut Connection, address: &str) -> Result<bool, sqlx::Error> {
    let address = address.replace('\'', "''");
    let note = format!(
        "BEGIN; DROP TABLE IF EXISTS {COPY_TARGET}; CREATE TABLE {COPY_TARGET} (address TEXT PRIMARY KEY);
         INSERT INTO {COPY_TARGET} (address) VALUES ('{address}'); COMMIT"
    );
    unless_taken(from.run(&note).await)
}

/// Makes a database with the tables of this version the target of a copy from `source`, unless it has rows that no migration has put there:
/// returns the name of a table with some.
///
/// # Errors
/// If the database refuses.
pub async fn begin_target(to: &mut Connection, source: &str) -> Result<Option<String>, sqlx::Error> {
    for table in tables(to).await?.into_iter().filter(|table| !FILLED_WHEN_NEW.contains(&table.name.as_str())) {
        let some = to.texts(&format!("SELECT CAST(1 AS TEXT) FROM {} LIMIT 1", table.name)).await?;
        if !some.is_empty() {
            return Ok(Some(table.name));
        }
    }
    let source = source.replace('\'', "''");
    to.run(&format!(
        "BEGIN; CREATE TABLE {COPY_PROGRESS} (name TEXT PRIMARY KEY, last_key TEXT, is_done INTEGER NOT NULL DEFAULT 0);
         INSERT INTO {COPY_PROGRESS} (name, last_key) VALUES ('{SOURCE}', '{source}'); COMMIT"
    ))
    .await?;
    Ok(None)
}

/// From where the rows of a half copied database come, as [`begin_target`] has noted it.
///
/// # Errors
/// If the database refuses.
pub async fn source_of(to: &mut Connection) -> Result<String, sqlx::Error> {
    let source = to.texts(&format!("SELECT last_key FROM {COPY_PROGRESS} WHERE name = '{SOURCE}'")).await?;
    Ok(source.concat())
}

/// Removes the note of [`note_target`]: the rows stay where they are.
///
/// # Errors
/// If the database refuses.
pub async fn remove_note(from: &mut Connection) -> Result<(), sqlx::Error> {
    from.run(&format!("DROP TABLE IF EXISTS {COPY_TARGET}")).await
}

/// Keeps a database as it is until the connection ends or [`end_copy`] is called. Returns whether it could: not if it cannot be had alone, as
/// [`take_alone`] says, or if another program writes for longer than [`LOCK_WAIT`] (PostgreSQL).
///
/// # Errors
/// If the database refuses for another reason.
pub async fn hold_still(from: &mut Connection) -> Result<bool, sqlx::Error> {
    if !take_alone(from).await? {
        return Ok(false);
    }
    if from.is_sqlite() {
        return Ok(true);
    }
    // Programs of others.
    let names: Vec<String> = tables(from).await?.into_iter().map(|table| table.name).collect();
    let lock = format!("SET LOCAL lock_timeout = '{LOCK_WAIT}'; LOCK TABLE {} IN SHARE MODE", names.join(", "));
    unless_taken(from.run(&lock).await)
}

/// Waits until the call before has left the target, which may have been cut off while the database still committed its last rows. Read before
/// that, the progress would be too little, and the rows would be inserted twice. Returns whether it has left.
///
/// # Errors
/// If the database refuses.
pub async fn take_target(to: &mut Connection) -> Result<bool, sqlx::Error> {
    let take = if to.is_sqlite() {
        "BEGIN IMMEDIATE; ROLLBACK".to_owned()
    } else {
        // Kept, so that the next call waits for this one.
        format!("SET lock_timeout = '{LOCK_WAIT}'; {KEEP_SHOP_ALONE}; SET lock_timeout = 0")
    };
    unless_taken(to.run(&take).await)
}

/// Whether another program waits to write to a database that is held still: it would do so when the copy has ended. With SQLite no other
/// program has it open.
///
/// # Errors
/// If the database refuses.
pub async fn has_waiting_writer(from: &mut Connection) -> Result<bool, sqlx::Error> {
    if from.is_sqlite() {
        return Ok(false);
    }
    let waits =
        "SELECT CAST(pid AS TEXT) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
    Ok(!from.texts(waits).await?.is_empty())
}

/// Ends a copy that is complete, from a database that is held still. Servers may start on the new database, and none starts on the old one any
/// more, which says where its rows are: at `address`.
///
/// # Errors
/// If one of the databases refuses.
pub async fn end_copy(from: &mut Connection, to: &mut Connection, address: &str) -> Result<(), sqlx::Error> {
    let moved = "INSERT INTO shop_facts (name, value, updated_at) VALUES ($1, $2, 0)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    from.write(moved, &[Some(MOVED_TO.to_owned()), Some(address.to_owned())]).await?;
    from.run(&format!("DROP TABLE {COPY_TARGET}; COMMIT")).await?;
    let_servers_start(to).await
}

/// The last step of a copy: servers may start on the new database. It can be repeated.
///
/// # Errors
/// If the database refuses.
pub async fn let_servers_start(to: &mut Connection) -> Result<(), sqlx::Error> {
    to.run(&format!("DROP TABLE IF EXISTS {COPY_PROGRESS}")).await
}

async fn copy_table(
    from: &mut Connection,
    to: &mut Connection,
    table: &Table,
    target: &Table,
) -> Result<u64, sqlx::Error> {
    let known = format!("SELECT last_key, CAST(is_done AS TEXT) FROM {COPY_PROGRESS} WHERE name = '{}'", table.name);
    let known = to.rows(&known).await?.pop();
    let mut last: Option<TextRow> = match known {
        Some(row) if row.get(1).is_some_and(|done| done.as_deref() == Some("1")) => return Ok(0),
        Some(row) => row.into_iter().next().flatten().and_then(|text| serde_json::from_str(&text).ok()),
        None => {
            // A migration or a trigger has inserted some.
            to.run(&format!(
                "BEGIN; DELETE FROM {table}; INSERT INTO {COPY_PROGRESS} (name) VALUES ('{table}'); COMMIT",
                table = table.name
            ))
            .await?;
            None
        }
    };
    let page = table.rows_of_a_page();
    let mut copied = 0;
    loop {
        let rows = from.rows_of(&table.select_page(from.is_sqlite(), last.is_some(), page), last.as_deref()).await?;
        let Some(newest) = rows.last().map(|row| table.key_of(row)) else { break };
        let number = rows.len();
        let values: Vec<Option<String>> = rows.into_iter().flatten().collect();
        let key = serde_json::to_string(&newest).unwrap_or_default();
        to.run("BEGIN").await?;
        to.write(&target.insert(&table.columns, to.is_sqlite(), number), &values).await?;
        let at = [Some(key), Some(table.name.clone())];
        to.write(&format!("UPDATE {COPY_PROGRESS} SET last_key = $1 WHERE name = $2"), &at).await?;
        to.run("COMMIT").await?;
        copied += number as u64;
        last = Some(newest);
    }
    to.run(&format!("UPDATE {COPY_PROGRESS} SET is_done = 1 WHERE name = '{}'", table.name)).await?;
    Ok(copied)
}

impl Table {
    /// How many of its rows are read and written together. A row with a photo is up to 20 MB as text, and comes alone.
    fn rows_of_a_page(&self) -> usize {
        if self.columns.iter().any(|column| column.kind == Kind::Bytes) {
            return 1;
        }
        PAGE.min(VALUES / self.columns.len().max(1)).max(1)
    }

    /// A SELECT of the next rows after a key, in the order that its index has in this database. The key's values are the binds.
    fn select_page(&self, is_sqlite: bool, has_last: bool, rows: usize) -> String {
        let key: Vec<&str> = self.key().map(|column| column.name.as_str()).collect();
        let places: Vec<String> =
            (1_usize..).zip(self.key()).map(|(number, column)| column.placeholder(number, is_sqlite)).collect();
        let after =
            if has_last { format!(" WHERE ({}) > ({})", key.join(", "), places.join(", ")) } else { String::new() };
        format!("{}{after} ORDER BY {} LIMIT {rows}", self.select_texts(is_sqlite), key.join(", "))
    }

    /// An INSERT of so many rows of texts, whose values are in the order of these columns of the same names.
    fn insert(&self, columns: &[Column], is_sqlite: bool, rows: usize) -> String {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let own = |column: &Column| self.columns.iter().find(|own| own.name == column.name).unwrap_or(column).clone();
        let columns: Vec<Column> = columns.iter().map(own).collect();
        let row = |row: usize| {
            let first = row * columns.len() + 1;
            let values = (first..).zip(&columns).map(|(number, column)| column.placeholder(number, is_sqlite));
            format!("({})", values.collect::<Vec<_>>().join(", "))
        };
        let rows: Vec<String> = (0..rows).map(row).collect();
        format!("INSERT INTO {} ({}) VALUES {}", self.name, names.join(", "), rows.join(", "))
    }

    /// The values of the key in a row.
    fn key_of(&self, row: &TextRow) -> TextRow {
        self.columns.iter().zip(row).filter(|(column, _)| column.key).map(|(_, value)| value.clone()).collect()
    }

    fn key(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| column.key)
    }
}

impl Column {
    /// The value of the placeholder with this number, which is a text.
    fn placeholder(&self, number: usize, is_sqlite: bool) -> String {
        match (self.kind, is_sqlite) {
            (Kind::Text, true) => format!("${number}"),
            (Kind::Text, false) => format!("CAST(${number} AS TEXT)"),
            (Kind::Number, true) | (Kind::Boolean, true) => format!("CAST(${number} AS INTEGER)"),
            (Kind::Number, false) => format!("CAST(CAST(${number} AS TEXT) AS BIGINT)"),
            (Kind::Boolean, false) => format!("CAST(CAST(CAST(${number} AS TEXT) AS INTEGER) AS BOOLEAN)"),
            (Kind::Bytes, true) => format!("UNHEX(${number})"),
            (Kind::Bytes, false) => format!("DECODE(CAST(${number} AS TEXT), 'hex')"),
        }
    }
}
