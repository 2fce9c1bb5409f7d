//! The options of the command line and the environment, as an operator gives them.

use super::*;
use crate::providers::charging::Charging;
use crate::providers::companies::Accounts;
use crate::providers::flags::{PartyFlags, SettingsSources};
use crate::providers::fraud::choice::FraudChoice;
use crate::providers::mail::choice::MailChoice;
use crate::providers::mail::smtp::settings::MailOptions;
use crate::providers::parties::Parties;
use crate::providers::payment::choice::PaymentChoice;
use crate::providers::payment::stripe::settings::StripeOptions;
use crate::providers::sms::choice::SmsChoice;
use crate::providers::tax::choice::TaxChoice;
use crate::providers::tax::table::settings::TableFile;
use clap::FromArgMatches;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::Path;

fn options(arguments: &[&str]) -> Options {
    let mut options = Options::augment_args(clap::Command::new("stylebox-server"));
    let matches = options.try_get_matches_from_mut(["stylebox-server"].iter().chain(arguments)).unwrap();
    Options::from_arg_matches(&matches).unwrap()
}

fn settings(arguments: &[&str]) -> Result<Settings, ConfigError> {
    options(arguments).settings()
}

/// The settings of Stripe and of an email server, with secrets of their own.
fn read<Flags: PartyFlags + FromArgMatches>(arguments: &[&str]) -> Flags::Settings {
    let mut command = Accounts::augment_args(Flags::augment_args(clap::Command::new("stylebox-server")));
    let matches = command.try_get_matches_from_mut(["stylebox-server"].iter().chain(arguments)).unwrap();
    let accounts = Accounts::from_arg_matches(&matches).unwrap();
    let variable = |name: &str| match name {
        "STYLEBOX_STRIPE_SECRET_KEY" => Some("sk_live_1".to_owned()),
        "STYLEBOX_STRIPE_WEBHOOK_SECRET" => Some("whsec_1".to_owned()),
        _ => None,
    };
    let sources = SettingsSources { accounts: &accounts, ..SettingsSources::variables(false, &variable) };
    Flags::from_arg_matches(&matches).unwrap().read(&sources).unwrap_or_else(|error| panic!("{error}"))
}

fn key() -> Option<Keys> {
    Keys::parse("3f1c9a7be25d40868f0e6c1db7a4925e", []).ok()
}

fn stripe() -> PaymentChoice {
    PaymentChoice::Stripe(read::<StripeOptions>(&["--stripe-publishable-key", "pk_live_1"]))
}

/// This gateway, with the shop's own records of fraud.
fn with(payment: PaymentChoice) -> Charging {
    Charging::new(payment, FraudChoice::OwnRecords).unwrap()
}

fn smtp() -> MailChoice {
    MailChoice::Smtp(read::<MailOptions>(&["--mail-host", "mail.example", "--mail-from", "hello@shop.example"]))
}

#[test]
fn without_flags_it_listens_on_this_machine_only() {
    let settings = settings(&[]).unwrap();
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.public_url.origin(), "http://localhost:8080");
    assert_eq!(settings.database_url.expose(), "sqlite:data/stylebox.db");
    assert!(!settings.is_demo());
}

/// The variables that the sources name and that no flag has: those of secrets.
fn variables_of_secrets(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(variables_of_secrets(&path));
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let mut before = "";
        for part in text.split("\"STYLEBOX_") {
            let is_of_flag = before.is_empty() || before.ends_with("env = ") || before.ends_with("\" ");
            let name: String = part
                .chars()
                .take_while(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit() || *sign == '_')
                .collect();
            if !is_of_flag && !name.is_empty() && part.get(name.len()..).is_some_and(|after| after.starts_with('"')) {
                found.insert(format!("STYLEBOX_{name}"));
            }
            before = part;
        }
    }
    found
}

/// Flags with which every party but the human check is an outside one.
fn every_party(collector: &Path) -> Vec<String> {
    fs::write(collector, "export default function kountSDK(config, sessionID) {}").unwrap();
    let sid = "0123456789abcdef0123456789abcdef";
    let twilio = [format!("AC{sid}"), format!("SK{sid}"), format!("MG{sid}")];
    let flags = format!(
        "--database-url postgres://joe:hidden@localhost/shop --payment stripe --stripe-publishable-key pk_live_1 --mail smtp \
         --mail-host mail.example --mail-username joe --mail-from a@shop.example --sms twilio --twilio-account-sid {} \
         --twilio-api-key {} --twilio-messaging-service {} --address shippo --address-suggestions google --carrier shippo \
         --shippo-from-name Shop --shippo-from-street Main --shippo-from-city Minneapolis --shippo-from-state MN --shippo-from-zip \
         55403 --shippo-box-inches 16x12x5 --shippo-box-pounds 6 --tax stripe-tax --turnstile-site-key k --recaptcha-site-key k \
         --photos s3 --s3-url https://s3.example --s3-region r --s3-bucket photos --s3-access-key k --reviews yotpo \
         --yotpo-app-key k --yotpo-product-url https://shop.example/ --yotpo-erasure-path /forget --fraud kount --kount-client-id k \
         --kount-collector {} --analytics ga4 --ga4-measurement-id G-1 --theme-boxes feed --theme-boxes-url https://boxes.example \
         --telemetry otlp --outgoing-proxy http://proxy.example",
        twilio[0],
        twilio[1],
        twilio[2],
        collector.display()
    );
    flags.split_whitespace().map(ToOwned::to_owned).collect()
}

/// A secret in the form that its variable has, with the word "hidden" in it.
fn hidden(name: &str) -> String {
    let form = match name {
        "STYLEBOX_STRIPE_SECRET_KEY" => "sk_live_",
        "STYLEBOX_STRIPE_WEBHOOK_SECRET" => "whsec_",
        "STYLEBOX_SHIPPO_KEY" => "shippo_live_",
        "STYLEBOX_OTLP_HEADERS" => "authorization=",
        "STYLEBOX_OUTGOING_PROXY_LOGIN" => "joe:",
        _ => "",
    };
    format!("{form}hidden0123456789hidden0123456789")
}

#[test]
fn no_secret_is_shown() {
    let collector = std::env::temp_dir().join(format!("stylebox-collector-{}.js", std::process::id()));
    let flags = every_party(&collector);
    let asked = RefCell::new(BTreeSet::new());
    for (human_check, left_out) in [("turnstile", ""), ("recaptcha", "STYLEBOX_SHIPPO_WEBHOOK_SECRET")] {
        let arguments: Vec<&str> = flags.iter().map(String::as_str).chain(["--human-check", human_check]).collect();
        let options = options(&arguments);
        assert!(!format!("{options:?}").contains("hidden"), "{options:?}");
        let variable = |name: &str| {
            if name.ends_with("_FILE") || name == left_out {
                return None;
            }
            asked.borrow_mut().insert(name.to_owned());
            Some(hidden(name))
        };
        let settings = options.settings_with(&variable).unwrap_or_else(|error| panic!("{error}"));
        assert!(settings.parties.fakes().is_empty(), "every party is an outside one: {:?}", settings.parties.fakes());
        let shown = format!("{settings:#?} {}", settings.database_url);
        assert!(shown.contains("joe@localhost") && !shown.contains("hidden"), "{shown}");
    }
    fs::remove_file(&collector).unwrap();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    assert_eq!(*asked.borrow(), variables_of_secrets(&src), "add the flags by which the settings need the secret");
}

/// A party that forgets it works everywhere but in the network of a shop that needs it.
#[test]
fn every_party_is_called_through_the_proxy_and_trusts_the_private_authorities() {
    let file = |name: &str| std::env::temp_dir().join(format!("stylebox-every-party-{}-{name}", std::process::id()));
    let (collector, authority) = (file("collector.js"), file("ca.pem"));
    let mut flags = every_party(&collector);
    let certificate = rcgen::generate_simple_self_signed([]).unwrap().cert.pem();
    fs::write(&authority, certificate).unwrap();
    flags.extend(["--outgoing-ca".to_owned(), authority.to_str().unwrap().to_owned()]);
    for human_check in ["turnstile", "recaptcha"] {
        let arguments: Vec<&str> = flags.iter().map(String::as_str).chain(["--human-check", human_check]).collect();
        let variable = |name: &str| (!name.ends_with("_FILE")).then(|| hidden(name));
        let settings = options(&arguments).settings_with(&variable).unwrap_or_else(|error| panic!("{error}"));
        // Every field is named, so that a new party does not compile until it is in one of the two lists.
        let Parties {
            charging,
            mail: _over_smtp,
            sms,
            address,
            address_suggestions,
            carrier,
            tax,
            human_check,
            proof_of_work: _of_this_machine,
            photos,
            reviews,
            analytics,
            theme_boxes,
            telemetry,
        } = &settings.parties;
        let parties: [(&str, &dyn Debug); 13] = [
            ("payment", charging.payment()),
            ("fraud", charging.fraud()),
            ("sms", sms),
            ("address", address),
            ("address suggestions", address_suggestions),
            ("carrier", carrier),
            ("tax", tax),
            ("human check", human_check),
            ("photos", photos),
            ("reviews", reviews),
            ("analytics", analytics),
            ("theme boxes", theme_boxes),
            ("telemetry", telemetry),
        ];
        for (party, choice) in parties {
            let shown = format!("{choice:?}");
            let mut addresses = shown.split("BaseUrl { ").skip(1).peekable();
            assert!(addresses.peek().is_some(), "{party} has no address: {shown}");
            for address in addresses {
                let (_, outgoing) = address.split_once("outgoing: Outgoing(").unwrap();
                let (proxy, authorities) = outgoing.split_once("authorities: ").unwrap();
                assert!(proxy.contains("proxy.example"), "{party} does not know the proxy: {address}");
                assert!(!authorities.starts_with("[]"), "{party} does not know the authorities: {address}");
            }
        }
    }
    fs::remove_file(&collector).unwrap();
    fs::remove_file(&authority).unwrap();
}

#[test]
fn a_demonstration_stays_on_this_machine() {
    let open = settings(&["--demo", "--listen", "0.0.0.0:80"]).unwrap();
    assert_eq!(open.check_for_serving(), Err(ConfigError::DemoOnNetwork(open.listen)));
    assert_eq!(settings(&["--demo", "--listen", "[::1]:80"]).unwrap().check_for_serving(), Ok(()));
    // With a real gateway's test keys too.
    for payment in [PaymentChoice::Sandbox, stripe()] {
        for public in ["https://tunnel.example", "http://192.168.1.7:8080", "http://localhost.example"] {
            let mut by_tunnel = settings(&["--demo", "--public-url", public]).unwrap();
            by_tunnel.parties.charging = with(payment.clone());
            assert_eq!(by_tunnel.check_for_serving(), Err(ConfigError::DemoInPublic(public.to_owned())));
        }
    }
    for public in ["http://127.0.0.1:8080", "http://[::1]:8080", "https://localhost"] {
        assert_eq!(settings(&["--demo", "--public-url", public]).unwrap().check_for_serving(), Ok(()));
    }
}

#[test]
fn fakes_do_not_serve_customers() {
    let refused = settings(&[]).unwrap().check_for_serving().unwrap_err();
    let ConfigError::FakesOutsideDemo(parts) = refused else { panic!("{refused}") };
    // The other parties' embedded defaults are real: photos, reviews, the human check and fraud; or a shop can do without.
    for flag in ["--payment", "--mail", "--sms", "--tax"] {
        assert!(parts.iter().any(|part| part.contains(flag)), "{flag}: {parts:?}");
    }
    assert_eq!(parts.len(), 4, "{parts:?}");
    assert_eq!(settings(&["--demo"]).unwrap().check_for_serving(), Ok(()));
}

#[test]
fn real_customers_are_served_by_https_and_with_a_secret_key() {
    let live = |public: &str| {
        let mut settings = settings(&["--demo", "--public-url", public]).unwrap();
        settings.parties.charging = with(stripe());
        settings.parties.mail = smtp();
        settings.parties.sms = SmsChoice::None;
        settings.parties.tax = TaxChoice::Table(TableFile { file: "tax.json".into(), json: Vec::new() });
        settings.mode = Mode::new(false, key(), 0);
        settings
    };
    let refused = ConfigError::PublicUrlInTheClear("http://shop.example".to_owned());
    assert_eq!(live("http://shop.example").check_for_serving(), Err(refused));
    let mut settings = live("https://shop.example");
    assert_eq!(settings.check_for_serving(), Ok(()));
    settings.mode = Mode::new(false, None, 0);
    assert_eq!(settings.check_for_serving(), Err(ConfigError::SecretKeyMissing("STYLEBOX_SECRET_KEY")));
    settings.mode = Mode::new(false, key(), 5);
    assert_eq!(settings.check_for_serving(), Err(ConfigError::SimulatorOutsideDemo));
}

#[test]
fn live_mode_has_a_key_and_no_simulator() {
    assert!(matches!(Mode::new(false, key(), 0), Mode::Live { .. }));
    assert!(matches!(Mode::new(false, None, 0), Mode::Unready { keys: None, simulator_seconds: 0 }));
    let unready = Mode::new(false, key(), 5);
    assert!(matches!(unready, Mode::Unready { keys: Some(_), simulator_seconds: 5 }));
    // The server of a command can turn out to be a demonstration.
    assert!(matches!(unready.into_demo(), Mode::Demo { keys: Some(_), simulator_seconds: 5 }));
    let live = Mode::new(false, key(), 0);
    assert!(matches!(live.into_demo(), Mode::Demo { keys: Some(_), simulator_seconds: 0 }));
}

#[test]
fn a_fraud_check_by_the_gateway_needs_that_gateway() {
    let refused = settings(&["--demo", "--fraud", "radar"]).unwrap_err();
    assert_eq!(refused.to_string(), "--fraud radar needs --payment stripe.");
}

#[test]
fn what_a_shop_can_do_without_is_a_warning() {
    let warnings = settings(&[]).unwrap().warnings();
    let named = ["--address", "--trusted-proxies", "core/src/brand.rs"];
    assert_eq!(warnings.len(), named.len(), "{warnings:?}");
    assert!(warnings.iter().zip(named).all(|(warning, name)| warning.contains(name)), "{warnings:?}");
    assert_eq!(settings(&["--trusted-proxies", "10.0.0.0/8"]).unwrap().warnings().len(), 2);
    assert!(settings(&["--demo"]).unwrap().warnings().is_empty());
}
