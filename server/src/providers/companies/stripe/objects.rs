//! Stripe's objects, as far as they are read.

use crate::providers::payment::charge::ClientSecret;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// The name of the metadata with our key.
const OUR_KEY: &str = "attempt";

/// The name of the metadata with the card that a SetupIntent was made for.
const OUR_CARD: &str = "card";

/// The card that a SetupIntent was made for, in its metadata; `None` if another program has made it.
pub(crate) fn our_card(metadata: Option<&BTreeMap<String, String>>) -> Option<&String> {
    metadata?.get(OUR_CARD)
}

/// Our key in an object's metadata; `None` if the object is another program's.
pub(crate) fn our_key(metadata: Option<&BTreeMap<String, String>>) -> Option<&String> {
    metadata?.get(OUR_KEY)
}

/// An object in a list.
pub(crate) trait HasId {
    fn id(&self) -> &str;
}

/// A secret is read as such, so that no log shows it.
fn client_secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ClientSecret>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.map(ClientSecret))
}

/// An object: Stripe sends its id alone or, expanded, all of it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Expandable {
    Id(String),
    Expanded { id: String },
}

/// The id of an object, however much of it is sent.
fn id_of<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<Expandable>::deserialize(deserializer)?.map(|object| match object {
        Expandable::Id(id) | Expandable::Expanded { id } => id,
    }))
}

/// A list, or a page of one.
#[derive(Debug, Deserialize)]
pub(crate) struct List<T> {
    pub(crate) data: Vec<T>,
    #[serde(default)]
    pub(crate) has_more: bool,
}

/// The body of a refusal.
#[derive(Debug, Deserialize)]
pub(crate) struct ErrorBody {
    pub(crate) error: ApiError,
}

/// A refusal.
#[derive(Debug, Deserialize)]
pub(crate) struct ApiError {
    /// The status of the answer.
    #[serde(skip)]
    pub(crate) status: u16,
    /// `card_error`, `invalid_request_error`, …
    #[serde(rename = "type", default)]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) code: Option<String>,
    #[serde(default)]
    pub(crate) decline_code: Option<String>,
    /// The charge that was refused.
    #[serde(default)]
    pub(crate) payment_intent: Option<PaymentIntent>,
}

impl ApiError {
    /// Why, in Stripe's own code.
    pub(crate) fn reason(self) -> String {
        self.decline_code.or(self.code).unwrap_or(self.kind)
    }
}

/// An object that was made.
#[derive(Debug, Deserialize)]
pub(crate) struct Created {
    pub(crate) id: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct StoredPaymentMethod {
    pub(crate) customer: Option<String>,
    /// `None` if it is no card.
    pub(crate) card: Option<StoredCard>,
}

/// A card, as far as Stripe tells of it.
#[derive(Debug, Deserialize)]
pub(crate) struct StoredCard {
    pub(crate) brand: String,
    pub(crate) last4: String,
    pub(crate) exp_month: u8,
    pub(crate) exp_year: u16,
    /// `credit`, `debit`, `prepaid` or `unknown`.
    pub(crate) funding: String,
    /// The same for the same number.
    #[serde(default)]
    pub(crate) fingerprint: Option<String>,
}

/// A question to the bank whether a card is good. Whoever has its secret can ask it about any card.
#[derive(Deserialize)]
pub(crate) struct SetupIntent {
    pub(crate) id: String,
    pub(crate) status: String,
    #[serde(default)]
    pub(crate) customer: Option<String>,
    /// The card that it is about now.
    #[serde(default)]
    pub(crate) payment_method: Option<String>,
    #[serde(default, deserialize_with = "client_secret")]
    pub(crate) client_secret: Option<ClientSecret>,
    #[serde(default)]
    pub(crate) last_setup_error: Option<SetupError>,
    #[serde(default)]
    metadata: Option<BTreeMap<String, String>>,
}

impl SetupIntent {
    /// The card that it was made for; `None` if another program has made it.
    pub(crate) fn card(&self) -> Option<&str> {
        our_card(self.metadata.as_ref()).map(String::as_str)
    }

    /// Whether a card can still be tried with its secret.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.status.as_str(), "requires_payment_method" | "requires_confirmation" | "requires_action")
    }
}

/// Why the last try to set up a card failed.
#[derive(Deserialize)]
pub(crate) struct SetupError {
    #[serde(default)]
    pub(crate) payment_method: Option<TriedPaymentMethod>,
}

#[derive(Deserialize)]
pub(crate) struct TriedPaymentMethod {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) card: Option<TriedCard>,
}

#[derive(Deserialize)]
pub(crate) struct TriedCard {
    /// The same for the same number.
    #[serde(default)]
    pub(crate) fingerprint: Option<String>,
}

impl HasId for SetupIntent {
    fn id(&self) -> &str {
        &self.id
    }
}

/// A charge.
#[derive(Debug, Deserialize)]
pub(crate) struct PaymentIntent {
    pub(crate) id: String,
    pub(crate) status: String,
    /// Cents that were asked for.
    #[serde(default)]
    pub(crate) amount: i64,
    /// Cents that were taken.
    #[serde(default)]
    pub(crate) amount_received: i64,
    /// Cents that are reserved and can be taken.
    #[serde(default)]
    pub(crate) amount_capturable: i64,
    pub(crate) currency: String,
    #[serde(default, deserialize_with = "id_of")]
    pub(crate) customer: Option<String>,
    /// The id of the card that it is about now.
    #[serde(default, deserialize_with = "id_of")]
    pub(crate) payment_method: Option<String>,
    /// The id of its newest try.
    #[serde(default, deserialize_with = "id_of")]
    pub(crate) latest_charge: Option<String>,
    /// The id of its review.
    #[serde(default)]
    pub(crate) review: Option<String>,
    #[serde(default, deserialize_with = "client_secret")]
    pub(crate) client_secret: Option<ClientSecret>,
    #[serde(default)]
    pub(crate) last_payment_error: Option<PaymentError>,
    #[serde(default)]
    pub(crate) metadata: Option<BTreeMap<String, String>>,
}

impl PaymentIntent {
    /// Whether it was made for the attempt with this key.
    pub(crate) fn is_of(&self, key: &str) -> bool {
        our_key(self.metadata.as_ref()).is_some_and(|known| known == key)
    }
}

impl HasId for PaymentIntent {
    fn id(&self) -> &str {
        &self.id
    }
}

/// Why the last try of a charge failed.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct PaymentError {
    #[serde(default)]
    pub(crate) code: Option<String>,
    #[serde(default)]
    pub(crate) decline_code: Option<String>,
    /// What to do about it, by the card's network: `try_again_later`, `do_not_try_again`, …
    #[serde(default)]
    pub(crate) advice_code: Option<String>,
    /// The network's own code of that advice.
    #[serde(default)]
    pub(crate) network_advice_code: Option<String>,
}

/// The advice that no other try is allowed, in Stripe's words.
const DO_NOT_TRY_AGAIN: &str = "do_not_try_again";

/// The codes of Mastercard's network for that advice: do not try again, and the cardholder has cancelled the payments.
const NETWORK_DO_NOT_TRY_AGAIN: [&str; 2] = ["03", "21"];

impl PaymentError {
    /// What the card's network advises: in Stripe's words, or by the network's own code if it forbids another try.
    pub(crate) fn advice(&self) -> Option<String> {
        let by_network = || {
            let code = self.network_advice_code.as_deref()?;
            NETWORK_DO_NOT_TRY_AGAIN.contains(&code).then(|| DO_NOT_TRY_AGAIN.to_owned())
        };
        self.advice_code.clone().or_else(by_network)
    }

    /// Whether it failed for this reason.
    pub(crate) fn is(&self, reason: &str) -> bool {
        [&self.code, &self.decline_code].into_iter().any(|code| code.as_deref() == Some(reason))
    }

    /// Why, in Stripe's own code.
    pub(crate) fn reason(self) -> String {
        self.decline_code.or(self.code).unwrap_or_else(|| "declined".to_owned())
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Refund {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) status: Option<String>,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    #[serde(default)]
    pub(crate) payment_intent: Option<String>,
    #[serde(default)]
    pub(crate) failure_reason: Option<String>,
    #[serde(default)]
    pub(crate) metadata: Option<BTreeMap<String, String>>,
}

impl Refund {
    /// Whether it was made for the attempt with this key.
    pub(crate) fn is_of(&self, key: &str) -> bool {
        our_key(self.metadata.as_ref()).is_some_and(|known| known == key)
    }

    /// Whether the money did not reach the card.
    pub(crate) fn has_failed(&self) -> bool {
        matches!(self.status.as_deref(), Some("failed" | "canceled"))
    }
}

impl HasId for Refund {
    fn id(&self) -> &str {
        &self.id
    }
}

/// A cardholder's dispute of a charge.
#[derive(Debug, Deserialize)]
pub(crate) struct Dispute {
    pub(crate) id: String,
    pub(crate) status: String,
    pub(crate) reason: String,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    #[serde(default)]
    pub(crate) payment_intent: Option<String>,
    #[serde(default)]
    pub(crate) evidence_details: Option<EvidenceDetails>,
}

impl HasId for Dispute {
    fn id(&self) -> &str {
        &self.id
    }
}

/// Until when a dispute can be answered.
#[derive(Debug, Deserialize)]
pub(crate) struct EvidenceDetails {
    /// Seconds since 1970.
    #[serde(default)]
    pub(crate) due_by: Option<i64>,
}

/// A movement of Stripe's balance.
#[derive(Debug, Deserialize)]
pub(crate) struct BalanceTransaction {
    pub(crate) id: String,
    /// Cents; negative if the money leaves.
    pub(crate) amount: i64,
    /// Cents that Stripe keeps of it.
    #[serde(default)]
    pub(crate) fee: i64,
    pub(crate) currency: String,
    /// Seconds since 1970.
    pub(crate) created: i64,
    /// `charge`, `refund`, `dispute`, `payout`, …
    #[serde(default)]
    pub(crate) reporting_category: String,
    #[serde(default, deserialize_with = "movement_source")]
    pub(crate) source: Option<MovementSource>,
}

impl HasId for BalanceTransaction {
    fn id(&self) -> &str {
        &self.id
    }
}

/// What has moved the money: a charge, a refund, or a dispute.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct MovementSource {
    #[serde(default, deserialize_with = "id_of")]
    pub(crate) payment_intent: Option<String>,
    #[serde(default)]
    pub(crate) metadata: Option<BTreeMap<String, String>>,
}

/// The source is requested in expanded form. If it comes as an id alone, nothing more is known.
#[derive(Deserialize)]
#[serde(untagged)]
enum SentSource {
    Expanded(MovementSource),
    Other(serde::de::IgnoredAny),
}

fn movement_source<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<MovementSource>, D::Error> {
    Ok(match Option::<SentSource>::deserialize(deserializer)? {
        Some(SentSource::Expanded(source)) => Some(source),
        Some(SentSource::Other(_)) | None => None,
    })
}
