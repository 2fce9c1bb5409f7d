//! How calls of outside parties leave this machine's network: directly or through a proxy, and whom they trust.

use super::error::ConfigError;
use super::secret::Secret;
use crate::platform::secret_url::SecretUrl;
use clap::Args;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use url::Url;

const PROXY: &str = "--outgoing-proxy";
const CA: &str = "--outgoing-ca";
const LOGIN: &str = "STYLEBOX_OUTGOING_PROXY_LOGIN";

/// The flags, each with its variable. The proxy's user and password come from `STYLEBOX_OUTGOING_PROXY_LOGIN` (`USER:PASSWORD`), or from
/// the file that `STYLEBOX_OUTGOING_PROXY_LOGIN_FILE` names.
#[derive(Debug, Args)]
pub struct OutgoingOptions {
    /// The proxy through which outside parties are called over HTTP: http://HOST:PORT. This machine is always called directly
    /// [default: none]
    #[arg(long, env = "STYLEBOX_OUTGOING_PROXY", hide_env_values = true, value_name = "URL", global = true)]
    outgoing_proxy: Option<SecretUrl>,

    /// Hosts that are called without the proxy, such as those of the shop's own network: names (shop.internal, with all below it),
    /// addresses or networks, separated by commas.
    #[arg(long, env = "STYLEBOX_OUTGOING_DIRECT", value_name = "HOSTS", value_delimiter = ',', global = true)]
    outgoing_direct: Vec<String>,

    /// A file with certificate authorities, in PEM, which are trusted beside the public ones when outside parties are called over HTTP.
    #[arg(long, env = "STYLEBOX_OUTGOING_CA", value_name = "FILE", global = true)]
    outgoing_ca: Option<PathBuf>,
}

/// How outside parties are called: directly, and trusting the public authorities alone, unless the operator says otherwise. A clone is
/// the same one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outgoing(Arc<Parts>);

#[derive(Debug, Default, PartialEq, Eq)]
struct Parts {
    proxy: Option<OutgoingProxy>,
    authorities: Vec<CertificateDer<'static>>,
}

/// The proxy of the shop's network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingProxy {
    /// `http://HOST:PORT`.
    pub url: Url,
    /// The user's name, and the password.
    pub login: Option<(String, Secret)>,
    /// The hosts that are called without it.
    pub direct: Vec<String>,
}

impl OutgoingOptions {
    /// The settings, checked. `variable` reads a variable of the environment.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn read(self, variable: impl Fn(&str) -> Option<String>) -> Result<Outgoing, ConfigError> {
        let login = Secret::read(LOGIN, variable)?;
        let proxy = match self.outgoing_proxy {
            Some(url) => {
                Some(OutgoingProxy { url: proxy_url(&url)?, login: parse_login(login)?, direct: self.outgoing_direct })
            }
            None if login.is_some() => return Err(ConfigError::Missing { flag: PROXY, needed_by: LOGIN }),
            None if !self.outgoing_direct.is_empty() => {
                return Err(ConfigError::Missing { flag: PROXY, needed_by: "--outgoing-direct" });
            }
            None => None,
        };
        let authorities = self.outgoing_ca.as_deref().map(authorities).transpose()?.unwrap_or_default();
        Ok(Outgoing(Arc::new(Parts { proxy, authorities })))
    }
}

impl Outgoing {
    /// The proxy; `None` for none.
    #[must_use]
    pub fn proxy(&self) -> Option<&OutgoingProxy> {
        self.0.proxy.as_ref()
    }

    /// The certificate authorities that are trusted beside the public ones.
    #[must_use]
    pub fn authorities(&self) -> &[CertificateDer<'static>] {
        &self.0.authorities
    }
}

fn proxy_url(given: &SecretUrl) -> Result<Url, ConfigError> {
    let is_plain = |url: &Url| {
        url.scheme() == "http"
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.path() == "/"
    };
    match Url::parse(given.expose()) {
        Ok(url) if is_plain(&url) => Ok(url),
        // A password must not be shown, and has no place there.
        Ok(url) if url.password().is_some() => Err(ConfigError::OfParty(format!(
            "{PROXY} has a password, which other programs could read there: name user and password by {LOGIN}, as USER:PASSWORD."
        ))),
        // Malformed, it may have a password all the same.
        _ => Err(ConfigError::Form { flag: PROXY, text: given.to_string(), form: "of the form http://HOST:PORT" }),
    }
}

fn parse_login(login: Option<Secret>) -> Result<Option<(String, Secret)>, ConfigError> {
    let Some(login) = login else { return Ok(None) };
    let malformed = ConfigError::KeyForm { name: LOGIN, form: "USER:PASSWORD" };
    let (user, password) = login.expose().split_once(':').ok_or(malformed.clone())?;
    if user.is_empty() || password.is_empty() {
        return Err(malformed);
    }
    Ok(Some((user.to_owned(), Secret::new(password))))
}

fn authorities(file: &Path) -> Result<Vec<CertificateDer<'static>>, ConfigError> {
    let pem = std::fs::read(file).map_err(|_| ConfigError::Unreadable { flag: CA, file: file.to_owned() })?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    let none = ConfigError::NoCertificate { flag: CA, file: file.to_owned() };
    found.ok().filter(|found| !found.is_empty()).ok_or(none)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(proxy: Option<&str>, direct: &[&str], login: Option<&str>) -> Result<Outgoing, String> {
        let options = OutgoingOptions {
            outgoing_proxy: proxy.map(SecretUrl::from),
            outgoing_direct: direct.iter().map(|host| (*host).to_owned()).collect(),
            outgoing_ca: None,
        };
        let variable = |name: &str| login.filter(|_| name == LOGIN).map(str::to_owned);
        options.read(variable).map_err(|error| error.to_string())
    }

    #[test]
    fn calls_go_directly_unless_a_proxy_is_named() {
        assert_eq!(read(None, &[], None).unwrap(), Outgoing::default());
        let outgoing = read(Some("http://proxy.shop:3128"), &["shop.internal"], Some("joe:se:cret")).unwrap();
        let proxy = outgoing.proxy().unwrap();
        assert_eq!(
            (proxy.url.as_str(), &proxy.direct[..]),
            ("http://proxy.shop:3128/", &["shop.internal".to_owned()][..])
        );
        let (user, password) = proxy.login.clone().unwrap();
        assert_eq!((user.as_str(), password.expose()), ("joe", "se:cret"));
        assert!(!format!("{outgoing:?}").contains("se:cret"), "{outgoing:?}");
    }

    #[test]
    fn a_malformed_proxy_is_refused_and_its_password_not_shown() {
        for text in
            ["proxy.shop", "socks5://proxy.shop", "https://proxy.shop", "http://joe@proxy.shop", "http://proxy.shop/a"]
        {
            let refused = read(Some(text), &[], None).unwrap_err();
            assert_eq!(refused, format!("The value {text:?} of --outgoing-proxy is not of the form http://HOST:PORT."));
        }
        let refused = read(Some("http://joe:secret@proxy.shop:3128"), &[], None).unwrap_err();
        assert!(refused.starts_with("--outgoing-proxy has a password") && !refused.contains("secret"), "{refused}");
        for text in ["joe:secret@proxy.shop:3128", "http://joe:se#cret@proxy.shop:3128"] {
            let refused = read(Some(text), &[], None).unwrap_err();
            assert!(refused.contains("joe@proxy.shop:3128") && !refused.contains("cret"), "{refused}");
        }
        for login in ["joe", ":secret", "joe:"] {
            let refused = read(Some("http://proxy.shop"), &[], Some(login)).unwrap_err();
            assert_eq!(refused, "STYLEBOX_OUTGOING_PROXY_LOGIN is not of the form USER:PASSWORD.");
        }
        let needs = |flag: &str| format!("{flag} needs --outgoing-proxy.");
        assert_eq!(read(None, &["shop.internal"], None).unwrap_err(), needs("--outgoing-direct"));
        assert_eq!(read(None, &[], Some("joe:secret")).unwrap_err(), needs(LOGIN));
    }

    #[test]
    fn a_file_without_a_certificate_is_refused() {
        let at = |file: &str| {
            let options =
                OutgoingOptions { outgoing_proxy: None, outgoing_direct: Vec::new(), outgoing_ca: Some(file.into()) };
            options.read(|_| None).unwrap_err().to_string()
        };
        assert_eq!(at("/nowhere/ca.pem"), "The file \"/nowhere/ca.pem\" of --outgoing-ca cannot be read.");
        assert_eq!(
            at("/dev/null"),
            "The file \"/dev/null\" of --outgoing-ca holds no certificate in PEM, or a broken one."
        );
        let broken = std::env::temp_dir().join(format!("stylebox-broken-{}.pem", std::process::id()));
        let begin = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\nAA=";
        std::fs::write(&broken, begin).unwrap();
        assert!(at(broken.to_str().unwrap()).ends_with("holds no certificate in PEM, or a broken one."));
        std::fs::remove_file(&broken).unwrap();
    }
}
