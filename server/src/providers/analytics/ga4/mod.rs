//! Google Analytics 4, told from the server by its Measurement Protocol: `--analytics ga4`.
//!
//! It has no idempotency key, and drops a repeated event only if it is a `purchase`, which ours are not. So a call whose answer is
//! unknown is not repeated: the outbox counts the event as sent, also if the server is killed before the answer. At worst an event
//! is missing, and none counts twice. After such a call nothing is sent for a minute, because what follows would mostly be lost as
//! well. A call that was not taken is repeated by the outbox.
//!
//! Google demands the secret in the address of a call. [`HttpClient`] puts no address into a log, an error or a metric.

pub mod settings;

use crate::platform::clock::Clock;
use crate::platform::future::BoxFuture;
use crate::providers::analytics::ga4::settings::Ga4Settings;
use crate::providers::analytics::{Amount, Event, Occurrence};
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::{Answer, HttpClient, NoAnswer};
use crate::providers::common::pause::Pause;
use crate::providers::common::reach::Reach;
use crate::providers::common::sender::{MessageSender, NotSent};
use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use std::sync::Arc;
use stylebox_core::messages::forgetting::PartyKnowing;
use url::form_urlencoded;

/// The browser's id in the event that is only checked.
const NOBODY: &str = "1.1";

/// Tells Google Analytics.
pub struct Ga4 {
    http: HttpClient,
    query: String,
    pause: Pause,
}

/// A call's body.
#[derive(Serialize)]
struct Body<'a> {
    client_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp_micros: Option<i64>,
    consent: AdConsent,
    #[serde(skip_serializing_if = "Option::is_none")]
    validation_behavior: Option<&'static str>,
    events: [SentEvent; 1],
}

/// Customers agree to statistics, and not to advertising.
#[derive(Serialize)]
struct AdConsent {
    ad_user_data: &'static str,
    ad_personalization: &'static str,
}

const NO_ADS: AdConsent = AdConsent { ad_user_data: "DENIED", ad_personalization: "DENIED" };

/// An event as the Measurement Protocol takes it.
#[derive(Serialize)]
struct SentEvent {
    name: &'static str,
    params: Params,
}

/// The value of an event. It is a number here, while amounts are texts everywhere else.
#[derive(Default, Serialize)]
struct Params {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<crate::providers::analytics::Currency>,
}

impl From<&Event> for SentEvent {
    fn from(event: &Event) -> Self {
        let params = match event {
            Event::Registration(Amount { value, currency }) | Event::Checkout(Amount { value, currency }) => {
                Params { value: value.to_string().parse().ok(), currency: Some(*currency) }
            }
            Event::Order => Params::default(),
        };
        Self { name: event.name(), params }
    }
}

/// What the validation address answers.
#[derive(Deserialize)]
struct Validation {
    #[serde(rename = "validationMessages", default)]
    messages: Vec<ValidationMessage>,
}

/// What is wrong with an event. The description is left out: it is free text.
#[derive(Deserialize)]
struct ValidationMessage {
    #[serde(rename = "fieldPath", default)]
    field: String,
    #[serde(rename = "validationCode", default)]
    code: String,
}

impl Ga4 {
    /// # Errors
    /// A sentence that says why there is no client.
    pub fn new(settings: &Ga4Settings, clock: Arc<dyn Clock>) -> Result<Self, String> {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("measurement_id", &settings.measurement_id)
            .append_pair("api_secret", settings.api_secret.expose())
            .finish();
        let http = HttpClient::new("ga4", &settings.url)?.with_timeout(settings.timeout);
        Ok(Self { http, query, pause: Pause::new(clock) })
    }

    async fn post(&self, path: &str, body: &Body<'_>) -> Result<Answer, NoAnswer> {
        self.http.call(Method::POST, &format!("{path}?{}", self.query)).json(body).send().await
    }

    async fn tell(&self, occurrence: &Occurrence) -> Result<(), NotSent> {
        if self.pause.is_on() {
            return Err(NotSent::Down);
        }
        let body = Body {
            client_id: &occurrence.client_id.to_string(),
            timestamp_micros: Some(occurrence.at.0),
            consent: NO_ADS,
            validation_behavior: None,
            events: [SentEvent::from(&occurrence.event)],
        };
        match self.post("/mp/collect", &body).await {
            Ok(answer) if answer.is_success() => Ok(()),
            // The service itself says that it takes nothing at the moment.
            Ok(Answer { status: 429 | 503, .. }) | Err(NoAnswer::NotReached) => Err(NotSent::Down),
            Ok(answer) if !answer.is_down() => Err(NotSent::Refused),
            Ok(_) | Err(NoAnswer::Unknown) => {
                self.pause.begin();
                Err(NotSent::Unknown)
            }
        }
    }

    /// Has a registration checked that counts nowhere.
    async fn check(&self) -> Reach {
        let body = Body {
            client_id: NOBODY,
            timestamp_micros: None,
            consent: NO_ADS,
            validation_behavior: Some("ENFORCE_RECOMMENDATIONS"),
            events: [SentEvent::from(&Event::registration())],
        };
        let answer = match self.post("/debug/mp/collect", &body).await {
            Ok(answer) if answer.is_down() => return Reach::NotReachable,
            Ok(answer) if !answer.is_success() => {
                return Reach::Refused(format!("it answers {} to the event of a check", answer.status));
            }
            Ok(answer) => answer,
            Err(_) => return Reach::NotReachable,
        };
        match answer.json::<Validation>() {
            Ok(Validation { messages }) => match messages.first() {
                None => Reach::Reached,
                Some(ValidationMessage { field, code }) => Reach::Refused(format!(
                    "it refuses the event of a check: {} of {:?}",
                    code.chars().take(40).collect::<String>(),
                    field.chars().take(80).collect::<String>()
                )),
            },
            Err(_) => Reach::Refused("it does not answer as the Measurement Protocol does".to_owned()),
        }
    }
}

impl MessageSender<Occurrence> for Ga4 {
    fn forgetting(&self) -> Forgetting {
        Forgetting::Keeps(PartyKnowing::GoogleAnalytics)
    }

    fn send<'a>(&'a self, occurrence: &'a Occurrence) -> BoxFuture<'a, Result<(), NotSent>> {
        Box::pin(self.tell(occurrence))
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(self.check())
    }
}
