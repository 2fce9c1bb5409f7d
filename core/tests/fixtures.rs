//! Calls the registry, which is the native engine, with every golden case of `fixtures/`.

mod golden;

use golden::suites;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use stylebox_core::rules;

/// Whether both are equal; numbers are compared by value, so 3 and 3.0 are the same.
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
    let answer = rules::call(rule, &golden::input_of(case));
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
    for suite in suites() {
        let rule = &suite.rule;
        for case in &suite.cases {
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
    let tested: BTreeSet<_> = suites().into_iter().map(|suite| suite.rule).collect();
    let untested: Vec<_> = rules::all().map(|rule| rule.id).filter(|id| !tested.contains(*id)).collect();
    assert!(untested.is_empty(), "without golden cases: {untested:?}");
}

#[test]
fn every_rule_that_takes_terms_answers_otherwise_under_other_terms() {
    let suites = suites();
    for rule in rules::all().filter(|rule| rule.takes_terms) {
        let cases = suites.iter().filter(|suite| suite.rule == rule.id).flat_map(|suite| &suite.cases);
        let mut with_terms = cases.filter(|case| case.get("terms").is_some() && case.get("expect").is_some());
        let depends = |case: &Value| {
            let under_spec = rules::call(rule.id, case.get("input").unwrap());
            !under_spec.is_ok_and(|answer| same(case.get("expect").unwrap(), &answer))
        };
        assert!(with_terms.any(depends), "{}: no case shows what the terms change", rule.id);
    }
}

#[test]
fn no_two_cases_of_a_rule_have_the_same_name_or_input() {
    for suite in suites() {
        let rule = &suite.rule;
        let mut seen = BTreeSet::new();
        for case in &suite.cases {
            let (name, input) = (case.get("name").unwrap(), golden::input_of(case));
            assert!(seen.insert(format!("name {name}")), "{rule}: two cases are called {name}");
            assert!(seen.insert(format!("input {input}")), "{rule}: {name} has the input of another case");
        }
    }
}

/// Every text in an answer that a golden case expects.
fn expected_texts() -> Vec<String> {
    fn collect(value: &Value, texts: &mut Vec<String>) {
        match value {
            Value::String(text) => texts.push(text.clone()),
            Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
            Value::Object(fields) => fields.values().for_each(|field| collect(field, texts)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut texts = Vec::new();
    for case in suites().iter().flat_map(|suite| &suite.cases) {
        collect(case.get("expect").unwrap_or(&Value::Null), &mut texts);
    }
    texts
}

/// The texts in the string literals of a source file, without its codes (`snake_case`) and its tests.
fn literals(source: &str) -> Vec<String> {
    let code = source.split("\nmod tests {").next().unwrap_or_default();
    // Types, words for developers, and a name that only the server uses are no texts of a rule.
    let unsaid = ["InputError::new(", "tsify(", "serialize_struct(", "FRIEND_WITHOUT_ACCOUNT"];
    let is_said = |line: &&str| !line.trim_start().starts_with("//") && !unsaid.iter().any(|part| line.contains(part));
    let lines: Vec<_> = code.lines().filter(is_said).collect();
    let joined = lines.join("\n").replace("\\\"", "\u{1}");
    let literals = joined.split('"').skip(1).step_by(2).map(|literal| {
        let mut parts = literal.split("\\\n");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.trim_start()).replace('\u{1}', "\"")
    });
    literals.filter(|text| text.contains(|letter: char| !matches!(letter, 'a'..='z' | '0'..='9' | '_'))).collect()
}

/// Whether `text` is `template` with anything in place of its `{…}`. A template without them that ends with a space need only be a part
/// of `text`.
fn is_made_by(template: &str, text: &str) -> bool {
    if !template.contains('{') {
        return if template.ends_with(' ') { text.contains(template) } else { text == template };
    }
    let pieces = template.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, rest)| rest));
    let mut rest = Some(text);
    for piece in pieces {
        rest = rest.and_then(|rest| rest.split_once(piece)).map(|(_, rest)| rest);
    }
    rest.is_some()
}

/// The files outside `messages` that have words for the customer: labels of enums, and sentences.
const WORDED: &[&str] = &[
    "account/referral.rs",
    "card/mod.rs",
    "card/not_charged.rs",
    "checkout/coupon.rs",
    "checkout/decision.rs",
    "checkout/receipt.rs",
    "delivery/day.rs",
    "delivery/flow.rs",
    "delivery/shipment.rs",
    "order/readiness.rs",
    "order/status.rs",
    "order/tile.rs",
    "screens/charge_words.rs",
    "screens/dashboard.rs",
    "screens/terms.rs",
    "screens/tile.rs",
    "style/style_profile.rs",
    "subscription/frequency.rs",
    "values/frequency.rs",
];

#[test]
fn a_golden_case_expects_every_text_of_core() {
    let said = expected_texts();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let messages = fs::read_dir(source.join("messages")).unwrap().map(|file| file.unwrap().path());
    let files = messages.chain(WORDED.iter().map(|file| source.join(file)));
    // The server's tests check the texts that only the server sends.
    let elsewhere = ["mod.rs", "forgetting.rs", "refusals.rs", "staff.rs"];
    let said_here = |path: &PathBuf| !elsewhere.iter().any(|name| path.ends_with(name));
    let sources = files.filter(said_here).map(|path| fs::read_to_string(path).unwrap());
    let texts: Vec<_> = sources.flat_map(|source| literals(&source)).collect();
    assert!(texts.len() > 150, "the texts are not found where they were: {}", texts.len());
    let unsaid: Vec<_> = texts.iter().filter(|text| !said.iter().any(|said| is_made_by(text, said))).collect();
    assert!(unsaid.is_empty(), "no golden case answers: {unsaid:#?}");
}
