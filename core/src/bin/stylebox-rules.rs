//! Answers rules on the command line: reads one call per line and writes one answer per line. It is the native engine of the fixture
//! runner.
//!
//! A call: `{"rule": "mask.zip", "input": {"text": "554011234"}}`. An answer: `{"answer": "55401-1234"}`, `{"error": "…"}` if the
//! input does not have the rule's form, or `{"unknown": true}`. `--list` prints the ids of all rules, `--table` the content of
//! `core/rules.json`, `--version` the version of the rules.

use serde_json::{Value, json};
use std::io::{self, BufRead, BufWriter, Write};
use stylebox_core::rules::{self, RuleError};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let asked = |flag: &str| std::env::args().any(|argument| argument == flag);
    if asked("--list") {
        for rule in rules::all() {
            writeln!(out, "{}", rule.id)?;
        }
        return out.flush();
    }
    if asked("--table") {
        write!(out, "{}", rules::to_json())?;
        return out.flush();
    }
    if asked("--version") {
        writeln!(out, "{}", stylebox_core::rules_version())?;
        return out.flush();
    }
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", answer(&line?))?;
    }
    out.flush()
}

fn answer(line: &str) -> Value {
    let call: Value = match serde_json::from_str(line) {
        Ok(call) => call,
        Err(error) => return json!({ "error": format!("The line is no JSON: {error}") }),
    };
    let rule = call.get("rule").and_then(Value::as_str).unwrap_or_default();
    match rules::call(rule, call.get("input").unwrap_or(&Value::Null)) {
        Ok(answer) => json!({ "answer": answer }),
        Err(RuleError::Unknown) => json!({ "unknown": true }),
        Err(RuleError::Input(error)) => json!({ "error": error.to_string() }),
    }
}
