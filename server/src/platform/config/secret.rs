//! A secret of the operator. It comes from a variable or from a file, never from a flag, which other programs could read.

use super::error::ConfigError;
use std::fmt;
use std::fs;

/// A password or key. It does not show itself in logs or errors.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The secret in the variable `name`, or in the file that the variable `name` with `_FILE` names; `None` if neither is set.
    /// `variable` reads a variable.
    ///
    /// # Errors
    /// If both are set, if the file cannot be read, or if the secret is empty or has a control character.
    pub fn read(name: &'static str, variable: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, ConfigError> {
        let text = match (variable(name), variable(&format!("{name}_FILE"))) {
            (None, None) => return Ok(None),
            (Some(_), Some(_)) => return Err(ConfigError::SecretTwice(name)),
            (Some(text), None) => text,
            (None, Some(file)) => fs::read_to_string(file).map_err(|_| ConfigError::SecretFile(name))?,
        };
        let text = text.trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            Err(ConfigError::SecretEmpty(name))
        } else if text.contains(char::is_control) {
            Err(ConfigError::SecretMalformed(name))
        } else {
            Ok(Some(Self(text.to_owned())))
        }
    }

    /// A secret that is part of another one.
    pub(super) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The secret itself, for the party that it is for.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, Secret};
    use std::fs;

    fn read(variables: &[(&str, &str)]) -> Result<Option<Secret>, ConfigError> {
        let find =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Secret::read("KEY", find)
    }

    #[test]
    fn it_comes_from_a_variable_or_from_a_file() {
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&[("KEY", "a b")]).unwrap().unwrap().expose(), "a b");
        let file = std::env::temp_dir().join(format!("stylebox-secret-{}", std::process::id()));
        fs::write(&file, "from a file\n").unwrap();
        let path = file.to_str().unwrap();
        assert_eq!(read(&[("KEY_FILE", path)]).unwrap().unwrap().expose(), "from a file");
        assert_eq!(read(&[("KEY", "a"), ("KEY_FILE", path)]), Err(ConfigError::SecretTwice("KEY")));
        fs::remove_file(&file).unwrap();
        assert_eq!(read(&[("KEY_FILE", path)]), Err(ConfigError::SecretFile("KEY")));
        assert_eq!(read(&[("KEY", "\n")]), Err(ConfigError::SecretEmpty("KEY")));
        assert_eq!(read(&[("KEY", "two\nlines")]), Err(ConfigError::SecretMalformed("KEY")));
    }

    #[test]
    fn it_does_not_show_itself() {
        assert_eq!(format!("{:?}", read(&[("KEY", "hidden")])), "Ok(Some(Secret(…)))");
    }
}
