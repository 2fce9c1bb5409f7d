//! How many files and connections the system lets this process have.

/// Files that are left for everything else: the database, the providers, the log.
const RESERVED: u64 = 256;

/// Raises the process's limit of open files as far as the system allows. Returns the number of connections that it leaves room
/// for; `None` if there is no limit.
#[must_use]
pub fn raise() -> Option<usize> {
    let files = raise_limit()?;
    Some(room_for_connections(files))
}

/// The connections that so many open files leave room for.
fn room_for_connections(files: u64) -> usize {
    usize::try_from(files.saturating_sub(RESERVED).max(files / 2)).unwrap_or(usize::MAX)
}

#[cfg(unix)]
fn raise_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::warn!(%error, "the limit of open files cannot be raised");
    }
    getrlimit(Resource::Nofile).current
}

#[cfg(not(unix))]
fn raise_limit() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::room_for_connections;

    #[test]
    fn some_files_are_left_for_other_things() {
        assert_eq!(room_for_connections(20_000), 19_744);
        assert_eq!(room_for_connections(1024), 768);
        assert_eq!(room_for_connections(256), 128);
    }
}
