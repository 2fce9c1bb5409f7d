//! Stripe's calls: the key, the version, idempotency keys, and what its errors mean.

use super::objects::{ApiError, ErrorBody, HasId, List};
use crate::platform::config::Secret;
use crate::providers::common::http_client::{Answer, Call, HttpClient};
use crate::providers::common::reach::Reach;
use crate::providers::companies::stripe::account::StripeClientSettings;
use crate::providers::payment::NoAnswer;
use reqwest::Method;
use serde::de::DeserializeOwned;
use std::time::Duration;
use url::form_urlencoded;

/// The version of Stripe's calls that this code was written for. Stripe keeps answering in its form.
const VERSION: &str = "2025-09-30.clover";

/// How often a call is repeated if its key is in use, because the same call is under way.
const REPEATS_IN_USE: u32 = 3;
/// The wait before each repeat.
const IN_USE_WAIT: Duration = Duration::from_millis(400);

/// How many objects are asked for at once: Stripe's largest page.
const PAGE: &str = "100";
/// The most pages that are read. No customer has so many charges; a list without an end is no answer.
const MOST_PAGES: usize = 100;

/// A name and its value, as a form has them.
pub(crate) type Field = (&'static str, String);

/// Why a call did not do what it should.
#[derive(Debug)]
pub(crate) enum Fault {
    /// What it did is unknown, or nothing can be done at the moment.
    NoAnswer,
    /// The key was used before with other fields, such as by an earlier version of this program. This call did nothing.
    KeyOfOtherFields,
    Refused(Box<ApiError>),
}

impl From<NoAnswer> for Fault {
    fn from(_: NoAnswer) -> Self {
        Self::NoAnswer
    }
}

/// Whether a call under a key that has failed at Stripe may be sent once more under another key. Stripe replays a failure of its own
/// (5xx) under the key for a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecondKey {
    /// It moves no money, or the object's own state prevents it from taking effect twice.
    Allowed,
    /// It could take effect twice.
    Refused,
}

/// The calls.
#[derive(Debug)]
pub(crate) struct Api {
    client: HttpClient,
    key: Secret,
}

impl Api {
    pub(crate) fn new(settings: &StripeClientSettings) -> Result<Self, String> {
        Self::named("stripe", settings)
    }

    /// The calls of a party of this name, for the log and the metrics.
    pub(crate) fn named(party: &'static str, settings: &StripeClientSettings) -> Result<Self, String> {
        let StripeClientSettings { account, timeout } = settings;
        let client = HttpClient::new(party, &account.url)?.with_timeout(*timeout);
        Ok(Self { client, key: account.secret_key.clone() })
    }

    pub(crate) fn with_timeout(self, timeout: Duration) -> Self {
        Self { client: self.client.with_timeout(timeout), ..self }
    }

    pub(crate) fn call(&self, method: Method, path: &str) -> Call<'_> {
        self.client.call(method, path).bearer(&self.key).header("stripe-version", VERSION)
    }

    /// Reads an object or a list.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str, query: &[Field]) -> Result<T, Fault> {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
        let path = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        let answer = self.call(Method::GET, &path).send().await.map_err(|_| Fault::NoAnswer)?;
        read(&answer)
    }

    /// Reads an object; `None` if Stripe does not have it.
    pub(crate) async fn find<T: DeserializeOwned>(&self, path: &str) -> Result<Option<T>, NoAnswer> {
        match self.get(path, &[]).await {
            Ok(found) => Ok(Some(found)),
            Err(Fault::Refused(error)) if error.status == 404 => Ok(None),
            Err(fault) => Err(no_answer(&fault)),
        }
    }

    /// A page of a list, which begins after the object with the id `after`, or at the beginning of the list. Returns its objects, and the
    /// id after which the next page begins; `None` after the last page.
    pub(crate) async fn page<T: DeserializeOwned + HasId>(
        &self,
        path: &str,
        query: &[Field],
        after: Option<&str>,
    ) -> Result<(Vec<T>, Option<String>), Fault> {
        let mut query = query.to_vec();
        query.push(("limit", PAGE.to_owned()));
        query.extend(after.map(|after| ("starting_after", after.to_owned())));
        let page: List<T> = self.get(path, &query).await?;
        // An empty page that is said not to be the last would be asked for again forever.
        let next = page.data.last().filter(|_| page.has_more).map(|last| last.id().to_owned());
        Ok((page.data, next))
    }

    /// All objects of a list, read page by page.
    pub(crate) async fn all<T: DeserializeOwned + HasId>(
        &self,
        path: &str,
        query: &[Field],
    ) -> Result<Vec<T>, NoAnswer> {
        self.pages(path, query).await.map_err(|fault| no_answer(&fault))
    }

    /// The same, but returns Stripe's refusal too.
    pub(crate) async fn pages<T: DeserializeOwned + HasId>(
        &self,
        path: &str,
        query: &[Field],
    ) -> Result<Vec<T>, Fault> {
        let mut found = Vec::new();
        self.read_into(&mut found, path, query).await?;
        Ok(found)
    }

    /// The part of a list that can be read, and whether that is all of it. If a page is not answered, those before it are still
    /// returned.
    pub(crate) async fn what_is_read<T: DeserializeOwned + HasId>(
        &self,
        path: &str,
        query: &[Field],
    ) -> (Vec<T>, bool) {
        let mut found = Vec::new();
        let read = self.read_into(&mut found, path, query).await.map_err(|fault| no_answer(&fault));
        (found, read.is_ok())
    }

    async fn read_into<T: DeserializeOwned + HasId>(
        &self,
        found: &mut Vec<T>,
        path: &str,
        query: &[Field],
    ) -> Result<(), Fault> {
        let mut after = None;
        for _ in 0..MOST_PAGES {
            let (page, next) = self.page(path, query, after.as_deref()).await?;
            found.extend(page);
            if next.is_none() {
                return Ok(());
            }
            after = next;
        }
        tracing::error!(path, "a list at Stripe has more pages than are read");
        Err(Fault::NoAnswer)
    }

    /// Creates or changes an object, once for each key.
    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        fields: &[Field],
        key: &str,
        second_key: SecondKey,
    ) -> Result<Posted<T>, Fault> {
        let answer = self.post_under(path, fields, key).await?;
        let answer = match second_key {
            SecondKey::Allowed if answer.is_down() && is_replayed(&answer) => {
                self.post_under(path, fields, &format!("{key}-again")).await?
            }
            SecondKey::Allowed | SecondKey::Refused => answer,
        };
        let is_replayed = is_replayed(&answer);
        read(&answer).map(|object| Posted { object, is_replayed })
    }

    async fn post_under(&self, path: &str, fields: &[Field], key: &str) -> Result<Answer, Fault> {
        let mut repeats = 0;
        loop {
            let call = self.call(Method::POST, path).header("idempotency-key", key).form(fields);
            let answer = call.send().await.map_err(|_| Fault::NoAnswer)?;
            if answer.status != 409 || repeats == REPEATS_IN_USE {
                return Ok(answer);
            }
            repeats += 1;
            tokio::time::sleep(IN_USE_WAIT).await;
        }
    }

    /// Deletes an object. It is no error if there is none.
    pub(crate) async fn delete(&self, path: &str) -> Result<(), NoAnswer> {
        let answer = self.call(Method::DELETE, path).send().await.map_err(|_| NoAnswer)?;
        if answer.is_success() || answer.status == 404 { Ok(()) } else { Err(NoAnswer) }
    }

    /// Reads the newest charge: a key that may not do that can do nothing that we need.
    pub(crate) async fn reach(&self) -> Reach {
        self.reads("/v1/payment_intents", "PaymentIntents").await
    }

    /// Reads the newest object of a list, to see whether the key may do that. `what`: the right that it needs, in Stripe's words.
    pub(crate) async fn reads(&self, list: &str, what: &str) -> Reach {
        let call = self.call(Method::GET, &format!("{list}?limit=1"));
        match call.send().await {
            Ok(answer) if answer.is_success() => Reach::Reached,
            Ok(answer) if answer.is_down() => Reach::NotReachable,
            Ok(answer) if answer.status == 401 => Reach::Refused("Stripe does not know the secret key.".to_owned()),
            Ok(answer) if answer.status == 403 => {
                Reach::Refused(format!("The secret key may not read {what} at Stripe: give it the right to."))
            }
            Ok(answer) => Reach::Refused(format!("Stripe answers {}.", answer.status)),
            Err(_) => Reach::NotReachable,
        }
    }
}

/// The answer to a call that creates or changes something.
#[derive(Debug)]
pub(crate) struct Posted<T> {
    pub(crate) object: T,
    /// Whether it is the answer of an earlier call under the key: the object may have changed since.
    pub(crate) is_replayed: bool,
}

fn is_replayed(answer: &Answer) -> bool {
    answer.header("idempotent-replayed") == Some("true")
}

fn read<T: DeserializeOwned>(answer: &Answer) -> Result<T, Fault> {
    if answer.is_success() {
        return answer.json().map_err(|_| Fault::NoAnswer);
    }
    let body: Option<ErrorBody> = answer.json().ok();
    let Some(ErrorBody { mut error }) = body else { return Err(Fault::NoAnswer) };
    error.status = answer.status;
    match answer.status {
        // A call that our own key, its permissions, or a reused idempotency key prevented did nothing, and is no verdict on a
        // card.
        401 | 403 | 409 => {}
        400 if error.kind == "idempotency_error" => {}
        400 | 402 | 404 => return Err(Fault::Refused(Box::new(error))),
        _ => return Err(Fault::NoAnswer),
    }
    // Stripe's message may repeat what was sent, so only the codes are logged.
    tracing::error!(status = answer.status, kind = error.kind, code = error.code, "Stripe takes no call of ours");
    Err(if answer.status == 400 { Fault::KeyOfOtherFields } else { Fault::NoAnswer })
}

/// Takes a refusal that should not happen as no answer: the call is repeated later.
pub(crate) fn no_answer(fault: &Fault) -> NoAnswer {
    if let Fault::Refused(error) = fault {
        tracing::error!(status = error.status, kind = error.kind, code = error.code, "Stripe refuses a call of ours");
    }
    NoAnswer
}

/// Whether a text can be an id of Stripe's, and so a part of an address.
pub(crate) fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
