//! The settings of each outside party, which count only if the party is chosen.

use crate::platform::config::ConfigError;
use crate::providers::address_suggestions::google_places::settings::{GooglePlacesOptions, GooglePlacesSettings};
use crate::providers::analytics::ga4::settings::{Ga4Options, Ga4Settings};
use crate::providers::carrier::shippo::settings::{CarrierOptions, CarrierSettings};
use crate::providers::choices::{
    AddressChoice, AddressSuggestionsChoice, AnalyticsChoice, CarrierChoice, FraudChoice, MailChoice, Parties,
    PaymentChoice, PhotosChoice, ReviewsChoice, SmsChoice, TelemetryChoice, ThemeBoxesChoice,
};
use crate::providers::companies::shippo::account::{ShippoOptions, ShippoSettings};
use crate::providers::fraud::kount::settings::{KountOptions, KountSettings};
use crate::providers::human_check::site_verify::settings::{HumanCheckOptions, PartyCheckSettings};
use crate::providers::mail::smtp::settings::{MailOptions, SmtpSettings};
use crate::providers::payment::stripe::settings::{StripeOptions, StripeSettings};
use crate::providers::photos::s3::settings::{S3Options, S3Settings};
use crate::providers::reviews::yotpo::settings::{YotpoOptions, YotpoSettings};
use crate::providers::sms::twilio::settings::{TwilioOptions, TwilioSettings};
use crate::providers::tax::settings::{TaxOptions, TaxSettings};
use crate::providers::telemetry::otlp::settings::{OtlpOptions, OtlpSettings};
use crate::providers::theme_boxes::feed::settings::{FeedOptions, FeedSettings};
use clap::Args;

/// The flags of all parties, each with its variable.
#[derive(Debug, Args)]
pub struct PartyOptions {
    #[command(flatten)]
    stripe: StripeOptions,

    #[command(flatten)]
    mail: MailOptions,

    #[command(flatten)]
    tax: TaxOptions,

    #[command(flatten)]
    ga4: Ga4Options,

    #[command(flatten)]
    theme_boxes: FeedOptions,

    #[command(flatten)]
    twilio: TwilioOptions,

    #[command(flatten)]
    shippo: ShippoOptions,

    #[command(flatten)]
    carrier: CarrierOptions,

    #[command(flatten)]
    google_places: GooglePlacesOptions,

    #[command(flatten)]
    otlp: OtlpOptions,

    #[command(flatten)]
    kount: KountOptions,

    #[command(flatten)]
    yotpo: YotpoOptions,

    #[command(flatten)]
    s3: S3Options,

    #[command(flatten)]
    human_check_party: HumanCheckOptions,
}

/// The settings of the chosen parties; `None` for those that are not chosen.
#[derive(Debug, Clone, Default)]
pub struct PartySettings {
    /// The gateway, with `--payment stripe`.
    pub stripe: Option<StripeSettings>,
    /// The email server, with `--mail smtp`.
    pub smtp: Option<SmtpSettings>,
    /// Where the sales tax comes from.
    pub tax: TaxSettings,
    /// The analytics service, with `--analytics ga4`.
    pub ga4: Option<Ga4Settings>,
    /// The feed of theme boxes, with `--theme-boxes feed`.
    pub theme_boxes: Option<FeedSettings>,
    /// The account at Twilio, with `--sms twilio`.
    pub twilio: Option<TwilioSettings>,
    /// Shippo, with `--address shippo`.
    pub shippo: Option<ShippoSettings>,
    /// The carrier, with `--carrier shippo`.
    pub carrier: Option<CarrierSettings>,
    /// Google Places, with `--address-suggestions google`.
    pub google_places: Option<GooglePlacesSettings>,
    /// The collector of traces, with `--telemetry otlp`.
    pub otlp: Option<OtlpSettings>,
    /// Kount, with `--fraud kount`.
    pub kount: Option<KountSettings>,
    /// Yotpo, with `--reviews yotpo`.
    pub yotpo: Option<YotpoSettings>,
    /// The bucket of photos, with `--photos s3`.
    pub s3: Option<S3Settings>,
    /// The party of the human check, with `--human-check turnstile` or `recaptcha`.
    pub human_check_party: Option<PartyCheckSettings>,
}

impl PartyOptions {
    /// The settings of the chosen parties, checked against each other. Secrets come from the environment.
    ///
    /// # Errors
    /// The first invalid setting.
    pub(crate) fn settings(self, parties: Parties, demo: bool) -> Result<PartySettings, ConfigError> {
        let variable = |name: &str| std::env::var(name).ok();
        let account = || self.stripe.account("--tax stripe-tax", demo, variable);
        let tax = self.tax.settings(parties.tax, account)?;
        let stripe = match parties.payment {
            PaymentChoice::Sandbox => None,
            PaymentChoice::Stripe => Some(self.stripe.stripe(demo, variable)?),
        };
        if parties.fraud == FraudChoice::Radar && stripe.is_none() {
            return Err(ConfigError::Missing { flag: "--payment stripe", needed_by: "--fraud radar" });
        }
        let smtp = match parties.mail {
            MailChoice::Outbox => None,
            MailChoice::Smtp => Some(self.mail.smtp(variable)?),
        };
        let ga4 = match parties.analytics {
            AnalyticsChoice::None | AnalyticsChoice::Outbox => None,
            AnalyticsChoice::Ga4 => Some(self.ga4.ga4(variable)?),
        };
        let theme_boxes = match parties.theme_boxes {
            ThemeBoxesChoice::BuiltIn => None,
            ThemeBoxesChoice::Feed => Some(self.theme_boxes.feed()?),
        };
        let twilio = match parties.sms {
            SmsChoice::Outbox | SmsChoice::None => None,
            SmsChoice::Twilio => Some(self.twilio.twilio(variable)?),
        };
        let shippo = match parties.address {
            AddressChoice::Offline => None,
            AddressChoice::Shippo => Some(self.shippo.shippo("--address shippo", demo, variable)?),
        };
        let carrier = match parties.carrier {
            CarrierChoice::None => None,
            CarrierChoice::Shippo => {
                let account = self.shippo.shippo(crate::providers::carrier::shippo::settings::PARTY, demo, variable)?;
                Some(self.carrier.carrier(account, variable)?)
            }
        };
        let google_places = match parties.address_suggestions {
            AddressSuggestionsChoice::None => None,
            AddressSuggestionsChoice::Google => Some(self.google_places.google_places(variable)?),
        };
        let otlp = match parties.telemetry {
            TelemetryChoice::Log => None,
            TelemetryChoice::Otlp => Some(self.otlp.otlp(variable)?),
        };
        let kount = match parties.fraud {
            FraudChoice::OwnRecords | FraudChoice::Radar => None,
            FraudChoice::Kount => Some(self.kount.kount(demo, variable)?),
        };
        let yotpo = match parties.reviews {
            ReviewsChoice::Own => None,
            ReviewsChoice::Yotpo => Some(self.yotpo.yotpo(variable)?),
        };
        let s3 = match parties.photos {
            PhotosChoice::Database => None,
            PhotosChoice::S3 => Some(self.s3.s3(variable)?),
        };
        let human_check_party = self.human_check_party.settings(parties.human_check, demo, variable)?;
        Ok(PartySettings {
            stripe,
            smtp,
            tax,
            ga4,
            theme_boxes,
            twilio,
            shippo,
            carrier,
            google_places,
            otlp,
            kount,
            yotpo,
            s3,
            human_check_party,
        })
    }
}
