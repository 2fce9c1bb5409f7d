//! The table of rules is true, and the file that is made from it is up to date.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::{collections::BTreeSet, fs, path::Path};
use stylebox_core::rules;

/// A Rust type as TypeScript names it: `core::option::Option<stylebox_core::values::money::Money>` → `Money | null`.
fn typescript(rust: &str) -> String {
    let rust = rust.trim_start_matches("&mut ").trim_start_matches('&');
    if let Some(item) = rust.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        return format!("{}[]", typescript(item));
    }
    let Some((outer, inner)) = rust.strip_suffix('>').and_then(|generic| generic.split_once('<')) else {
        return match rust.rsplit("::").next().unwrap() {
            "bool" => "boolean".to_owned(),
            "str" | "String" => "string".to_owned(),
            "u32" | "u64" | "usize" | "f64" => "number".to_owned(),
            name => name.to_owned(),
        };
    };
    match outer.rsplit("::").next().unwrap() {
        "Option" => format!("{} | null", typescript(inner)),
        "Vec" => format!("{}[]", typescript(inner)),
        // `Cow<'_, str>` is a text too, whether it was made at run time or is a constant.
        "Cow" => typescript(inner.trim_start_matches("'_, ")),
        "Result" => typescript(inner.rsplit_once(", ").unwrap().0),
        other => format!("{other}<{inner}>"),
    }
}

#[test]
fn the_table_names_the_types_that_the_functions_have() {
    let said = |rule: &rules::Rule| {
        let (input, answer) = rule.types.typescript;
        let input = match input {
            "" => "Nothing",
            "string | null | undefined" => "string",
            "unknown" => "Json",
            other => other,
        };
        format!("{}: {input} -> {answer}", rule.id)
    };
    let declared = |rule: &rules::Rule| {
        let (input, answer) = (rule.types.rust)();
        format!("{}: {} -> {}", rule.id, typescript(input), typescript(answer))
    };
    let pairs = rules::all().map(|rule| (said(rule), declared(rule)));
    let wrong: Vec<_> = pairs.filter(|(said, declared)| said != declared).collect();
    assert!(wrong.is_empty(), "the table and the function differ: {wrong:#?}");
}

#[test]
fn a_rule_has_one_row() {
    let ids: BTreeSet<_> = rules::all().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), rules::all().count());
}

#[test]
fn rules_json_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules.json");
    assert!(
        fs::read_to_string(file).unwrap_or_default() == rules::to_json(),
        "core/rules.json differs from the table. Write it again:\n\n    \
         cargo run --package stylebox-core --features registry --bin stylebox-rules -- --table > core/rules.json\n"
    );
}
