//! What outside parties know about a person whose account has ended: what each deletes, or what it keeps, why and how long (the
//! contract: late orders and other rules).

/// An outside party that keeps data about a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartyKnowing {
    /// Takes payments.
    Stripe,
    /// Publishes reviews.
    Yotpo,
    /// Keeps photos for the shop.
    PhotoStore,
    /// Judges payments.
    Radar,
    /// Calculates the sales tax.
    StripeTax,
    /// Carries emails.
    MailService,
    /// Carries text messages.
    Twilio,
    /// Checks addresses.
    ShippoAddresses,
    /// Makes labels and follows parcels.
    ShippoLabels,
    /// Suggests addresses.
    GooglePlaces,
    /// Checks orders for fraud.
    Kount,
    /// Tells people from bots.
    Turnstile,
    /// Tells people from bots.
    Recaptcha,
    /// Counts events.
    GoogleAnalytics,
}

impl PartyKnowing {
    /// All parties, so that a test can ask each for its words.
    pub const ALL: [Self; 14] = [
        Self::Stripe,
        Self::Yotpo,
        Self::PhotoStore,
        Self::Radar,
        Self::StripeTax,
        Self::MailService,
        Self::Twilio,
        Self::ShippoAddresses,
        Self::ShippoLabels,
        Self::GooglePlaces,
        Self::Kount,
        Self::Turnstile,
        Self::Recaptcha,
        Self::GoogleAnalytics,
    ];

    /// What the customer reads about the party once the account has ended, and in the download of their data.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Stripe => {
                "Stripe, which takes payments for us, is asked to delete you and your cards. It keeps records of payments for as long \
                 as the law asks of it."
            }
            Self::Yotpo => "Yotpo, which publishes reviews for us, is asked to delete you and your reviews.",
            Self::PhotoStore => "Your photos are deleted from the store that keeps them for us.",
            Self::Radar => {
                "Stripe Radar, which checks payments for fraud, keeps what came with each payment, for as long as Stripe keeps the \
                 payment."
            }
            Self::StripeTax => {
                "Stripe Tax, which calculates sales tax, keeps the address and amounts of each sale, for as long as tax law asks of us."
            }
            Self::MailService => {
                "The service that carries our emails keeps a record that each one was delivered to your address, to find faults, for as \
                 long as its own rules say."
            }
            Self::Twilio => {
                "Twilio, which carries our text messages, keeps a record of each one with your number, to settle bills and complaints, \
                 for as long as its own rules say. If you have answered STOP, it remembers that."
            }
            Self::ShippoAddresses => {
                "Shippo, which checks addresses for us, keeps those that we asked about, for its bills, for as long as its own rules say."
            }
            Self::ShippoLabels => {
                "Shippo, which makes our shipping labels, keeps each label with your name and address, to settle claims with carriers, \
                 for as long as its own rules say."
            }
            Self::GooglePlaces => {
                "Google, which suggests addresses, was told what you typed there, without your name, and keeps it for as long as its own \
                 rules say."
            }
            Self::Kount => {
                "Kount, which checks orders for fraud, keeps what we told it of your orders, to recognize fraud, for as long as its own \
                 rules say."
            }
            Self::Turnstile => {
                "Cloudflare, which tells people from programs on our forms, was told your network address by your browser, and keeps it \
                 for as long as its own rules say."
            }
            Self::Recaptcha => {
                "Google, which tells people from programs on our forms, was told your network address by your browser, and keeps it for \
                 as long as its own rules say."
            }
            Self::GoogleAnalytics => {
                "Google Analytics keeps the events that you agreed to, under a random number that is no longer tied to you, for as long \
                 as we have set there."
            }
        }
    }
}

/// The sentence before the list of parties.
pub const OTHERS_KNOW: &str = "Other companies that work for us have data of yours, too:";
/// The sentence if there is no such party.
pub const NOBODY_KNOWS: &str = "We have not shared your data with anyone else.";
