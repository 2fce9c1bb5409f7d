//! How much room is left for an SQLite file.

use crate::platform::config::sqlite_file;
use crate::platform::secret_url::SecretUrl;
use std::path::Path;
use stylebox_core::policy::limits;

const MEGABYTE: u64 = 1024 * 1024;

/// The room on a disk, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Free(pub u64);

impl Free {
    /// Whether staff have to make room.
    #[must_use]
    pub const fn is_low(self) -> bool {
        self.0 < limits::DISK_LOW_MEGABYTES * MEGABYTE
    }

    /// A sentence for staff.
    #[must_use]
    pub fn in_words(self) -> String {
        format!("{} MB are free where the database is: without room nothing can be written", self.0 / MEGABYTE)
    }
}

/// The room for the database at `url`; `None` if it is not a file of this machine.
///
/// # Errors
/// If the system does not say.
pub fn free_for(url: &SecretUrl) -> std::io::Result<Option<Free>> {
    sqlite_file(url).as_deref().map(free_at).transpose()
}

#[cfg(unix)]
fn free_at(file: &Path) -> std::io::Result<Free> {
    let found = rustix::fs::statvfs(file)?;
    Ok(Free(found.f_bavail.saturating_mul(found.f_frsize)))
}

#[cfg(not(unix))]
fn free_at(_: &Path) -> std::io::Result<Free> {
    Ok(Free(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::{Free, MEGABYTE, free_for};

    #[test]
    fn less_than_two_hundred_megabytes_is_low() {
        assert!(Free(200 * MEGABYTE - 1).is_low() && !Free(200 * MEGABYTE).is_low());
        let words = "12 MB are free where the database is: without room nothing can be written";
        assert_eq!(Free(12 * MEGABYTE + 5).in_words(), words);
    }

    #[test]
    fn the_room_is_that_of_the_file() {
        assert!(free_for(&format!("sqlite:{}", file!().trim_start_matches("server/")).into()).unwrap().is_some());
        assert_eq!(free_for(&"postgres://ann@db.example/shop".into()).unwrap(), None);
        assert!(free_for(&"sqlite:/nowhere/at/all.db".into()).is_err());
    }
}
