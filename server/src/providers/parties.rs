//! The outside parties that the service works with: their flags, and what is chosen of each.

use crate::platform::config::ConfigError;
use crate::providers::companies::Accounts;
use crate::providers::flags::Given;
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
}

/// What is chosen of each party.
#[derive(Debug, Clone, Default)]
pub struct Parties {
    pub payment: payment::choice::PaymentChoice,
    pub mail: mail::choice::MailChoice,
    pub sms: sms::choice::SmsChoice,
    pub address: address::choice::AddressChoice,
    pub address_suggestions: address_suggestions::choice::AddressSuggestionsChoice,
    pub carrier: carrier::choice::CarrierChoice,
    pub tax: tax::choice::TaxChoice,
    pub human_check: human_check::choice::HumanCheckChoice,
    pub photos: photos::choice::PhotosChoice,
    pub reviews: reviews::choice::ReviewsChoice,
    pub fraud: fraud::choice::FraudChoice,
    pub analytics: analytics::choice::AnalyticsChoice,
    pub theme_boxes: theme_boxes::choice::ThemeBoxesChoice,
    pub telemetry: telemetry::choice::TelemetryChoice,
}

impl PartyOptions {
    /// What is chosen, with the settings of it, checked. Secrets come from the environment.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn read(self, demo: bool) -> Result<Parties, ConfigError> {
        let variable = |name: &str| std::env::var(name).ok();
        let given = Given { demo, variable: &variable, accounts: &self.accounts, stripe: None };
        let tax = self.tax.read(&given)?;
        let payment = self.payment.read(&given)?;
        let given = Given { stripe: payment.stripe(), ..given };
        Ok(Parties {
            fraud: self.fraud.read(&given)?,
            mail: self.mail.read(&given)?,
            sms: self.sms.read(&given)?,
            address: self.address.read(&given)?,
            address_suggestions: self.address_suggestions.read(&given)?,
            carrier: self.carrier.read(&given)?,
            tax,
            human_check: self.human_check.read(&given)?,
            photos: self.photos.read(&given)?,
            reviews: self.reviews.read(&given)?,
            analytics: self.analytics.read(&given)?,
            theme_boxes: self.theme_boxes.read(&given)?,
            telemetry: self.telemetry.read(&given)?,
            payment,
        })
    }
}

impl Parties {
    /// The one list of the choices: a party that is added is added here, or this does not compile.
    fn all(&self) -> [Chosen; 14] {
        let Self {
            payment,
            mail,
            sms,
            address,
            address_suggestions,
            carrier,
            tax,
            human_check,
            photos,
            reviews,
            fraud,
            analytics,
            theme_boxes,
            telemetry,
        } = self;
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
            chosen!(payment: payment::PaymentChoice, Alike),
            chosen!(mail: mail::MailChoice, Alike),
            chosen!(sms: sms::SmsChoice, Alike),
            chosen!(address: address::AddressChoice, Alike),
            chosen!(address_suggestions: address_suggestions::AddressSuggestionsChoice, Apart),
            chosen!(carrier: carrier::CarrierChoice, Alike),
            chosen!(tax: tax::TaxChoice, Alike),
            chosen!(human_check: human_check::HumanCheckChoice, Apart),
            chosen!(photos: photos::PhotosChoice, Alike),
            chosen!(reviews: reviews::ReviewsChoice, Alike),
            chosen!(fraud: fraud::FraudChoice, Alike),
            chosen!(analytics: analytics::AnalyticsChoice, Alike),
            chosen!(theme_boxes: theme_boxes::ThemeBoxesChoice, Apart),
            chosen!(telemetry: telemetry::TelemetryChoice, Apart),
        ]
    }

    /// The choice of each party that a command for staff or a job works with, by its flag.
    #[must_use]
    pub fn choices(&self) -> Vec<(&'static str, String)> {
        let alike = self.all().into_iter().filter(|chosen| chosen.programs == Programs::Alike);
        alike.map(|chosen| (chosen.flag, chosen.word)).collect()
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

/// Whether all programs on a database work with the same party.
#[derive(PartialEq, Eq)]
enum Programs {
    /// They do: commands for staff and jobs ask it too.
    Alike,
    /// Each may have its own: visitors' calls alone ask it, or nobody's record depends on it.
    Apart,
}
