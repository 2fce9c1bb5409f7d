//! Programs of others that a command runs, such as `pg_dump`.

use std::io::ErrorKind;
use std::process::{Command, Stdio};
use url::Url;

/// Why a program has not done its work. Displays as a sentence without its full stop.
#[derive(Debug, thiserror::Error)]
pub enum NotRun {
    /// It is not on this machine.
    #[error("{program} is not on the PATH: install it (Debian: apt-get install {package})")]
    Missing { program: &'static str, package: &'static str },
    /// It has said why.
    #[error("{program} says: {words}")]
    Failed { program: &'static str, words: String },
}

/// Runs a program of `package` until it ends. A password of PostgreSQL reaches it by its environment, where other users cannot read it.
///
/// # Errors
/// If it is missing, or ends with another code than 0.
pub async fn run(
    program: &'static str,
    package: &'static str,
    arguments: &[String],
    password: Option<&str>,
) -> Result<(), NotRun> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    let failed = |words: String| NotRun::Failed { program, words };
    let ended =
        tokio::task::spawn_blocking(move || command.output()).await.map_err(|error| failed(error.to_string()))?;
    match ended {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let words = String::from_utf8_lossy(&output.stderr);
            Err(failed(words.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Err(NotRun::Missing { program, package }),
        Err(error) => Err(failed(error.to_string())),
    }
}

/// The address of PostgreSQL as its own programs take it, without the password, and the password.
#[must_use]
pub fn split_password(url: &str) -> (String, Option<String>) {
    let Ok(mut url) = Url::parse(url) else { return (url.to_owned(), None) };
    let in_query = url.query_pairs().find(|(name, _)| name == "password").map(|(_, value)| value.into_owned());
    let password = url.password().map(decoded).or(in_query);
    let others: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| name != "password" && name != "statement-cache-capacity")
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    // An address without a password can lose none.
    let _ = url.set_password(None);
    url.set_query(None);
    let query: Vec<String> =
        others.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    if !query.is_empty() {
        // libpq does not read a plus sign as a blank.
        url.set_query(Some(&query.join("&")));
    }
    (url.into(), password)
}

fn decoded(text: &str) -> String {
    let decoded = url::form_urlencoded::parse(format!("p={}", text.replace('+', "%2B")).as_bytes())
        .next()
        .map(|(_, value)| value.into_owned());
    decoded.unwrap_or_default()
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_no_argument() {
        let split = |url: &str| split_password(url);
        let (address, password) = split("postgres://joe:s%40e%20c+@db:5432/shop?sslmode=verify-full");
        assert_eq!(
            (address.as_str(), password.as_deref()),
            ("postgres://joe@db:5432/shop?sslmode=verify-full", Some("s@e c+"))
        );
        let (address, password) = split("postgres://joe@db/shop?password=secret&options=-c%20search_path%3Dx");
        assert_eq!(address, "postgres://joe@db/shop?options=-c%20search_path%3Dx");
        assert_eq!(password.as_deref(), Some("secret"));
        assert_eq!(split("postgres://db/shop"), ("postgres://db/shop".to_owned(), None));
    }

    #[tokio::test]
    async fn a_missing_program_is_named_with_its_package() {
        let missing = run("stylebox-no-such-program", "some-package", &[], None).await.unwrap_err();
        let says = "stylebox-no-such-program is not on the PATH: install it (Debian: apt-get install some-package)";
        assert_eq!(missing.to_string(), says);
        let failed = run("ls", "coreutils", &["/no/such/folder".to_owned()], None).await.unwrap_err();
        assert!(failed.to_string().starts_with("ls says: ls: cannot access '/no/such/folder'"), "{failed}");
    }
}
