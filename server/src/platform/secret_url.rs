//! An address that may have a password in it: a database's, or a proxy's.

use std::convert::Infallible;
use std::fmt;
use std::net::Ipv6Addr;
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

    /// Whether it is that of an SQLite database, which is a file.
    #[must_use]
    pub fn is_sqlite(&self) -> bool {
        self.0.starts_with("sqlite:")
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

/// The address without its password. It is read as a text: one that is malformed must not show its password either. What cannot be told from an
/// address is shown: a password of up to five digits without a host looks like a port.
fn without_password(url: &str) -> String {
    if url.starts_with("sqlite:") {
        return url.to_owned();
    }
    let is_scheme = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let scheme = url.find("://").filter(|at| url.get(..*at).is_some_and(is_scheme));
    let (scheme, rest) = scheme.map_or(("", url), |at| url.split_at(at + "://".len()));
    // A fragment means nothing here, and what looks like one may be half a password.
    let rest = rest.split_once('#').filter(|(_, after)| !after.contains('@')).map_or(rest, |(before, _)| before);
    let (before, query) = rest.split_once('?').map_or((rest, None), |(before, query)| (before, Some(query)));
    // The `?` may be a sign of the password: then host, port and path are parts of it, too.
    if query.is_some_and(|query| query.contains('@')) {
        return format!("{scheme}{}", before.split([':', '@', '/']).next().unwrap_or_default());
    }
    // A password may stand in the query too.
    let names_password = |query: &&str| {
        let parts = url::form_urlencoded::parse(query.as_bytes());
        parts.map(|(name, _)| name).any(|name| name.to_lowercase().contains("password"))
    };
    let query = query.filter(|query| !names_password(query)).map_or_else(String::new, |query| format!("?{query}"));
    if let Some((login, host)) = before.rsplit_once('@') {
        let user = login.split(':').next().unwrap_or_default();
        return format!("{scheme}{user}@{host}{query}");
    }
    // Without a host, what should be a port may be the password.
    let (host, after) = before.split_at(end_of_ipv6(before));
    match after.split_once(':') {
        Some((name, after)) if !after.split('/').next().is_some_and(is_port) => format!("{scheme}{host}{name}"),
        _ => format!("{scheme}{before}{query}"),
    }
}

/// Where the address of IPv6 ends that a text begins with, whose colons begin no port; 0 if it begins with none.
fn end_of_ipv6(text: &str) -> usize {
    let inside = text.strip_prefix('[').and_then(|text| text.split_once(']')).map(|(inside, _)| inside);
    inside.filter(|inside| inside.parse::<Ipv6Addr>().is_ok()).map_or(0, |inside| inside.len() + "[]".len())
}

fn is_port(text: &str) -> bool {
    text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit())
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
            ("postgres://joe:secret@db/shop?options=a%40b", "postgres://joe@db/shop?options=a%40b"),
            ("http://joe:secret@proxy.example:3128", "http://joe@proxy.example:3128"),
            // A sign of the password is not escaped.
            ("postgres://joe:123?secret@db/shop", "postgres://joe"),
            ("postgres://joe:12/34?secret@db/shop", "postgres://joe"),
            ("postgres://joe:se@cr?et@db/shop?sslmode=require", "postgres://joe"),
            ("postgres://joe:secret@db/shop?options=a@b", "postgres://joe"),
            ("postgres://joe:123/secret@db/shop", "postgres://joe@db/shop"),
            ("postgres://joe:123#secret@db/shop?sslmode=require", "postgres://joe@db/shop?sslmode=require"),
            ("postgres://joe:123#se?cret@db/shop", "postgres://joe"),
            ("http://joe:12\\secret@proxy.example", "http://joe@proxy.example"),
            ("postgres://joe:se://cret@db/shop", "postgres://joe@db/shop"),
            // Malformed ones: the host is missing.
            ("postgres://joe:secret/shop", "postgres://joe"),
            ("postgres://joe:5secret", "postgres://joe"),
            ("postgres://joe:123456/shop", "postgres://joe"),
            ("postgres://joe:12#secret", "postgres://joe:12"),
            ("postgres://joe:12?#secret", "postgres://joe:12?"),
            ("postgres://joe:se]cret", "postgres://joe"),
            ("postgres://[joe:se]cret", "postgres://[joe"),
            ("postgres://joe/staff:secret", "postgres://joe/staff"),
            // The scheme is missing, or half of it.
            ("joe:secret@db/shop", "joe@db/shop"),
            ("joe:se://cret@db/shop", "joe@db/shop"),
            ("postgres:joe:secret@db/shop", "postgres@db/shop"),
            ("postgres:/joe:secret@db/shop", "postgres@db/shop"),
            ("data/stylebox.db", "data/stylebox.db"),
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
