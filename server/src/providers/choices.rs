//! Which outside parties the service works with: one flag each, and which of them are fakes, for demo mode.

use clap::{Args, ValueEnum};

/// The flags, each with its variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Args)]
pub struct Parties {
    /// The payment gateway. The embedded sandbox charges nobody and is for demo mode only.
    #[arg(long, env = "STYLEBOX_PAYMENT", value_enum, default_value_t, global = true)]
    pub payment: PaymentChoice,

    /// The email service. The outbox only keeps emails in the database and is for demo mode only.
    #[arg(long, env = "STYLEBOX_MAIL", value_enum, default_value_t, global = true)]
    pub mail: MailChoice,

    /// The text message service. The outbox only keeps messages in the database and is for demo mode only; with none, codes go by
    /// email only.
    #[arg(long, env = "STYLEBOX_SMS", value_enum, default_value_t, global = true)]
    pub sms: SmsChoice,

    /// The address check. The offline one accepts every address of the right form.
    #[arg(long, env = "STYLEBOX_ADDRESS", value_enum, default_value_t, global = true)]
    pub address: AddressChoice,

    /// Who suggests addresses as the customer types. Without anybody, the ZIP code fills in city and state.
    #[arg(long, env = "STYLEBOX_ADDRESS_SUGGESTIONS", value_enum, default_value_t, global = true)]
    pub address_suggestions: AddressSuggestionsChoice,

    /// The carrier. With none, staff type the codes under which carriers know their parcels.
    #[arg(long, env = "STYLEBOX_CARRIER", value_enum, default_value_t, global = true)]
    pub carrier: CarrierChoice,

    /// The sales tax. The table has one flat rate for each state; unless --tax-table names the shop's own, it is for demo mode
    /// only.
    #[arg(long, env = "STYLEBOX_TAX", value_enum, default_value_t, global = true)]
    pub tax: TaxChoice,

    /// The check that a caller is a person. The embedded one is a proof of work, which also stands in where the party's does not work.
    #[arg(long, env = "STYLEBOX_HUMAN_CHECK", value_enum, default_value_t, global = true)]
    pub human_check: HumanCheckChoice,

    /// The store of customers' photos. The embedded one is the database.
    #[arg(long, env = "STYLEBOX_PHOTOS", value_enum, default_value_t, global = true)]
    pub photos: PhotosChoice,

    /// The reviews service. The embedded one keeps reviews in the database; Yotpo is told of them as well.
    #[arg(long, env = "STYLEBOX_REVIEWS", value_enum, default_value_t, global = true)]
    pub reviews: ReviewsChoice,

    /// The fraud check. The embedded one uses the shop's own records.
    #[arg(long, env = "STYLEBOX_FRAUD", value_enum, default_value_t, global = true)]
    pub fraud: FraudChoice,

    /// The analytics service. Unless it is none, customers are asked for their consent. The outbox only keeps events in the
    /// database and is for demo mode only.
    #[arg(long, env = "STYLEBOX_ANALYTICS", value_enum, default_value_t, global = true)]
    pub analytics: AnalyticsChoice,

    /// Where the theme boxes of the season come from. The embedded ones are nine, the same all year.
    #[arg(long, env = "STYLEBOX_THEME_BOXES", value_enum, default_value_t, global = true)]
    pub theme_boxes: ThemeBoxesChoice,

    /// Who is told how requests and jobs went. Log lines are written either way.
    #[arg(long, env = "STYLEBOX_TELEMETRY", value_enum, default_value_t, global = true)]
    pub telemetry: TelemetryChoice,
}

/// The available payment gateways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PaymentChoice {
    /// The embedded gateway for demonstrations and tests.
    #[default]
    Sandbox,
    /// Stripe.
    Stripe,
}

/// The available email services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum MailChoice {
    /// Emails stay in the database's outbox.
    #[default]
    Outbox,
    /// An email server takes them.
    Smtp,
}

/// The available text message services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SmsChoice {
    /// Text messages stay in the database's outbox.
    #[default]
    Outbox,
    /// Twilio sends them.
    Twilio,
    /// None is written: codes go by email.
    None,
}

/// The available address checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum AddressChoice {
    /// No service is asked.
    #[default]
    Offline,
    /// Shippo's address validation.
    Shippo,
}

/// The available suggestions of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum AddressSuggestionsChoice {
    /// Nobody suggests any.
    #[default]
    None,
    /// Google's Places API.
    Google,
}

/// The available carriers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum CarrierChoice {
    /// Staff make the labels, and type the codes.
    #[default]
    None,
    /// Shippo makes labels and follows parcels.
    Shippo,
}

/// The available sources of sales tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum TaxChoice {
    /// A flat rate for each state: the operator's, or a demonstration.
    #[default]
    Table,
    /// Stripe Tax calculates the tax of each invoice.
    StripeTax,
}

/// The available human checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum HumanCheckChoice {
    /// The browser solves a proof of work.
    #[default]
    ProofOfWork,
    /// Cloudflare's Turnstile.
    Turnstile,
    /// Google's reCAPTCHA, version 3.
    Recaptcha,
}

/// The available stores of photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PhotosChoice {
    /// The service's own database.
    #[default]
    Database,
    /// A bucket of any store that speaks S3.
    S3,
}

/// The available reviews services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ReviewsChoice {
    /// The service's own.
    #[default]
    Own,
    /// Yotpo.
    Yotpo,
}

/// The available fraud checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum FraudChoice {
    /// The shop's own records.
    #[default]
    OwnRecords,
    /// Kount is asked about each order, and its kit watches customers' browsers.
    Kount,
    /// Stripe Radar judges each first charge, with --payment stripe.
    Radar,
}

/// The available analytics services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum AnalyticsChoice {
    /// Nobody is told anything, and no customer is asked.
    #[default]
    None,
    /// Events stay in the database's outbox.
    Outbox,
    /// Google Analytics 4.
    Ga4,
}

/// Where theme boxes come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ThemeBoxesChoice {
    /// Those of the starting data.
    #[default]
    BuiltIn,
    /// A JSON address.
    Feed,
}

/// The available telemetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum TelemetryChoice {
    /// Log lines alone.
    #[default]
    Log,
    /// Traces too, to a collector by OTLP.
    Otlp,
}

/// The word of a choice, as its flag takes it.
fn word(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

impl Parties {
    /// The choice of each party that a command for staff or a job works with, by its flag. The others serve visitors' calls alone.
    #[must_use]
    pub fn choices(self) -> [(&'static str, String); 10] {
        let Self {
            payment,
            mail,
            sms,
            address,
            address_suggestions: _,
            carrier,
            tax,
            human_check: _,
            photos,
            reviews,
            fraud,
            analytics,
            theme_boxes: _,
            telemetry: _,
        } = self;
        [
            ("--payment", word(payment)),
            ("--mail", word(mail)),
            ("--sms", word(sms)),
            ("--address", word(address)),
            ("--carrier", word(carrier)),
            ("--tax", word(tax)),
            ("--photos", word(photos)),
            ("--reviews", word(reviews)),
            ("--fraud", word(fraud)),
            ("--analytics", word(analytics)),
        ]
    }

    /// Which providers are fakes, for demo mode, each with its flag. `has_tax_table` says whether the operator has given a tax table.
    #[must_use]
    pub fn fakes(self, has_tax_table: bool) -> Vec<&'static str> {
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
        // One line for each choice, so that a new one has to say here whether it is a fake.
        let all = [
            match payment {
                PaymentChoice::Sandbox => Some("the sandbox gateway charges nobody (--payment)"),
                PaymentChoice::Stripe => None,
            },
            match mail {
                MailChoice::Outbox => Some("the outbox sends no email (--mail)"),
                MailChoice::Smtp => None,
            },
            match sms {
                SmsChoice::Outbox => Some("the outbox sends no text message (--sms)"),
                SmsChoice::Twilio | SmsChoice::None => None,
            },
            match address {
                AddressChoice::Offline | AddressChoice::Shippo => None,
            },
            match address_suggestions {
                AddressSuggestionsChoice::None | AddressSuggestionsChoice::Google => None,
            },
            match carrier {
                CarrierChoice::None | CarrierChoice::Shippo => None,
            },
            match tax {
                TaxChoice::Table if !has_tax_table => {
                    Some("the built-in table of tax rates is a demonstration (--tax)")
                }
                TaxChoice::Table | TaxChoice::StripeTax => None,
            },
            match human_check {
                HumanCheckChoice::ProofOfWork | HumanCheckChoice::Turnstile | HumanCheckChoice::Recaptcha => None,
            },
            match photos {
                PhotosChoice::Database | PhotosChoice::S3 => None,
            },
            match reviews {
                ReviewsChoice::Own | ReviewsChoice::Yotpo => None,
            },
            match fraud {
                FraudChoice::OwnRecords | FraudChoice::Kount | FraudChoice::Radar => None,
            },
            match analytics {
                AnalyticsChoice::None | AnalyticsChoice::Ga4 => None,
                AnalyticsChoice::Outbox => Some("events stay in the outbox (--analytics)"),
            },
            match theme_boxes {
                ThemeBoxesChoice::BuiltIn | ThemeBoxesChoice::Feed => None,
            },
            match telemetry {
                TelemetryChoice::Log | TelemetryChoice::Otlp => None,
            },
        ];
        all.into_iter().flatten().collect()
    }

    /// What a real shop can do without, and should not by mistake, each with its flag.
    #[must_use]
    pub fn warnings(self) -> Vec<&'static str> {
        let addresses = match self.address {
            AddressChoice::Offline => {
                Some("addresses are looked up nowhere: boxes can go to addresses that do not exist (--address)")
            }
            AddressChoice::Shippo => None,
        };
        addresses.into_iter().collect()
    }
}
