//! Differences that shops have shown, and that are mended: the shortest steps of each.

use super::acts::Step;
use super::run;

/// Runs the steps, one in each line, in a shop in which nothing else happens.
#[track_caller]
fn survive(steps: &str) {
    let steps: Vec<Step> = steps.trim().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    if let Some(difference) = run::these(1, &steps).1 {
        panic!("{}", difference.why);
    }
}

/// The second call had found its session, and then read the row of a person who was erased: it answered 500.
#[test]
fn an_account_that_is_closed_twice_at_the_same_time() {
    survive(
        r#"
{"acts":[{"SignUp":{"who":1,"invited_by":null}}],"switches":[],"faults":[]}
{"acts":[{"Close":{"who":1}},{"Close":{"who":1}}],"switches":[11,7,7,7],"faults":[]}
"#,
    );
}
