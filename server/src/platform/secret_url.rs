//! An address that may have a password in it: a database's, or a proxy's.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// An address with all that is in it. In logs, errors and debug output it shows itself without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretUrl(String);

impl SecretUrl {
    /// The address itself, to connect to it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The file of an SQLite database, with what follows it; `None` for another address.
    #[must_use]
    pub fn sqlite_file(&self) -> Option<&str> {
        self.0.strip_prefix("sqlite:")
    }
}

impl From<String> for SecretUrl {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for SecretUrl {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// Whoever takes the address checks it.
impl FromStr for SecretUrl {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.into())
    }
}

impl fmt::Display for SecretUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&without_password(&self.0))
    }
}

impl fmt::Debug for SecretUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", without_password(&self.0))
    }
}

/// The address without its password. It is read as a text: one that is malformed must not show its password either.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://").filter(|(scheme, _)| *scheme != "sqlite") else {
        return url.to_owned();
    };
    // A password may stand in the query too.
    let (before, query) = rest.split_once('?').map_or((rest, None), |(before, query)| (before, Some(query)));
    let names_password = |query: &&str| {
        let parts = url::form_urlencoded::parse(query.as_bytes());
        parts.map(|(name, _)| name).any(|name| name.to_lowercase().contains("password"))
    };
    let query = query.filter(|query| !names_password(query)).map_or_else(String::new, |query| format!("?{query}"));
    match before.rsplit_once('@') {
        Some((login, host)) => {
            let user = login.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}{query}")
        }
        // Without a host, what should be a port may be the password.
        None => {
            let (authority, path) = before.find('/').map_or((before, ""), |at| before.split_at(at));
            let end = authority.rfind(']').unwrap_or_default();
            let is_port = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            match authority.get(end..).and_then(|after| Some((after.find(':')?, after))) {
                Some((at, after)) if !after.get(at + 1..).is_some_and(is_port) => {
                    format!("{scheme}://{}", authority.get(..end + at).unwrap_or_default())
                }
                _ => format!("{scheme}://{authority}{path}{query}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SecretUrl;

    #[test]
    fn an_address_shows_itself_without_its_password() {
        for (address, shown) in [
            ("postgres://joe:se:cr@et@db:5432/shop", "postgres://joe@db:5432/shop"),
            ("postgres://joe:secret@db/shop?sslmode=verify-full", "postgres://joe@db/shop?sslmode=verify-full"),
            ("postgres://joe@db/shop?password=secret", "postgres://joe@db/shop"),
            ("postgres://joe@db/shop?sslmode=require&PASSWORD=secret", "postgres://joe@db/shop"),
            ("postgres://db/shop?pass%77ord=secret", "postgres://db/shop"),
            ("postgres://joe:secret@db/shop?options=a@b", "postgres://joe@db/shop?options=a@b"),
            ("http://joe:secret@proxy.example:3128", "http://joe@proxy.example:3128"),
            // Malformed ones: the host is missing.
            ("postgres://joe:secret/shop", "postgres://joe"),
            ("postgres://joe:5secret", "postgres://joe"),
            ("postgres://db/shop", "postgres://db/shop"),
            ("postgres://db:5432/shop", "postgres://db:5432/shop"),
            ("postgres://[2001:db8::1]:5432/shop", "postgres://[2001:db8::1]:5432/shop"),
            ("postgres:///shop?host=/var/run", "postgres:///shop?host=/var/run"),
            ("sqlite:data/a@b.db", "sqlite:data/a@b.db"),
            ("sqlite:///var/a:b@c.db?mode=rwc", "sqlite:///var/a:b@c.db?mode=rwc"),
        ] {
            let url = SecretUrl::from(address);
            assert_eq!(url.to_string(), shown);
            assert_eq!(format!("{url:?}"), format!("{shown:?}"));
            assert_eq!(url.expose(), address);
        }
    }
}
