//! The migrations, one file for each step and engine, inside the program.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// `(number, name, SQLite's SQL, PostgreSQL's SQL)`. Never change a released step; add a new one.
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
        8,
        "fraud holds",
        include_str!("../../migrations/sqlite/0008_fraud_holds.sql"),
        include_str!("../../migrations/postgres/0008_fraud_holds.sql"),
    ),
    (
        9,
        "finished orders",
        include_str!("../../migrations/sqlite/0009_finished_orders.sql"),
        include_str!("../../migrations/postgres/0009_finished_orders.sql"),
    ),
    (
        10,
        "growth",
        include_str!("../../migrations/sqlite/0010_growth.sql"),
        include_str!("../../migrations/postgres/0010_growth.sql"),
    ),
    (
        11,
        "shop facts",
        include_str!("../../migrations/sqlite/0011_shop_facts.sql"),
        include_str!("../../migrations/postgres/0011_shop_facts.sql"),
    ),
    (
        12,
        "pending kinds",
        include_str!("../../migrations/sqlite/0012_pending_kinds.sql"),
        include_str!("../../migrations/postgres/0012_pending_kinds.sql"),
    ),
    (
        13,
        "store tablet",
        include_str!("../../migrations/sqlite/0013_store_tablet.sql"),
        include_str!("../../migrations/postgres/0013_store_tablet.sql"),
    ),
    (
        14,
        "analytics consent",
        include_str!("../../migrations/sqlite/0014_analytics_consent.sql"),
        include_str!("../../migrations/postgres/0014_analytics_consent.sql"),
    ),
    (
        15,
        "first orders again",
        include_str!("../../migrations/sqlite/0015_first_orders_again.sql"),
        include_str!("../../migrations/postgres/0015_first_orders_again.sql"),
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
