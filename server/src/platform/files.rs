//! Files that only their owner can read, because they hold customers' data.

use crate::platform::random::hex;
use sha2::{Digest, Sha256};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// How much of a file is read at a time, in bytes.
const CHUNK: usize = 64 * 1024;

/// A sentence about a file or folder that cannot be used.
pub fn file_error(file: &Path, error: &std::io::Error) -> String {
    format!("{} cannot be used: {error}.", file.display())
}

/// The paths of what is in a folder.
///
/// # Errors
/// If it cannot be read.
pub fn paths_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

/// Makes a folder, with those above it, unless it is there. The new one is its owner's alone.
///
/// # Errors
/// If it cannot be made.
pub fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes a file whole or not at all: a reader never sees half of it.
///
/// # Errors
/// If it cannot be written.
pub fn write_private(file: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = file.with_file_name(name);
    let mut written = private().open(&part)?;
    written.write_all(content)?;
    written.sync_all()?;
    fs::rename(&part, file)
}

/// A file that is locked until this is dropped.
#[derive(Debug)]
pub struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // To close it is not enough: a program that is just being started has a copy of the open file for a moment.
        let _ = self.0.unlock();
    }
}

/// Locks by a file, which is made if it is missing, until what is returned is dropped or the program ends. `None` if another program holds
/// the lock.
///
/// # Errors
/// If the file cannot be made or locked.
pub fn lock(file: &Path) -> std::io::Result<Option<Lock>> {
    let lock = private().open(file)?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(Lock(lock))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Makes a file that is its owner's alone, unless there is one.
///
/// # Errors
/// If it cannot be made.
pub fn make_private(file: &Path) -> std::io::Result<()> {
    match private().create_new(true).open(file) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Takes the rights to a file from all but its owner.
///
/// # Errors
/// If it is not the program's own.
pub fn restrict_to_owner(file: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(file)?.permissions().mode() & 0o077 != 0 {
            fs::set_permissions(file, fs::Permissions::from_mode(0o600))?;
        }
    }
    Ok(())
}

/// Opens a file for writing, or makes one that is its owner's alone.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// SHA-256 of a file, in hexadecimal.
///
/// # Errors
/// If it cannot be read.
pub fn sha256(file: &Path) -> std::io::Result<String> {
    let (mut file, mut hash, mut chunk) = (File::open(file)?, Sha256::new(), vec![0; CHUNK]);
    loop {
        let read = file.read(&mut chunk)?;
        match chunk.get(..read) {
            Some(bytes) if read > 0 => hash.update(bytes),
            _ => return Ok(hex(&hash.finalize())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lock;
    use std::{env, fs, process};

    /// Another program that is being started has such a copy. If the lock lasted as long, a backup right after another one would be refused.
    #[test]
    fn a_lock_ends_also_if_a_copy_of_its_file_is_still_open() {
        let file = env::temp_dir().join(format!("stylebox-lock-{}", process::id()));
        let held = lock(&file).unwrap().unwrap();
        let copy = held.0.try_clone().unwrap();
        assert!(lock(&file).unwrap().is_none());
        drop(held);
        assert!(lock(&file).unwrap().is_some());
        drop(copy);
        fs::remove_file(&file).unwrap();
    }
}
