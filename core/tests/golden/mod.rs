//! Reads the golden cases of `fixtures/`.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A file of `fixtures/`: `<area>/<subject>/<rule>.json`. The last two parts are the rule's id.
pub struct Suite {
    pub rule: String,
    pub cases: Vec<Value>,
}

/// All suites, in the order of their paths.
pub fn suites() -> Vec<Suite> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let subjects: Vec<_> = inside(&root).iter().flat_map(|area| inside(area)).collect();
    let mut files: Vec<_> = subjects.iter().flat_map(|subject| inside(subject)).collect();
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

/// The entries of a folder; none if the path is a file.
fn inside(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return Vec::new();
    }
    fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// The input of a case, as the registry takes it: with the case's terms, if it has some.
pub fn input_of(case: &Value) -> Value {
    let mut input = case.get("input").unwrap().clone();
    if let Some(terms) = case.get("terms") {
        input.as_object_mut().unwrap().insert("$terms".into(), terms.clone());
    }
    input
}

fn read(file: &Path) -> Suite {
    let suite: Value = serde_json::from_str(&fs::read_to_string(file).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let rule = suite.get("rule").and_then(Value::as_str).unwrap().to_owned();
    assert!(file.ends_with(format!("{}.json", rule.replacen('.', "/", 1))), "{}", file.display());
    let cases = suite.get("cases").and_then(Value::as_array).unwrap().clone();
    Suite { rule, cases }
}
