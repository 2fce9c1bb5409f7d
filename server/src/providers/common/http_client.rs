//! The HTTP client by which outside parties are asked.
//!
//! A call has a timeout, follows no redirect, and takes no answer above a size. It is sent once: only its caller knows whether it may
//! be repeated, such as one with an idempotency key. The log has the party and what went wrong, and nothing of a call: headers hold
//! keys, and addresses and bodies hold what belongs to customers.

use crate::platform::config::{BaseUrl, Outgoing, OutgoingProxy, Secret};
use crate::platform::{metrics, trace};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Method, NoProxy};
use rustls::{ClientConfig, RootCertStore};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::Instrument;
use url::form_urlencoded;

/// In the metrics, the outcome of a call without an answer: nobody knows what it did.
const NO_ANSWER: &str = "no_answer";

/// The timeout of a call, from its first byte to the last one of its answer, unless it is set.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The timeout of connecting, which is part of the call's.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The hosts that no proxy is asked for.
const THIS_MACHINE: &str = "localhost,127.0.0.0/8,::1";

/// The most bytes of an answer, unless it is set.
const LARGEST_ANSWER: usize = 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The party was not reached: nothing of the call has arrived.
    #[error("the party cannot be reached")]
    NotReached,
    /// The call was sent, and nothing whole came back: what the party did is unknown.
    #[error("the party did not answer")]
    Unknown,
}

/// A client for one party.
#[derive(Debug, Clone)]
pub struct HttpClient {
    client: reqwest::Client,
    party: &'static str,
    base: BaseUrl,
    timeout: Duration,
    largest_answer: usize,
    is_traced: bool,
    warns: bool,
}

impl HttpClient {
    /// A client for `party`, such as `stripe`, whose calls are below `base`.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    pub fn new(party: &'static str, base: &BaseUrl) -> Result<Self, String> {
        let builder = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(base.outgoing()).map_err(|error| format!("TLS cannot be set up: {error}."))?)
            .redirect(Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            // Variables such as HTTPS_PROXY are for other programs.
            .no_proxy();
        let builder = match base.outgoing().proxy() {
            Some(proxy) => {
                builder.proxy(proxy_of(proxy).map_err(|error| format!("The proxy cannot be used: {error}."))?)
            }
            None => builder,
        };
        let client = builder.build().map_err(|error| format!("The client for {party} cannot be set up: {error}."))?;
        metrics::party_may_end(party, NO_ANSWER);
        Ok(Self {
            client,
            party,
            base: base.clone(),
            timeout: TIMEOUT,
            largest_answer: LARGEST_ANSWER,
            is_traced: true,
            warns: true,
        })
    }

    /// The same with another timeout of a call.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// The same with another bound on an answer, in bytes.
    #[must_use]
    pub fn with_largest_answer(self, largest_answer: usize) -> Self {
        Self { largest_answer, ..self }
    }

    /// The same without spans of its calls: spans of the calls that send spans would never end.
    #[must_use]
    pub fn without_trace(self) -> Self {
        Self { is_traced: false, ..self }
    }

    /// The same with its failures at the level debug: for a party that is called every few seconds, whose caller logs only
    /// changes.
    #[must_use]
    pub fn with_failures_at_debug(self) -> Self {
        Self { warns: false, ..self }
    }

    /// Logs what went wrong with a call.
    fn log_failure(&self, what: &str, is_timeout: bool) {
        let party = self.party;
        if self.warns {
            tracing::warn!(party, timeout = is_timeout, "a call of an outside party failed: {what}");
        } else {
            tracing::debug!(party, timeout = is_timeout, "a call of an outside party failed: {what}");
        }
    }

    /// A call. `path` begins with `/` and is already encoded.
    pub fn call(&self, method: Method, path: &str) -> Call<'_> {
        Call { client: self, method, url: self.base.join(path), headers: HeaderMap::new(), body: Vec::new() }
    }
}

/// A call that is being put together.
#[must_use]
pub struct Call<'a> {
    client: &'a HttpClient,
    method: Method,
    url: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Call<'_> {
    /// With a header. A value that no header can have is left out, and the party refuses the call.
    pub fn header(self, name: &'static str, value: &str) -> Self {
        self.with_header(name, value, false)
    }

    /// With a header that no log shows.
    pub fn secret_header(self, name: &'static str, value: &str) -> Self {
        self.with_header(name, value, true)
    }

    fn with_header(mut self, name: &'static str, value: &str, is_secret: bool) -> Self {
        if let Ok(mut value) = HeaderValue::from_str(value) {
            value.set_sensitive(is_secret);
            self.headers.insert(HeaderName::from_static(name), value);
        }
        self
    }

    /// With headers whose names are the operator's.
    pub fn headers(mut self, headers: &HeaderMap) -> Self {
        self.headers.extend(headers.clone());
        self
    }

    /// With a key as `Authorization: Bearer …`.
    pub fn bearer(self, key: &Secret) -> Self {
        self.secret_header("authorization", &format!("Bearer {}", key.expose()))
    }

    /// With these fields as the body, as a browser sends a form.
    pub fn form<K: AsRef<str>, V: AsRef<str>>(self, fields: &[(K, V)]) -> Self {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(fields.iter().map(|(name, value)| (name.as_ref(), value.as_ref())));
        self.body("application/x-www-form-urlencoded", form.finish().into_bytes())
    }

    pub fn json<T: Serialize>(self, value: &T) -> Self {
        // What cannot be written as JSON is sent empty, and the party refuses it.
        self.body("application/json", serde_json::to_vec(value).unwrap_or_default())
    }

    pub fn body(mut self, content_type: &'static str, body: Vec<u8>) -> Self {
        self.body = body;
        self.headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        self
    }

    /// Sends it, once. The party gets no `traceparent`: our traces tell it nothing, and it could use it to see which calls belong
    /// together.
    ///
    /// # Errors
    /// If nothing whole came back.
    pub async fn send(self) -> Result<Answer, NoAnswer> {
        let (party, begun) = (self.client.party, Instant::now());
        let span = match self.client.is_traced {
            true => trace::call(party, self.method.as_str(), self.client.base.host()),
            false => tracing::Span::none(),
        };
        let answer = self.send_once().instrument(span.clone()).await;
        let outcome = match &answer {
            Ok(answer) if answer.is_success() => "success",
            Ok(answer) if answer.is_down() => "down",
            Ok(_) => "refused",
            Err(NoAnswer::NotReached) => "not_reached",
            Err(NoAnswer::Unknown) => NO_ANSWER,
        };
        trace::called(&span, outcome, answer.as_ref().ok().map(|answer| answer.status));
        metrics::party_called(party, outcome, begun.elapsed());
        answer
    }

    async fn send_once(self) -> Result<Answer, NoAnswer> {
        let HttpClient { client, timeout, largest_answer, .. } = self.client;
        let sent = client.request(self.method, self.url).headers(self.headers).body(self.body).timeout(*timeout).send();
        let mut response = sent.await.map_err(|error| {
            let reason = if error.is_connect() { NoAnswer::NotReached } else { NoAnswer::Unknown };
            self.client.log_failure(&reason.to_string(), error.is_timeout());
            reason
        })?;
        let mut body = Vec::new();
        loop {
            match response.chunk().await {
                Ok(None) => break,
                Ok(Some(more)) if body.len().saturating_add(more.len()) <= *largest_answer => {
                    body.extend_from_slice(&more);
                }
                Ok(Some(_)) => {
                    self.client.log_failure(&format!("it answers with more than {largest_answer} bytes"), false);
                    return Err(NoAnswer::Unknown);
                }
                Err(_) => {
                    self.client.log_failure("it broke off its answer", false);
                    return Err(NoAnswer::Unknown);
                }
            }
        }
        Ok(Answer { status: response.status().as_u16(), headers: response.headers().clone(), body })
    }
}

/// What a party answered. Its status may say anything.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status: 200, 402, 503.
    pub status: u16,
    headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    /// Whether the status says that the call did what it should: 200 to 299.
    #[must_use]
    pub const fn is_success(&self) -> bool {
        matches!(self.status, 200..300)
    }

    /// Whether the status says that the party itself fails or is too busy, so that what it did is unknown: 429, 500 to 599.
    #[must_use]
    pub const fn is_down(&self) -> bool {
        matches!(self.status, 429 | 500..600)
    }

    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The body, read as JSON.
    ///
    /// # Errors
    /// If it is something else: what the party did is unknown then.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, NoAnswer> {
        serde_json::from_slice(&self.body).map_err(|_| NoAnswer::Unknown)
    }
}

/// The proxy, for all hosts but those that are called directly, as this machine is.
fn proxy_of(OutgoingProxy { url, login, direct }: &OutgoingProxy) -> reqwest::Result<reqwest::Proxy> {
    let direct = [THIS_MACHINE, &direct.join(",")].join(",");
    let proxy = reqwest::Proxy::all(url.clone())?.no_proxy(NoProxy::from_string(&direct));
    Ok(match login {
        Some((user, password)) => proxy.basic_auth(user, password.expose()),
        None => proxy,
    })
}

/// ring's cryptography, the certificate authorities that browsers trust, and those that the operator names. A party that is a double on this machine is called
/// without TLS.
fn tls(outgoing: &Outgoing) -> Result<ClientConfig, rustls::Error> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for authority in outgoing.authorities() {
        roots.add(authority.clone())?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}
