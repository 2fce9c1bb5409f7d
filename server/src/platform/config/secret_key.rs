//! The service's own secret key: from the environment or from files, and in demo mode from a file that the service makes.

use super::database::sqlite_file;
use super::error::ConfigError;
use super::secret::Secret;
use crate::platform::files;
use crate::platform::keys::{InvalidKey, Keys, new_key};
use crate::platform::random::Random;
use crate::platform::secret_url::SecretUrl;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub const SECRET_KEY: &str = "STYLEBOX_SECRET_KEY";
/// The keys before [`SECRET_KEY`], separated by commas.
pub const OLD_KEYS: &str = "STYLEBOX_SECRET_KEYS_OLD";
/// Where a demonstration on PostgreSQL keeps its key.
const DEMO_FILE: &str = "data/stylebox.key";

/// The key and the ones before it, from the variables or from the files that the same variables with `_FILE` name; `None` if there is
/// none.
///
/// # Errors
/// If one of them is too short, malformed or known.
pub(crate) fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Keys>, ConfigError> {
    let old = Secret::read(OLD_KEYS, &variable)?;
    let Some(current) = Secret::read(SECRET_KEY, &variable)? else {
        return match old {
            Some(_) => Err(ConfigError::Missing { flag: SECRET_KEY, needed_by: OLD_KEYS }),
            None => Ok(None),
        };
    };
    let old = old.as_ref().map(Secret::expose).unwrap_or_default();
    let old = old.split(',').map(str::trim).filter(|key| !key.is_empty());
    let keys = Keys::parse(current.expose(), old).map_err(|(is_current, invalid)| {
        let name = if is_current { SECRET_KEY } else { OLD_KEYS };
        match invalid {
            InvalidKey::Short => ConfigError::SecretKeyShort(name),
            InvalidKey::Malformed => {
                ConfigError::KeyForm { name, form: "32 or more characters without blanks and commas" }
            }
            InvalidKey::Known => ConfigError::SecretKeyKnown(name),
        }
    })?;
    Ok(Some(keys))
}

/// The key of a demonstration: it stands in a file beside the database, which only its owner can read. The first start makes it.
///
/// # Errors
/// A sentence that says why there is none.
pub fn of_demo(database_url: &SecretUrl, random: &dyn Random) -> Result<Keys, String> {
    let file = file_of_demo(database_url);
    let kept =
        keep(&file, random).map_err(|error| format!("The key file {} cannot be kept: {error}.", file.display()))?;
    Keys::parse(kept.trim_end(), []).map_err(|_| format!("The file {} holds no key: remove it.", file.display()))
}

/// The file of a demonstration's key.
fn file_of_demo(database_url: &SecretUrl) -> PathBuf {
    match sqlite_file(database_url) {
        Some(file) => {
            let mut name = file.into_os_string();
            name.push(".key");
            name.into()
        }
        None => PathBuf::from(DEMO_FILE),
    }
}

/// Reads the file, and makes it before if it is missing. Two programs that start at once get the same key: a file appears as a whole,
/// and only the first one counts.
fn keep(file: &Path, random: &dyn Random) -> std::io::Result<String> {
    if !file.exists() {
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let made = file.with_extension(format!("key.{}", random.secret().get(..16).unwrap_or_default()));
        files::write_private(&made, new_key(random).as_bytes())?;
        let linked = fs::hard_link(&made, file);
        fs::remove_file(&made)?;
        match linked {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    // A file that was copied may have lost its mode.
    files::restrict_to_owner(file)?;
    fs::read_to_string(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::keys::Purpose;
    use crate::platform::random::SystemRandom;

    const ONE: &str = "3f1c9a7be25d40868f0e6c1db7a4925e";
    const OTHER: &str = "b80d27f4c6e14a539d72f5a01c3be869";

    fn read_from(variables: &[(&str, &str)]) -> Result<Option<Keys>, ConfigError> {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
        read(find)
    }

    #[test]
    fn the_key_comes_from_the_environment_with_the_ones_before_it() {
        assert!(read_from(&[]).unwrap().is_none());
        let keys = read_from(&[(SECRET_KEY, ONE), (OLD_KEYS, &format!("{OTHER}, {}", &OTHER[..32]))]).unwrap().unwrap();
        assert_eq!(keys.old_ids(), vec![Keys::parse(OTHER, []).unwrap().id(); 2]);
        let missing = ConfigError::Missing { flag: SECRET_KEY, needed_by: OLD_KEYS };
        assert_eq!(read_from(&[(OLD_KEYS, OTHER)]).unwrap_err(), missing);
    }

    #[test]
    fn a_short_or_known_key_is_refused_by_name_and_not_shown() {
        for (variables, error) in [
            ([(SECRET_KEY, &ONE[1..]), (OLD_KEYS, OTHER)], ConfigError::SecretKeyShort(SECRET_KEY)),
            ([(SECRET_KEY, ONE), (OLD_KEYS, &OTHER[1..])], ConfigError::SecretKeyShort(OLD_KEYS)),
            (
                [(SECRET_KEY, "the-output-of-openssl-rand-hex-32"), (OLD_KEYS, OTHER)],
                ConfigError::SecretKeyKnown(SECRET_KEY),
            ),
            (
                [(SECRET_KEY, ONE), (OLD_KEYS, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")],
                ConfigError::SecretKeyKnown(OLD_KEYS),
            ),
        ] {
            let refused = read_from(&variables).unwrap_err();
            assert!(!refused.to_string().contains(variables[0].1) && !refused.to_string().contains(variables[1].1));
            assert_eq!(refused, error);
        }
    }

    #[test]
    fn a_demonstration_keeps_its_key_in_a_file_beside_the_database() {
        for (url, file) in [
            ("sqlite:data/stylebox.db", "data/stylebox.db.key"),
            ("sqlite:///var/lib/shop.db?mode=rwc", "/var/lib/shop.db.key"),
            ("postgres://ann@localhost/shop", "data/stylebox.key"),
        ] {
            assert_eq!(file_of_demo(&url.into()), Path::new(file));
        }
        let folder = std::env::temp_dir().join(format!("stylebox-demo-key-{}", std::process::id()));
        let url = format!("sqlite:{}", folder.join("shop.db").display()).into();
        let made = of_demo(&url, &SystemRandom).unwrap();
        let again = of_demo(&url, &SystemRandom).unwrap();
        assert_eq!(made.key(Purpose::Limits), again.key(Purpose::Limits));
        let file = folder.join("shop.db.key");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(), 0o600);
            fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
            of_demo(&url, &SystemRandom).unwrap();
            assert_eq!(mode(), 0o600);
        }
        fs::write(&file, "no key").unwrap();
        assert!(of_demo(&url, &SystemRandom).unwrap_err().contains("holds no key"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
