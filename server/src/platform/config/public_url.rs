//! The address by which customers reach the service.

use crate::platform::config::ConfigError;
use crate::platform::config::network::is_this_machine;
use hyper::Uri;
use std::fmt;

/// The address by which customers reach the service: a scheme and a host, without a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    https: bool,
    origin: String,
}

impl PublicUrl {
    /// Parses an address.
    ///
    /// # Errors
    /// If it is not `http://` or `https://` and a host, or has anything after the host.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let refuse = || ConfigError::PublicUrl(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| refuse())?;
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(refuse)?;
        let https = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(refuse()),
        };
        if uri.path() != "/" || uri.query().is_some() {
            return Err(refuse());
        }
        // As a browser writes it: in lower case, and without the scheme's default port.
        let (scheme, port) = if https { ("https", ":443") } else { ("http", ":80") };
        let host = authority.as_str().to_ascii_lowercase();
        Ok(Self { https, origin: format!("{scheme}://{}", host.strip_suffix(port).unwrap_or(&host)) })
    }

    /// With https, cookies are for https only.
    #[must_use]
    pub const fn is_https(&self) -> bool {
        self.https
    }

    /// Scheme, host and port, as a browser writes an origin.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The host alone, without a port.
    #[must_use]
    pub fn host(&self) -> &str {
        let authority = self.origin.split_once("://").map_or("", |(_, authority)| authority);
        match authority.rsplit_once(':') {
            // An address of IPv6 has colons of its own, in brackets.
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => authority,
        }
    }

    /// Whether it leads to this machine: `localhost`, or an address of the loopback network.
    #[must_use]
    pub fn is_this_machine(&self) -> bool {
        is_this_machine(self.host().trim_matches(['[', ']']))
    }

    /// The address of a page of the members' area: `page_link("/login")`.
    #[must_use]
    pub fn page_link(&self, path: &str) -> String {
        format!("{}/members{path}", self.origin)
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_a_scheme_and_a_host() {
        let parse = |text| PublicUrl::parse(text).map(|url| (url.is_https(), url.to_string()));
        assert_eq!(parse("https://style.example"), Ok((true, "https://style.example".to_owned())));
        assert_eq!(parse("http://localhost:8080/"), Ok((false, "http://localhost:8080".to_owned())));
        assert_eq!(parse("https://Style.Example:443"), Ok((true, "https://style.example".to_owned())));
        assert_eq!(parse("http://style.example:80"), Ok((false, "http://style.example".to_owned())));
        assert_eq!(parse("https://style.example:80"), Ok((true, "https://style.example:80".to_owned())));
        for wrong in
            ["", "style.example", "ftp://style.example", "https://style.example/app", "https://a@style.example"]
        {
            assert_eq!(parse(wrong), Err(ConfigError::PublicUrl(wrong.to_owned())));
        }
        for (text, host) in [
            ("https://style.example", "style.example"),
            ("http://localhost:8080", "localhost"),
            ("http://[::1]:8080", "[::1]"),
            ("http://[::1]", "[::1]"),
        ] {
            let url = PublicUrl::parse(text).unwrap();
            assert_eq!((url.host(), url.is_this_machine()), (host, host != "style.example"));
        }
        let url = PublicUrl::parse("https://style.example").unwrap();
        assert_eq!(url.page_link("/login"), "https://style.example/members/login");
    }
}
