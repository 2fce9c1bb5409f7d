//! The tables of a database and their columns, as the database itself lists them.

use super::connection::Connection;
use crate::store::place::{POSTGRES_TABLES, UNDER_WAY};

/// The table in which the steps of migration are recorded. It belongs to the engine: the same steps have other checksums in the other one.
pub const MIGRATIONS: &str = "_sqlx_migrations";

/// A table of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    /// The columns that are stored. Others are calculated from them.
    pub columns: Vec<Column>,
}

/// A column of a table, as far as copying it needs to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
    /// Whether it is part of the primary key.
    pub key: bool,
}

/// What a column holds, in words that both engines share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number or, in PostgreSQL, a boolean.
    Number,
    Boolean,
    Text,
    Bytes,
}

/// All tables of the service, by their names.
///
/// # Errors
/// If the database cannot be read.
pub async fn tables(connection: &mut Connection) -> Result<Vec<Table>, sqlx::Error> {
    let sql = if connection.is_sqlite() {
        "SELECT tables.name, columns.name, columns.type, CAST(columns.pk > 0 AS TEXT) FROM sqlite_schema AS tables, pragma_table_xinfo(tables.name) AS columns
         WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND columns.hidden = 0
         ORDER BY tables.name, columns.cid"
    } else {
        "SELECT table_name::text, column_name::text, data_type::text,
           CAST(CAST(EXISTS (SELECT 1 FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
             WHERE indrelid = to_regclass(table_name::text) AND indisprimary AND attname = column_name) AS INTEGER) AS TEXT)
         FROM information_schema.columns WHERE table_schema = current_schema() AND is_generated = 'NEVER'
         ORDER BY table_name COLLATE \"C\", ordinal_position"
    };
    let names = if connection.is_sqlite() { None } else { Some(connection.texts(POSTGRES_TABLES).await?) };
    let is_table = |name: &String| names.as_ref().is_none_or(|names| names.contains(name));
    let mut tables: Vec<Table> = Vec::new();
    for row in connection.rows(sql).await? {
        let [Some(table), Some(name), Some(of_type), Some(key)] = row.as_slice() else { continue };
        if table == MIGRATIONS || UNDER_WAY.contains(&table.as_str()) || !is_table(table) {
            continue;
        }
        let column = Column { name: name.clone(), kind: Kind::of(of_type), key: key == "1" };
        match tables.last_mut().filter(|last| last.name == *table) {
            Some(last) => last.columns.push(column),
            None => tables.push(Table { name: table.clone(), columns: vec![column] }),
        }
    }
    Ok(tables)
}

/// All tables of a database in the order in which its migrations have made them: a table comes after those that it refers to. The tables of a
/// restored database of PostgreSQL were made in another order.
///
/// # Errors
/// If the database cannot be read.
pub async fn in_order_of_creation(connection: &mut Connection) -> Result<Vec<Table>, sqlx::Error> {
    let sql = if connection.is_sqlite() {
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid"
    } else {
        "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::text::regnamespace ORDER BY oid"
    };
    let names = connection.texts(sql).await?;
    let mut tables = tables(connection).await?;
    tables.sort_by_key(|table| names.iter().position(|name| *name == table.name));
    Ok(tables)
}

impl Kind {
    fn of(type_name: &str) -> Self {
        match type_name.to_ascii_uppercase().as_str() {
            "TEXT" => Self::Text,
            "BLOB" | "BYTEA" => Self::Bytes,
            "BOOLEAN" => Self::Boolean,
            _ => Self::Number,
        }
    }
}

impl Table {
    /// A SELECT of all columns as texts that are the same in both engines: booleans as 1 and 0, bytes in hexadecimal.
    #[must_use]
    pub fn select_texts(&self, is_sqlite: bool) -> String {
        let columns = self.columns.iter().map(|Column { name, kind, .. }| match (kind, is_sqlite) {
            (Kind::Text, _) => name.clone(),
            (Kind::Number, _) | (Kind::Boolean, true) => format!("CAST({name} AS TEXT)"),
            (Kind::Boolean, false) => format!("CAST(CAST({name} AS INTEGER) AS TEXT)"),
            (Kind::Bytes, true) => format!("LOWER(HEX({name}))"),
            (Kind::Bytes, false) => format!("ENCODE({name}, 'hex')"),
        });
        format!("SELECT {} FROM {}", columns.collect::<Vec<_>>().join(", "), self.name)
    }
}
