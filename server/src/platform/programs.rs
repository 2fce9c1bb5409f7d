//! Programs of others that a command runs, such as `pg_dump`.

use percent_encoding::percent_decode_str;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};
use url::Url;

/// Where systems keep the certificates of public authorities: Debian, Red Hat, SUSE, Alpine.
const PUBLIC_AUTHORITIES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

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

/// The address of PostgreSQL as its own programs take it, without the password, and the password. The service trusts public authorities if
/// the address names none; these programs trust nobody then, so the file of the system is named.
#[must_use]
pub fn split_password(url: &str) -> (String, Option<String>) {
    let authorities = PUBLIC_AUTHORITIES.into_iter().find(|file| Path::new(file).is_file());
    split(url, authorities.filter(|_| !names_authorities()))
}

/// Whether libpq finds authorities without an address that names them: in its environment, or in its own file.
fn names_authorities() -> bool {
    let own = std::env::home_dir().is_some_and(|home| home.join(".postgresql/root.crt").is_file());
    own || std::env::var_os("PGSSLROOTCERT").is_some()
}

fn split(url: &str, authorities: Option<&str>) -> (String, Option<String>) {
    let Ok(mut url) = Url::parse(url) else { return (url.to_owned(), None) };
    let in_query = url.query_pairs().find(|(name, _)| name == "password").map(|(_, value)| value.into_owned());
    let password = url.password().map(|password| percent_decode_str(password).decode_utf8_lossy().into_owned());
    let query = libpq_query(&url, authorities);
    // An address without a password can lose none.
    let _ = url.set_password(None);
    url.set_query((!query.is_empty()).then_some(query.as_str()));
    (url.into(), password.or(in_query))
}

/// The part of an address after the question mark as libpq takes it. It refuses what it does not know, and sqlx has names of its own.
fn libpq_query(url: &Url, authorities: Option<&str>) -> String {
    let (mut pairs, mut options): (Vec<(&str, String)>, Vec<String>) = (Vec::new(), Vec::new());
    for (name, value) in url.query_pairs() {
        let known = match &*name {
            "sslmode" | "ssl-mode" => {
                pairs.push(("sslmode", value.to_ascii_lowercase()));
                continue;
            }
            "sslrootcert" | "ssl-root-cert" | "ssl-ca" => "sslrootcert",
            "sslcert" | "ssl-cert" => "sslcert",
            "sslkey" | "ssl-key" => "sslkey",
            "host" => "host",
            "hostaddr" => "hostaddr",
            "port" => "port",
            "dbname" => "dbname",
            "user" => "user",
            "application_name" => "application_name",
            "options" => {
                options.push(value.into_owned());
                continue;
            }
            name => {
                let setting = name.strip_prefix("options[").and_then(|name| name.strip_suffix(']'));
                options.extend(setting.map(|setting| format!("-c {setting}={value}")));
                continue;
            }
        };
        pairs.push((known, value.into_owned()));
    }
    if !options.is_empty() {
        pairs.push(("options", options.join(" ")));
    }
    let verifies = pairs.iter().any(|(name, mode)| *name == "sslmode" && mode.starts_with("verify-"));
    if let Some(file) = authorities.filter(|_| verifies && pairs.iter().all(|(name, _)| *name != "sslrootcert")) {
        pairs.push(("sslrootcert", file.to_owned()));
    }
    let query: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    query.join("&")
}

fn encoded(text: &str) -> String {
    // libpq does not read a plus sign as a blank.
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_no_argument() {
        let split = |url: &str| split(url, None);
        let (address, password) = split("postgres://joe:s%40e%20c+@db:5432/shop?sslmode=verify-full");
        assert_eq!(
            (address.as_str(), password.as_deref()),
            ("postgres://joe@db:5432/shop?sslmode=verify-full", Some("s@e c+"))
        );
        let (address, password) = split("postgres://joe@db/shop?password=secret&options=-c%20search_path%3Dx");
        assert_eq!(address, "postgres://joe@db/shop?options=-c%20search_path%3Dx");
        assert_eq!(password.as_deref(), Some("secret"));
        assert_eq!(split("postgres://db/shop"), ("postgres://db/shop".to_owned(), None));
        assert_eq!(split("postgres://joe:a&b=c@db/shop").1.as_deref(), Some("a&b=c"));
    }

    #[test]
    fn names_that_only_the_server_knows_are_those_of_libpq() {
        let (address, _) = split_password(
            "postgres://db/shop?ssl-mode=VERIFY-FULL&ssl-ca=/etc/ca.pem&options[search_path]=shop&options=-c%20jit%3Doff\
             &statement-cache-capacity=0&another=1",
        );
        let options = "options=-c%20search_path%3Dshop%20-c%20jit%3Doff";
        assert_eq!(address, format!("postgres://db/shop?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem&{options}"));
    }

    #[test]
    fn public_authorities_are_named_where_the_address_names_none() {
        let address = |url: &str| split(url, Some("/etc/all.pem")).0;
        assert_eq!(
            address("postgres://db/shop?sslmode=verify-full"),
            "postgres://db/shop?sslmode=verify-full&sslrootcert=%2Fetc%2Fall.pem"
        );
        let own = "postgres://db/shop?sslmode=verify-ca&sslrootcert=%2Fetc%2Fown.pem";
        assert_eq!(address(own), own);
        assert_eq!(address("postgres://db/shop?sslmode=require"), "postgres://db/shop?sslmode=require");
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
