//! Which outside parties the service works with: one flag each, and which of them are fakes, for demo mode.

use clap::{Args, ValueEnum};

/// The flags, each with its variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Args)]
pub struct Parties {
    /// The payment gateway. The sandbox is embedded, charges nobody and is for demo mode only.
    #[arg(long, env = "STYLEBOX_PAYMENT", value_enum, default_value_t, global = true)]
    pub payment: PaymentChoice,

    /// How e-mail leaves. The outbox keeps it in the database to be read there and is for demo mode only.
    #[arg(long, env = "STYLEBOX_MAIL", value_enum, default_value_t, global = true)]
    pub mail: MailChoice,

    /// How text messages leave. The outbox keeps them in the database to be read there and is for demo mode only.
    #[arg(long, env = "STYLEBOX_SMS", value_enum, default_value_t, global = true)]
    pub sms: SmsChoice,

    /// Who knows addresses. The offline one takes every address of the right form and is for demo mode only.
    #[arg(long, env = "STYLEBOX_ADDRESS", value_enum, default_value_t, global = true)]
    pub address: AddressChoice,

    /// Who knows sales tax. The table has one flat rate a state and is for demo mode only.
    #[arg(long, env = "STYLEBOX_TAX", value_enum, default_value_t, global = true)]
    pub tax: TaxChoice,

    /// Who tells people from programs. The embedded proof of work needs nobody else.
    #[arg(long, env = "STYLEBOX_HUMAN_CHECK", value_enum, default_value_t, global = true)]
    pub human_check: HumanCheckChoice,

    /// Where customers' photos lie. The embedded place is the database.
    #[arg(long, env = "STYLEBOX_PHOTOS", value_enum, default_value_t, global = true)]
    pub photos: PhotosChoice,

    /// Who takes reviews. The embedded service keeps them in the database.
    #[arg(long, env = "STYLEBOX_REVIEWS", value_enum, default_value_t, global = true)]
    pub reviews: ReviewsChoice,

    /// Who knows fraud. The embedded check goes by the shop's own records.
    #[arg(long, env = "STYLEBOX_FRAUD", value_enum, default_value_t, global = true)]
    pub fraud: FraudChoice,
}

/// The payment gateways there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PaymentChoice {
    /// The embedded gateway for demonstrations and tests.
    #[default]
    Sandbox,
}

/// The ways for e-mail to leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum MailChoice {
    /// E-mails stay in the database's outbox.
    #[default]
    Outbox,
}

/// The ways for text messages to leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SmsChoice {
    /// Text messages stay in the database's outbox.
    #[default]
    Outbox,
}

/// Those who know addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum AddressChoice {
    /// Nobody is asked.
    #[default]
    Offline,
}

/// Those who know sales tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum TaxChoice {
    /// The starting data's flat rates.
    #[default]
    Table,
}

/// The human checks there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum HumanCheckChoice {
    /// The browser works on a riddle.
    #[default]
    ProofOfWork,
}

/// The places for photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PhotosChoice {
    /// The service's own database.
    #[default]
    Database,
}

/// The reviews services there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ReviewsChoice {
    /// The service's own.
    #[default]
    Own,
}

/// Those who know fraud.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum FraudChoice {
    /// The shop's own records.
    #[default]
    OwnRecords,
}

impl Parties {
    /// Which providers are fakes, for demo mode, each with its flag.
    #[must_use]
    pub fn fakes(self) -> Vec<&'static str> {
        let Self { payment, mail, sms, address, tax, human_check, photos, reviews, fraud } = self;
        // One line a choice: whoever adds one has to say here whether it is real.
        let all = [
            match payment {
                PaymentChoice::Sandbox => Some("the sandbox gateway charges nobody (--payment)"),
            },
            match mail {
                MailChoice::Outbox => Some("the outbox sends no e-mail (--mail)"),
            },
            match sms {
                SmsChoice::Outbox => Some("the outbox sends no text message (--sms)"),
            },
            match address {
                AddressChoice::Offline => Some("addresses are looked up nowhere (--address)"),
            },
            match tax {
                TaxChoice::Table => Some("the table of tax rates is a demonstration (--tax)"),
            },
            match human_check {
                HumanCheckChoice::ProofOfWork => None,
            },
            match photos {
                PhotosChoice::Database => None,
            },
            match reviews {
                ReviewsChoice::Own => None,
            },
            match fraud {
                FraudChoice::OwnRecords => None,
            },
        ];
        all.into_iter().flatten().collect()
    }
}
