//! What customers let the analytics service know: their consent, and the events of those who agreed.

use crate::platform::error::{AppError, AppResult};
use crate::providers::analytics::{ClientId, Event};
use crate::service::message::mail::{self, Mail};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::message::outbox::{self, Channel};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy;

/// What a call says about analytics.
#[derive(Debug, Default)]
pub struct Said {
    /// Whether the customer agreed, and to which version of the question.
    pub answer: Option<(String, bool)>,
    /// By what the service knows the browser.
    pub client_id: Option<ClientId>,
    /// Whether the browser refuses for its customer (Global Privacy Control).
    pub refused_by_browser: bool,
}

/// Whether customers are asked at all.
#[must_use]
pub fn is_asked(state: &AppState) -> bool {
    state.providers.analytics.is_some()
}

/// The customer's answer; `None` if they were not asked this version of the question.
#[must_use]
pub fn answer(state: &AppState, customer: &CustomerRow) -> Option<bool> {
    let is_current = customer.analytics_consent_version.as_deref() == Some(policy::ANALYTICS_CONSENT_VERSION);
    (is_asked(state) && is_current).then_some(customer.google_analytics_client_id.is_some())
}

/// Writes what a call says into a customer's record, and says whether it changed. An id counts only with consent. Consent counts
/// only to this version of the question and while somebody asks it; a "no" always does.
pub fn take(state: &AppState, customer: &mut CustomerRow, said: Said) -> bool {
    let before = customer.clone();
    let id = said.client_id.map(|id| id.to_string()).filter(|_| !said.refused_by_browser);
    let is_of_now = |version: &String| version == policy::ANALYTICS_CONSENT_VERSION;
    match said.answer.map(|(version, agreed)| (version, agreed && !said.refused_by_browser)) {
        Some((version, true)) if !is_asked(state) || !is_of_now(&version) => {}
        // Without a number there is nobody to count.
        Some((_, true)) if id.is_none() => {}
        Some((version, agreed)) => {
            customer.google_analytics_client_id = id.filter(|_| agreed);
            // After a "no" to another version the customer may be asked this one.
            customer.analytics_consent_version = Some(version).filter(is_of_now);
            customer.analytics_decided_at = Some(state.clock.now());
        }
        None if answer(state, customer) == Some(true) && id.is_some() => customer.google_analytics_client_id = id,
        None => {}
    }
    *customer != before
}

/// The same for a customer who is signed in. Who takes consent back takes back the events that are not sent yet.
pub async fn decide(state: &AppState, customer_id: &str, said: Said) -> AppResult<()> {
    let (mut tx, mut customer) = state.db.write_about(customer_id).await?.ok_or(Refusal::NotSignedIn)?;
    if take(state, &mut customer, said) {
        customer.updated_at = state.clock.now();
        customer.update(&mut tx).await?;
        if customer.google_analytics_client_id.is_none() {
            outbox::take_back(&mut tx, Channel::Analytics, &customer.id).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// Writes an event of a customer who agreed; of any other, nothing. It is handed over after `tx` is committed.
pub async fn note(state: &AppState, tx: &mut CustomerTx, customer: &CustomerRow, event: &Event) -> AppResult<()> {
    let Some(id) = customer.google_analytics_client_id.clone().filter(|_| answer(state, customer) == Some(true)) else {
        return Ok(());
    };
    let event = Mail {
        kind: event.name(),
        channel: Channel::Analytics,
        customer_id: Some(customer.id.clone()),
        recipient: id,
        subject: format!("Analytics: {}", event.name()),
        body: serde_json::to_string(event).map_err(AppError::unexpected)?,
    };
    mail::queue(state, tx, event).await
}

/// The same, if the customer's record is not at hand.
pub async fn note_of(state: &AppState, tx: &mut CustomerTx, customer_id: &str, event: &Event) -> AppResult<()> {
    if !is_asked(state) {
        return Ok(());
    }
    match customers::by_id(tx, customer_id).await? {
        Some(customer) => note(state, tx, &customer, event).await,
        None => Ok(()),
    }
}
