//! Kount 360: its Orders API is asked about each order, and its collector watches customers' browsers.
//!
//! The call has no idempotency key: Kount evaluates an order each time. An order that was not answered for is asked about again,
//! under its code, by which staff find it in Kount's portal. An answer of another form is no answer.

pub mod collector;
pub mod settings;

mod order;
mod token;

use crate::platform::clock::Clock;
use crate::platform::future::BoxFuture;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::{Answer, HttpClient};
use crate::providers::common::reach::Reach;
use crate::providers::fraud::kount::settings::KountSettings;
use crate::providers::fraud::{Collector, FraudCheck, Inquiry, NoAnswer, SESSION_ID_LENGTH, Verdict};
use order::{Decision, Evaluated, Order};
use reqwest::Method;
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::messages::forgetting::PartyKnowing;
use token::{NoToken, Token, Tokens};

/// The timeout of a call about an order. Together with the timeout for a token, it is less than the screening waits.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The path of the call. Without `riskInquiry` Kount only stores the order.
const ORDERS: &str = "/commerce/v2/orders?riskInquiry=true";

/// A session's id at Kount has letters and digits, this many at most, and does not come again within 30 days.
const LONGEST_SESSION_ID: usize = 32;
const _: () = assert!(SESSION_ID_LENGTH <= LONGEST_SESSION_ID);

/// The fraud check by Kount.
pub struct Kount {
    client: HttpClient,
    tokens: Tokens,
    channel: String,
    collector: Collector,
}

impl Kount {
    /// The check by these settings.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    pub fn new(settings: &KountSettings, clock: Arc<dyn Clock>) -> Result<Self, String> {
        let origin = || vec![settings.environment.collector_origin().to_owned()];
        Ok(Self {
            client: HttpClient::new("kount", &settings.url)?.with_timeout(TIMEOUT),
            tokens: Tokens::new(settings, clock)?,
            channel: settings.channel.clone(),
            collector: Collector {
                script: settings.collector.text(),
                client_id: settings.client_id.clone(),
                environment: settings.environment.word(),
                // Its script is our own. Kount's guide allows it eval as well, which it needs only in browsers without JSON.
                needs: BrowserNeeds { scripts: Vec::new(), frames: origin(), connections: origin(), images: origin() },
            },
        })
    }

    /// The same with another timeout of a call about an order.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { client: self.client.with_timeout(timeout), ..self }
    }

    async fn post(&self, order: &Order<'_>, token: &Token) -> Result<Answer, NoAnswer> {
        token.on(self.client.call(Method::POST, ORDERS).json(order)).await.map_err(|_| NoAnswer)
    }

    /// Sends an order, with a new token if Kount refuses the kept one.
    async fn send(&self, order: &Order<'_>) -> Result<Answer, NoAnswer> {
        let token = self.tokens.get().await.map_err(|_| NoAnswer)?;
        let answer = self.post(order, &token).await?;
        if answer.status != 401 {
            return Ok(answer);
        }
        let token = self.tokens.instead_of(&token).await.map_err(|_| NoAnswer)?;
        self.post(order, &token).await
    }

    async fn evaluate(&self, inquiry: &Inquiry) -> Result<Verdict, NoAnswer> {
        let answer = self.send(&Order::of(inquiry, &self.channel)).await?;
        if !answer.is_success() {
            tracing::warn!(party = "kount", status = answer.status, "Kount does not evaluate an order");
            return Err(NoAnswer);
        }
        let evaluated = answer.json::<Evaluated>().ok().map(|answer| answer.order);
        match evaluated.filter(|order| order.merchant_order_id == inquiry.order_code) {
            Some(order) => Ok(verdict(order.risk_inquiry.decision)),
            None => {
                tracing::error!(party = "kount", "Kount's answer holds no decision about the order");
                Err(NoAnswer)
            }
        }
    }
}

/// Staff decide about what Kount does not approve. It tells them why in its portal.
const fn verdict(decision: Decision) -> Verdict {
    match decision {
        Decision::Approve => Verdict::Accept,
        Decision::Review => Verdict::Doubted("Kount wants somebody to review it"),
        Decision::Decline => Verdict::Doubted("Kount advises to decline it"),
    }
}

impl FraudCheck for Kount {
    fn forgetting(&self) -> Forgetting {
        Forgetting::Keeps(PartyKnowing::Kount)
    }

    fn collector(&self) -> Option<Collector> {
        Some(self.collector.clone())
    }

    fn check<'a>(&'a self, inquiry: &'a Inquiry) -> BoxFuture<'a, Result<Verdict, NoAnswer>> {
        Box::pin(self.evaluate(inquiry))
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async {
            match self.tokens.renew().await {
                Ok(_) => Reach::Reached,
                Err(NoToken::NoAnswer) => Reach::NotReachable,
                Err(NoToken::Refused(400 | 401 | 403)) => {
                    Reach::Refused("Kount does not take the key (STYLEBOX_KOUNT_API_KEY)".to_owned())
                }
                Err(NoToken::Refused(status)) => {
                    Reach::Refused(format!("Kount answers with {status} at --kount-token-url"))
                }
            }
        })
    }
}
