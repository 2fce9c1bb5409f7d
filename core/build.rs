//! Calculates the version of the rules, for `stylebox_core::rules_version`: a hash of everything that their answers depend on.
//!
//! The hash covers core's own sources, those of its `wire`, and the versions of the crates on which they depend, for example for
//! calendar and check digits. It does not depend on the machine, the folder, the target, the profile or the line endings, so the
//! browser's rules and the server's have the same version wherever they are built.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folders that are hashed, below this package.
const SOURCES: [&str; 3] = ["src", "wire/src", "wire/derive/src"];
/// The folders that call rules and answer nothing themselves.
const LEFT_OUT: [&str; 2] = ["src/bin", "src/rules"];
const MANIFEST: &str = "Cargo.toml";
const LOCK: &str = "../Cargo.lock";

fn main() -> Result<(), Box<dyn Error>> {
    let mut hash = Hash::default();
    for (path, text) in sources()? {
        hash.add(&path);
        hash.add(&text);
    }
    let lock = normal(&fs::read_to_string(LOCK)?);
    for name in crates(&normal(&fs::read_to_string(MANIFEST)?)) {
        for version in versions(&lock, &name) {
            hash.add(&name);
            hash.add(version);
        }
    }
    let mut out = io::stdout();
    for path in SOURCES.iter().chain(&[MANIFEST, LOCK]) {
        writeln!(out, "cargo::rerun-if-changed={path}")?;
    }
    writeln!(out, "cargo::rustc-env=STYLEBOX_RULES_VERSION={:016x}", hash.0)?;
    Ok(())
}

/// Path, with slashes, and text of each source, in the order of the paths.
fn sources() -> io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for folder in SOURCES {
        collect(Path::new(folder), &mut files)?;
    }
    let mut sources = Vec::new();
    for file in files {
        let parts: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
        sources.push((parts.join("/"), normal(&fs::read_to_string(&file)?)));
    }
    sources.sort();
    Ok(sources)
}

/// All Rust files under `folder`.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if LEFT_OUT.iter().any(|left_out| folder == Path::new(left_out)) {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The text with line feeds as its line endings.
fn normal(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// The crates in core's manifest that every build has. Optional ones are left out, because no answer depends on them.
fn crates(manifest: &str) -> Vec<String> {
    let listed = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = listed.lines().take_while(|line| !line.starts_with('['));
    let always = lines.filter(|line| !line.starts_with('#') && !line.contains("optional = true"));
    let names = always.filter_map(|line| line.split(['.', '=', ' ']).next()).filter(|name| !name.is_empty());
    names.map(ToOwned::to_owned).collect()
}

/// The versions of a crate in the lock file; other crates may depend on another version.
fn versions<'lock>(lock: &'lock str, name: &str) -> Vec<&'lock str> {
    let start = format!("name = \"{name}\"\nversion = ");
    let entries = lock.split("[[package]]\n").filter_map(|entry| entry.strip_prefix(start.as_str()));
    entries.filter_map(|entry| entry.lines().next()).collect()
}

/// FNV-1a with 64 bits. The standard library's own hash may change with its version.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Adds a text and a NUL after it.
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
