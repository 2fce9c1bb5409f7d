//! How core's values are written outside of a rule: in the server, its database, a log.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    io::Write,
    process::{Command, Stdio},
};
use stylebox_core::{
    InputError, Issue,
    checkout::coupon::Coupon,
    order::{self, CheckOutInput, Status},
    rules::{self, RuleError},
    values::{
        business_time::Date,
        count::Count,
        expiration::Expiration,
        message::Message,
        money::{Money, TaxRate},
    },
    wire::{Json, empty_as_null, null_as_empty, to_text},
};

/// The JSON text of `value` after it was read as `T` and written again.
fn again<T: for<'de> Deserialize<'de> + Serialize>(value: &Value) -> String {
    serde_json::to_string(&serde_json::from_value::<T>(value.clone()).unwrap()).unwrap()
}

#[test]
fn answers_are_written_for_the_browser() {
    assert_eq!(to_text(&Date::new(2026, 2, 3).unwrap()), r#""2026-02-03""#);
    assert_eq!(to_text(&Money::from_cents(5).unwrap()), r#""0.05""#);
    assert_eq!(to_text(&vec![Status::Created]), r#"["created"]"#);
}

#[test]
fn any_json_is_written_as_it_was_read() {
    let text = r#"{"z":[null,true,0,-1,0.5,9007199254740991,"x"],"a":{"b":[]}}"#;
    let json: Json = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&json).unwrap(), text);
    assert_eq!(
        again::<Json>(&json!({ "a": 3.0, "b": 1e300, "c": -9007199254740993.0 })),
        r#"{"a":3,"b":1e+300,"c":-9007199254740992.0}"#
    );
}

#[test]
fn coupons_and_rates_are_written_as_they_were_read() {
    let amount = json!({ "kind": "amount_off", "value": "25.00" });
    let percentage = json!({ "kind": "percentage_off", "value": "12.50" });
    for coupon in [amount, percentage] {
        assert_eq!(again::<Coupon>(&coupon), coupon.to_string());
    }
    assert_eq!(again::<TaxRate>(&json!("0.06875")), r#""0.06875""#);
    assert_eq!(again::<Money>(&json!("7.5")), r#""7.50""#);
    assert_eq!(again::<Count>(&json!(7)), "7");
    assert_eq!("1234.5".parse::<Money>().unwrap().formatted(), "$1,234.50");
}

#[test]
fn an_issue_is_a_field_a_code_and_a_message() {
    let issue = Issue::new("card_info.cvv", Message::CVV_MALFORMED);
    let written = json!({ "field": "card_info.cvv", "code": "cvv_malformed", "message": "Please enter a valid CVV" });
    assert_eq!(serde_json::to_value(issue).unwrap(), written);
}

proptest! {
    #[test]
    fn an_expiration_is_the_same_after_it_is_read_and_written(month in 1_u32..=12, year in 0_u32..=99) {
        let text = format!("{month:02}/{year:02}");
        prop_assert_eq!(text.parse::<Expiration>().unwrap().to_string(), text);
    }
}

#[test]
fn null_and_empty_texts_are_read_as_empty_or_as_null_as_the_field_says() {
    #[derive(Debug, PartialEq, Eq, Deserialize)]
    struct Fields {
        #[serde(default, deserialize_with = "null_as_empty")]
        typed: String,
        #[serde(default, deserialize_with = "empty_as_null")]
        optional: Option<String>,
    }
    let read = |value: Value| serde_json::from_value::<Fields>(value);
    let fields =
        |typed: &str, optional: Option<&str>| Fields { typed: typed.into(), optional: optional.map(Into::into) };
    assert_eq!(read(json!({ "typed": "a", "optional": "b" })).unwrap(), fields("a", Some("b")));
    assert_eq!(read(json!({ "typed": null, "optional": null })).unwrap(), fields("", None));
    assert_eq!(read(json!({ "typed": "", "optional": "" })).unwrap(), fields("", None));
    assert_eq!(read(json!({})).unwrap(), fields("", None));
    assert!(read(json!({ "typed": 1 })).is_err() && read(json!({ "optional": 1 })).is_err());
}

#[test]
fn an_order_changes_its_status_while_it_is_paid_except_on_its_way_back() {
    for &status in Status::ALL {
        let returns = matches!(status, Status::InTransitToStylebox | Status::DeliveredToStylebox);
        let pays = order::can_check_out(&CheckOutInput { status, has_paid_invoice: false }) && !returns;
        assert_eq!(order::status_while_paying(status), pays.then_some(Status::PaymentProcessing), "{status}");
    }
}

#[test]
fn a_rule_that_gives_no_answer_says_why() {
    assert_eq!(RuleError::Unknown.to_string(), "There is no such rule.");
    let refused = rules::call("mask.zip", &json!({ "text": 1 })).unwrap_err();
    assert_eq!(refused.to_string(), "text: expected text, found a number");
    assert_eq!(InputError::new("No.").to_string(), "No.");
}

#[test]
fn rules_are_answered_on_the_command_line() {
    let program = env!("CARGO_BIN_EXE_stylebox-rules");
    let printed =
        |arguments: &[&str]| String::from_utf8(Command::new(program).args(arguments).output().unwrap().stdout).unwrap();
    assert_eq!(printed(&["--list"]).lines().collect::<Vec<_>>(), rules::all().map(|rule| rule.id).collect::<Vec<_>>());
    assert_eq!(printed(&["--version"]).trim_end(), stylebox_core::rules_version());
    assert_eq!(printed(&["--table"]), rules::to_json());

    let mut running = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let calls = [
        r#"{"rule": "mask.zip", "input": {"text": "554011234"}}"#,
        r#"{"rule": "mask.zip"}"#,
        r#"{"rule": "no.such", "input": {}}"#,
        "{",
    ];
    running.stdin.take().unwrap().write_all(calls.join("\n").as_bytes()).unwrap();
    let output = running.wait_with_output().unwrap().stdout;
    let answers: Vec<Value> = String::from_utf8(output).unwrap().lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(answers[0], json!({ "answer": "55401-1234" }));
    assert!(answers[1]["error"].is_string() && answers[3]["error"].is_string());
    assert_eq!(answers[2], json!({ "unknown": true }));
    assert_eq!(answers.len(), calls.len());
}
