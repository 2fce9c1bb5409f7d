//! The migrations, one file for each step and engine, inside the program.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// `(number, name, SQLite's SQL, PostgreSQL's SQL)`.
type StepFiles = (i64, &'static str, &'static str, &'static str);

/// The steps from their numbers and names, which are those of the files: `101 account` is `0101_account.sql`.
macro_rules! steps {
    ($($number:literal $name:ident,)+) => {
        &[$((
            $number,
            stringify!($name),
            include_str!(concat!("../../migrations/sqlite/0", $number, "_", stringify!($name), ".sql")),
            include_str!(concat!("../../migrations/postgres/0", $number, "_", stringify!($name), ".sql")),
        ),)+]
    };
}

/// Never change a released step; add a new one. `migrations/released.json` has those of each release.
const STEPS: &[StepFiles] = steps! {
    101 account,
    102 card,
    103 style,
    104 mail,
    105 order,
    106 delivery,
    107 checkout,
    108 payment,
    109 returns,
    110 subscription,
    111 operation,
    112 tries_and_retention,
    113 erasure_marks,
};

/// The oldest version that works with the tables of this one: the number of its last step, which is the last of the release before. It
/// is kept in the database, so that servers of that release can start while an upgrade is under way.
pub(super) const WORKS_FROM: i64 = 111;

/// The number of the first step. Version 0.1 had steps of its own, with smaller numbers.
const FIRST: i64 = 101;

/// The first step of version 0.1: its number, and its name, which another program's first step does not have.
const FIRST_OF_0_1: (i64, &str) = (1, "walking skeleton");

/// A step: its number, and what it is about.
pub type Step = (i64, &'static str);

/// A step that a database has had: its number, its name, and the checksum of its SQL.
pub(super) type Applied = (i64, String, Vec<u8>);

/// How the steps that a database has had compare with those of this version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Comparison {
    /// This version works with its tables once it has had the steps that it lacks.
    WorksWith {
        /// The steps of this version that it has not had.
        lacks: Vec<Step>,
        /// The steps of the next release that it has had. Then it lacks none.
        later: Vec<(i64, String)>,
    },
    /// They are steps of version 0.1, which no later version continues.
    OfVersion01,
    /// It has had this step, of a release that this version does not work with.
    TooFarAhead(i64),
    /// They are steps of another program: the step of this number is not one of any version.
    Differs(i64),
}

/// Compares the steps that a database has had with those of `own`, this version's. `works_from` is what the database says of the oldest
/// version that works with its tables: the number of its last step.
pub(super) fn compare(own: &Migrator, applied: &[Applied], works_from: Option<i64>) -> Comparison {
    let is_of_0_1 = applied.iter().any(|(number, name, _)| (*number, name.as_str()) == FIRST_OF_0_1);
    let mut later = Vec::new();
    for (number, name, checksum) in applied {
        match own.iter().find(|step| step.version == *number) {
            None if *number < FIRST && is_of_0_1 => return Comparison::OfVersion01,
            None if *number < FIRST => return Comparison::Differs(*number),
            None => later.push((*number, name.clone())),
            Some(step) if *step.checksum != **checksum => return Comparison::Differs(*number),
            Some(_) => {}
        }
    }
    let mut lacks = all();
    lacks.retain(|(number, _)| applied.iter().all(|(had, ..)| had != number));
    let works = lacks.is_empty() && works_from.is_some_and(|from| from <= version());
    match later.first() {
        Some((number, _)) if !works => Comparison::TooFarAhead(*number),
        _ => Comparison::WorksWith { lacks, later },
    }
}

/// All steps of this version.
pub(super) fn all() -> Vec<Step> {
    STEPS.iter().map(|(number, name, ..)| (*number, *name)).collect()
}

/// The number of the last step of this version.
pub(super) fn version() -> i64 {
    STEPS.iter().map(|(number, ..)| *number).max().unwrap_or_default()
}

pub(super) fn sqlite() -> Migrator {
    migrator(|(.., sql, _)| sql)
}

pub(super) fn postgres() -> Migrator {
    migrator(|(.., sql)| sql)
}

fn migrator(sql: fn(&StepFiles) -> &'static str) -> Migrator {
    let steps = STEPS.iter().map(|step| {
        let (number, name, ..) = *step;
        Migration::new(number, name.into(), MigrationType::Simple, sql(step).into_sql_str(), false)
    });
    Migrator::with_migrations(steps.collect())
}
