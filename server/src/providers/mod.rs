//! The outside parties, each with a trait and an embedded default that works offline. Those that send messages share a trait.

#[macro_use]
mod choice;

pub mod address;
pub mod address_suggestions;
pub mod analytics;
pub mod carrier;
pub mod charging;
pub mod common;
pub mod companies;
pub mod flags;
pub mod fraud;
pub mod human_check;
pub mod mail;
pub mod parties;
pub mod parts;
pub mod payment;
pub mod photos;
pub mod reviews;
pub mod sms;
pub mod tax;
pub mod telemetry;
pub mod theme_boxes;

use crate::platform::future::BoxFuture;
use address::AddressProvider;
use address_suggestions::AddressSuggestions;
use analytics::Occurrence;
use carrier::Carrier;
use common::forgetting::Forgetting;
use common::reach::{self, Reach};
use common::sender::MessageSender;
use common::webhook::Webhook;
use fraud::FraudCheck;
use futures_util::future::join_all;
use human_check::HumanCheck;
use mail::EmailMessage;
use parties::Parties;
use parts::Parts;
use payment::PaymentGateway;
use photos::PhotoStore;
use reviews::ReviewService;
use sms::TextMessage;
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::messages::forgetting::PartyKnowing;
use tax::SalesTax;
use telemetry::collector::TraceCollector;
use theme_boxes::ThemeBoxes;

/// How long a party may take to answer. It is longer than the timeout of any provider, for one that hangs all the same.
const ANSWERS_WITHIN: Duration = Duration::from_secs(45);

/// The providers that are chosen.
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
    pub mail: Arc<dyn MessageSender<EmailMessage>>,
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
    /// Collects traces; `None` if nobody does.
    pub telemetry: Option<Arc<dyn TraceCollector>>,
}

impl Providers {
    /// The providers that are chosen.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub fn new(chosen: &Parties, parts: &Parts) -> Result<Self, String> {
        Ok(Self {
            address: chosen.address.provider()?,
            address_suggestions: chosen.address_suggestions.provider()?,
            carrier: chosen.carrier.provider()?,
            analytics: chosen.analytics.provider(parts)?,
            fraud: chosen.charging.fraud().provider(chosen.charging.payment(), parts)?,
            human_check: chosen.human_check.provider(chosen.proof_of_work, parts)?,
            mail: chosen.mail.provider()?,
            sms: chosen.sms.provider(parts)?,
            payment: chosen.charging.payment().provider(parts)?,
            photos: chosen.photos.provider(parts)?,
            reviews: chosen.reviews.provider(parts)?,
            tax: chosen.tax.provider()?,
            theme_boxes: chosen.theme_boxes.provider(parts)?,
            telemetry: chosen.telemetry.provider()?,
        })
    }

    /// The one list of the parties, by their flags' names: a party that is added is added here, or this does not compile.
    fn all(&self) -> [Party<'_>; 14] {
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
            telemetry,
        } = self;
        macro_rules! party {
            ($name:literal, $party:ident) => {
                Party { name: $name, forgetting: Some($party.forgetting()), reach: Box::pin($party.reach()) }
            };
            ($name:literal, $party:ident, if chosen) => {
                match $party {
                    Some($party) => party!($name, $party),
                    None => Party { name: $name, forgetting: None, reach: reach::embedded() },
                }
            };
        }
        [
            party!("payment", payment),
            party!("mail", mail),
            party!("sms", sms, if chosen),
            party!("address", address),
            party!("address-suggestions", address_suggestions, if chosen),
            party!("carrier", carrier, if chosen),
            party!("tax", tax),
            party!("human-check", human_check),
            party!("photos", photos),
            party!("reviews", reviews),
            party!("fraud", fraud),
            party!("analytics", analytics, if chosen),
            party!("theme-boxes", theme_boxes),
            Party {
                name: "telemetry",
                // Traces have nothing of a person.
                forgetting: None,
                reach: telemetry.as_ref().map_or_else(reach::embedded, |collector| Box::pin(collector.reach())),
            },
        ]
    }

    /// How each chosen party forgets a person, by its flag's name.
    #[must_use]
    pub fn forgetting(&self) -> Vec<(&'static str, Forgetting)> {
        self.all().into_iter().filter_map(|party| Some((party.name, party.forgetting?))).collect()
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

    /// Asks all parties something harmless, at the same time, so that silent ones take one timeout together. Returns
    /// the name of each party's flag, with what asking it has shown.
    pub async fn reach(&self) -> Vec<(&'static str, Reach)> {
        self.reach_within(ANSWERS_WITHIN).await
    }

    /// The same. A party whose provider does not end within this time is not reachable.
    pub async fn reach_within(&self, limit: Duration) -> Vec<(&'static str, Reach)> {
        let asked = self.all().map(|Party { name, reach, .. }| async move {
            (name, tokio::time::timeout(limit, reach).await.unwrap_or(Reach::NotReachable))
        });
        join_all(asked).await
    }
}

/// What every party is asked. Nobody is asked before `reach` is awaited.
struct Party<'a> {
    /// Its flag's name.
    name: &'static str,
    /// How it forgets a person; `None` if it is not chosen, or has nothing of a person.
    forgetting: Option<Forgetting>,
    reach: BoxFuture<'a, Reach>,
}
