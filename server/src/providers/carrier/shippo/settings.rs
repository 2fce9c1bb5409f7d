//! The settings of `--carrier shippo`: who sends, what a parcel is, by which service, and how Shippo proves its calls.

use crate::platform::config::{ConfigError, Secret};
use crate::providers::companies::shippo::account::ShippoSettings;
use crate::providers::flags::{PartyFlags, SettingsSources};
use crate::values::postal_address::PostalAddress;
use clap::Args;

/// The choice that needs these settings.
const PARTY: &str = "--carrier shippo";
const WEBHOOK_TOKEN: &str = "STYLEBOX_SHIPPO_WEBHOOK_TOKEN";
const WEBHOOK_SECRET: &str = "STYLEBOX_SHIPPO_WEBHOOK_SECRET";
/// The least characters of the token: a shorter one could be guessed.
const TOKEN_LENGTH: usize = 20;

/// The flags of `--carrier shippo`, each with its variable. The token of the webhook's address comes from
/// `STYLEBOX_SHIPPO_WEBHOOK_TOKEN`, the secret of its signature from `STYLEBOX_SHIPPO_WEBHOOK_SECRET`, or from the files that these
/// names with `_FILE` name.
#[derive(Debug, Clone, Default, Args)]
pub struct CarrierOptions {
    /// The carrier, as Shippo names it: usps, ups or fedex. Labels for returns, paid when scanned, exist for these three.
    #[arg(long, env = "STYLEBOX_SHIPPO_CARRIER", default_value = "usps", value_name = "CARRIER", global = true)]
    shippo_carrier: String,

    /// The service of the boxes, by Shippo's token of it.
    #[arg(
        long,
        env = "STYLEBOX_SHIPPO_SERVICE",
        default_value = "usps_ground_advantage",
        value_name = "SERVICE",
        global = true
    )]
    shippo_service: String,

    /// The service of returns, if it is another one.
    #[arg(long, env = "STYLEBOX_SHIPPO_RETURN_SERVICE", value_name = "SERVICE", global = true)]
    shippo_return_service: Option<String>,

    /// The carrier account to buy labels from, by its id at Shippo [default: any of the account]
    #[arg(long, env = "STYLEBOX_SHIPPO_CARRIER_ACCOUNT", value_name = "ID", global = true)]
    shippo_carrier_account: Option<String>,

    /// Who sends boxes and takes returns, as it stands on labels.
    #[arg(long, env = "STYLEBOX_SHIPPO_FROM_NAME", value_name = "NAME", global = true)]
    shippo_from_name: Option<String>,

    /// The sender's street and number, as they stand on labels.
    #[arg(long, env = "STYLEBOX_SHIPPO_FROM_STREET", value_name = "STREET", global = true)]
    shippo_from_street: Option<String>,

    /// The sender's suite or the like, as it stands on labels.
    #[arg(long, env = "STYLEBOX_SHIPPO_FROM_STREET_2", value_name = "SUITE", global = true)]
    shippo_from_street_2: Option<String>,

    /// The sender's city, as it stands on labels.
    #[arg(long, env = "STYLEBOX_SHIPPO_FROM_CITY", value_name = "CITY", global = true)]
    shippo_from_city: Option<String>,

    /// The sender's state, as it stands on labels: two letters.
    #[arg(long, env = "STYLEBOX_SHIPPO_FROM_STATE", value_name = "STATE", global = true)]
    shippo_from_state: Option<String>,

    /// The sender's ZIP code, as it stands on labels.
    #[arg(long, env = "STYLEBOX_SHIPPO_FROM_ZIP", value_name = "ZIP", global = true)]
    shippo_from_zip: Option<String>,

    /// The sender's phone, which some carriers demand.
    #[arg(long, env = "STYLEBOX_SHIPPO_FROM_PHONE", value_name = "PHONE", global = true)]
    shippo_from_phone: Option<String>,

    /// The sender's email address, which some carriers demand.
    #[arg(long, env = "STYLEBOX_SHIPPO_FROM_EMAIL", value_name = "EMAIL", global = true)]
    shippo_from_email: Option<String>,

    /// Length, width and height of a box in inches: 16x12x5.
    #[arg(long, env = "STYLEBOX_SHIPPO_BOX_INCHES", value_name = "LxWxH", global = true)]
    shippo_box_inches: Option<String>,

    /// Weight of a packed box in pounds: 6.5.
    #[arg(long, env = "STYLEBOX_SHIPPO_BOX_POUNDS", value_name = "POUNDS", global = true)]
    shippo_box_pounds: Option<String>,
}

/// The checked settings of the carrier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarrierSettings {
    pub account: ShippoSettings,
    /// Shippo's token of the carrier.
    pub carrier: String,
    /// Shippo's token of the service of boxes.
    pub service: String,
    /// Shippo's token of the service of returns.
    pub return_service: String,
    /// The carrier account to buy labels from; `None` for any.
    pub carrier_account: Option<String>,
    pub sender: Sender,
    /// Length, width and height in inches.
    pub inches: [String; 3],
    /// The weight in pounds.
    pub pounds: String,
    /// How Shippo proves its calls; `None` if it makes none, and parcels are only asked about.
    pub proof: Option<WebhookProof>,
}

/// Who sends boxes and takes returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    pub name: String,
    pub address: PostalAddress,
    pub phone: Option<String>,
    pub email: Option<String>,
}

/// How Shippo proves its calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WebhookProof {
    /// It signs them with this secret, for accounts that have asked for it.
    Signature(Secret),
    /// The address that it calls has this token in its query.
    Token(Secret),
}

impl PartyFlags for CarrierOptions {
    type Settings = CarrierSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<CarrierSettings, ConfigError> {
        let account = sources.shippo(PARTY)?;
        let needed = |flag, value: Option<String>| {
            let value = value.filter(|value| !value.trim().is_empty());
            value.ok_or(ConfigError::Missing { flag, needed_by: PARTY })
        };
        let state = needed("--shippo-from-state", self.shippo_from_state)?;
        if state.len() != 2 || !state.bytes().all(|letter| letter.is_ascii_uppercase()) {
            return Err(ConfigError::Form { flag: "--shippo-from-state", text: state, form: "two capital letters" });
        }
        let sender = Sender {
            name: needed("--shippo-from-name", self.shippo_from_name)?,
            address: PostalAddress {
                line_1: needed("--shippo-from-street", self.shippo_from_street)?,
                line_2: self.shippo_from_street_2,
                city: needed("--shippo-from-city", self.shippo_from_city)?,
                state,
                postal_code: needed("--shippo-from-zip", self.shippo_from_zip)?,
            },
            phone: self.shippo_from_phone,
            email: self.shippo_from_email,
        };
        let inches = inches(needed("--shippo-box-inches", self.shippo_box_inches)?)?;
        let pounds = needed("--shippo-box-pounds", self.shippo_box_pounds)?;
        if !is_measure(&pounds) {
            let form = "a number of pounds, such as 6.5";
            return Err(ConfigError::Form { flag: "--shippo-box-pounds", text: pounds, form });
        }
        let tokens = [
            ("--shippo-carrier", Some(&self.shippo_carrier)),
            ("--shippo-service", Some(&self.shippo_service)),
            ("--shippo-return-service", self.shippo_return_service.as_ref()),
        ];
        for (flag, token) in tokens.into_iter().filter_map(|(flag, token)| Some((flag, token?))) {
            if !is_token(token) {
                let form = "one of Shippo's tokens: small letters, digits and underscores";
                return Err(ConfigError::Form { flag, text: token.clone(), form });
            }
        }
        let proof =
            match (Secret::read(WEBHOOK_SECRET, sources.variable)?, Secret::read(WEBHOOK_TOKEN, sources.variable)?) {
                (Some(secret), _) => Some(WebhookProof::Signature(secret)),
                (None, Some(token)) if is_safe_token(token.expose()) => Some(WebhookProof::Token(token)),
                (None, Some(_)) => {
                    return Err(ConfigError::KeyForm { name: WEBHOOK_TOKEN, form: "20 letters and digits or more" });
                }
                (None, None) => None,
            };
        Ok(CarrierSettings {
            account,
            carrier: self.shippo_carrier,
            return_service: self.shippo_return_service.unwrap_or_else(|| self.shippo_service.clone()),
            service: self.shippo_service,
            carrier_account: self.shippo_carrier_account,
            sender,
            inches,
            pounds,
            proof,
        })
    }
}

fn inches(text: String) -> Result<[String; 3], ConfigError> {
    let sides: Vec<String> = text.split('x').map(|side| side.trim().to_owned()).collect();
    match <[String; 3]>::try_from(sides) {
        Ok(sides) if sides.iter().all(|side| is_measure(side)) => Ok(sides),
        _ => Err(ConfigError::Form { flag: "--shippo-box-inches", text, form: "of the form 16x12x5" }),
    }
}

/// Whether it is a measure as Shippo takes it: up to six digits before and four after the point, and above zero.
fn is_measure(text: &str) -> bool {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits =
        |digits: &str, most| (1..=most).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    are_digits(whole, 6) && are_digits(part, 4) && text.bytes().any(|digit| matches!(digit, b'1'..=b'9'))
}

fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|sign| matches!(sign, b'a'..=b'z' | b'0'..=b'9' | b'_'))
}

fn is_safe_token(text: &str) -> bool {
    text.len() >= TOKEN_LENGTH && text.bytes().all(|sign| sign.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::{CarrierOptions, CarrierSettings, PartyFlags, SettingsSources, WebhookProof, is_measure};
    use crate::providers::companies::Accounts;
    use crate::providers::companies::shippo::account::ShippoOptions;

    fn options() -> CarrierOptions {
        CarrierOptions {
            shippo_carrier: "usps".to_owned(),
            shippo_service: "usps_ground_advantage".to_owned(),
            shippo_from_name: Some("Marlowe".to_owned()),
            shippo_from_street: Some("901 Marquette Avenue".to_owned()),
            shippo_from_city: Some("Minneapolis".to_owned()),
            shippo_from_state: Some("MN".to_owned()),
            shippo_from_zip: Some("55402".to_owned()),
            shippo_box_inches: Some("16x12x5".to_owned()),
            shippo_box_pounds: Some("6.5".to_owned()),
            ..CarrierOptions::default()
        }
    }

    fn read(options: CarrierOptions, variables: &[(&str, &str)]) -> Result<CarrierSettings, String> {
        let known = [variables, &[("STYLEBOX_SHIPPO_KEY", "shippo_test_1")]].concat();
        let find = |name: &str| known.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        let shippo = ShippoOptions { shippo_url: "https://api.goshippo.com".to_owned() };
        let accounts = Accounts { shippo, ..Accounts::default() };
        let sources = SettingsSources { accounts: &accounts, ..SettingsSources::variables(true, &find) };
        options.read(&sources).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_missing_or_malformed_is_named() {
        let settings = read(options(), &[]).unwrap();
        assert_eq!(settings.inches, ["16", "12", "5"]);
        assert_eq!(settings.return_service, "usps_ground_advantage");
        assert_eq!(settings.proof, None);
        let refused = |change: fn(&mut CarrierOptions)| {
            let mut options = options();
            change(&mut options);
            read(options, &[]).unwrap_err()
        };
        assert_eq!(refused(|options| options.shippo_from_name = None), "--carrier shippo needs --shippo-from-name.");
        assert_eq!(
            refused(|options| options.shippo_from_zip = Some(" ".to_owned())),
            "--carrier shippo needs --shippo-from-zip."
        );
        assert_eq!(
            refused(|options| options.shippo_from_state = Some("Minnesota".to_owned())),
            "The value \"Minnesota\" of --shippo-from-state is not two capital letters."
        );
        assert_eq!(
            refused(|options| options.shippo_box_inches = Some("16x12".to_owned())),
            "The value \"16x12\" of --shippo-box-inches is not of the form 16x12x5."
        );
        assert_eq!(
            refused(|options| options.shippo_box_pounds = Some("heavy".to_owned())),
            "The value \"heavy\" of --shippo-box-pounds is not a number of pounds, such as 6.5."
        );
        assert!(refused(|options| options.shippo_carrier = "USPS/".to_owned()).contains("--shippo-carrier"));
        let said = refused(|options| options.shippo_return_service = Some("Ground".to_owned()));
        assert!(said.contains("\"Ground\" of --shippo-return-service"), "{said}");
    }

    #[test]
    fn a_measure_is_above_zero_and_not_too_long() {
        for right in ["1", "6.5", "0.25", "123456.1234"] {
            assert!(is_measure(right), "{right}");
        }
        for wrong in ["", "0", "0.0", ".5", "5.", "-1", "1e3", "1234567", "1.23456", "1,5"] {
            assert!(!is_measure(wrong), "{wrong}");
        }
    }

    #[test]
    fn its_calls_are_proven_by_a_signature_or_a_token() {
        let proof = |variables: &[(&str, &str)]| read(options(), variables).map(|settings| settings.proof);
        let token = ("STYLEBOX_SHIPPO_WEBHOOK_TOKEN", "0123456789abcdefghij");
        assert!(matches!(proof(&[token]), Ok(Some(WebhookProof::Token(_)))));
        let both = [("STYLEBOX_SHIPPO_WEBHOOK_SECRET", "s"), token];
        assert!(matches!(proof(&both), Ok(Some(WebhookProof::Signature(_)))));
        for wrong in ["short", "0123456789abcdefghi&"] {
            let said = proof(&[("STYLEBOX_SHIPPO_WEBHOOK_TOKEN", wrong)]).unwrap_err();
            assert_eq!(said, "STYLEBOX_SHIPPO_WEBHOOK_TOKEN is not of the form 20 letters and digits or more.");
        }
    }
}
