//! The address below which the calls of an outside party are.

use super::error::ConfigError;
use super::network::is_this_machine;
use super::outgoing::Outgoing;
use std::fmt;
use std::net::SocketAddr;
use url::Url;

/// An address such as `https://api.stripe.com`, without user, query and fragment. It is https, or http on this machine, where a
/// double may stand in. It knows how calls go there, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl {
    url: Url,
    outgoing: Outgoing,
}

impl BaseUrl {
    /// Parses the value of the setting `flag`.
    ///
    /// # Errors
    /// If it has another form, or would send secrets to another machine in the clear.
    pub fn parse(flag: &'static str, text: &str) -> Result<Self, ConfigError> {
        let refuse = || ConfigError::BaseUrl { flag, text: text.to_owned() };
        let url = Url::parse(text).map_err(|_| refuse())?;
        let is_safe = match url.scheme() {
            "https" => url.has_host(),
            // An address of IPv6 stands in brackets there.
            "http" => url.host_str().is_some_and(|host| is_this_machine(host.trim_matches(['[', ']']))),
            _ => false,
        };
        let has_more =
            !url.username().is_empty() || url.password().is_some() || url.query().is_some() || url.fragment().is_some();
        if is_safe && !has_more { Ok(Self::direct(url)) } else { Err(refuse()) }
    }

    fn direct(url: Url) -> Self {
        Self { url, outgoing: Outgoing::default() }
    }

    /// The same address, which is called in this way.
    #[must_use]
    pub fn called(self, outgoing: &Outgoing) -> Self {
        Self { outgoing: outgoing.clone(), ..self }
    }

    /// Another address of the same party, which is called in the same way.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn of_same_party(&self, flag: &'static str, text: &str) -> Result<Self, ConfigError> {
        Ok(Self::parse(flag, text)?.called(&self.outgoing))
    }

    /// How it is called.
    #[must_use]
    pub fn outgoing(&self) -> &Outgoing {
        &self.outgoing
    }

    /// The address of a server on this machine, which may listen on an address that others reach, too.
    ///
    /// # Errors
    /// If it is not the address of a server.
    pub fn of_this_machine(address: SocketAddr) -> Result<Self, ConfigError> {
        let text = format!("http://{address}");
        Url::parse(&text).map(Self::direct).map_err(|_| ConfigError::BaseUrl { flag: "--listen", text })
    }

    /// The address of a call: `path` begins with `/` and is already encoded.
    #[must_use]
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.url.as_str().trim_end_matches('/'))
    }

    #[must_use]
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.url.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::{BaseUrl, ConfigError};

    fn parse(text: &str) -> Result<BaseUrl, ConfigError> {
        BaseUrl::parse("--payment-url", text)
    }

    #[test]
    fn a_call_is_below_the_address() {
        assert_eq!(parse("https://api.example").unwrap().join("/v1/x"), "https://api.example/v1/x");
        assert_eq!(parse("https://api.example/below/").unwrap().join("/v1/x"), "https://api.example/below/v1/x");
        assert_eq!(parse("http://127.0.0.1:9000").unwrap().join("/v1"), "http://127.0.0.1:9000/v1");
    }

    #[test]
    fn secrets_leave_this_machine_encrypted_only() {
        for good in ["https://api.example", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"] {
            assert!(parse(good).is_ok(), "{good}");
        }
        let wrong = [
            "http://api.example",
            "http://10.0.0.1",
            "http://localhost.example",
            "ftp://localhost",
            "https://key@api.example",
            "https://api.example/?a=b",
            "https://api.example/#a",
            "api.example",
            "",
        ];
        for text in wrong {
            assert_eq!(
                parse(text),
                Err(ConfigError::BaseUrl { flag: "--payment-url", text: text.to_owned() }),
                "{text}"
            );
        }
    }
}
