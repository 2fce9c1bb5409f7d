//! The golden cases of `fixtures/`, for the tests that look at them.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use serde_json::Value;
use std::{fs, path::Path};

/// A file of `fixtures/`, which lies where its rule's id says.
pub struct Suite {
    pub rule: String,
    pub cases: Vec<Value>,
}

/// All suites, in the order of their paths.
pub fn suites() -> Vec<Suite> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let areas = fs::read_dir(root).unwrap().map(|area| area.unwrap().path()).filter(|path| path.is_dir());
    let mut files: Vec<_> =
        areas.flat_map(|area| fs::read_dir(area).unwrap()).map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

fn read(file: &Path) -> Suite {
    let suite: Value = serde_json::from_str(&fs::read_to_string(file).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let rule = suite.get("rule").and_then(Value::as_str).unwrap().to_owned();
    assert!(file.ends_with(format!("fixtures/{}.json", rule.replacen('.', "/", 1))), "{}", file.display());
    let cases = suite.get("cases").and_then(Value::as_array).unwrap().clone();
    Suite { rule, cases }
}
