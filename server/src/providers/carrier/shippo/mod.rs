//! Shippo: labels of many carriers, and where their parcels are.
//!
//! A label takes two calls. A shipment has offers ("rates") and costs nothing; buying one of them makes the label (a "transaction"),
//! with our key as metadata. Shippo knows no idempotency key, so a purchase without an answer is looked for among the transactions of
//! its offer.
//!
//! A return label is a shipment of its own from the shop to the customer with `is_return`: Shippo itself swaps the addresses, and
//! charges for it when the carrier scans it.

pub mod settings;

mod answers;
mod tracking;
mod webhook;

use crate::platform::future::BoxFuture;
use crate::providers::carrier::shippo::settings::{CarrierSettings, Sender};
use crate::providers::carrier::{Carrier, LabelWish, NotDone, Purchase, Refund, Sighting};
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::{Answer, Call, NoAnswer};
use crate::providers::common::reach::Reach;
use crate::providers::common::webhook::Webhook;
use crate::providers::companies::shippo::client::{HARMLESS, ShippoClient, account_reach};
use crate::values::postal_address::PostalAddress;
use crate::values::recipient::Recipient;
use answers::{List, RefundAnswer, ShipmentAnswer, Transaction, refusal};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::messages::forgetting::PartyKnowing;
use tracking::Track;
use url::form_urlencoded;
use webhook::ShippoWebhook;

/// The version of the API that the calls are written for.
const VERSION: &str = "2018-02-08";

/// A synchronous label waits for the carrier.
const TIMEOUT: Duration = Duration::from_secs(30);

/// How many transactions a page has at most.
const PAGE: usize = 100;

/// How many pages are read at most: an offer is bought once, so this is never reached unless the list is of something else.
const PAGES: usize = 200;

/// How long a purchase is looked for at most, over all pages.
const LOOK_UP: Duration = Duration::from_secs(90);

/// Labels and parcels by Shippo.
pub struct Shippo {
    client: ShippoClient,
    settings: CarrierSettings,
    webhook: Option<ShippoWebhook>,
}

impl Shippo {
    /// The service by these settings.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    pub fn new(settings: &CarrierSettings) -> Result<Self, String> {
        let client = ShippoClient::new(&settings.account, TIMEOUT)?;
        let webhook = settings.proof.clone().map(ShippoWebhook::new);
        Ok(Self { client, settings: settings.clone(), webhook })
    }

    /// The same with another timeout of a call.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { client: self.client.with_timeout(timeout), ..self }
    }

    fn call(&self, method: Method, path: &str) -> Call<'_> {
        self.client.call(method, path).header("shippo-api-version", VERSION)
    }

    fn service(&self, is_return: bool) -> &str {
        if is_return { &self.settings.return_service } else { &self.settings.service }
    }

    fn shipment(&self, wish: &LabelWish<'_>) -> Value {
        let [length, width, height] = &self.settings.inches;
        let mut shipment = json!({
            "address_from": sender(&self.settings.sender),
            "address_to": recipient(wish.customer),
            "parcels": [{
                "length": length, "width": width, "height": height, "distance_unit": "in",
                "weight": self.settings.pounds, "mass_unit": "lb",
            }],
            "metadata": wish.key,
            "async": false,
        });
        if let Some(shipment) = shipment.as_object_mut() {
            if wish.is_return {
                shipment.insert("extra".to_owned(), json!({"is_return": true}));
            }
            if let Some(account) = &self.settings.carrier_account {
                shipment.insert("carrier_accounts".to_owned(), json!([account]));
            }
        }
        shipment
    }

    async fn offer_of(&self, wish: LabelWish<'_>) -> Result<String, NotDone> {
        let answer = self.call(Method::POST, "/shipments/").json(&self.shipment(&wish)).send().await?;
        let shipment: ShipmentAnswer = read(&answer)?;
        let service = self.service(wish.is_return);
        let rate = shipment.rates.iter().find(|rate| rate.servicelevel.token.as_deref() == Some(service));
        let rate = rate.ok_or_else(|| {
            let why = answers::sentence(&shipment.messages);
            NotDone::Refused(format!("it has no offer of the service {service}{why}"))
        })?;
        Ok(rate.object_id.clone())
    }

    /// What was bought of an offer under our key. Shippo does not say how its lists are sorted, so all pages are read.
    async fn transaction_of(&self, offer: &str, key: &str) -> Result<Option<Purchase>, NotDone> {
        let mut last = None;
        for page in 1..=PAGES {
            let path = format!("/transactions/?rate={}&results={PAGE}&page={page}", encoded(offer));
            let answer = self.call(Method::GET, &path).send().await?;
            let List { next, results } = read(&answer)?;
            let ours = results.into_iter().filter(|transaction| transaction.metadata.as_deref() == Some(key));
            for purchase in ours.map(Transaction::purchase) {
                match purchase {
                    Ok(Purchase::Made(label)) => return Ok(Some(Purchase::Made(label))),
                    Ok(other) => last = Some(other),
                    Err(_) => return Err(NotDone::Unknown),
                }
            }
            if next.is_none() {
                return Ok(last);
            }
        }
        Err(NotDone::Unknown)
    }

    async fn refund_of(&self, transaction: &str) -> Result<Refund, NotDone> {
        let path = format!("/transactions/{}", encoded(transaction));
        let known: Transaction = read(&self.call(Method::GET, &path).send().await?)?;
        if let Some(before) = known.refund() {
            return Ok(before);
        }
        let asked = json!({"transaction": transaction, "async": false});
        let answer = self.call(Method::POST, "/refunds/").json(&asked).send().await?;
        if answer.status == 400 {
            return Ok(Refund::Refused);
        }
        read::<RefundAnswer>(&answer).map(|refund| refund.refund())
    }
}

/// Reads an answer. One of another form is unknown.
fn read<T: serde::de::DeserializeOwned>(answer: &Answer) -> Result<T, NotDone> {
    if answer.is_success() {
        return answer.json().map_err(|_| NotDone::Unknown);
    }
    // A time-out that Shippo's own server notices says nothing of what was done.
    if answer.is_down() || answer.status == 408 {
        return Err(NotDone::Unknown);
    }
    tracing::warn!(party = "shippo", status = answer.status, "Shippo refuses a call");
    Err(NotDone::Refused(refusal(answer)))
}

impl From<NoAnswer> for NotDone {
    fn from(why: NoAnswer) -> Self {
        match why {
            NoAnswer::NotReached => Self::NotReached,
            NoAnswer::Unknown => Self::Unknown,
        }
    }
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn sender(Sender { name, address, phone, email }: &Sender) -> Value {
    address_object(name, address, &[("phone", phone.as_ref()), ("email", email.as_ref())])
}

/// The carrier needs no email address of the customer.
fn recipient(Recipient { name, address, phone }: &Recipient) -> Value {
    address_object(name, address, &[("phone", Some(phone))])
}

/// An address as Shippo takes it, with its names. What is empty is left out.
fn address_object(name: &String, address: &PostalAddress, others: &[(&str, Option<&String>)]) -> Value {
    let PostalAddress { line_1, line_2, city, state, postal_code } = address;
    let own = [
        ("name", Some(name)),
        ("street1", Some(line_1)),
        ("street2", line_2.as_ref()),
        ("city", Some(city)),
        ("state", Some(state)),
        ("zip", Some(postal_code)),
    ];
    let fields = own.iter().chain(others);
    let given = fields.filter_map(|(name, value)| Some((*name, value.filter(|value| !value.is_empty())?)));
    let mut object: serde_json::Map<String, Value> =
        given.map(|(name, value)| (name.to_owned(), json!(value))).collect();
    object.insert("country".to_owned(), json!("US"));
    Value::Object(object)
}

impl Carrier for Shippo {
    fn forgetting(&self) -> Forgetting {
        Forgetting::Keeps(PartyKnowing::ShippoLabels)
    }

    fn offer<'a>(&'a self, wish: LabelWish<'a>) -> BoxFuture<'a, Result<String, NotDone>> {
        Box::pin(self.offer_of(wish))
    }

    fn buy<'a>(&'a self, offer: &'a str, key: &'a str) -> BoxFuture<'a, Result<Purchase, NotDone>> {
        Box::pin(async move {
            let body = json!({"rate": offer, "metadata": key, "label_file_type": "PDF", "async": false});
            let answer = self.call(Method::POST, "/transactions/").json(&body).send().await?;
            let transaction: Transaction = read(&answer)?;
            transaction.purchase().map_err(|_| NotDone::Unknown)
        })
    }

    fn look_up<'a>(&'a self, offer: &'a str, key: &'a str) -> BoxFuture<'a, Result<Option<Purchase>, NotDone>> {
        Box::pin(async move {
            let looked = tokio::time::timeout(LOOK_UP, self.transaction_of(offer, key)).await;
            looked.unwrap_or(Err(NotDone::Unknown))
        })
    }

    fn refund<'a>(&'a self, transaction: &'a str) -> BoxFuture<'a, Result<Refund, NotDone>> {
        Box::pin(self.refund_of(transaction))
    }

    fn look_for<'a>(&'a self, tracking_code: &'a str) -> BoxFuture<'a, Result<Sighting, NotDone>> {
        Box::pin(async move {
            let path = format!("/tracks/{}/{}", self.settings.carrier, encoded(tracking_code));
            let track: Track = read(&self.call(Method::GET, &path).send().await?)?;
            Ok(track.sighting())
        })
    }

    fn webhook(&self) -> Option<&dyn Webhook> {
        self.webhook.as_ref().map(|webhook| webhook as &dyn Webhook)
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async { account_reach(self.call(Method::GET, HARMLESS).send().await.as_ref()) })
    }
}
