//! The files of the page's build, in `ui/dist`: each file, and beside it the same file as brotli and as gzip if that is smaller.
//! A release carries them. A development build reads them from the folder at each request, so that neither of the two builds
//! waits for the other.

use crate::platform::random::hex;
#[cfg(not(debug_assertions))]
use rust_embed::RustEmbed;
#[cfg(debug_assertions)]
use sha2::{Digest, Sha256};
use std::borrow::Cow;
#[cfg(debug_assertions)]
use std::path::{Component, Path};

/// A file of the page. In a release it was hashed by the build, and its bytes are never copied.
pub struct File {
    /// The SHA-256 of the contents, in hexadecimal digits.
    pub hash: String,
    pub contents: Cow<'static, [u8]>,
}

#[cfg(not(debug_assertions))]
#[derive(RustEmbed)]
#[folder = "../ui/dist/"]
#[exclude = ".*"]
#[allow_missing = true]
struct Page;

/// The file with this name, relative to the folder.
#[cfg(not(debug_assertions))]
pub fn find(name: &str) -> Option<File> {
    Page::get(name).map(|file| File { hash: hex(&file.metadata.sha256_hash()), contents: file.data })
}

/// The names of all files, relative to the folder.
#[cfg(not(debug_assertions))]
pub fn names() -> impl Iterator<Item = Cow<'static, str>> {
    Page::iter()
}

// rust-embed has a development form too, but its macro reads every file even then, and fails if the page's build replaces one.
#[cfg(debug_assertions)]
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/dist");

/// The file with this name, relative to the folder.
#[cfg(debug_assertions)]
pub fn find(name: &str) -> Option<File> {
    find_in(Path::new(FOLDER), name)
}

/// The names of all files, relative to the folder.
#[cfg(debug_assertions)]
pub fn names() -> impl Iterator<Item = Cow<'static, str>> {
    names_in(Path::new(FOLDER)).into_iter().map(Cow::Owned)
}

/// Whether a release carries what has this name. What begins with a dot is the build's own.
#[cfg(debug_assertions)]
fn is_carried(part: Component<'_>) -> bool {
    matches!(part, Component::Normal(name) if !name.as_encoded_bytes().starts_with(b"."))
}

#[cfg(debug_assertions)]
fn find_in(folder: &Path, name: &str) -> Option<File> {
    if !Path::new(name).components().all(is_carried) {
        return None;
    }
    let contents = std::fs::read(folder.join(name)).ok()?;
    Some(File { hash: hex(&Sha256::digest(&contents)), contents: contents.into() })
}

#[cfg(debug_assertions)]
fn names_in(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(each) = folders.pop() {
        for path in std::fs::read_dir(each).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let Ok(name) = path.strip_prefix(folder) else { continue };
            if !name.components().all(is_carried) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Some(name) = name.to_str() {
                names.push(name.to_owned());
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{find_in, names_in};
    use std::path::Path;

    /// A folder with folders and files.
    fn server() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    #[test]
    fn no_name_leads_out_of_the_folder_or_to_the_files_of_the_build_itself() {
        let server = server();
        assert!(find_in(server, "Cargo.toml").is_some());
        for name in
            ["../Cargo.toml", "src/../../Cargo.toml", "/etc/hostname", "src", "", ".sqlx/README.md", "src/.hidden"]
        {
            assert!(find_in(server, name).is_none(), "{name}");
        }
    }

    #[test]
    fn each_file_below_the_folder_is_named_and_can_be_found() {
        let server = server();
        let names = names_in(server);
        for name in ["Cargo.toml", "src/lib.rs", "src/http/page/files.rs"] {
            assert!(names.iter().any(|each| each == name), "{name}");
            assert!(find_in(server, name).is_some(), "{name}");
        }
    }
}
