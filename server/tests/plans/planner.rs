//! Reads how an engine plans a statement, on an empty database with the tables of this version.

use crate::empty_database::EmptyDatabase;
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;
use crate::tables::NOT_GROWING;
use std::collections::BTreeSet;
use stylebox_server::store::Db;

/// A statement reads a whole table, or a whole index of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk {
    pub table: String,
    /// The engine's description of the walk.
    pub plan: String,
}

/// A column that refers to the rows of another table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignKey {
    pub table: String,
    pub column: String,
    pub refers_to: String,
    /// Whether a row is deleted together with the row that it refers to.
    pub cascades: bool,
}

impl From<(String, String, String, bool)> for ForeignKey {
    fn from((table, column, refers_to, cascades): (String, String, String, bool)) -> Self {
        Self { table, column, refers_to, cascades }
    }
}

/// An empty database of the tested engine.
pub struct Planner {
    engine: Engine,
    /// All tables, including those that do not grow.
    pub tables: BTreeSet<String>,
    keys: Vec<ForeignKey>,
    /// Kept so that the database is not removed yet.
    _database: EmptyDatabase,
}

enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Planner {
    /// A planner for the tables of this version, changed by `sql`.
    pub async fn new(sql: &'static str) -> Self {
        let database = EmptyDatabase::fresh().await;
        Db::open(&database.url.as_str().into()).await.unwrap().close().await;
        if database.folder.is_some() {
            let (sqlite, tables, keys) = Sqlite::open(&database.url, sql).await;
            Self { engine: Engine::Sqlite(sqlite), tables, keys, _database: database }
        } else {
            let (postgres, tables, keys) = Postgres::open(&database.url, sql).await;
            Self { engine: Engine::Postgres(postgres), tables, keys, _database: database }
        }
    }

    /// The growing tables that the statement walks, or that the engine walks because of it.
    pub async fn walks(&mut self, sql: &str) -> Vec<Walk> {
        let mut found = self.walks_of(sql).await;
        for ForeignKey { table, column, .. } in self.looked_through_for(sql) {
            let for_key = |plan: &str| format!("{plan}, for the foreign key {table}.{column} to a row that is deleted");
            for walk in self.walks_of(&format!("SELECT 1 FROM {table} WHERE {column} = $1")).await {
                // SQLite shows some of them in the statement's own plan.
                if found.iter().all(|other| other.table != walk.table) {
                    found.push(Walk { plan: for_key(&walk.plan), ..walk });
                }
            }
        }
        found
    }

    async fn walks_of(&mut self, sql: &str) -> Vec<Walk> {
        let growing: BTreeSet<&str> = self.tables.iter().map(String::as_str).filter(|table| grows(table)).collect();
        match &mut self.engine {
            Engine::Sqlite(sqlite) => sqlite.walks(sql, &growing).await,
            Engine::Postgres(postgres) => postgres.walks(sql, &growing).await,
        }
    }

    /// The plan of a statement, as the engine prints it.
    pub async fn plan(&mut self, sql: &str) -> String {
        match &mut self.engine {
            Engine::Sqlite(sqlite) => sqlite.plan(sql).await.join("\n"),
            Engine::Postgres(postgres) => postgres.explain(sql).await.to_string(),
        }
    }

    /// Prepares a statement without running it.
    pub async fn prepare(&mut self, sql: &str) -> Result<(), String> {
        match &mut self.engine {
            Engine::Sqlite(sqlite) => sqlite.prepare(sql).await,
            Engine::Postgres(postgres) => postgres.prepare(sql).await,
        }
    }

    /// The last migration of the oldest version that works with these tables, as the database says.
    pub async fn works_from(&mut self) -> i64 {
        self.number("SELECT CAST(value AS BIGINT) FROM shop_facts WHERE name = 'works_from'").await
    }

    pub async fn last_migration(&mut self) -> i64 {
        self.number("SELECT MAX(version) FROM _sqlx_migrations").await
    }

    async fn number(&mut self, sql: &'static str) -> i64 {
        match &mut self.engine {
            Engine::Sqlite(sqlite) => sqlite.number(sql).await,
            Engine::Postgres(postgres) => postgres.number(sql).await,
        }
    }

    /// The columns in which the engine looks for references to the rows that the statement deletes.
    fn looked_through_for(&self, sql: &str) -> Vec<ForeignKey> {
        let words: Vec<&str> = sql.split_whitespace().collect();
        let deletions = words.windows(3).filter(|three| three[..2] == ["DELETE", "FROM"]);
        let mut deleted_from: Vec<&str> = deletions.map(|three| three[2]).collect();
        let mut found: Vec<ForeignKey> = Vec::new();
        while let Some(table) = deleted_from.pop() {
            for key in self.keys.iter().filter(|key| key.refers_to == table) {
                if !found.contains(key) {
                    found.push(key.clone());
                    deleted_from.extend(key.cascades.then_some(key.table.as_str()));
                }
            }
        }
        found
    }

    /// The statements of SQLite's triggers, with their names. PostgreSQL's triggers do the same in another language.
    pub async fn triggers(&mut self) -> Vec<(String, String)> {
        match &mut self.engine {
            Engine::Sqlite(sqlite) => sqlite.triggers().await,
            Engine::Postgres(_) => Vec::new(),
        }
    }
}

/// Whether a table grows with the shop.
fn grows(table: &str) -> bool {
    NOT_GROWING.iter().all(|(fixed, _)| *fixed != table)
}
