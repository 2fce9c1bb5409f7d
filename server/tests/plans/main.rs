//! No statement of the server walks a table that grows with the shop, so a missing index is found immediately.
//!
//! The HTTP tests record every statement that the server sends (`tests/support/recorder.rs`). These tests run after them, and read
//! each statement's plan on an empty database of the tested engine. A plan walks a table if it reads all of it or all of one of its
//! indexes. Only an index whose order serves a `LIMIT` may be read without a condition.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

#[path = "../support/empty_database.rs"]
mod empty_database;
mod planner;
mod postgres;
mod record;
mod released;
mod sqlite;
#[path = "../support/statements.rs"]
mod statements;
mod tables;

use empty_database::engine;
use planner::{Planner, Walk};
use record::Statement;
use released::Release;
use std::collections::BTreeSet;
use tables::{MAY_WALK, NOT_GROWING};

const ADVICE: &str = "Add an index in a new migration, or write the statement so that it can use one. If it is to walk by design, except it \
    with a reason: its function in MAY_WALK, or its table in NOT_GROWING (server/tests/plans/tables.rs).";

const UPGRADE: &str =
    "docs/operating/upgrades.md says how tables change, and docs/operating/releases.md how a release is made.";

/// How many calls without a statement a message names at most.
const SHOWN: usize = 20;

/// A statement that walks a growing table without an exception.
struct Finding {
    /// The functions that send it.
    by: String,
    sql: String,
    walks: Vec<Walk>,
}

/// The statements that walk a growing table without an exception, and the exceptions that were used.
async fn findings(planner: &mut Planner, statements: Vec<Statement>) -> (Vec<Finding>, BTreeSet<&'static str>) {
    let (mut findings, mut used) = (Vec::new(), BTreeSet::new());
    for Statement { sql, calls } in statements {
        let mut walks = planner.walks(&sql).await;
        for may in MAY_WALK.iter().filter(|may| calls.iter().any(|call| call.function == may.function)) {
            let all = walks.len();
            walks.retain(|walk| !may.tables.contains(&walk.table.as_str()));
            used.extend((walks.len() < all).then_some(may.function));
        }
        let calls: Vec<String> = calls.iter().map(ToString::to_string).collect();
        let by = if calls.is_empty() { "(sent by none of the store's macros)".to_owned() } else { calls.join(", ") };
        findings.push(Finding { by, sql, walks });
    }
    for (trigger, sql) in planner.triggers().await {
        let walks = planner.walks(&sql).await;
        findings.push(Finding { by: format!("the trigger {trigger}"), sql, walks });
    }
    findings.retain(|finding| !finding.walks.is_empty());
    findings.sort_by(|one, other| one.by.cmp(&other.by));
    (findings, used)
}

fn report(findings: &[Finding]) -> String {
    let one = |finding: &Finding| {
        let sql = finding.sql.split_whitespace().collect::<Vec<_>>().join(" ");
        let plan: Vec<String> =
            finding.walks.iter().map(|walk| format!("    walks {}: {}\n", walk.table, walk.plan)).collect();
        format!("  {}\n    {sql}\n{}", finding.by, plan.concat())
    };
    let found = findings.iter().map(one).collect::<Vec<_>>().join("\n");
    let walk = if findings.len() == 1 { "statement walks" } else { "statements walk" };
    format!("On {}, {} {walk} a table that grows with the shop:\n\n{found}\n{ADVICE}", engine(), findings.len())
}

#[tokio::test]
async fn no_statement_walks_a_table_that_grows() {
    let (findings, used) = findings(&mut Planner::new("").await, record::statements()).await;
    assert!(findings.is_empty(), "{}", report(&findings));
    let unused = MAY_WALK.iter().filter(|may| !used.contains(may.function));
    let unused: Vec<String> = unused.map(|may| format!("{} ({})", may.function, may.why)).collect();
    assert!(unused.is_empty(), "these do not walk any more, take them out of MAY_WALK: {unused:?}");
}

/// Otherwise nobody has read its plan.
#[test]
fn every_statement_of_the_store_is_sent_by_a_test() {
    let silent: Vec<String> = record::silent().iter().map(|call| format!("  {call}\n")).collect();
    assert!(
        silent.is_empty(),
        "no test sends the statements of {} places in the store, so nobody has read their plans:\n{}{}Write a test that sends \
         them, or take them out. If only a part of the suite has run, {}.",
        silent.len(),
        silent.iter().take(SHOWN).map(String::as_str).collect::<String>(),
        if silent.len() > SHOWN { "  …\n" } else { "" },
        record::ADVICE
    );
}

/// A column that was dropped or renamed, or a new one that must have a value, would break the servers that are not upgraded yet.
#[tokio::test]
async fn statements_of_the_release_before_still_work() {
    let mut planner = Planner::new("").await;
    let works_from = planner.works_from().await;
    let releases = released::all().into_iter().filter(|release| release.last_migration >= works_from);
    let mut statements = 0;
    for Release { release, statements: all, .. } in releases {
        for sql in all {
            let prepared = planner.prepare(&sql).await;
            assert!(prepared.is_ok(), "a server of {release} cannot send {sql} any more: {prepared:?}. {UPGRADE}");
            statements += 1;
        }
    }
    assert!(statements > 400, "{statements} statements of the releases that work with these tables");
}

#[tokio::test]
async fn a_dropped_column_and_a_renamed_table_are_noticed() {
    for change in ["ALTER TABLE stock DROP COLUMN reserved", "ALTER TABLE stock RENAME TO pieces"] {
        let mut planner = Planner::new(change).await;
        assert!(planner.prepare("UPDATE stock SET reserved = reserved + 1 WHERE product_id = $1").await.is_err());
    }
}

#[tokio::test]
async fn the_statements_of_a_release_are_stored() {
    if std::env::var_os(released::WRITE).is_some() {
        let last = Planner::new("").await.last_migration().await;
        Release::own(last, &record::statements()).write();
    }
    let stored: Vec<String> = released::all().into_iter().map(|release| release.release).collect();
    let version = released::VERSION;
    assert!(stored.iter().any(|release| release == version), "{version} is not among {stored:?}. {UPGRADE}");
}

#[tokio::test]
async fn a_dropped_index_is_noticed() {
    let of_ledger = || -> Vec<Statement> {
        let is_of_ledger =
            |statement: &Statement| statement.calls.iter().any(|call| call.function == "payment::ledger::of_order");
        record::statements().into_iter().filter(is_of_ledger).collect()
    };
    let (whole, _) = findings(&mut Planner::new("").await, of_ledger()).await;
    assert!(whole.is_empty(), "{}", report(&whole));
    let (missed, _) = findings(&mut Planner::new("DROP INDEX ledger_by_order").await, of_ledger()).await;
    let report = report(&missed);
    for said in [
        "1 statement walks",
        "server/src/store/payment/ledger.rs:",
        "FROM ledger WHERE order_id = $1",
        "walks ledger: S",
    ] {
        assert!(report.contains(said), "{said}: {report}");
    }
}

/// A partial index is useless if the statement does not contain its condition. Another index can hide that.
#[tokio::test]
async fn statements_with_a_partial_index_made_for_them_use_it() {
    let mut planner = Planner::new("").await;
    for (function, index) in [
        ("payment::payment_attempts::refused_refunds", "payment_attempts_refused"),
        ("payment::payment_attempts::open_since", "payment_attempts_open"),
        ("mail::outbox::due", "outbox_waiting"),
        ("mail::outbox::take_back", "outbox_of_customer"),
        ("mail::outbox::give_up", "outbox_waiting"),
        ("mail::outbox::any_waits", "outbox_waiting"),
        ("mail::outbox::stuck", "outbox_failed"),
    ] {
        let sent = |statement: &Statement| statement.calls.iter().any(|call| call.function == function);
        let statements: Vec<Statement> = record::statements().into_iter().filter(sent).collect();
        assert!(!statements.is_empty(), "no test sends the statement of {function}");
        for Statement { sql, .. } in statements {
            let plan = planner.plan(&sql).await;
            assert!(plan.contains(index), "{function} is not read by {index}: {plan}");
        }
    }
}

#[tokio::test]
async fn every_table_listed_as_not_growing_exists() {
    let planner = Planner::new("").await;
    let gone: Vec<&str> =
        NOT_GROWING.iter().map(|(table, _)| *table).filter(|name| !planner.tables.contains(*name)).collect();
    assert!(gone.is_empty(), "take out of NOT_GROWING: {gone:?}");
}

/// A new table, which counts as growing because no list excludes it, and a table that refers to it.
const GARMENTS: &str = "
    CREATE TABLE garments (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, bought_at INTEGER NOT NULL, worn_at INTEGER, name TEXT NOT NULL
    );
    CREATE INDEX garments_by_owner ON garments (owner, bought_at);
    CREATE INDEX garments_by_day ON garments (bought_at);
    CREATE INDEX garments_unworn ON garments (name) WHERE worn_at IS NULL;
    CREATE TABLE repairs (id TEXT PRIMARY KEY, garment_id TEXT NOT NULL REFERENCES garments (id), cost INTEGER NOT NULL);
    CREATE TABLE tailors (id TEXT PRIMARY KEY, repair_id TEXT NOT NULL REFERENCES repairs (id) ON DELETE CASCADE);
    CREATE TABLE fittings (id TEXT PRIMARY KEY, who TEXT NOT NULL, at INTEGER NOT NULL);
    CREATE INDEX fittings_by_who ON fittings (who, at);
    CREATE INDEX fittings_by_name ON fittings ((LOWER(who) || 's'));
    CREATE INDEX fittings_by_size ON fittings ((CASE WHEN SUBSTR(who, 1, 1) = 'S' THEN SUBSTR(who, 2) ELSE '' END));";

#[tokio::test]
async fn reading_a_whole_table_or_index_is_a_walk() {
    let mut planner = Planner::new(GARMENTS).await;
    for (sql, walked) in [
        ("SELECT id FROM garments", "garments"),
        ("SELECT COUNT(*) FROM garments", "garments"),
        ("SELECT id FROM garments WHERE name = $1", "garments"),
        ("SELECT g.id FROM garments AS g WHERE g.name = $1", "garments"),
        ("SELECT g.id FROM garments g WHERE g.name = $1 AND worn_at > $2", "garments"),
        ("SELECT n FROM (SELECT COUNT(*) AS n FROM garments) AS counted", "garments"),
        ("WITH g AS (SELECT owner FROM garments) SELECT owner FROM g", "garments"),
        ("SELECT id FROM garments WHERE id = $1 OR name = $2", "garments"),
        ("SELECT id FROM stock JOIN garments ON name = product_id", "garments"),
        ("SELECT cost FROM garments JOIN repairs ON garment_id = garments.id WHERE owner = $1", "repairs"),
        (
            "SELECT id, (SELECT SUM(cost) FROM repairs WHERE garment_id = garments.id) FROM garments WHERE owner = $1",
            "repairs",
        ),
        ("UPDATE repairs SET cost = $2 WHERE garment_id = $1", "repairs"),
        // The engine searches for references to the deleted rows.
        ("DELETE FROM garments WHERE bought_at <= $1", "repairs"),
        ("DELETE FROM repairs WHERE id = $1", "tailors"),
        ("INSERT INTO garments (id, owner, bought_at, name) SELECT $1, id, cost, id FROM repairs", "repairs"),
        // An ORDER BY does not limit the rows, and a LIMIT does not help if rows are filtered out or sorted first.
        ("SELECT id FROM garments ORDER BY bought_at", "garments"),
        ("SELECT id FROM garments WHERE worn_at = $2 ORDER BY bought_at LIMIT $1", "garments"),
        ("SELECT id FROM garments ORDER BY worn_at LIMIT $1", "garments"),
        ("SELECT id FROM garments WHERE worn_at IS NULL ORDER BY name", "garments"),
        ("SELECT COUNT(*) FROM garments LIMIT 1", "garments"),
        ("SELECT MAX(name) FROM garments", "garments"),
        ("SELECT MAX(at) FROM fittings", "fittings"),
        ("SELECT MAX(bought_at) FROM garments WHERE name = $1", "garments"),
        ("SELECT MIN(bought_at) FROM garments WHERE worn_at IS NULL", "garments"),
        ("SELECT name, COUNT(*) FROM garments GROUP BY name ORDER BY name LIMIT $1", "garments"),
    ] {
        let walks = planner.walks(sql).await;
        assert!(walks.iter().any(|walk| walk.table == walked), "{sql}: {walks:?}");
        assert!(walks.iter().all(|walk| walk.table == walked), "{sql}: {walks:?}");
    }
}

#[tokio::test]
async fn a_search_by_index_or_with_a_limit_is_not_a_walk() {
    let mut planner = Planner::new(GARMENTS).await;
    for sql in [
        "SELECT 1",
        "SELECT id FROM garments WHERE id = $1",
        "SELECT id FROM garments WHERE owner = $1 AND name = $2 ORDER BY bought_at DESC, id",
        "SELECT id FROM garments WHERE bought_at <= $1",
        "SELECT id FROM garments WHERE owner IN ($1, $2)",
        "SELECT id FROM garments WHERE owner = $1 OR bought_at = $2",
        "SELECT id FROM fittings WHERE LOWER(who) || 's' = $1",
        "SELECT id FROM fittings WHERE CASE WHEN SUBSTR(who, 1, 1) = 'S' THEN SUBSTR(who, 2) ELSE '' END <= $1",
        "SELECT MAX(bought_at) FROM garments",
        "SELECT MIN(bought_at) FROM garments WHERE owner = $1",
        "SELECT cost FROM repairs JOIN garments ON garments.id = garment_id WHERE repairs.id = $1",
        "SELECT owner FROM (SELECT owner FROM garments WHERE owner = $1) AS garment",
        "INSERT INTO garments (id, owner, bought_at, name) VALUES ($1, $2, $3, $4)",
        "INSERT INTO garments (id, owner, bought_at, name) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
        "UPDATE garments SET name = $2 WHERE id = $1",
        "DELETE FROM tailors WHERE id = $1",
        // PostgreSQL would walk the partial index of an empty table, or the index in the order of the limit.
        "UPDATE garments SET worn_at = $2 WHERE id = $1 AND worn_at IS NULL",
        "SELECT id FROM garments WHERE worn_at IS NULL AND name = $1",
        "SELECT id FROM garments WHERE owner = $1 AND name = $2 ORDER BY bought_at LIMIT $3",
        // An index in the order of a limit.
        "SELECT id, name FROM garments ORDER BY bought_at DESC LIMIT $1",
        "SELECT id, name FROM garments ORDER BY bought_at, id LIMIT $1",
        "SELECT id FROM garments WHERE worn_at IS NULL ORDER BY name LIMIT $1",
        "SELECT name FROM garments LIMIT 1",
        // A table that does not grow.
        "SELECT quantity FROM stock WHERE reserved > $1",
        "SELECT name FROM stock JOIN garments ON id = product_id",
    ] {
        let walks = planner.walks(sql).await;
        assert!(walks.is_empty(), "{sql}: {walks:?}");
    }
}
