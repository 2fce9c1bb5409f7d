//! A fresh database for each test, and what tests read and change in it directly.

use super::empty_database::{EmptyDatabase, POSTGRES, connect_postgres, connect_sqlite, new_name};
use super::migrated_schema::MigratedSchema;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Column, Executor, Row};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use stylebox_server::platform::secret_url::SecretUrl;
use tokio::sync::{Mutex, MutexGuard, OnceCell};

pub struct TestDatabase {
    pub url: String,
    empty: Arc<EmptyDatabase>,
    /// PostgreSQL only, if another test may take the tables.
    schema: Option<Arc<MigratedSchema>>,
    /// PostgreSQL only: the test's own connection. A new one for each statement would take a sixth of the tests' time.
    postgres: Arc<OnceCell<Mutex<PgConnection>>>,
}

impl TestDatabase {
    pub async fn fresh() -> Self {
        Self::at(EmptyDatabase::fresh().await)
    }

    /// A database for a server. Creating the tables for each test would take longer than most tests. On SQLite, `start` starts a
    /// server once and each test copies its file. On PostgreSQL, a test takes the tables of a test that has ended.
    pub async fn for_server(start: impl AsyncFnOnce(Self)) -> Self {
        static FILE: OnceCell<Vec<u8>> = OnceCell::const_new();
        if let Ok(server) = std::env::var(POSTGRES) {
            let (schema, database, connection) = MigratedSchema::take(&server).await;
            let postgres = Arc::new(OnceCell::from(Mutex::new(connection)));
            return Self { schema: Some(Arc::new(schema)), postgres, ..Self::at(database) };
        }
        let database = Self::fresh().await;
        let path = database.sqlite_file().unwrap();
        let file = FILE.get_or_init(async || {
            let first = Self::fresh().await;
            start(first.again()).await;
            std::fs::read(first.sqlite_file().unwrap()).unwrap()
        });
        let file = file.await;
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, file).unwrap();
        database
    }

    /// Its address, as the server takes it.
    pub fn secret_url(&self) -> SecretUrl {
        self.url.as_str().into()
    }

    fn sqlite_file(&self) -> Option<PathBuf> {
        self.url.strip_prefix("sqlite:").map(PathBuf::from)
    }

    /// A database on SQLite, whichever engine is tested.
    pub fn on_sqlite() -> Self {
        Self::at(EmptyDatabase::on_sqlite())
    }

    fn at(empty: EmptyDatabase) -> Self {
        Self { url: empty.url.clone(), empty: Arc::new(empty), schema: None, postgres: Arc::default() }
    }

    /// An empty database beside this one. On PostgreSQL it is another database with a schema of the same name.
    pub async fn elsewhere(&self) -> Self {
        let Ok(server) = std::env::var(POSTGRES) else { return Self::on_sqlite() };
        static OLD_ARE_REMOVED: OnceCell<()> = OnceCell::const_new();
        OLD_ARE_REMOVED.get_or_init(|| remove_old_databases(&server)).await;
        let name = new_name();
        connect_postgres(&server).await.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.unwrap();
        let mut url = url::Url::parse(&self.url).unwrap();
        url.set_path(&name);
        let (_, schema) = self.url.rsplit_once("%3D").unwrap();
        connect_postgres(url.as_str()).await.execute(AssertSqlSafe(format!("CREATE SCHEMA {schema}"))).await.unwrap();
        Self::at(EmptyDatabase { url: url.into(), folder: None })
    }

    /// The same database, for another server on it.
    pub fn again(&self) -> Self {
        Self {
            url: self.url.clone(),
            empty: self.empty.clone(),
            schema: self.schema.clone(),
            postgres: self.postgres.clone(),
        }
    }

    async fn postgres(&self) -> MutexGuard<'_, PgConnection> {
        let connect = async || Mutex::new(connect_postgres(&self.url).await);
        self.postgres.get_or_init(connect).await.lock().await
    }

    /// The bytes of its files. Those of PostgreSQL cannot be read here.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let Some(folder) = &self.empty.folder else { return Vec::new() };
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files.map(|file| (file.display().to_string(), std::fs::read(&file).unwrap())).collect()
    }

    /// Runs a statement.
    pub async fn execute(&self, sql: &'static str) {
        if let Some(schema) = &self.schema {
            schema.note(sql);
        }
        if self.empty.folder.is_some() {
            connect_sqlite(&self.url).await.execute(sql).await.unwrap();
        } else {
            self.postgres().await.execute(sql).await.unwrap();
        }
    }

    /// Runs a statement that the test builds, and that changes rows alone.
    pub async fn execute_built(&self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        if self.empty.folder.is_some() {
            connect_sqlite(&self.url).await.execute(sql).await.unwrap();
        } else {
            self.postgres().await.execute(sql).await.unwrap();
        }
    }

    /// The numbers that a statement finds.
    pub async fn numbers(&self, sql: &'static str) -> Vec<i64> {
        if self.empty.folder.is_some() {
            sqlx::query_scalar(sql).fetch_all(&mut connect_sqlite(&self.url).await).await.unwrap()
        } else {
            sqlx::query_scalar(sql).fetch_all(&mut *self.postgres().await).await.unwrap()
        }
    }

    /// The words that a statement finds, one in each row.
    pub async fn words(&self, sql: &'static str) -> Vec<String> {
        if self.empty.folder.is_some() {
            sqlx::query_scalar(sql).fetch_all(&mut connect_sqlite(&self.url).await).await.unwrap()
        } else {
            sqlx::query_scalar(sql).fetch_all(&mut *self.postgres().await).await.unwrap()
        }
    }

    /// Every column as `table.name: type`, in words that both engines share, and whether it is nullable.
    pub async fn columns(&self) -> BTreeSet<String> {
        let rows: Vec<(String, String, String, bool)> = if self.empty.folder.is_some() {
            let columns = "SELECT tables.name, columns.name, columns.type, columns.\"notnull\" = 0 AND columns.pk = 0
                FROM sqlite_schema AS tables JOIN pragma_table_xinfo(tables.name) AS columns WHERE tables.type = 'table'";
            let mut connection = connect_sqlite(&self.url).await;
            sqlx::query_as(columns).fetch_all(&mut connection).await.unwrap()
        } else {
            let columns = "SELECT table_name::text, column_name::text, data_type::text, is_nullable = 'YES'
                FROM information_schema.columns WHERE table_schema = current_schema()";
            let mut connection = self.postgres().await;
            sqlx::query_as(columns).fetch_all(&mut *connection).await.unwrap()
        };
        let ours = rows.into_iter().filter(|(table, ..)| table != "_sqlx_migrations");
        let words = ours.map(|(table, column, kind, is_nullable)| {
            let kind = match kind.to_uppercase().as_str() {
                "INTEGER" | "BIGINT" | "BOOLEAN" => "number".to_owned(),
                "BLOB" | "BYTEA" => "bytes".to_owned(),
                other => other.to_owned(),
            };
            format!("{table}.{column}: {kind}{}", if is_nullable { " or nothing" } else { "" })
        });
        words.collect()
    }

    /// The count that a statement returns. The test may build the statement.
    pub async fn count(&self, sql: &str) -> i64 {
        let sql = AssertSqlSafe(sql.to_owned());
        if self.empty.folder.is_some() {
            sqlx::query_scalar(sql).fetch_one(&mut connect_sqlite(&self.url).await).await.unwrap()
        } else {
            sqlx::query_scalar(sql).fetch_one(&mut *self.postgres().await).await.unwrap()
        }
    }

    /// Every foreign key: its table and column, and the table and column that it refers to.
    pub async fn foreign_keys(&self) -> Vec<[String; 4]> {
        let rows: Vec<(String, String, String, String)> = if self.empty.folder.is_some() {
            let keys = "SELECT tables.name, keys.\"from\", keys.\"table\", keys.\"to\"
                FROM sqlite_schema AS tables JOIN pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'
                ORDER BY 1, 2";
            sqlx::query_as(keys).fetch_all(&mut connect_sqlite(&self.url).await).await.unwrap()
        } else {
            let keys = "SELECT keys.conrelid::regclass::text, own.attname::text, keys.confrelid::regclass::text,
                  other.attname::text
                FROM pg_constraint AS keys
                JOIN pg_attribute AS own ON own.attrelid = keys.conrelid AND own.attnum = keys.conkey[1]
                JOIN pg_attribute AS other ON other.attrelid = keys.confrelid AND other.attnum = keys.confkey[1]
                WHERE keys.contype = 'f' AND keys.connamespace = current_schema()::text::regnamespace
                ORDER BY 1, 2";
            sqlx::query_as(keys).fetch_all(&mut *self.postgres().await).await.unwrap()
        };
        rows.into_iter().map(|(table, column, to, to_column)| [table, column, to, to_column]).collect()
    }

    /// Every row of every table, as text.
    pub async fn dump(&self) -> String {
        let mut text = String::new();
        if self.empty.folder.is_some() {
            let mut connection = connect_sqlite(&self.url).await;
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
            let mut connection = self.postgres().await;
            let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()";
            let tables: Vec<(String,)> = sqlx::query_as(tables).fetch_all(&mut *connection).await.unwrap();
            for (table,) in tables {
                let rows = sqlx::query_as(AssertSqlSafe(format!("SELECT row_to_json(t)::text FROM {table} t")));
                let rows: Vec<(String,)> = rows.fetch_all(&mut *connection).await.unwrap();
                for (row,) in rows {
                    writeln!(text, "{table}: {row}").unwrap();
                }
            }
        }
        text
    }
}

/// Removes what runs of yesterday and before have made beside their database, if they worked on a server that stays.
async fn remove_old_databases(server: &str) {
    let mut connection = connect_postgres(server).await;
    let ours = "SELECT datname::text FROM pg_database WHERE datname ~ '^stylebox_[0-9a-f]{32}$'";
    let names: Vec<String> = sqlx::query_scalar(ours).fetch_all(&mut connection).await.unwrap();
    let begun = uuid::Uuid::now_v7().get_timestamp().unwrap().to_unix().0;
    for name in names {
        let made = name.strip_prefix("stylebox_").and_then(|id| uuid::Uuid::parse_str(id).ok()?.get_timestamp());
        if made.is_some_and(|made| made.to_unix().0 + 24 * 60 * 60 < begun) {
            // Another run may remove it at the same time.
            let _ = connection.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name}"))).await;
        }
    }
}
