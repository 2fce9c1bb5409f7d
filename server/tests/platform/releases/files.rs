//! The files of migrations, and what is known of those that were released.

use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

pub const VERSION: &str = env!("CARGO_PKG_VERSION");
const ENGINES: [&str; 2] = ["postgres", "sqlite"];

pub fn migrations() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations")
}

/// The folder with one file of data for each release.
pub fn stored() -> PathBuf {
    migrations().join("released")
}

/// The files of an engine, by their numbers.
pub fn files(engine: &str) -> BTreeMap<i64, PathBuf> {
    let files = std::fs::read_dir(migrations().join(engine)).unwrap().map(|file| file.unwrap().path());
    files.map(|file| (number(file.file_name().unwrap().to_str().unwrap()), file)).collect()
}

/// `0101_account.sql` has the number 101.
fn number(name: &str) -> i64 {
    name.rsplit('/').next().unwrap().split('_').next().unwrap().parse().unwrap()
}

fn hash(file: &Path) -> String {
    Sha256::digest(std::fs::read(file).unwrap()).iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// The files that came with each release, as `sqlite/0101_account.sql` and `released/0.2.0.jsonl.gz`, and the hash of each.
pub type Released = BTreeMap<String, BTreeMap<String, String>>;

fn released_file() -> PathBuf {
    migrations().join("released.json")
}

pub fn released() -> Released {
    serde_json::from_str(&std::fs::read_to_string(released_file()).unwrap()).unwrap()
}

/// The name of the file with a release's data.
pub fn data_of(release: &str) -> String {
    format!("released/{release}.jsonl.gz")
}

/// Adds this version's migrations and data to the released ones.
pub fn add_release() {
    let mut all = released();
    let known: BTreeSet<String> = all.values().flat_map(BTreeMap::keys).cloned().collect();
    let data = data_of(VERSION);
    let mut added = BTreeMap::from([(data.clone(), hash(&migrations().join(data)))]);
    for engine in ENGINES {
        for file in files(engine).into_values() {
            let name = format!("{engine}/{}", file.file_name().unwrap().to_str().unwrap());
            if !known.contains(&name) {
                added.insert(name, hash(&file));
            }
        }
    }
    all.insert(VERSION.to_owned(), added);
    std::fs::write(released_file(), serde_json::to_string_pretty(&all).unwrap() + "\n").unwrap();
}

#[test]
fn released_files_have_not_changed() {
    let mut last = BTreeMap::new();
    let mut known = BTreeSet::new();
    for (release, mut files) in released() {
        for (name, released) in &files {
            let file = migrations().join(name);
            assert!(
                file.exists() && hash(&file) == *released,
                "{name} was released with {release} and has changed: take the change back, and add a migration in its place. \
                 released.json is only added to, when a version is released."
            );
        }
        assert!(files.remove(&data_of(&release)).is_some(), "released.json has no hash of the data of {release}");
        for name in files.into_keys() {
            let last = last.entry(name.split('/').next().unwrap().to_owned()).or_insert(0);
            *last = number(&name).max(*last);
            known.insert(name);
        }
    }
    for engine in ENGINES {
        for (number, file) in files(engine) {
            let name = format!("{engine}/{}", file.file_name().unwrap().to_str().unwrap());
            assert!(
                known.contains(&name) || last.get(engine).is_none_or(|last| number > *last),
                "{name}: a new migration comes after all that were released"
            );
        }
    }
}
