//! The statements that the suite has recorded, and the calls in the store that send statements.

use crate::statements::{Sent, Site, record_file};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How to make a record.
pub const ADVICE: &str =
    "run the whole suite, which is followed by these tests: `just test server`, or `cargo test -p stylebox-server`";

/// The store's macros that send a statement, or define functions that do.
const MACROS: [&str; 13] = [
    "empties!(",
    "execute!(",
    "execute_rows!(",
    "fetch_all!(",
    "fetch_json_list!(",
    "fetch_list!(",
    "fetch_list_of!(",
    "fetch_one!(",
    "fetch_optional!(",
    "fetch_page!(",
    "in_status_by!(",
    "removes!(",
    "table! {",
];
/// The first words of statements that have a plan.
const PLANNED: [&str; 5] = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"];
/// The first words of statements that have no plan.
const UNPLANNED: [&str; 6] = ["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA", "SET", "DO"];
/// The table in which sqlx's migrator records the migrations. Its statements are written for one engine, and the tests on PostgreSQL
/// open an SQLite file, too.
const MIGRATOR: &str = "_sqlx_migrations";

/// A call in the store that sends a statement.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    pub site: Site,
    /// As in `payment::ledger::all`: the file below `server/src/store`, and the function.
    pub function: String,
}

impl Display for Call {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}:{} ({})", self.site.file, self.site.line, self.function)
    }
}

/// A statement that the server sent, and the calls that sent it. There are none if it was sent without the store's macros.
#[derive(Debug)]
pub struct Statement {
    pub sql: String,
    pub calls: BTreeSet<Call>,
}

/// All recorded statements that have a plan, except those of migrations.
pub fn statements() -> Vec<Statement> {
    let calls = calls();
    let migrations: Vec<String> =
        files("server/migrations", "sql").iter().map(|(_, text)| text.trim().to_owned()).collect();
    let mut statements: BTreeMap<String, BTreeSet<Call>> = BTreeMap::new();
    for sent in read() {
        let call = sent.site.map(|site| {
            let call = calls.iter().find(|call| call.site == site).cloned();
            call.unwrap_or_else(|| panic!("add the macro at {}:{} to MACROS of tests/plans", site.file, site.line))
        });
        statements.entry(sent.sql).or_default().extend(call);
    }
    statements.retain(|sql, _| !migrations.contains(sql) && !sql.contains(MIGRATOR) && is_planned(sql));
    statements.into_iter().map(|(sql, calls)| Statement { sql, calls }).collect()
}

/// The calls in the store that sent no statement during the tests, so their plans were not checked.
pub fn silent() -> Vec<Call> {
    let sent: Vec<Site> = read().into_iter().filter_map(|sent| sent.site).collect();
    calls().into_iter().filter(|call| !sent.contains(&call.site)).collect()
}

fn is_planned(sql: &str) -> bool {
    let word = sql.split(|mark: char| !mark.is_ascii_alphabetic()).next().unwrap_or_default().to_uppercase();
    let is_planned = PLANNED.contains(&word.as_str());
    assert!(
        is_planned || UNPLANNED.contains(&word.as_str()),
        "add `{word}` to PLANNED or UNPLANNED of tests/plans: {sql}"
    );
    is_planned
}

/// The record of all tests. Panics if it is older than the store's source.
fn read() -> Vec<Sent> {
    let file = record_file();
    let Ok(record) = std::fs::read_to_string(&file) else { panic!("there is no {}: {ADVICE}", file.display()) };
    let recorded = changed(&file);
    for path in paths("server/src/store", "rs") {
        assert!(changed(&path) <= recorded, "{} is older than {}: {ADVICE}", file.display(), path.display());
    }
    record.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// All calls in the store that send a statement.
fn calls() -> Vec<Call> {
    let mut calls = Vec::new();
    for (path, text) in files("server/src/store", "rs") {
        let file = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        let module = file.trim_start_matches("server/src/store/").trim_end_matches(".rs").replace('/', "::");
        let (mut function, mut end_of_macro) = (String::new(), None);
        for (line, text) in (1..).zip(text.lines()) {
            let code = text.trim_start();
            if end_of_macro.is_none() && code.starts_with("macro_rules!") {
                // The callers of a macro send its statement.
                end_of_macro = Some(text.replace(code, "}"));
            } else if end_of_macro.as_deref() == Some(text) {
                end_of_macro = None;
            }
            if end_of_macro.is_some() || code.starts_with("//") {
                continue;
            }
            if let Some((_, name)) = code.split_once("fn ") {
                function = name.split(['(', '<']).next().unwrap().to_owned();
            }
            if let Some(name) = MACROS.iter().find(|name| code.contains(*name)) {
                let sender = if *name == "table! {" { "table!" } else { &function };
                let site = Site { file: file.clone(), line };
                calls.push(Call { site, function: format!("{module}::{sender}") });
            }
        }
    }
    calls
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn changed(path: &Path) -> SystemTime {
    path.metadata().unwrap().modified().unwrap()
}

fn files(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf| std::fs::read_to_string(&path).map(|text| (path, text)).unwrap();
    paths(folder, extension).into_iter().map(read).collect()
}

/// The files below a folder of the repository.
fn paths(folder: &str, extension: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|other| other == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
