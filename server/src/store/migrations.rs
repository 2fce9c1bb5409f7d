//! The steps that make the tables, one file a step and engine, carried inside the program.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// `(number, name, SQLite's SQL, PostgreSQL's SQL)`. A step that was released is never changed; a new one is added.
const STEPS: &[(i64, &str, &str, &str)] = &[(
    1,
    "walking skeleton",
    include_str!("../../migrations/sqlite/0001_walking_skeleton.sql"),
    include_str!("../../migrations/postgres/0001_walking_skeleton.sql"),
)];

pub(super) fn sqlite() -> Migrator {
    migrator(|(.., sql, _)| sql)
}

pub(super) fn postgres() -> Migrator {
    migrator(|(.., sql)| sql)
}

fn migrator(sql: fn(&(i64, &'static str, &'static str, &'static str)) -> &'static str) -> Migrator {
    let steps = STEPS.iter().map(|step| {
        let (number, name, ..) = *step;
        Migration::new(number, name.into(), MigrationType::Simple, sql(step).into_sql_str(), false)
    });
    Migrator::with_migrations(steps.collect())
}
