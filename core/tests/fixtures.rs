//! Every golden case of `fixtures/` through the registry: the native engine.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use stylebox_core::rules;

fn fixture_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let areas = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut files: Vec<_> =
        areas.flat_map(|area| fs::read_dir(area).unwrap().map(|entry| entry.unwrap().path())).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Numbers by their value: 3 and 3.0 are the same.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| same(value, other)))
        }
        _ => left == right,
    }
}

/// What is wrong with a case, or nothing.
fn difference(rule: &str, case: &Value) -> Option<String> {
    let answer = rules::call(rule, case.get("input").unwrap());
    match (case.get("expect"), &answer) {
        (Some(expected), Ok(answer)) if same(expected, answer) => None,
        (Some(expected), answer) => Some(format!("expected {expected}\n      got      {answer:?}")),
        (None, Err(rules::RuleError::Input(_))) => None,
        (None, answer) => Some(format!("expected an error\n      got      {answer:?}")),
    }
}

#[test]
fn every_golden_case_holds() {
    let mut failures = Vec::new();
    let mut cases = 0_usize;
    for file in fixture_files() {
        let suite = read(&file);
        let rule = suite.get("rule").and_then(Value::as_str).unwrap();
        assert!(file.ends_with(format!("fixtures/{}.json", rule.replacen('.', "/", 1))), "{}", file.display());
        for case in suite.get("cases").and_then(Value::as_array).unwrap() {
            cases = cases.saturating_add(1);
            if let Some(difference) = difference(rule, case) {
                failures.push(format!("{rule}: {}\n      {difference}", case.get("name").unwrap()));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {cases} cases:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_rule_has_golden_cases() {
    let tested: BTreeSet<_> =
        fixture_files().iter().map(|file| read(file)["rule"].as_str().unwrap().to_owned()).collect();
    let untested: Vec<_> = rules::all().map(|rule| rule.id).filter(|id| !tested.contains(*id)).collect();
    assert!(untested.is_empty(), "without golden cases: {untested:?}");
}
