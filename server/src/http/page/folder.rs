//! The page's files in a development build: they are read from `ui/dist` at each request, so that neither of the two builds waits for
//! the other. rust-embed could do that too, but its macro reads every file even then, and fails if the page's build replaces one.

use super::file::File;
use crate::platform::digest::sha256;
use std::borrow::Cow;
use std::path::{Component, Path};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/dist");

/// The file with this name, relative to the folder.
pub fn find(name: &str) -> Option<File> {
    find_in(Path::new(FOLDER), name)
}

/// The names of all files, relative to the folder.
pub fn names() -> impl Iterator<Item = Cow<'static, str>> {
    names_in(Path::new(FOLDER)).into_iter().map(Cow::Owned)
}

/// Whether a release carries what has this name. What begins with a dot is the build's own.
fn is_carried(part: Component<'_>) -> bool {
    matches!(part, Component::Normal(name) if !name.as_encoded_bytes().starts_with(b"."))
}

fn find_in(folder: &Path, name: &str) -> Option<File> {
    if !Path::new(name).components().all(is_carried) {
        return None;
    }
    let contents = std::fs::read(folder.join(name)).ok()?;
    Some(File { hash: sha256(&contents), contents: contents.into() })
}

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

    const SERVER: &str = env!("CARGO_MANIFEST_DIR");

    #[test]
    fn no_name_leads_out_of_the_folder_or_to_the_files_of_the_build_itself() {
        let server = Path::new(SERVER);
        assert!(find_in(server, "Cargo.toml").is_some());
        for name in ["../Cargo.toml", "src/../../Cargo.toml", &format!("{SERVER}/Cargo.toml"), "src", ""] {
            assert!(find_in(server, name).is_none(), "{name}");
        }
        let all = server.parent().unwrap();
        for name in [".gitignore", ".cargo/config.toml"] {
            assert!(all.join(name).is_file() && find_in(all, name).is_none(), "{name}");
        }
    }

    #[test]
    fn each_file_below_the_folder_is_named_and_can_be_found() {
        let server = Path::new(SERVER);
        let names = names_in(server);
        for name in ["Cargo.toml", "src/lib.rs", "src/http/page/folder.rs"] {
            assert!(names.iter().any(|each| each == name), "{name}");
            assert!(find_in(server, name).is_some(), "{name}");
        }
    }
}
