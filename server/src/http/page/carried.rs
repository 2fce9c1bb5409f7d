//! The page's files in a release, which carries them.

use super::file::File;
use crate::platform::random::hex;
use rust_embed::RustEmbed;
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../ui/dist/"]
#[exclude = ".*"]
#[allow_missing = true]
struct Page;

/// The file with this name, relative to the folder.
pub fn find(name: &str) -> Option<File> {
    Page::get(name).map(|file| File { hash: hex(&file.metadata.sha256_hash()), contents: file.data })
}

/// The names of all files, relative to the folder.
pub fn names() -> impl Iterator<Item = Cow<'static, str>> {
    Page::iter()
}
