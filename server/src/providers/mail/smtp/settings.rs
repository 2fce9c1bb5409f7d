//! The settings of the email server.

use crate::platform::config::is_this_machine;
use crate::platform::config::{ConfigError, Secret};
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::{Args, ValueEnum};
use std::fs;
use std::path::PathBuf;

const PASSWORD: &str = "STYLEBOX_MAIL_PASSWORD";
const WEBHOOK_SECRET: &str = "STYLEBOX_MAIL_WEBHOOK_SECRET";

/// The flags of `--mail smtp`, each with its variable. The password comes from `STYLEBOX_MAIL_PASSWORD`, or from the file that
/// `STYLEBOX_MAIL_PASSWORD_FILE` names; likewise `STYLEBOX_MAIL_WEBHOOK_SECRET`, the password of the relay's calls about bounces.
#[derive(Debug, Clone, Default, Args)]
pub struct MailOptions {
    /// The host of the email server that takes our emails.
    #[arg(long, env = "STYLEBOX_MAIL_HOST", value_name = "HOST", global = true)]
    mail_host: Option<String>,

    /// Its port [default: 587, with --mail-tls implicit 465]
    #[arg(long, env = "STYLEBOX_MAIL_PORT", value_name = "PORT", global = true)]
    mail_port: Option<u16>,

    /// How the connection is encrypted.
    #[arg(long, env = "STYLEBOX_MAIL_TLS", value_enum, default_value_t, global = true)]
    mail_tls: MailTls,

    /// A file with the certificate authority of the server, in PEM, if it is not a public one.
    #[arg(long, env = "STYLEBOX_MAIL_CA", value_name = "FILE", global = true)]
    mail_ca: Option<PathBuf>,

    /// The user name at the server; without it there is no sign-in.
    #[arg(long, env = "STYLEBOX_MAIL_USERNAME", value_name = "NAME", global = true)]
    mail_username: Option<String>,

    /// The sender of our emails, such as hello@shop.example, which has the retailer's name, or "Stylebox <hello@shop.example>".
    #[arg(long, env = "STYLEBOX_MAIL_FROM", value_name = "ADDRESS", global = true)]
    mail_from: Option<String>,
}

/// How the connection to the email server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum MailTls {
    /// It begins in the clear, and nothing is said before it is encrypted.
    #[default]
    Starttls,
    /// From the first byte.
    Implicit,
    /// Not at all: only to this machine itself.
    None,
}

/// The checked settings of the email server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmtpSettings {
    pub host: String,
    pub port: u16,
    /// How the connection is encrypted.
    pub tls: MailTls,
    /// The server's own certificate authority, in PEM; `None` if it is a public one.
    pub ca: Option<Vec<u8>>,
    /// User name and password.
    pub login: Option<(String, Secret)>,
    /// The sender of our emails.
    pub from: String,
    /// The password of the calls by which a relay tells us of bounces; `None` if it makes none.
    pub webhook_secret: Option<Secret>,
}

impl PartyFlags for MailOptions {
    type Settings = SmtpSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<SmtpSettings, ConfigError> {
        let needs = |flag| ConfigError::Missing { flag, needed_by: "--mail smtp" };
        let host = self.mail_host.ok_or_else(|| needs("--mail-host"))?;
        if self.mail_tls == MailTls::None && !is_this_machine(&host) {
            return Err(ConfigError::OfParty(format!(
                "Emails hold codes and links, and {host} is another machine: use --mail-tls starttls or implicit."
            )));
        }
        let port = self.mail_port.unwrap_or(if self.mail_tls == MailTls::Implicit { 465 } else { 587 });
        let webhook_secret = Secret::read(WEBHOOK_SECRET, sources.variable)?;
        let login = match (self.mail_username, Secret::read(PASSWORD, sources.variable)?) {
            (Some(name), Some(password)) => Some((name, password)),
            (None, None) => None,
            (Some(_), None) => return Err(ConfigError::Missing { flag: PASSWORD, needed_by: "--mail-username" }),
            (None, Some(_)) => return Err(ConfigError::Missing { flag: "--mail-username", needed_by: PASSWORD }),
        };
        let read = |file: PathBuf| fs::read(&file).map_err(|_| ConfigError::Unreadable { flag: "--mail-ca", file });
        let ca = self.mail_ca.map(read).transpose()?;
        let from = self.mail_from.ok_or_else(|| needs("--mail-from"))?;
        Ok(SmtpSettings { host, port, tls: self.mail_tls, ca, login, from, webhook_secret })
    }
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, MailOptions, MailTls};
    use crate::providers::flags::{PartyFlags, SettingsSources};

    fn options() -> MailOptions {
        MailOptions {
            mail_host: Some("mail.example".to_owned()),
            mail_from: Some("Stylebox <hello@shop.example>".to_owned()),
            ..MailOptions::default()
        }
    }

    fn without_variables(_: &str) -> Option<String> {
        None
    }

    #[test]
    fn the_port_follows_the_encryption_unless_it_is_given() {
        let port =
            |options: MailOptions| options.read(&SettingsSources::variables(true, &without_variables)).unwrap().port;
        assert_eq!(port(options()), 587);
        assert_eq!(port(MailOptions { mail_tls: MailTls::Implicit, ..options() }), 465);
        assert_eq!(port(MailOptions { mail_port: Some(2525), ..options() }), 2525);
    }

    #[test]
    fn what_is_missing_is_named() {
        let refused = |options: MailOptions| {
            options.read(&SettingsSources::variables(true, &without_variables)).unwrap_err().to_string()
        };
        assert_eq!(refused(MailOptions { mail_host: None, ..options() }), "--mail smtp needs --mail-host.");
        assert_eq!(refused(MailOptions { mail_from: None, ..options() }), "--mail smtp needs --mail-from.");
        assert_eq!(
            refused(MailOptions { mail_username: Some("shop".to_owned()), ..options() }),
            "--mail-username needs STYLEBOX_MAIL_PASSWORD."
        );
        let missing = MailOptions { mail_ca: Some("/nowhere/ca.pem".into()), ..options() };
        assert_eq!(refused(missing), "The file \"/nowhere/ca.pem\" of --mail-ca cannot be read.");
        let only_password = options().read(&SettingsSources::variables(true, &|name| {
            (name == "STYLEBOX_MAIL_PASSWORD").then(|| "word".to_owned())
        }));
        assert_eq!(only_password.unwrap_err().to_string(), "STYLEBOX_MAIL_PASSWORD needs --mail-username.");
    }

    #[test]
    fn the_password_of_calls_about_bounces_is_a_secret() {
        let variable = |name: &str| (name == "STYLEBOX_MAIL_WEBHOOK_SECRET").then(|| "a secret".to_owned());
        let settings = options().read(&SettingsSources::variables(true, &variable)).unwrap();
        assert_eq!(settings.webhook_secret.as_ref().unwrap().expose(), "a secret");
        assert!(!format!("{settings:?}").contains("a secret"));
    }

    #[test]
    fn only_this_machine_is_written_to_in_the_clear() {
        let to = |host: &str| {
            let options = MailOptions { mail_host: Some(host.to_owned()), mail_tls: MailTls::None, ..options() };
            options.read(&SettingsSources::variables(true, &without_variables)).map(|settings| settings.host)
        };
        for host in ["localhost", "127.0.0.1", "::1"] {
            assert_eq!(to(host), Ok(host.to_owned()));
        }
        let sentence =
            "Emails hold codes and links, and 10.0.0.1 is another machine: use --mail-tls starttls or implicit.";
        assert_eq!(to("10.0.0.1"), Err(ConfigError::OfParty(sentence.to_owned())));
    }
}
