//! Twilio's Messages API: `--sms twilio`.
//!
//! A call that sends has no idempotency key. If its answer is lost, the messages to that number are listed, and the one with our text
//! is looked for; the outbox decides what becomes of a message that is not found.

pub mod settings;

mod message;
mod webhook;

use crate::platform::clock::Timestamp;
use crate::platform::config::{PublicUrl, Secret};
use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::{Answer, Call, HttpClient, NoAnswer};
use crate::providers::common::phone_facts::{PhoneFact, PhoneFacts};
use crate::providers::common::reach::Reach;
use crate::providers::common::sender::{MessageSender, NotSent, WithoutKeys};
use crate::providers::common::webhook::{Delivery, Event, NotTaken, Webhook};
use crate::providers::sms::TextMessage;
use crate::providers::sms::twilio::settings::{TwilioSender, TwilioSettings};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use message::{Message, Page};
use reqwest::Method;
use serde::Deserialize;
use std::time::Duration;
use stylebox_core::messages::forgetting::PartyKnowing;

/// The path of our webhook below the public address.
pub const WEBHOOK: &str = "/api/webhooks/twilio";

/// The messages of one page of a list.
const PAGE: usize = 100;
/// The most pages that are read: more messages to one number in so short a time do not go out.
const PAGES: usize = 10;
/// By how much Twilio's clock may be behind ours.
const SKEW: Duration = Duration::from_secs(60);

/// The number has answered STOP.
const STOPPED: u32 = 21610;
/// The number cannot get text messages: invalid, no mobile, not reached from our number, a landline, in a region that is not enabled.
const UNREACHABLE: [u32; 5] = [21211, 21614, 21612, 21635, 21408];
/// The number that sends has too many messages waiting.
const QUEUE_FULL: u32 = 21611;
/// The number or service that sends is not ours, or cannot send.
const SENDER_REFUSED: [u32; 5] = [21212, 21603, 21606, 21659, 21701];

/// Sends text messages by Twilio.
pub struct Twilio {
    client: HttpClient,
    /// The value of the header `Authorization`.
    authorization: String,
    account: String,
    sender: TwilioSender,
    auth_token: Secret,
    /// Where Twilio reports what became of a message; `None` if it cannot reach us.
    status_callback: Option<String>,
}

impl Twilio {
    /// # Errors
    /// A sentence that says why there is no client.
    pub fn new(settings: &TwilioSettings, public_url: &PublicUrl) -> Result<Self, String> {
        let TwilioSettings { account, auth_token, api_key, sender, url } = settings.clone();
        let (user, password) = api_key.unwrap_or_else(|| (account.clone(), auth_token.clone()));
        let basic = STANDARD.encode(format!("{user}:{}", password.expose()));
        let callback = format!("{}{WEBHOOK}", public_url.origin());
        Ok(Self {
            client: HttpClient::new("twilio", &url)?,
            authorization: format!("Basic {basic}"),
            account,
            sender,
            auth_token,
            // Twilio refuses a message whose address it cannot call.
            status_callback: callback.starts_with("https://").then_some(callback),
        })
    }

    /// The same with another timeout of a call.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { client: self.client.with_timeout(timeout), ..self }
    }

    fn call(&self, method: Method, path: &str) -> Call<'_> {
        self.client.call(method, path).secret_header("authorization", &self.authorization)
    }

    /// The path of something of the account.
    fn path(&self, of: &str) -> String {
        format!("/2010-04-01/Accounts/{}/{of}", self.account)
    }

    async fn hand_over(&self, message: &TextMessage) -> Result<(), NotSent> {
        let to = format!("+1{}", message.phone);
        let mut fields = vec![("To", to.as_str()), ("Body", message.text.trim())];
        fields.push(match &self.sender {
            TwilioSender::Service(service) => ("MessagingServiceSid", service),
            TwilioSender::Number(number) => ("From", number),
        });
        if let Some(callback) = &self.status_callback {
            fields.push(("StatusCallback", callback));
        }
        let answer = self.call(Method::POST, &self.path("Messages.json")).form(&fields).send().await;
        let answer = answer.map_err(|error| match error {
            NoAnswer::NotReached => NotSent::Down,
            NoAnswer::Unknown => NotSent::Unknown,
        })?;
        match answer.status {
            // Without a whole answer it may have been taken, or not.
            200..300 => answer.json::<Message>().map(|_| ()).map_err(|_| NotSent::Unknown),
            500..600 => Err(NotSent::Unknown),
            _ => Err(refusal(&answer)),
        }
    }

    /// Whether a message with that text went to that number since then, or a minute before.
    async fn is_listed(&self, message: &TextMessage, since: Timestamp) -> Result<bool, NotSent> {
        let (since, text) = (since.minus(SKEW), message.text.trim());
        let mut path = self.path(&format!("Messages.json?To=%2B1{}&PageSize={PAGE}", message.phone));
        for _ in 0..PAGES {
            let page = self.page(&path).await?;
            if page.messages.iter().any(|listed| listed.is_from_us_since(since) && listed.has(text)) {
                return Ok(true);
            }
            // Only the account's own addresses are called with its key.
            match page.next_page_uri {
                None => return Ok(false),
                Some(next) if next.starts_with(&self.path("")) => path = next,
                Some(_) => return Err(NotSent::Down),
            }
        }
        Err(NotSent::Down)
    }

    async fn page(&self, path: &str) -> Result<Page, NotSent> {
        let answer = self.call(Method::GET, path).send().await.map_err(|_| NotSent::Down)?;
        if !answer.is_success() {
            tracing::warn!(status = answer.status, code = code_of(&answer), "Twilio lists no messages");
            return Err(NotSent::Down);
        }
        answer.json().map_err(|_| NotSent::Down)
    }

    async fn fact(&self, id: &str) -> Result<Option<PhoneFact>, String> {
        let call = self.call(Method::GET, &self.path(&format!("Messages/{id}.json")));
        let answer = call.send().await.map_err(|error| error.to_string())?;
        match answer.status {
            // One of another account, or deleted.
            404 => Ok(None),
            200..300 => Ok(answer.json::<Message>().map_err(|error| error.to_string())?.fact()),
            status => Err(format!("Twilio answers {status} to a question about a message.")),
        }
    }
}

impl MessageSender<TextMessage> for Twilio {
    fn forgetting(&self) -> Forgetting {
        Forgetting::Keeps(PartyKnowing::Twilio)
    }

    fn send<'a>(&'a self, message: &'a TextMessage) -> BoxFuture<'a, Result<(), NotSent>> {
        Box::pin(self.hand_over(message))
    }

    fn without_keys(&self) -> Option<&dyn WithoutKeys<TextMessage>> {
        Some(self)
    }

    fn phone_facts(&self) -> Option<&dyn PhoneFacts> {
        Some(self)
    }

    fn webhook(&self) -> Option<&dyn Webhook> {
        Some(self)
    }

    // An API key that may send and list may not read the account, so the list is asked for.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async {
            match self.call(Method::GET, &self.path("Messages.json?PageSize=1")).send().await {
                Ok(answer) if answer.is_success() => Reach::Reached,
                Ok(answer) if answer.is_down() => Reach::NotReachable,
                Ok(answer) => {
                    let code = code_of(&answer).map_or_else(String::new, |code| format!(", error {code}"));
                    Reach::Refused(format!("Twilio answers {}{code}.", answer.status))
                }
                Err(_) => Reach::NotReachable,
            }
        })
    }
}

impl WithoutKeys<TextMessage> for Twilio {
    fn was_taken<'a>(&'a self, message: &'a TextMessage, since: Timestamp) -> BoxFuture<'a, Result<bool, NotSent>> {
        Box::pin(self.is_listed(message, since))
    }
}

impl PhoneFacts for Twilio {
    fn of_message<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<PhoneFact>, String>> {
        Box::pin(self.fact(id))
    }
}

impl Webhook for Twilio {
    fn party(&self) -> &'static str {
        "twilio"
    }

    fn read(&self, delivery: &Delivery<'_>) -> Result<Vec<Event>, NotTaken> {
        webhook::read(delivery, &self.auth_token)
    }
}

/// An error of Twilio.
#[derive(Deserialize)]
struct ErrorBody {
    code: Option<u32>,
}

fn code_of(answer: &Answer) -> Option<u32> {
    answer.json::<ErrorBody>().ok()?.code
}

/// Why Twilio has not taken a message. The log has its code alone, because its words contain the number.
fn refusal(answer: &Answer) -> NotSent {
    let code = code_of(answer);
    match code {
        Some(STOPPED) => return NotSent::Stopped,
        Some(code) if UNREACHABLE.contains(&code) => return NotSent::Unreachable,
        _ => tracing::warn!(status = answer.status, code, "Twilio does not take a text message"),
    }
    match (answer.status, code) {
        (_, Some(code)) if code == QUEUE_FULL || SENDER_REFUSED.contains(&code) => NotSent::Down,
        // It is about this message.
        (400, _) => NotSent::Refused,
        // It is about our account, or there are too many calls.
        _ => NotSent::Down,
    }
}
