//! The settings of Kount, which checks orders for fraud.
//!
//! Its keys do not say whether they are of the sandbox, so the addresses do: in demo mode they are the sandbox's, outside it those of
//! production.

use crate::platform::config::{BaseUrl, ConfigError, Secret};
use crate::providers::flags::{PartyFlags, SettingsSources};
use crate::providers::fraud::kount::collector::CollectorScript;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

const PARTY: &str = "--fraud kount";
const API_KEY: &str = "STYLEBOX_KOUNT_API_KEY";
const URL: &str = "--kount-url";
const TOKEN_URL: &str = "--kount-token-url";
const CLIENT_ID: &str = "--kount-client-id";
const CHANNEL: &str = "--kount-channel";
const COLLECTOR: &str = "--kount-collector";

/// The flags of `--fraud kount`, each with its variable. The API key comes from `STYLEBOX_KOUNT_API_KEY`, or from the file that
/// `STYLEBOX_KOUNT_API_KEY_FILE` names.
#[derive(Debug, Clone, Args)]
pub struct KountOptions {
    /// The client id of the account at Kount, by which its collector knows the shop.
    #[arg(long, env = "STYLEBOX_KOUNT_CLIENT_ID", value_name = "ID", global = true)]
    kount_client_id: Option<String>,

    /// The channel that the shop's orders have at Kount, as it is set up there.
    #[arg(long, env = "STYLEBOX_KOUNT_CHANNEL", default_value = "DEFAULT", value_name = "CHANNEL", global = true)]
    kount_channel: String,

    /// The file kount-web-client-sdk.js of the npm package @kount/kount-web-client-sdk, which the server gives to browsers.
    #[arg(long, env = "STYLEBOX_KOUNT_COLLECTOR", value_name = "FILE", global = true)]
    kount_collector: Option<PathBuf>,

    /// The address of Kount's API [default: `https://api.kount.com`, in demo mode `https://api-sandbox.kount.com`]
    #[arg(long, env = "STYLEBOX_KOUNT_URL", value_name = "URL", global = true)]
    kount_url: Option<String>,

    /// The address at which Kount gives tokens for the API key, as its guide names it for the account [default: Kount's own]
    #[arg(long, env = "STYLEBOX_KOUNT_TOKEN_URL", value_name = "URL", global = true)]
    kount_token_url: Option<String>,
}

/// The checked settings of Kount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KountSettings {
    pub url: BaseUrl,
    /// The address of the call for a token.
    pub token_url: BaseUrl,
    /// The API key: what stands behind `Basic` in the call for a token.
    pub api_key: Secret,
    /// The client id of the account, for the collector.
    pub client_id: String,
    /// The channel of the orders.
    pub channel: String,
    pub environment: KountEnvironment,
    pub collector: CollectorScript,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KountEnvironment {
    /// The sandbox, for demo mode.
    Test,
    /// Real orders.
    Production,
}

impl KountEnvironment {
    /// The collector's word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Test => "TEST",
            Self::Production => "PROD",
        }
    }

    /// The origin to which the collector tells what it sees, and from which it shows a frame. The collector has it built in.
    #[must_use]
    pub const fn collector_origin(self) -> &'static str {
        match self {
            Self::Test => "https://tst.kaptcha.com",
            Self::Production => "https://ssl.kaptcha.com",
        }
    }

    /// The default addresses: of the API, and of the call for a token.
    const fn urls(self) -> (&'static str, &'static str) {
        match self {
            Self::Test => {
                ("https://api-sandbox.kount.com", "https://login.kount.com/oauth2/ausdppkujzCPQuIrY357/v1/token")
            }
            Self::Production => {
                ("https://api.kount.com", "https://login.kount.com/oauth2/ausdppksgrbyM0abp357/v1/token")
            }
        }
    }
}

fn read_script(file: &Path) -> Result<CollectorScript, ConfigError> {
    let text =
        fs::read_to_string(file).map_err(|_| ConfigError::Unreadable { flag: COLLECTOR, file: file.to_owned() })?;
    CollectorScript::parse(&text).ok_or_else(|| ConfigError::Form {
        flag: COLLECTOR,
        text: file.display().to_string(),
        form: "the ES module kount-web-client-sdk.js of the npm package @kount/kount-web-client-sdk",
    })
}

impl PartyFlags for KountOptions {
    type Settings = KountSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<KountSettings, ConfigError> {
        let needs = |flag| ConfigError::Missing { flag, needed_by: PARTY };
        let (environment, other) = if sources.demo {
            (KountEnvironment::Test, KountEnvironment::Production)
        } else {
            (KountEnvironment::Production, KountEnvironment::Test)
        };
        let (default_url, default_token_url) = environment.urls();
        let text = self.kount_url.unwrap_or_else(|| default_url.to_owned());
        let url = sources.address(URL, &text)?;
        if url == sources.address(URL, other.urls().0)? {
            let form = if sources.demo {
                "Kount's sandbox, as demo mode needs"
            } else {
                "Kount's production, as real orders need"
            };
            return Err(ConfigError::Form { flag: URL, text, form });
        }
        let token_url = sources.address(TOKEN_URL, self.kount_token_url.as_deref().unwrap_or(default_token_url))?;
        let api_key = Secret::read(API_KEY, sources.variable)?.ok_or_else(|| needs(API_KEY))?;
        let client_id = word(CLIENT_ID, self.kount_client_id.ok_or_else(|| needs(CLIENT_ID))?)?;
        let channel = word(CHANNEL, self.kount_channel)?;
        let collector = read_script(&self.kount_collector.ok_or_else(|| needs(COLLECTOR))?)?;
        Ok(KountSettings { url, token_url, api_key, client_id, channel, environment, collector })
    }
}

/// A name that Kount assigned.
fn word(flag: &'static str, text: String) -> Result<String, ConfigError> {
    let is_well_formed = (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    let form = "of the form of 1 to 64 letters, digits, dots, dashes and underscores";
    if is_well_formed { Ok(text) } else { Err(ConfigError::Form { flag, text, form }) }
}

#[cfg(test)]
mod tests {
    use super::{KountEnvironment, KountOptions, KountSettings};
    use crate::providers::flags::{PartyFlags, SettingsSources};
    use std::fs;
    use std::path::PathBuf;

    /// A file with a script, which is deleted at the end of the test.
    struct Script(PathBuf);

    impl Script {
        fn with(name: &str, text: &str) -> Self {
            let file = std::env::temp_dir().join(format!("stylebox-kount-{name}-{}", std::process::id()));
            fs::write(&file, text).unwrap();
            Self(file)
        }
    }

    impl Drop for Script {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    const KIT: &str = "export default function kountSDK(config, sessionID) {}";

    fn options(script: &Script) -> KountOptions {
        KountOptions {
            kount_client_id: Some("900900".to_owned()),
            kount_channel: "DEFAULT".to_owned(),
            kount_collector: Some(script.0.clone()),
            kount_url: None,
            kount_token_url: None,
        }
    }

    fn read(options: KountOptions, demo: bool) -> Result<KountSettings, String> {
        let variable = |name: &str| (name == "STYLEBOX_KOUNT_API_KEY").then(|| "a2V5".to_owned());
        options.read(&SettingsSources::variables(demo, &variable)).map_err(|error| error.to_string())
    }

    #[test]
    fn demo_mode_is_at_the_sandbox_and_real_orders_are_not() {
        let script = Script::with("modes", KIT);
        let demo = read(options(&script), true).unwrap();
        assert_eq!(demo.url.to_string(), "https://api-sandbox.kount.com");
        assert_eq!(demo.token_url.to_string(), "https://login.kount.com/oauth2/ausdppkujzCPQuIrY357/v1/token");
        assert_eq!((demo.environment, demo.environment.word()), (KountEnvironment::Test, "TEST"));
        let live = read(options(&script), false).unwrap();
        assert_eq!(live.url.to_string(), "https://api.kount.com");
        assert_eq!(live.token_url.to_string(), "https://login.kount.com/oauth2/ausdppksgrbyM0abp357/v1/token");
        assert_eq!((live.environment, live.environment.word()), (KountEnvironment::Production, "PROD"));
        let at = |url: &str| KountOptions { kount_url: Some(url.to_owned()), ..options(&script) };
        assert_eq!(
            read(at("https://api.kount.com/"), true).unwrap_err(),
            "The value \"https://api.kount.com/\" of --kount-url is not Kount's sandbox, as demo mode needs."
        );
        assert_eq!(
            read(at("https://api-sandbox.kount.com"), false).unwrap_err(),
            "The value \"https://api-sandbox.kount.com\" of --kount-url is not Kount's production, as real orders need."
        );
        assert!(read(at("http://127.0.0.1:9"), true).is_ok() && read(at("http://127.0.0.1:9"), false).is_ok());
    }

    #[test]
    fn what_is_missing_or_malformed_is_named() {
        let script = Script::with("malformed", KIT);
        let bare = options(&script).read(&SettingsSources::variables(true, &|_| None)).unwrap_err().to_string();
        assert_eq!(bare, "--fraud kount needs STYLEBOX_KOUNT_API_KEY.");
        let refused = |options| read(options, true).unwrap_err();
        let client = |kount_client_id| KountOptions { kount_client_id, ..options(&script) };
        assert_eq!(refused(client(None)), "--fraud kount needs --kount-client-id.");
        assert!(refused(client(Some("9 00".to_owned()))).contains("--kount-client-id is not of the form"));
        let channel = |text: &str| KountOptions { kount_channel: text.to_owned(), ..options(&script) };
        assert!(refused(channel("")).contains("--kount-channel is not of the form"));
        let elsewhere = KountOptions { kount_url: Some("http://api.kount.com".to_owned()), ..options(&script) };
        assert!(refused(elsewhere).contains("--kount-url"));
        let tokens = KountOptions { kount_token_url: Some("login.kount.com".to_owned()), ..options(&script) };
        assert!(refused(tokens).contains("--kount-token-url"));
        let collector = |kount_collector| KountOptions { kount_collector, ..options(&script) };
        assert_eq!(refused(collector(None)), "--fraud kount needs --kount-collector.");
        let nowhere = refused(collector(Some("/nowhere/kit.js".into())));
        assert_eq!(nowhere, "The file \"/nowhere/kit.js\" of --kount-collector cannot be read.");
        let bundle = Script::with("bundle", "window.kountSDK = 1;");
        let sentence = "is not the ES module kount-web-client-sdk.js of the npm package @kount/kount-web-client-sdk.";
        assert!(refused(collector(Some(bundle.0.clone()))).ends_with(sentence));
    }
}
