//! The settings of Twilio, which sends text messages.

use crate::platform::config::{BaseUrl, ConfigError, Secret};
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::Args;

const PARTY: &str = "--sms twilio";
const AUTH_TOKEN: &str = "STYLEBOX_TWILIO_AUTH_TOKEN";
const API_KEY: &str = "--twilio-api-key";
const API_SECRET: &str = "STYLEBOX_TWILIO_API_SECRET";
const ACCOUNT: &str = "--twilio-account-sid";
const SERVICE: &str = "--twilio-messaging-service";
const FROM: &str = "--twilio-from";

/// The flags of `--sms twilio`, each with its variable. The account's token comes from `STYLEBOX_TWILIO_AUTH_TOKEN` and the secret of
/// an API key from `STYLEBOX_TWILIO_API_SECRET`, or from the files that these names with `_FILE` name.
#[derive(Debug, Clone, Default, Args)]
pub struct TwilioOptions {
    /// The account at Twilio: AC and 32 hexadecimal digits.
    #[arg(long, env = "STYLEBOX_TWILIO_ACCOUNT_SID", value_name = "SID", global = true)]
    twilio_account_sid: Option<String>,

    /// The API key that calls are made with: SK and 32 hexadecimal digits. Without it they are made with the account's token.
    #[arg(long, env = "STYLEBOX_TWILIO_API_KEY", value_name = "SID", global = true)]
    twilio_api_key: Option<String>,

    /// The messaging service that sends: MG and 32 hexadecimal digits.
    #[arg(long, env = "STYLEBOX_TWILIO_MESSAGING_SERVICE", value_name = "SID", global = true)]
    twilio_messaging_service: Option<String>,

    /// The number that sends, if there is no messaging service: +1 and ten digits.
    #[arg(long, env = "STYLEBOX_TWILIO_FROM", value_name = "NUMBER", global = true)]
    twilio_from: Option<String>,

    /// The address of Twilio's API.
    #[arg(
        long,
        env = "STYLEBOX_TWILIO_URL",
        default_value = "https://api.twilio.com",
        value_name = "URL",
        global = true
    )]
    twilio_url: String,
}

/// The checked settings of Twilio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwilioSettings {
    /// The account's SID.
    pub account: String,
    /// The account's token. Twilio signs with it what it tells us.
    pub auth_token: Secret,
    /// An API key's SID and secret; without them calls are made with the account's SID and token.
    pub api_key: Option<(String, Secret)>,
    /// What sends.
    pub sender: TwilioSender,
    pub url: BaseUrl,
}

/// What sends text messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TwilioSender {
    /// A messaging service, by its SID.
    Service(String),
    /// A number, as `+16125550100`.
    Number(String),
}

impl PartyFlags for TwilioOptions {
    type Settings = TwilioSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<TwilioSettings, ConfigError> {
        let needs = |flag| ConfigError::Missing { flag, needed_by: PARTY };
        let account = self.twilio_account_sid.ok_or_else(|| needs(ACCOUNT))?;
        let account = sid(ACCOUNT, account, "AC", "of the form AC and 32 hexadecimal digits")?;
        let auth_token = Secret::read(AUTH_TOKEN, sources.variable)?.ok_or_else(|| needs(AUTH_TOKEN))?;
        let api_key = match (self.twilio_api_key, Secret::read(API_SECRET, sources.variable)?) {
            (Some(key), Some(secret)) => {
                Some((sid(API_KEY, key, "SK", "of the form SK and 32 hexadecimal digits")?, secret))
            }
            (None, None) => None,
            (Some(_), None) => return Err(ConfigError::Missing { flag: API_SECRET, needed_by: API_KEY }),
            (None, Some(_)) => return Err(ConfigError::Missing { flag: API_KEY, needed_by: API_SECRET }),
        };
        let sender = match (self.twilio_messaging_service, self.twilio_from) {
            (Some(service), None) => {
                TwilioSender::Service(sid(SERVICE, service, "MG", "of the form MG and 32 hexadecimal digits")?)
            }
            (None, Some(number)) if is_number(&number) => TwilioSender::Number(number),
            (None, Some(text)) => {
                return Err(ConfigError::Form { flag: FROM, text, form: "of the form +1 and ten digits" });
            }
            _ => return Err(ConfigError::EitherOr { one: SERVICE, other: FROM, needed_by: PARTY }),
        };
        let url = sources.address("--twilio-url", &self.twilio_url)?;
        Ok(TwilioSettings { account, auth_token, api_key, sender, url })
    }
}

/// An id that Twilio assigned: two letters and 32 hexadecimal digits.
fn sid(flag: &'static str, text: String, kind: &str, form: &'static str) -> Result<String, ConfigError> {
    let is_well_formed = text
        .strip_prefix(kind)
        .is_some_and(|digits| digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    if is_well_formed { Ok(text) } else { Err(ConfigError::Form { flag, text, form }) }
}

fn is_number(text: &str) -> bool {
    text.strip_prefix("+1")
        .is_some_and(|digits| digits.len() == 10 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{BaseUrl, TwilioOptions, TwilioSender, TwilioSettings};
    use crate::providers::flags::{PartyFlags, SettingsSources};

    const DIGITS: &str = "0123456789abcdef0123456789abcdef";

    fn options() -> TwilioOptions {
        TwilioOptions {
            twilio_account_sid: Some(format!("AC{DIGITS}")),
            twilio_api_key: None,
            twilio_messaging_service: Some(format!("MG{DIGITS}")),
            twilio_from: None,
            twilio_url: "https://api.twilio.com".to_owned(),
        }
    }

    fn read(options: TwilioOptions, variables: &[&str]) -> Result<TwilioSettings, String> {
        let variable = |name: &str| variables.contains(&name).then(|| format!("value of {name}"));
        options.read(&SettingsSources::variables(true, &variable)).map_err(|error| error.to_string())
    }

    const TOKEN: &str = "STYLEBOX_TWILIO_AUTH_TOKEN";
    const SECRET: &str = "STYLEBOX_TWILIO_API_SECRET";

    #[test]
    fn calls_are_made_with_an_api_key_or_with_the_token() {
        let settings = read(options(), &[TOKEN]).unwrap();
        assert_eq!(settings.auth_token.expose(), "value of STYLEBOX_TWILIO_AUTH_TOKEN");
        assert_eq!(settings.api_key, None);
        assert_eq!(settings.sender, TwilioSender::Service(format!("MG{DIGITS}")));
        assert_eq!(settings.url, BaseUrl::parse("--twilio-url", "https://api.twilio.com").unwrap());
        let with_key = TwilioOptions { twilio_api_key: Some(format!("SK{DIGITS}")), ..options() };
        let (key, secret) = read(with_key.clone(), &[TOKEN, SECRET]).unwrap().api_key.unwrap();
        assert_eq!(
            (key.as_str(), secret.expose()),
            (format!("SK{DIGITS}").as_str(), "value of STYLEBOX_TWILIO_API_SECRET")
        );
        assert_eq!(read(with_key, &[TOKEN]).unwrap_err(), "--twilio-api-key needs STYLEBOX_TWILIO_API_SECRET.");
        assert_eq!(
            read(options(), &[TOKEN, SECRET]).unwrap_err(),
            "STYLEBOX_TWILIO_API_SECRET needs --twilio-api-key."
        );
    }

    #[test]
    fn what_is_missing_or_malformed_is_named() {
        let refused = |options: TwilioOptions| read(options, &[TOKEN]).unwrap_err();
        assert_eq!(read(options(), &[]).unwrap_err(), "--sms twilio needs STYLEBOX_TWILIO_AUTH_TOKEN.");
        let nobody = TwilioOptions { twilio_account_sid: None, ..options() };
        assert_eq!(refused(nobody), "--sms twilio needs --twilio-account-sid.");
        for text in ["", "AC1", &format!("SK{DIGITS}"), &format!("AC{DIGITS}0"), "ACxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"] {
            let wrong = TwilioOptions { twilio_account_sid: Some(text.to_owned()), ..options() };
            let sentence =
                format!("The value {text:?} of --twilio-account-sid is not of the form AC and 32 hexadecimal digits.");
            assert_eq!(refused(wrong), sentence);
        }
        let either = "--sms twilio needs either --twilio-messaging-service or --twilio-from, and not both.";
        let number = |text: &str| TwilioOptions { twilio_from: Some(text.to_owned()), ..options() };
        let alone = |options| TwilioOptions { twilio_messaging_service: None, ..options };
        assert_eq!(refused(number("+16125550100")), either);
        assert_eq!(refused(alone(options())), either);
        let settings = read(alone(number("+16125550100")), &[TOKEN]).unwrap();
        assert_eq!(settings.sender, TwilioSender::Number("+16125550100".to_owned()));
        for text in ["6125550100", "+4930123456", "+1612555010", "+1612555010x"] {
            let sentence = format!("The value {text:?} of --twilio-from is not of the form +1 and ten digits.");
            assert_eq!(refused(alone(number(text))), sentence);
        }
        let elsewhere = TwilioOptions { twilio_url: "http://api.twilio.com".to_owned(), ..options() };
        assert!(refused(elsewhere).contains("--twilio-url"));
    }
}
