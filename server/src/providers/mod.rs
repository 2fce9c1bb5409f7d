//! The outside parties, each with a trait and an embedded default that works offline. Those that send messages share a trait.

pub mod address;
pub mod address_suggestions;
pub mod analytics;
pub mod carrier;
pub mod choices;
pub mod common;
pub mod companies;
pub mod fraud;
pub mod human_check;
pub mod mail;
pub mod payment;
pub mod photos;
pub mod reviews;
pub mod settings;
pub mod sms;
pub mod tax;
pub mod telemetry;
pub mod theme_boxes;

use crate::platform::clock::Clock;
use crate::platform::future::BoxFuture;
use crate::platform::keys::{Keys, Purpose};
use crate::platform::random::Random;
use crate::providers::choices::{
    AddressChoice, AddressSuggestionsChoice, AnalyticsChoice, CarrierChoice, FraudChoice, HumanCheckChoice, MailChoice,
    Parties, PaymentChoice, PhotosChoice, ReviewsChoice, SmsChoice, ThemeBoxesChoice,
};
use crate::providers::tax::settings::TaxSettings;
use crate::settings::Settings;
use crate::store::Db;
use address::{AddressProvider, offline::Offline, shippo::ShippoAddresses};
use address_suggestions::{AddressSuggestions, google_places::GooglePlaces};
use analytics::{Occurrence, ga4::Ga4};
use carrier::{Carrier, shippo::Shippo};
use common::forgetting::Forgetting;
use common::reach::{self, Reach};
use common::sender::{KeptInOutbox, MessageSender};
use common::webhook::Webhook;
use fraud::{FraudCheck, kount::Kount, own_records::OwnRecords};
use futures_util::future::join_all;
use human_check::site_verify::{PartyCheck, StandIn};
use human_check::{HumanCheck, proof_of_work::ProofOfWork};
use mail::Letter;
use mail::smtp::Smtp;
use payment::PaymentGateway;
use payment::sandbox::Sandbox;
use payment::stripe::Stripe;
use payment::stripe::radar::Radar;
use photos::{PhotoStore, database::DatabasePhotos, s3::S3Photos};
use reviews::{ReviewService, own::OwnReviews, yotpo::Yotpo};
use sms::TextMessage;
use sms::twilio::Twilio;
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::messages::forgetting::PartyKnowing;
use tax::SalesTax;
use tax::stripe_tax::StripeTax;
use tax::table::TaxTable;
use telemetry::otlp::Otlp;
use theme_boxes::{ThemeBoxes, built_in::BuiltIn, feed::Feed};

/// Longer than the timeout of any provider: it is for one that hangs all the same.
const ANSWERS_WITHIN: Duration = Duration::from_secs(45);

/// The providers that the settings have chosen.
#[derive(Clone)]
pub struct Providers {
    /// Checks addresses.
    pub address: Arc<dyn AddressProvider>,
    /// Suggests addresses as they are typed; `None` if nobody does.
    pub address_suggestions: Option<Arc<dyn AddressSuggestions>>,
    /// Makes labels and follows parcels; `None` if staff type the codes.
    pub carrier: Option<Arc<dyn Carrier>>,
    /// Is told what customers do, if they agree; `None` if nobody is to know.
    pub analytics: Option<Arc<dyn MessageSender<Occurrence>>>,
    /// Checks orders for fraud.
    pub fraud: Arc<dyn FraudCheck>,
    /// Tells people from programs.
    pub human_check: Arc<dyn HumanCheck>,
    /// Sends emails.
    pub mail: Arc<dyn MessageSender<Letter>>,
    /// Sends text messages; `None` if none are sent.
    pub sms: Option<Arc<dyn MessageSender<TextMessage>>>,
    /// Keeps cards and charges them.
    pub payment: Arc<dyn PaymentGateway>,
    /// Keeps customers' photos.
    pub photos: Arc<dyn PhotoStore>,
    /// Takes reviews.
    pub reviews: Arc<dyn ReviewService>,
    /// Knows sales tax and delivery fees.
    pub tax: SalesTax,
    /// Knows the current theme boxes.
    pub theme_boxes: Arc<dyn ThemeBoxes>,
    /// Collects traces; `None` if nobody does. It is only asked whether it is there: the thread that sends has its own.
    pub telemetry: Option<Arc<Otlp>>,
}

impl Providers {
    /// The providers that the settings choose.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub fn from_settings(
        settings: &Settings,
        keys: &Keys,
        db: &Db,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
    ) -> Result<Self, String> {
        let Parties {
            payment,
            mail,
            sms,
            address,
            address_suggestions,
            carrier,
            tax: _,
            human_check,
            photos,
            reviews,
            fraud,
            analytics,
            theme_boxes,
            telemetry: _,
        } = settings.parties;
        let party = &settings.party_settings;
        Ok(Self {
            payment: match (payment, &party.stripe) {
                (PaymentChoice::Stripe, Some(stripe)) => Arc::new(Stripe::new(stripe, clock.clone())?),
                (PaymentChoice::Sandbox, _) | (PaymentChoice::Stripe, None) => {
                    let public_url = settings.public_url.clone();
                    Arc::new(Sandbox::new(db.clone(), clock.clone(), random.clone(), public_url))
                }
            },
            mail: match (mail, &party.smtp) {
                (MailChoice::Outbox, _) | (MailChoice::Smtp, None) => Arc::new(KeptInOutbox),
                (MailChoice::Smtp, Some(smtp)) => Arc::new(Smtp::new(smtp)?),
            },
            sms: match (sms, &party.twilio) {
                (SmsChoice::None, _) => None,
                (SmsChoice::Outbox, _) | (SmsChoice::Twilio, None) => Some(Arc::new(KeptInOutbox)),
                (SmsChoice::Twilio, Some(twilio)) => Some(Arc::new(Twilio::new(twilio, &settings.public_url)?)),
            },
            address: match (address, &party.shippo) {
                (AddressChoice::Offline, _) | (AddressChoice::Shippo, None) => Arc::new(Offline),
                (AddressChoice::Shippo, Some(shippo)) => Arc::new(ShippoAddresses::new(shippo)?),
            },
            address_suggestions: match (address_suggestions, &party.google_places) {
                (AddressSuggestionsChoice::None, _) | (AddressSuggestionsChoice::Google, None) => None,
                (AddressSuggestionsChoice::Google, Some(google)) => Some(Arc::new(GooglePlaces::new(google)?)),
            },
            carrier: match (carrier, &party.carrier) {
                (CarrierChoice::None, _) | (CarrierChoice::Shippo, None) => None,
                (CarrierChoice::Shippo, Some(shippo)) => Some(Arc::new(Shippo::new(shippo)?)),
            },
            analytics: match (analytics, &party.ga4) {
                (AnalyticsChoice::None, _) => None,
                (AnalyticsChoice::Outbox, _) | (AnalyticsChoice::Ga4, None) => Some(Arc::new(KeptInOutbox)),
                (AnalyticsChoice::Ga4, Some(ga4)) => Some(Arc::new(Ga4::new(ga4, clock.clone())?)),
            },
            tax: match &party.tax {
                TaxSettings::Demonstration => SalesTax::Table(Arc::new(TaxTable::demonstration()?)),
                TaxSettings::Table(file) => SalesTax::Table(Arc::new(TaxTable::of_operator(file)?)),
                TaxSettings::Stripe(stripe) => SalesTax::Service(Arc::new(StripeTax::new(stripe)?)),
            },
            photos: match (photos, &party.s3) {
                (PhotosChoice::Database, _) | (PhotosChoice::S3, None) => Arc::new(DatabasePhotos(db.clone())),
                (PhotosChoice::S3, Some(s3)) => Arc::new(S3Photos::new(s3, &settings.public_url, clock.clone())?),
            },
            reviews: {
                let own = OwnReviews::new(keys.clone(), settings.public_url.origin());
                match (reviews, &party.yotpo) {
                    (ReviewsChoice::Own, _) | (ReviewsChoice::Yotpo, None) => Arc::new(own),
                    (ReviewsChoice::Yotpo, Some(yotpo)) => Arc::new(Yotpo::new(yotpo, own, clock.clone())?),
                }
            },
            fraud: match (fraud, &party.kount, &party.stripe) {
                (FraudChoice::OwnRecords, ..) | (FraudChoice::Kount, None, _) | (FraudChoice::Radar, _, None) => {
                    Arc::new(OwnRecords::new(db.clone(), clock.clone(), keys.clone()))
                }
                (FraudChoice::Kount, Some(kount), _) => Arc::new(Kount::new(kount, clock.clone())?),
                (FraudChoice::Radar, _, Some(stripe)) => Arc::new(Radar::new(stripe)?),
            },
            human_check: {
                let (secrets, steps) = (keys.keys(Purpose::HumanCheck), settings.human_check_steps);
                match (human_check, &party.human_check_party) {
                    (HumanCheckChoice::ProofOfWork, _) | (_, None) => {
                        Arc::new(ProofOfWork::new(secrets, steps, clock.clone(), random))
                    }
                    (HumanCheckChoice::Turnstile | HumanCheckChoice::Recaptcha, Some(party)) => {
                        let stand_in = StandIn { secrets, steps, clock: clock.clone(), random };
                        Arc::new(PartyCheck::new(party, settings.public_url.host(), stand_in)?)
                    }
                }
            },
            theme_boxes: match (theme_boxes, &party.theme_boxes) {
                (ThemeBoxesChoice::BuiltIn, _) | (ThemeBoxesChoice::Feed, None) => Arc::new(BuiltIn),
                (ThemeBoxesChoice::Feed, Some(feed)) => Arc::new(Feed::new(feed, db.clone(), clock.clone())?),
            },
            telemetry: party.otlp.as_ref().map(Otlp::new).transpose()?.map(Arc::new),
        })
    }

    /// How each chosen party forgets a person, by its flag's name.
    #[must_use]
    pub fn forgetting(&self) -> Vec<(&'static str, Forgetting)> {
        let Self {
            address,
            address_suggestions,
            carrier,
            analytics,
            fraud,
            human_check,
            mail,
            sms,
            payment,
            photos,
            reviews,
            tax,
            theme_boxes,
            // Traces have nothing of a person.
            telemetry: _,
        } = self;
        let optional = [
            address_suggestions.as_ref().map(|party| ("address-suggestions", party.forgetting())),
            carrier.as_ref().map(|party| ("carrier", party.forgetting())),
            sms.as_ref().map(|party| ("sms", party.forgetting())),
            analytics.as_ref().map(|party| ("analytics", party.forgetting())),
        ];
        let always = [
            ("payment", payment.forgetting()),
            ("reviews", reviews.forgetting()),
            ("photos", photos.forgetting()),
            ("fraud", fraud.forgetting()),
            ("tax", tax.forgetting()),
            ("mail", mail.forgetting()),
            ("address", address.forgetting()),
            ("human-check", human_check.forgetting()),
            ("theme-boxes", theme_boxes.forgetting()),
        ];
        always.into_iter().chain(optional.into_iter().flatten()).collect()
    }

    /// What the customer reads of the parties that know of them, in core's order.
    #[must_use]
    pub fn words_of_forgetting(&self) -> Vec<&'static str> {
        let mut parties: Vec<_> =
            self.forgetting().into_iter().filter_map(|(_, forgetting)| forgetting.party()).collect();
        parties.sort_unstable();
        parties.dedup();
        parties.into_iter().map(PartyKnowing::words).collect()
    }

    /// The calls of the party of that name; `None` if it is not chosen, or makes none.
    #[must_use]
    pub fn webhook(&self, party: &str) -> Option<&dyn Webhook> {
        let sms = self.sms.as_deref();
        let carrier = self.carrier.as_deref().and_then(|carrier| carrier.webhook());
        let all = [self.payment.webhook(), self.mail.webhook(), sms.and_then(|sms| sms.webhook()), carrier];
        all.into_iter().flatten().find(|webhook| webhook.party() == party)
    }

    /// Asks all parties something harmless, at once: those that are silent take one timeout together. Returns each
    /// one's flag's name with what that has shown.
    pub async fn reach(&self) -> Vec<(&'static str, Reach)> {
        self.reach_within(ANSWERS_WITHIN).await
    }

    /// The same. A party whose provider does not end within this time is not reachable.
    pub async fn reach_within(&self, limit: Duration) -> Vec<(&'static str, Reach)> {
        let Self { address, fraud, human_check, mail, payment, photos, reviews, tax, theme_boxes, .. } = self;
        let address_suggestions = self.address_suggestions.as_ref();
        let (carrier, sms) = (self.carrier.as_ref(), self.sms.as_ref());
        let (analytics, telemetry) = (self.analytics.as_ref(), self.telemetry.as_ref());
        let all: [(_, BoxFuture<'_, Reach>); 14] = [
            ("payment", payment.reach()),
            ("mail", mail.reach()),
            ("sms", sms.map_or_else(reach::embedded, |service| service.reach())),
            ("address", address.reach()),
            ("address-suggestions", address_suggestions.map_or_else(reach::embedded, |service| service.reach())),
            ("carrier", carrier.map_or_else(reach::embedded, |service| service.reach())),
            ("tax", Box::pin(tax.reach())),
            ("human-check", human_check.reach()),
            ("photos", photos.reach()),
            ("reviews", reviews.reach()),
            ("fraud", fraud.reach()),
            ("analytics", analytics.map_or_else(reach::embedded, |service| service.reach())),
            ("theme-boxes", theme_boxes.reach()),
            ("telemetry", telemetry.map_or_else(reach::embedded, |collector| Box::pin(collector.reach()))),
        ];
        let asked = all.map(|(party, reach)| async move {
            (party, tokio::time::timeout(limit, reach).await.unwrap_or(Reach::NotReachable))
        });
        join_all(asked).await
    }
}
