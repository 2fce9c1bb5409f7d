//! The outside parties that the service works with: their flags, and what is chosen of each.

use crate::platform::config::{ConfigError, OutgoingOptions};
use crate::providers::charging::Charging;
use crate::providers::companies::Accounts;
use crate::providers::flags::SettingsSources;
use crate::providers::{
    address, address_suggestions, analytics, carrier, fraud, human_check, mail, payment, photos, reviews, sms, tax,
    telemetry, theme_boxes,
};
use clap::Args;

/// The flags of all parties, each with its variable.
#[derive(Debug, Args)]
pub struct PartyOptions {
    #[command(flatten)]
    payment: payment::choice::Options,
    #[command(flatten)]
    mail: mail::choice::Options,
    #[command(flatten)]
    sms: sms::choice::Options,
    #[command(flatten)]
    address: address::choice::Options,
    #[command(flatten)]
    address_suggestions: address_suggestions::choice::Options,
    #[command(flatten)]
    carrier: carrier::choice::Options,
    #[command(flatten)]
    tax: tax::choice::Options,
    #[command(flatten)]
    human_check: human_check::choice::Options,
    #[command(flatten)]
    proof_of_work: human_check::settings::ProofOfWorkOptions,
    #[command(flatten)]
    photos: photos::choice::Options,
    #[command(flatten)]
    reviews: reviews::choice::Options,
    #[command(flatten)]
    fraud: fraud::choice::Options,
    #[command(flatten)]
    analytics: analytics::choice::Options,
    #[command(flatten)]
    theme_boxes: theme_boxes::choice::Options,
    #[command(flatten)]
    telemetry: telemetry::choice::Options,
    #[command(flatten)]
    accounts: Accounts,
    #[command(flatten)]
    outgoing: OutgoingOptions,
}

/// What is chosen of each party.
#[derive(Debug, Clone, Default)]
pub struct Parties {
    /// The payment gateway, and the check of its charges for fraud.
    pub charging: Charging,
    pub mail: mail::choice::MailChoice,
    pub sms: sms::choice::SmsChoice,
    pub address: address::choice::AddressChoice,
    pub address_suggestions: address_suggestions::choice::AddressSuggestionsChoice,
    pub carrier: carrier::choice::CarrierChoice,
    pub tax: tax::choice::TaxChoice,
    pub human_check: human_check::choice::HumanCheckChoice,
    /// Of the embedded human check, which also stands in if the party's does not work.
    pub proof_of_work: human_check::settings::ProofOfWorkSettings,
    pub photos: photos::choice::PhotosChoice,
    pub reviews: reviews::choice::ReviewsChoice,
    pub analytics: analytics::choice::AnalyticsChoice,
    pub theme_boxes: theme_boxes::choice::ThemeBoxesChoice,
    pub telemetry: telemetry::choice::TelemetryChoice,
}

impl PartyOptions {
    /// What is chosen, with the settings of it, checked. Secrets come from the environment: `variable` reads a variable of it.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn read(self, demo: bool, variable: &dyn Fn(&str) -> Option<String>) -> Result<Parties, ConfigError> {
        let outgoing = self.outgoing.read(variable)?;
        let sources = SettingsSources { demo, variable, outgoing: &outgoing, accounts: &self.accounts };
        let tax = self.tax.read(&sources)?;
        Ok(Parties {
            charging: Charging::new(self.payment.read(&sources)?, self.fraud.read(&sources)?)?,
            mail: self.mail.read(&sources)?,
            sms: self.sms.read(&sources)?,
            address: self.address.read(&sources)?,
            address_suggestions: self.address_suggestions.read(&sources)?,
            carrier: self.carrier.read(&sources)?,
            tax,
            human_check: self.human_check.read(&sources)?,
            proof_of_work: self.proof_of_work.read(&sources),
            photos: self.photos.read(&sources)?,
            reviews: self.reviews.read(&sources)?,
            analytics: self.analytics.read(&sources)?,
            theme_boxes: self.theme_boxes.read(&sources)?,
            telemetry: self.telemetry.read(&sources)?,
        })
    }
}

impl Parties {
    /// The one list of the choices: a party that is added is added here, or this does not compile.
    fn all(&self) -> [Chosen; 14] {
        let Self {
            charging,
            mail,
            sms,
            address,
            address_suggestions,
            carrier,
            tax,
            human_check,
            proof_of_work: _,
            photos,
            reviews,
            analytics,
            theme_boxes,
            telemetry,
        } = self;
        let (payment, fraud) = (charging.payment(), charging.fraud());
        macro_rules! chosen {
            ($choice:ident: $party:ident::$Choice:ident, $programs:ident) => {
                Chosen {
                    flag: $party::choice::$Choice::FLAG,
                    word: $choice.word(),
                    fake: $choice.fake(),
                    programs: Programs::$programs,
                }
            };
        }
        [
            chosen!(payment: payment::PaymentChoice, MustAgree),
            chosen!(mail: mail::MailChoice, MustAgree),
            chosen!(sms: sms::SmsChoice, MustAgree),
            chosen!(address: address::AddressChoice, MustAgree),
            chosen!(address_suggestions: address_suggestions::AddressSuggestionsChoice, MayDiffer),
            chosen!(carrier: carrier::CarrierChoice, MustAgree),
            chosen!(tax: tax::TaxChoice, MustAgree),
            chosen!(human_check: human_check::HumanCheckChoice, MayDiffer),
            chosen!(photos: photos::PhotosChoice, MustAgree),
            chosen!(reviews: reviews::ReviewsChoice, MustAgree),
            chosen!(fraud: fraud::FraudChoice, MustAgree),
            chosen!(analytics: analytics::AnalyticsChoice, MustAgree),
            chosen!(theme_boxes: theme_boxes::ThemeBoxesChoice, MayDiffer),
            chosen!(telemetry: telemetry::TelemetryChoice, MayDiffer),
        ]
    }

    /// The choice of each party that a command for staff or a job works with, by its flag.
    #[must_use]
    pub fn choices(&self) -> Vec<(&'static str, String)> {
        let shared = self.all().into_iter().filter(|chosen| chosen.programs == Programs::MustAgree);
        shared.map(|chosen| (chosen.flag, chosen.word)).collect()
    }

    /// Which providers are fakes, for demo mode, each with its flag.
    #[must_use]
    pub fn fakes(&self) -> Vec<&'static str> {
        self.all().into_iter().filter_map(|chosen| chosen.fake).collect()
    }

    /// The warnings about what a real shop can do without, but should not leave out by mistake, each with its flag.
    #[must_use]
    pub fn warnings(&self) -> Vec<&'static str> {
        self.address.warning().into_iter().collect()
    }
}

/// What is chosen of a party.
struct Chosen {
    flag: &'static str,
    word: String,
    fake: Option<&'static str>,
    programs: Programs,
}

/// Whether all programs on a database must work with the same party.
#[derive(PartialEq, Eq)]
enum Programs {
    /// They must: commands for staff and jobs ask it too.
    MustAgree,
    /// Each may have its own: visitors' calls alone ask it, or nobody's record depends on it.
    MayDiffer,
}
