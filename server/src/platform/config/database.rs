//! The address of the database. What is said to a database on another machine is encrypted, and that machine has to prove its name.

use super::error::ConfigError;
use super::network::is_this_machine;
use crate::platform::secret_url::SecretUrl;
use clap::Args;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::sqlite::SqliteConnectOptions;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use url::Url;

/// The flags, each with its variable.
#[derive(Debug, Args)]
pub struct DatabaseOptions {
    /// The database: sqlite:FILE (created if it is missing) or postgres://USER:PASSWORD@HOST/NAME, on another machine with
    /// ?sslmode=verify-full.
    #[arg(
        long,
        env = "STYLEBOX_DATABASE_URL",
        default_value = "sqlite:data/stylebox.db",
        value_name = "URL",
        hide_env_values = true,
        global = true
    )]
    database_url: SecretUrl,

    /// A file with the certificate authority of PostgreSQL, in PEM, if it is not a public one.
    #[arg(long, env = "STYLEBOX_DATABASE_CA", value_name = "FILE", global = true)]
    database_ca: Option<PathBuf>,

    /// The most connections to PostgreSQL [default: 16], or the most that read an SQLite file [default: 4].
    #[arg(long, env = "STYLEBOX_DATABASE_CONNECTIONS", value_name = "CONNECTIONS", value_parser = clap::value_parser!(u32).range(2..=1_000), global = true)]
    pub database_connections: Option<u32>,
}

impl DatabaseOptions {
    /// Another address than that of the settings, checked. Its certificate authority, if it has one, is in its query.
    ///
    /// # Errors
    /// If it is none, or another machine that does not prove its name.
    pub fn check(url: SecretUrl) -> Result<SecretUrl, ConfigError> {
        Self { database_url: url, database_ca: None, database_connections: None }.url()
    }

    /// The address, checked, with the certificate authority in it.
    pub fn url(self) -> Result<SecretUrl, ConfigError> {
        let url = self.database_url.expose();
        if !["sqlite:", "postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err(ConfigError::DatabaseUrl(self.database_url.to_string()));
        }
        let file = url.strip_prefix("sqlite:").map(|file| file.trim_start_matches("//"));
        if file.is_some_and(|file| file.is_empty() || file.starts_with([':', '?']) || file.contains("mode=memory")) {
            return Err(ConfigError::DatabaseInMemory(url.to_owned()));
        }
        let is_verified = file.is_none() && is_verified(url)?;
        let Some(file) = self.database_ca else { return Ok(self.database_url) };
        let flag = "--database-ca";
        if !is_verified {
            return Err(ConfigError::Missing { flag: "sslmode=verify-full in --database-url", needed_by: flag });
        }
        let Ok(pem) = fs::read_to_string(&file) else { return Err(ConfigError::Unreadable { flag, file }) };
        match (Url::parse(url), file.to_str()) {
            (Ok(mut url), Some(path)) if pem.contains("-----BEGIN CERTIFICATE-----") => {
                url.query_pairs_mut().append_pair("sslrootcert", path);
                Ok(String::from(url).into())
            }
            _ => Err(ConfigError::NoCertificate { flag, file }),
        }
    }
}

/// The file of an SQLite database, as its connections read the address; `None` for another one.
#[must_use]
pub fn sqlite_file(url: &SecretUrl) -> Option<PathBuf> {
    // Opening a malformed address fails, with a sentence that says what is malformed.
    let file = || SqliteConnectOptions::from_str(url.expose()).map(|options| options.get_filename().to_owned());
    url.is_sqlite().then(|| file().unwrap_or_default())
}

/// Whether PostgreSQL has to prove its name. It need not on this machine. The address is read as the connection reads it, because its
/// query and the variables of PostgreSQL's own clients (`PGHOST`, `PGSSLMODE`) may name another host and another mode.
fn is_verified(url: &str) -> Result<bool, ConfigError> {
    // Opening a malformed address fails, with a sentence that says what is malformed.
    let Ok(options) = PgConnectOptions::from_str(url) else { return Ok(false) };
    let host = options.get_host().trim_matches(['[', ']']);
    let is_local = options.get_socket().is_some() || host.starts_with('/') || is_this_machine(host);
    let is_verified = matches!(options.get_ssl_mode(), PgSslMode::VerifyFull);
    if is_local || is_verified { Ok(is_verified) } else { Err(ConfigError::DatabaseInTheClear(host.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, DatabaseOptions, sqlite_file};
    use std::path::Path;

    fn url(database_url: &str, ca: Option<&Path>) -> Result<String, ConfigError> {
        let database_ca = ca.map(Path::to_owned);
        let url =
            DatabaseOptions { database_url: database_url.into(), database_ca, database_connections: None }.url()?;
        Ok(url.expose().to_owned())
    }

    #[test]
    fn the_file_of_an_address_is_the_one_that_is_opened() {
        for (address, file) in [
            ("sqlite:data/stylebox.db", "data/stylebox.db"),
            ("sqlite:///srv/shop.db?mode=rwc", "/srv/shop.db"),
            ("sqlite:/srv/my%20shop.db", "/srv/my shop.db"),
            ("sqlite://srv/shop.db", "srv/shop.db"),
        ] {
            assert_eq!(sqlite_file(&address.into()).as_deref(), Some(Path::new(file)));
        }
        assert_eq!(sqlite_file(&"postgres://db/shop".into()), None);
    }

    #[test]
    fn a_database_is_sqlite_or_postgres() {
        let refused = url("mysql://joe:secret@db/shop", None).unwrap_err();
        assert_eq!(refused, ConfigError::DatabaseUrl("mysql://joe@db/shop".to_owned()));
        assert!(url("postgresql://localhost/shop", None).is_ok());
        for lost in ["sqlite:", "sqlite://", "sqlite::memory:", "sqlite://:memory:", "sqlite:shop.db?mode=memory"] {
            assert_eq!(url(lost, None), Err(ConfigError::DatabaseInMemory(lost.to_owned())));
        }
        for file in ["sqlite:shop.db", "sqlite:///var/lib/shop.db", "sqlite:shop.db?mode=rwc"] {
            assert_eq!(url(file, None), Ok(file.to_owned()));
        }
    }

    #[test]
    fn another_machine_has_to_prove_its_name() {
        let in_the_clear = |host: &str| ConfigError::DatabaseInTheClear(host.to_owned());
        for mode in
            ["", "?sslmode=disable", "?sslmode=allow", "?sslmode=prefer", "?sslmode=require", "?sslmode=verify-ca"]
        {
            let refused = url(&format!("postgres://joe:secret@db.example/shop{mode}"), None);
            assert_eq!(refused, Err(in_the_clear("db.example")), "{mode}");
        }
        for elsewhere in [
            "postgres://10.0.0.1/shop",
            "postgres://localhost.example/shop",
            "postgres://[2001:db8::1]/shop",
            // The last one counts.
            "postgres://localhost/shop?host=10.0.0.1",
            "postgres://localhost/shop?hostaddr=10.0.0.1",
            "postgres://10.0.0.1/shop?sslmode=verify-full&sslmode=prefer",
        ] {
            assert!(matches!(url(elsewhere, None), Err(ConfigError::DatabaseInTheClear(_))), "{elsewhere}");
        }
        for good in [
            "postgres://joe:secret@db.example/shop?sslmode=verify-full",
            "postgres://localhost/shop",
            "postgres://127.0.0.1:5433/shop?sslmode=prefer",
            "postgres://[::1]/shop",
            "postgres://%2Fvar%2Frun%2Fpostgresql/shop",
            "postgres:///shop?host=/var/run/postgresql",
        ] {
            assert_eq!(url(good, None), Ok(good.to_owned()));
        }
        assert_eq!(
            in_the_clear("db.example").to_string(),
            "PostgreSQL on db.example holds customers' data, and is another machine: add ?sslmode=verify-full to the address \
             of --database-url, and name the certificate authority by --database-ca unless it is a public one."
        );
    }

    #[test]
    fn an_authority_of_its_own_is_part_of_the_address() {
        let here = Path::new(file!());
        for plain in ["sqlite:shop.db", "postgres://localhost/shop", "postgres://localhost/shop?sslmode=require"] {
            assert_eq!(
                url(plain, Some(here)).unwrap_err().to_string(),
                "--database-ca needs sslmode=verify-full in --database-url."
            );
        }
        let verified = "postgres://db.example/shop?sslmode=verify-full";
        let missing = Path::new("/nowhere/ca.pem");
        assert_eq!(
            url(verified, Some(missing)).unwrap_err().to_string(),
            "The file \"/nowhere/ca.pem\" of --database-ca cannot be read."
        );
        let other = Path::new("/dev/null");
        assert_eq!(
            url(verified, Some(other)).unwrap_err().to_string(),
            "The file \"/dev/null\" of --database-ca holds no certificate in PEM, or a broken one."
        );
    }
}
