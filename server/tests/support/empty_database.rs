//! An empty database for a test.

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};
use std::path::PathBuf;
use std::str::FromStr;

/// The address of a PostgreSQL server to test on. Without it, SQLite is tested.
pub const POSTGRES: &str = "STYLEBOX_TEST_POSTGRES";

/// An empty database of the tested engine. Its files, if it has any, are removed with it.
pub struct EmptyDatabase {
    pub url: String,
    /// SQLite only.
    pub folder: Option<PathBuf>,
}

impl EmptyDatabase {
    pub async fn fresh() -> Self {
        match std::env::var(POSTGRES) {
            Ok(server) => Self::in_new_schema(&server, &new_name()).await,
            Err(_) => Self::on_sqlite(),
        }
    }

    /// An empty schema on PostgreSQL. Its connections have the schema's name.
    pub async fn in_new_schema(server: &str, name: &str) -> Self {
        connect_postgres(server).await.execute(AssertSqlSafe(format!("CREATE SCHEMA {name}"))).await.unwrap();
        Self { url: url_of_schema(server, name), folder: None }
    }

    /// An empty database on SQLite, whichever engine is tested.
    pub fn on_sqlite() -> Self {
        let folder = std::env::temp_dir().join(new_name());
        let url = format!("sqlite:{}", folder.join("stylebox.db").display());
        Self { url, folder: Some(folder) }
    }
}

impl Drop for EmptyDatabase {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// The engine that is tested.
pub fn engine() -> &'static str {
    if std::env::var_os(POSTGRES).is_some() { "PostgreSQL" } else { "SQLite" }
}

// Statements of the test itself are not logged, so that they are not recorded as the server's.

pub async fn connect_sqlite(url: &str) -> SqliteConnection {
    SqliteConnectOptions::from_str(url).unwrap().disable_statement_logging().connect().await.unwrap()
}

/// It prepares each statement anew, because a test may have changed the table.
pub async fn connect_postgres(url: &str) -> PgConnection {
    let options = PgConnectOptions::from_str(url).unwrap().statement_cache_capacity(0);
    options.disable_statement_logging().connect().await.unwrap()
}

/// The address of a schema. Connections to it have its name.
pub fn url_of_schema(server: &str, name: &str) -> String {
    let mark = if server.contains('?') { '&' } else { '?' };
    format!("{server}{mark}application_name={name}&options=-c%20search_path%3D{name}")
}

pub fn new_name() -> String {
    format!("stylebox_{}", uuid::Uuid::now_v7().simple())
}
