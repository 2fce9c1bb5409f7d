//! What customers let the analytics service know: their consent, and the events of those who agreed.

use crate::platform::error::{AppError, AppResult};
use crate::providers::analytics::{ClientId, Event};
use crate::service::account::customer;
use crate::service::mail::{self, Mail};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::mail::outbox::{self, Channel};
use stylebox_core::account::analytics::{self, ConsentAnswer, ConsentCall, ConsentChange, StoredConsent};
use stylebox_core::policy;

/// What a call says about analytics.
#[derive(Debug, Default)]
pub struct ConsentRequest {
    /// The customer's answer, and the version of the question.
    pub answer: Option<ConsentAnswer>,
    /// The service's id of the browser.
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
    analytics::answer(&StoredConsent {
        is_asked: is_asked(state),
        answered_version: customer.analytics_consent_version.clone(),
        has_client_id: customer.google_analytics_client_id.is_some(),
    })
}

/// Writes what a call says into a customer's record. Returns whether there was anything to write.
pub fn apply(state: &AppState, customer: &mut CustomerRow, request: ConsentRequest) -> bool {
    let ConsentRequest { answer: new_answer, client_id, refused_by_browser } = request;
    let before = customer.clone();
    let change = analytics::change(&ConsentCall {
        is_asked: is_asked(state),
        has_agreed: answer(state, customer) == Some(true),
        answer: new_answer,
        has_client_id: client_id.is_some(),
        refused_by_browser,
    });
    let version = Some(policy::ANALYTICS_CONSENT_VERSION.to_owned());
    let client_id = client_id.map(|id| id.to_string());
    (customer.analytics_consent_version, customer.google_analytics_client_id) = match change {
        ConsentChange::Unchanged => return false,
        ConsentChange::Agreed | ConsentChange::ClientIdReplaced => (version, client_id),
        ConsentChange::Refused => (version, None),
        ConsentChange::RefusedAnotherVersion => (None, None),
    };
    if change != ConsentChange::ClientIdReplaced {
        customer.analytics_decided_at = Some(state.clock.now());
    }
    *customer != before
}

/// The same for a customer who is signed in. If they take consent back, events that are not sent yet are deleted.
pub async fn decide(state: &AppState, customer_id: &str, request: ConsentRequest) -> AppResult<()> {
    let (mut tx, mut customer) = customer::locked(state, customer_id).await?;
    if apply(state, &mut customer, request) {
        customer.updated_at = state.clock.now();
        customer.update(&mut tx).await?;
        if customer.google_analytics_client_id.is_none() {
            outbox::take_back(&mut tx, Channel::Analytics, &customer.id).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// Writes an event for a customer who agreed, and nothing for any other. It is handed over after `tx` is committed.
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
        html: String::new(),
        true_until: None,
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
