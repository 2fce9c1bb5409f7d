//! What the server refuses with: each reason that core words is met by a test.

use std::fs;
use std::path::Path;
use stylebox_core::messages::refusals;

/// The tests' sources, but this one.
fn tests() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let files = files.filter(|path| path.is_file() && !path.ends_with("refusals.rs"));
    files.map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn every_reason_is_met() {
    let tests = tests();
    let is_met = |code: &str| tests.contains(&format!("\"{code}\""));
    let unmet: Vec<_> = refusals::ALL.iter().map(|(code, _)| code).filter(|code| !is_met(code)).collect();
    assert!(unmet.is_empty(), "no test is refused with {unmet:?}");
}
