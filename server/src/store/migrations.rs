//! The steps that make the tables, one file a step and engine, carried inside the program.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// `(number, name, SQLite's SQL, PostgreSQL's SQL)`. A step that was released is never changed; a new one is added.
const STEPS: &[(i64, &str, &str, &str)] = &[
    (
        1,
        "walking skeleton",
        include_str!("../../migrations/sqlite/0001_walking_skeleton.sql"),
        include_str!("../../migrations/postgres/0001_walking_skeleton.sql"),
    ),
    (
        2,
        "account",
        include_str!("../../migrations/sqlite/0002_account.sql"),
        include_str!("../../migrations/postgres/0002_account.sql"),
    ),
    (
        3,
        "ordering",
        include_str!("../../migrations/sqlite/0003_ordering.sql"),
        include_str!("../../migrations/postgres/0003_ordering.sql"),
    ),
    (
        4,
        "style",
        include_str!("../../migrations/sqlite/0004_style.sql"),
        include_str!("../../migrations/postgres/0004_style.sql"),
    ),
    (
        5,
        "jobs",
        include_str!("../../migrations/sqlite/0005_jobs.sql"),
        include_str!("../../migrations/postgres/0005_jobs.sql"),
    ),
    (
        6,
        "returns and payments",
        include_str!("../../migrations/sqlite/0006_returns_and_payments.sql"),
        include_str!("../../migrations/postgres/0006_returns_and_payments.sql"),
    ),
    (
        7,
        "next boxes",
        include_str!("../../migrations/sqlite/0007_next_boxes.sql"),
        include_str!("../../migrations/postgres/0007_next_boxes.sql"),
    ),
    (
        9,
        "fraud holds",
        include_str!("../../migrations/sqlite/0009_fraud_holds.sql"),
        include_str!("../../migrations/postgres/0009_fraud_holds.sql"),
    ),
];

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

#[cfg(test)]
mod tests {
    use super::STEPS;

    /// `table.column` for each column, in order.
    fn columns(sql: &str) -> Vec<String> {
        let mut table = "";
        let mut found = Vec::new();
        for line in sql.lines() {
            if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
                table = rest.trim_end_matches(" (");
            } else if line.starts_with(')') {
                table = "";
            } else if !table.is_empty() && !line.trim_start().starts_with("--") {
                found.push(format!("{table}.{}", line.split_whitespace().next().unwrap_or_default()));
            }
        }
        found
    }

    #[test]
    fn both_engines_have_the_same_columns() {
        for (number, _, sqlite, postgres) in STEPS {
            assert!(columns(sqlite).contains(&"customers.email_key".to_owned()) || *number > 1);
            assert_eq!(columns(sqlite), columns(postgres), "step {number}");
        }
    }
}
