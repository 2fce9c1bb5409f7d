//! No rule panics or guesses, whatever its input: golden inputs with another value in one place, and any JSON.

mod golden;

use proptest::{collection::vec, prelude::*, sample::Index};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use stylebox_core::rules::{self, RuleError};

/// Every golden input, with its rule.
static GOLDEN: LazyLock<Vec<(String, Value)>> = LazyLock::new(|| {
    let inputs =
        |suite: golden::Suite| suite.cases.into_iter().map(move |case| (suite.rule.clone(), golden::input_of(&case)));
    golden::suites().into_iter().flat_map(inputs).collect()
});

fn json() -> impl Strategy<Value = Value> {
    let texts = prop_oneof![
        Just(String::new()),
        "[0-9]{1,18}([.][0-9]{1,3})?",
        "(0001|1970|2026|9999)-(01|02|12|13)-(01|28|29|31|32)",
        "(0001|2026|9999)-(01|12)-(01|31)T(00|23):59:(59|60)Z",
        "[01][0-9]/[0-9]{2}",
        any::<String>(),
    ];
    let leaves = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop_oneof![Just(9_007_199_254_740_991_u64), Just(u64::MAX)].prop_map(Value::from),
        texts.prop_map(Value::from),
    ];
    leaves.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec(("[a-z_]{1,8}", inner), 0..4).prop_map(|fields| Value::from(fields.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Puts `replacement` somewhere into `value`; each index chooses one level.
fn replace(value: &mut Value, path: &[Index], replacement: Value) {
    let inner = match (value, path.split_first()) {
        (Value::Object(fields), Some((index, rest))) if !fields.is_empty() => {
            let place = index.index(fields.len());
            fields.values_mut().nth(place).map(|inner| (inner, rest))
        }
        (Value::Array(items), Some((index, rest))) if !items.is_empty() => {
            let place = index.index(items.len());
            items.get_mut(place).map(|inner| (inner, rest))
        }
        (other, _) => {
            *other = replacement;
            return;
        }
    };
    if let Some((inner, rest)) = inner {
        replace(inner, rest, replacement);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    #[test]
    fn no_rule_panics_on_a_golden_input_with_another_value_in_one_place(
        case in any::<Index>(), path in vec(any::<Index>(), 1..5), replacement in json(),
    ) {
        let (rule, mut input) = GOLDEN.get(case.index(GOLDEN.len())).unwrap().clone();
        replace(&mut input, &path, replacement);
        let answer = rules::call(&rule, &input);
        prop_assert!(!matches!(answer, Err(RuleError::Unknown)), "{rule}");
    }

    #[test]
    fn no_rule_panics_on_any_json_or_accepts_what_is_no_object(rule in any::<Index>(), input in json()) {
        let rules: Vec<_> = rules::all().collect();
        let rule = rules.get(rule.index(rules.len())).unwrap().id;
        let answer = rules::call(rule, &input);
        prop_assert!(input.is_object() || matches!(answer, Err(RuleError::Input(_))), "{rule}");
    }
}

#[test]
fn every_rule_refuses_an_input_that_is_no_object() {
    for rule in rules::all() {
        for input in [json!(null), json!([]), json!([{}]), json!("x"), json!(1), json!(true)] {
            assert!(matches!(rules::call(rule.id, &input), Err(RuleError::Input(_))), "{}: {input}", rule.id);
        }
    }
}

#[test]
fn fields_that_a_rule_does_not_know_change_nothing() {
    // The fields of this rule's input are questions, so it knows every field.
    for (rule, input) in GOLDEN.iter().filter(|(rule, _)| rule != "answers.changed_elsewhere") {
        let mut more = input.clone();
        if let Some(fields) = more.as_object_mut() {
            fields.insert("zz_unknown".into(), json!({ "a": [1, null] }));
        }
        assert_eq!(rules::call(rule, input), rules::call(rule, &more), "{rule}: {input}");
    }
}

#[test]
fn null_and_absent_fields_are_the_same() {
    for (rule, input) in GOLDEN.iter() {
        let mut less = input.clone();
        if let Some(fields) = less.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
        assert_eq!(rules::call(rule, input).ok(), rules::call(rule, &less).ok(), "{rule}: {input}");
    }
}

#[test]
fn an_input_may_name_other_terms_only_if_a_shop_can_have_them_and_the_rule_takes_them() {
    let fee = |terms: Value| {
        let input =
            json!({ "first_timer": true, "subscription_type": null, "now": "2026-11-20T18:00:00Z", "$terms": terms });
        rules::call("styling_fee.amount", &input).map_err(|error| error.to_string())
    };
    assert_eq!(fee(json!({ "first_styling_fee": "5.00" })), Ok(json!("5.00")));
    assert_eq!(fee(Value::Null), Ok(json!("1.00")));
    assert_eq!(
        fee(json!({ "first_styling_fee": "0.49" })),
        Err("$terms.first_styling_fee: A styling fee is 0.50 to 1000.00.".to_owned())
    );
    assert_eq!(fee(json!({ "styling_fees": "5.00" })), Err("$terms.styling_fees: There is no such term.".to_owned()));
    assert_eq!(fee(json!("5.00")), Err("$terms: expected an object, found text".to_owned()));
    assert_eq!(
        rules::call("login.validate", &json!({ "email": "", "password": "", "$terms": {} }))
            .map_err(|error| error.to_string()),
        Err("$terms: The rule does not take terms.".to_owned())
    );
}

#[test]
fn a_count_may_be_written_with_a_decimal_point() {
    let answer = rules::call("shuffle.state", &serde_json::from_str(r#"{"swipes": 1.0e1, "cards": 20.0}"#).unwrap());
    assert_eq!(answer, Ok(json!({ "next_enabled": true, "done": false })));
}
