//! Both engines have the same migrations.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The differences between the engines' files: SQLite's words, PostgreSQL's words, and the reason.
const REPLACEMENTS: [(&str, &str, &str); 8] = [
    (") STRICT, WITHOUT ROWID;", ");", "PostgreSQL is always strict, and has no tables that are indexes"),
    (") STRICT;", ");", "PostgreSQL is always strict"),
    ("INTEGER", "BIGINT", "SQLite's integers have 64 bits"),
    ("content BLOB", "content BYTEA", "the same bytes by another name"),
    ("LENGTH(CAST(line_1 AS BLOB))", "OCTET_LENGTH(line_1)", "the length in bytes"),
    (
        "LOWER(REPLACE(TRIM(line_1, CHAR(9, 10, 11, 12, 13, 32)), ' ', ''))",
        r#"LOWER(REPLACE(BTRIM(line_1, E'\t\n\x0B\f\r '), ' ', '') COLLATE "C")"#,
        "the same white space; only ASCII letters have a case, as in SQLite",
    ),
    (") VIRTUAL", ") STORED", "PostgreSQL 15 has only stored generated columns"),
    (
        "-- SQLite has one lock for all tables.",
        "-- The tables that get an index. If a call holds one of them, the step gives way before it has made an index.\n\
         LOCK TABLE customers, suggested_item_clicks, outbox, cards, shipments, fraud_holds, gateway_customers, gateway_movements IN SHARE MODE;",
        "PostgreSQL locks one table after the other, and would make an index in vain",
    ),
];

/// Triggers are written in another language in each engine, so their texts are not compared. The tests of the ledger, of an order's
/// events and of the next boxes run them on both engines. This list has PostgreSQL's names and SQLite's names for the same triggers.
const TRIGGERS: [(&str, &[&str]); 6] = [
    ("ledger_append_only", &["ledger_no_update", "ledger_no_delete"]),
    ("next_box_after_new_order", &["next_box_after_new_order"]),
    ("next_box_after_order", &["next_box_after_order"]),
    ("next_box_after_plan", &["next_box_after_plan"]),
    ("next_box_after_void", &["next_box_after_void"]),
    ("order_events_append_only", &["order_events_no_update", "order_events_no_delete"]),
];

/// The folder of an engine's files.
fn folder(engine: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(engine)
}

/// The names of an engine's files.
fn names(engine: &str) -> BTreeSet<String> {
    let files = std::fs::read_dir(folder(engine)).unwrap();
    files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

/// The statements of a file, each with the comments before it.
fn statements(engine: &str, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder(engine).join(name)).unwrap();
    let mut statements = vec![String::new()];
    let mut is_begun = false;
    for line in text.lines().filter(|line| !line.is_empty()) {
        // The other lines of a statement are indented or end it.
        let is_comment = line.starts_with("--");
        let begins =
            ["CREATE ", "INSERT ", "ALTER ", "DROP ", "UPDATE ", "DELETE "].iter().any(|word| line.starts_with(word));
        if is_begun && (is_comment || begins) {
            statements.push(String::new());
            is_begun = false;
        }
        is_begun |= begins;
        let statement = statements.last_mut().unwrap();
        statement.push_str(line);
        statement.push('\n');
    }
    statements
}

/// A statement's kind and name, such as `TRIGGER` and `ledger_no_update`.
fn created(statement: &str) -> Option<(&str, &str)> {
    let line = statement.lines().find(|line| !line.starts_with("--"))?;
    let mut words = line.strip_prefix("CREATE ")?.split([' ', '(']);
    Some((words.next()?, words.next()?))
}

fn is_trigger_or_function(statement: &str) -> bool {
    matches!(created(statement), Some(("TRIGGER" | "FUNCTION", _)))
}

/// Translates SQLite's statement to PostgreSQL.
fn in_postgres_words(statement: &str) -> String {
    let lines = statement.lines().map(|line| if line.starts_with("--") { line.to_owned() } else { with_boolean(line) });
    let mut statement = lines.collect::<Vec<_>>().join("\n") + "\n";
    for (sqlite, postgres, _) in REPLACEMENTS {
        statement = statement.replace(sqlite, postgres);
    }
    statement
}

/// Translates a line with a boolean. SQLite has no type for booleans: such a column is an integer that is checked to be 0 or 1.
fn with_boolean(line: &str) -> String {
    let Some((column, rest)) = line.trim_start().split_once(" INTEGER") else { return line.to_owned() };
    let check = format!(" CHECK ({column} IN (0, 1))");
    if !rest.contains(&check) {
        return line.to_owned();
    }
    let rest = rest.replace(&check, "").replace("DEFAULT 0", "DEFAULT FALSE").replace("DEFAULT 1", "DEFAULT TRUE");
    let indent = &line[..line.len() - line.trim_start().len()];
    format!("{indent}{column} BOOLEAN{rest}")
}

#[test]
fn both_engines_have_the_same_migrations() {
    let files = names("sqlite");
    assert_eq!(files, names("postgres"));
    assert!(files.contains("0101_account.sql"), "{files:?}");
    for name in &files {
        let ours =
            |engine: &str| statements(engine, name).into_iter().filter(|statement| !is_trigger_or_function(statement));
        let (sqlite, postgres): (Vec<_>, Vec<_>) = (ours("sqlite").collect(), ours("postgres").collect());
        for (sqlite, postgres) in sqlite.iter().zip(&postgres) {
            assert_eq!(
                &in_postgres_words(sqlite),
                postgres,
                "{name}: SQLite's statement in PostgreSQL's words, and PostgreSQL's. If they have to differ, add the difference and the reason to REPLACEMENTS."
            );
        }
        assert_eq!(sqlite.len(), postgres.len(), "{name}: one of the engines has more statements");
    }
}

#[test]
fn both_engines_have_the_same_triggers() {
    let of = |engine: &str| {
        let all = names(engine).into_iter().flat_map(|name| statements(engine, &name)).collect::<Vec<_>>();
        let triggers = all.iter().filter_map(|statement| created(statement)).filter(|(kind, _)| *kind == "TRIGGER");
        triggers.map(|(_, name)| name.to_owned()).collect::<BTreeSet<_>>()
    };
    assert_eq!(of("postgres"), TRIGGERS.iter().map(|(name, _)| (*name).to_owned()).collect());
    assert_eq!(of("sqlite"), TRIGGERS.iter().flat_map(|(_, names)| *names).map(|name| (*name).to_owned()).collect());
}
