//! A fresh database for each test, gone after it.

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Column, Connection, Executor, PgConnection, Row};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::str::FromStr;

/// A database of a test's own.
pub struct TestDatabase {
    pub url: String,
    folder: Option<PathBuf>,
    /// Whether it goes when this goes.
    is_own: bool,
}

impl TestDatabase {
    pub async fn fresh() -> Self {
        match std::env::var("STYLEBOX_TEST_POSTGRES") {
            Ok(server) => {
                let name = new_name();
                let mut connection = PgConnection::connect(&server).await.unwrap();
                connection.execute(AssertSqlSafe(format!("CREATE SCHEMA {name}"))).await.unwrap();
                let mark = if server.contains('?') { '&' } else { '?' };
                Self { url: format!("{server}{mark}options=-c%20search_path%3D{name}"), folder: None, is_own: true }
            }
            Err(_) => Self::on_sqlite(),
        }
    }

    /// One on SQLite, whatever engine is tested.
    pub fn on_sqlite() -> Self {
        let folder = std::env::temp_dir().join(new_name());
        let url = format!("sqlite:{}", folder.join("stylebox.db").display());
        Self { url, folder: Some(folder), is_own: true }
    }

    /// The same database, for another server on it.
    pub fn again(&self) -> Self {
        Self { url: self.url.clone(), folder: self.folder.clone(), is_own: false }
    }

    /// The bytes of its files; of a PostgreSQL's, none can be read here.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files.map(|file| (file.display().to_string(), std::fs::read(&file).unwrap())).collect()
    }

    /// Runs a statement.
    pub async fn execute(&self, sql: &'static str) {
        if self.folder.is_some() {
            let options = SqliteConnectOptions::from_str(&self.url).unwrap();
            SqliteConnection::connect_with(&options).await.unwrap().execute(sql).await.unwrap();
        } else {
            PgConnection::connect(&self.url).await.unwrap().execute(sql).await.unwrap();
        }
    }

    /// Every column: `table.name: type`, in words that both engines share, and whether it may be empty.
    pub async fn columns(&self) -> BTreeSet<String> {
        let rows: Vec<(String, String, String, bool)> = if self.folder.is_some() {
            let options = SqliteConnectOptions::from_str(&self.url).unwrap();
            let columns = "SELECT tables.name, columns.name, columns.type, columns.\"notnull\" = 0 AND columns.pk = 0
                FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'";
            let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
            sqlx::query_as(columns).fetch_all(&mut connection).await.unwrap()
        } else {
            let columns = "SELECT table_name::text, column_name::text, data_type::text, is_nullable = 'YES'
                FROM information_schema.columns WHERE table_schema = current_schema()";
            let mut connection = PgConnection::connect(&self.url).await.unwrap();
            sqlx::query_as(columns).fetch_all(&mut connection).await.unwrap()
        };
        let of_ours = rows.into_iter().filter(|(table, ..)| table != "_sqlx_migrations");
        let words = of_ours.map(|(table, column, kind, is_nullable)| {
            let kind = match kind.to_uppercase().as_str() {
                "INTEGER" | "BIGINT" | "BOOLEAN" => "number".to_owned(),
                "BLOB" | "BYTEA" => "bytes".to_owned(),
                other => other.to_owned(),
            };
            format!("{table}.{column}: {kind}{}", if is_nullable { " or nothing" } else { "" })
        });
        words.collect()
    }

    /// Every row of every table, as text.
    pub async fn dump(&self) -> String {
        let mut text = String::new();
        if self.folder.is_some() {
            let options = SqliteConnectOptions::from_str(&self.url).unwrap();
            let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
            let tables = "SELECT name FROM sqlite_schema WHERE type = 'table'";
            let tables: Vec<(String,)> = sqlx::query_as(tables).fetch_all(&mut connection).await.unwrap();
            for (table,) in tables {
                let rows = sqlx::query(AssertSqlSafe(format!("SELECT * FROM {table}")));
                for row in rows.fetch_all(&mut connection).await.unwrap() {
                    for at in 0..row.columns().len() {
                        let value = row.try_get_unchecked::<Option<String>, _>(at).unwrap_or_default();
                        writeln!(text, "{table}.{}: {}", row.column(at).name(), value.unwrap_or_default()).unwrap();
                    }
                }
            }
        } else {
            let mut connection = PgConnection::connect(&self.url).await.unwrap();
            let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()";
            let tables: Vec<(String,)> = sqlx::query_as(tables).fetch_all(&mut connection).await.unwrap();
            for (table,) in tables {
                let rows = sqlx::query_as(AssertSqlSafe(format!("SELECT row_to_json(t)::text FROM {table} t")));
                let rows: Vec<(String,)> = rows.fetch_all(&mut connection).await.unwrap();
                for (row,) in rows {
                    writeln!(text, "{table}: {row}").unwrap();
                }
            }
        }
        text
    }
}

fn new_name() -> String {
    format!("stylebox_{}", uuid::Uuid::now_v7().simple())
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Some(folder) = self.folder.as_ref().filter(|_| self.is_own) {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
