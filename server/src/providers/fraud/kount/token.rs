//! The tokens with which Kount's API is called: OAuth 2.0, with the client's credentials.

use crate::platform::clock::{Clock, Timestamp};
use crate::platform::config::Secret;
use crate::providers::common::http_client::{Answer, Call, HttpClient, NoAnswer};
use crate::providers::fraud::kount::settings::KountSettings;
use reqwest::Method;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// The timeout of the call: somebody waits for a verdict.
const TIMEOUT: Duration = Duration::from_secs(4);

/// How long before its end a token is no longer used. Kount's tokens last 20 minutes.
const MARGIN: Duration = Duration::from_secs(60);

/// Gets tokens and keeps the last one.
pub(super) struct Tokens {
    client: HttpClient,
    api_key: Secret,
    clock: Arc<dyn Clock>,
    /// Locked while a token is asked for, so that one call is made for all who need it.
    current: Mutex<Option<Current>>,
}

struct Current {
    token: Token,
    good_until: Timestamp,
}

/// A token. It has no `Debug`, because it is a secret.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Token(String);

impl Token {
    /// Makes a call with it.
    pub(super) async fn on(&self, call: Call<'_>) -> Result<Answer, NoAnswer> {
        call.secret_header("authorization", &format!("Bearer {}", self.0)).send().await
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoToken {
    /// Kount does not take the key. Holds its status.
    Refused(u16),
    /// Kount does not answer, or with something else.
    NoAnswer,
}

impl Tokens {
    pub(super) fn new(settings: &KountSettings, clock: Arc<dyn Clock>) -> Result<Self, String> {
        let client = HttpClient::new("kount", &settings.token_url)?.with_timeout(TIMEOUT);
        Ok(Self { client, api_key: settings.api_key.clone(), clock, current: Mutex::new(None) })
    }

    /// The kept token, or a new one.
    pub(super) async fn get(&self) -> Result<Token, NoToken> {
        let mut current = self.current.lock().await;
        match &*current {
            Some(known) if known.good_until > self.clock.now() => Ok(known.token.clone()),
            _ => self.fetch(&mut current).await,
        }
    }

    /// A token in place of one that Kount refuses, unless another call has got one meanwhile.
    pub(super) async fn instead_of(&self, refused: &Token) -> Result<Token, NoToken> {
        let mut current = self.current.lock().await;
        match &*current {
            Some(known) if known.token != *refused => Ok(known.token.clone()),
            _ => self.fetch(&mut current).await,
        }
    }

    /// A new token, whether or not one is kept.
    pub(super) async fn renew(&self) -> Result<Token, NoToken> {
        self.fetch(&mut *self.current.lock().await).await
    }

    async fn fetch(&self, current: &mut Option<Current>) -> Result<Token, NoToken> {
        let asked_at = self.clock.now();
        let call = self.client.call(Method::POST, "");
        let answer = call
            .secret_header("authorization", &format!("Basic {}", self.api_key.expose()))
            .form(&[("grant_type", "client_credentials"), ("scope", "k1_integration_api")])
            .send()
            .await
            .map_err(|_| NoToken::NoAnswer)?;
        if !answer.is_success() {
            tracing::warn!(party = "kount", status = answer.status, "Kount gives no token");
            return Err(if answer.is_down() { NoToken::NoAnswer } else { NoToken::Refused(answer.status) });
        }
        let given: Given = answer.json().map_err(|_| NoToken::NoAnswer)?;
        let token = Token(given.access_token);
        let good_for = Duration::from_secs(given.expires_in).saturating_sub(MARGIN);
        *current = Some(Current { token: token.clone(), good_until: asked_at.plus(good_for) });
        Ok(token)
    }
}

/// The parts of the answer that are read.
#[derive(Deserialize)]
struct Given {
    access_token: String,
    /// In seconds.
    expires_in: u64,
}
