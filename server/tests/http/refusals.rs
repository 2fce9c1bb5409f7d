//! What the server refuses with: each reason that core words is met by a test.

use std::fs;
use std::path::{Path, PathBuf};
use stylebox_core::messages::refusals::{self, Reason};

/// The tests' sources, but this one.
fn tests() -> String {
    let files = files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"));
    let files = files.iter().filter(|path| !path.ends_with("refusals.rs"));
    files.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// All files below a folder.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

/// A code that is one reason's is met where a test is refused with it; of one that is several reasons', the words are.
#[test]
fn every_reason_is_met() {
    let tests = tests();
    let is_shared = |code: &str| refusals::ALL.iter().filter(|(other, _)| *other == code).count() > 1;
    let is_met = |(code, words): &&Reason| {
        if is_shared(code) { tests.contains(&format!("\"{words}")) } else { tests.contains(&format!("\"{code}\"")) }
    };
    let unmet: Vec<_> = refusals::ALL.iter().filter(|reason| !is_met(reason)).collect();
    assert!(unmet.is_empty(), "no test is refused with {unmet:?}");
}
