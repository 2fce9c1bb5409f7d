//! A test provokes each refusal of core.

use std::fs;
use std::path::{Path, PathBuf};
use stylebox_core::messages::refusals::Refusal;

/// The sources of the tests, except this one.
fn tests() -> String {
    let files = files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"));
    let files =
        files.iter().filter(|path| path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with("refusals.rs"));
    files.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// All files below a folder.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

/// If a code belongs to one refusal, a test must name the code. If several refusals share it, a test must name the message.
#[test]
fn a_test_provokes_every_refusal() {
    let tests = tests();
    let is_shared = |code: &str| Refusal::ALL.iter().filter(|other| other.code() == code).count() > 1;
    let is_met = |refusal: &&Refusal| {
        let (code, words) = (refusal.code(), refusal.text());
        tests.contains(&if is_shared(code) { format!("\"{words}") } else { format!("\"{code}\"") })
    };
    let unmet: Vec<_> = Refusal::ALL.iter().filter(|refusal| !is_met(refusal)).collect();
    assert!(unmet.is_empty(), "no test is refused with {unmet:?}");
}
