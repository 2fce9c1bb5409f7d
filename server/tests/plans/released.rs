//! The statements of the releases that work with the tables of this version. While servers are upgraded one after the other, those of
//! the release before still send theirs.
//!
//! A release's statements are stored when it is made (`docs/operating/releases.md`), in a file for each engine.

use crate::empty_database::engine;
use crate::record::Statement;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Set to store the statements of the version of `Cargo.toml`.
pub const WRITE: &str = "STYLEBOX_WRITE_RELEASE";
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The statements of a release.
#[derive(Debug, Serialize, Deserialize)]
pub struct Release {
    pub release: String,
    /// The number of its last migration.
    pub last_migration: i64,
    pub statements: Vec<String>,
}

impl Release {
    /// This version, whose tests have sent these statements.
    pub fn own(last_migration: i64, statements: &[Statement]) -> Self {
        let statements = statements.iter().map(|statement| statement.sql.clone()).collect();
        Self { release: VERSION.to_owned(), last_migration, statements }
    }

    pub fn write(&self) {
        let mut packed = GzEncoder::new(File::create(file(&self.release)).unwrap(), Compression::best());
        packed.write_all(serde_json::to_string(self).unwrap().as_bytes()).unwrap();
        packed.finish().unwrap();
    }

    fn read(file: &Path) -> Self {
        let mut text = String::new();
        GzDecoder::new(File::open(file).unwrap()).read_to_string(&mut text).unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

/// All releases whose statements are stored for the tested engine.
pub fn all() -> Vec<Release> {
    let files = std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    let own = files.filter(|file| file.to_str().unwrap().ends_with(&ending()));
    own.map(|file| Release::read(&file)).collect()
}

fn file(release: &str) -> PathBuf {
    folder().join(format!("{release}{}", ending()))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plans/released")
}

fn ending() -> String {
    format!(".{}.json.gz", engine().to_lowercase())
}
