//! Charges: created unconfirmed, then confirmed, and settled by their state at Stripe.

use super::Stripe;
use super::cards::parts;
use super::made;
use crate::providers::companies::stripe::client::{Fault, Field, SecondKey, is_id, no_answer};
use crate::providers::companies::stripe::objects::{PaymentError, PaymentIntent};
use crate::providers::payment::NoAnswer;
use crate::providers::payment::charge::{
    CANCELED_UNDECLINED, Capture, Charge, ChargeOutcome, ChargeRequest, ClientSecret, Opening,
};
use crate::values::confirmation::Confirmation;
use std::time::Duration;
use stylebox_core::values::money::Money;

/// How long Stripe certainly knows a key: it keeps them for 24 hours at least.
const KEY_KNOWN: Duration = Duration::from_secs(23 * 60 * 60);
/// How much earlier than ours Stripe's clock may be.
const CLOCK_MARGIN: Duration = Duration::from_secs(10 * 60);

/// The bank wants the cardholder to confirm a charge that was made while they were absent.
const AUTHENTICATION_REQUIRED: &str = "authentication_required";
/// The cardholder was asked, and refused or left.
const NOT_AUTHENTICATED: &str = "payment_intent_authentication_failure";

impl Stripe {
    /// Creates the intent of a charge, or finds it: no money moves.
    pub(super) async fn create_intent(&self, request: &ChargeRequest) -> Result<Opening, NoAnswer> {
        if let Some(known) = &request.opened_as {
            return Ok(Opening::Opened(known.clone()));
        }
        if self.clock.now().since(request.begun_at) >= KEY_KNOWN
            && let Some(known) = self.listed(request).await?
        {
            return Ok(Opening::Opened(known.id));
        }
        let unknown_card = || Opening::Refused { reason: "unknown_card".to_owned() };
        let Some((customer, payment_method)) = parts(&request.token) else { return Ok(unknown_card()) };
        let mut fields = vec![
            ("amount", request.amount.to_cents().to_string()),
            ("currency", request.currency.to_lowercase()),
            ("customer", customer.to_owned()),
            ("payment_method", payment_method.to_owned()),
            ("payment_method_types[]", "card".to_owned()),
            ("description", request.description.clone()),
            ("metadata[attempt]", request.key.clone()),
        ];
        fields.extend(made::metadata(&request.about));
        if request.capture == Capture::AfterRisk {
            fields.push(("capture_method", "manual".to_owned()));
        }
        let key = format!("{}-create", request.key);
        match self.api.post::<PaymentIntent>("/v1/payment_intents", &fields, &key, SecondKey::Allowed).await {
            Ok(created) => Ok(Opening::Opened(created.object.id)),
            Err(Fault::Refused(error)) => Ok(Opening::Refused { reason: error.reason() }),
            // An earlier version of this program has asked with less metadata, and may have had no answer.
            Err(Fault::KeyOfOtherFields) => match self.listed(request).await? {
                Some(known) => Ok(Opening::Opened(known.id)),
                None => Err(NoAnswer),
            },
            Err(Fault::NoAnswer) => Err(NoAnswer),
        }
    }

    /// The intent with our key among those of the customer since the charge was begun. Stripe's search is not asked: it lags.
    async fn listed(&self, request: &ChargeRequest) -> Result<Option<PaymentIntent>, NoAnswer> {
        let Some((customer, _)) = parts(&request.token) else { return Ok(None) };
        // In demo mode our clock may be ahead of Stripe's.
        let age = self.clock.now().since(request.begun_at);
        let since = self.clock.real_now().minus(age).minus(CLOCK_MARGIN);
        let query = [("customer", customer.to_owned()), ("created[gte]", since.seconds().to_string())];
        let all: Vec<PaymentIntent> = self.api.all("/v1/payment_intents", &query).await?;
        Ok(all.into_iter().find(|intent| intent.is_of(&request.key)))
    }

    /// The intent of a charge as it is now; `None` if there is none.
    pub(super) async fn intent(&self, request: &ChargeRequest) -> Result<Option<PaymentIntent>, NoAnswer> {
        match &request.opened_as {
            Some(id) if is_id(id) => self.api.find(&format!("/v1/payment_intents/{id}")).await,
            Some(_) => Ok(None),
            None => self.listed(request).await,
        }
    }

    /// Confirms the intent: now the money moves.
    pub(super) async fn confirm_intent(&self, request: &ChargeRequest) -> Result<ChargeOutcome, NoAnswer> {
        let Some(id) = request.opened_as.as_deref().filter(|id| is_id(id)) else {
            // It was not prepared, so nothing can have been charged, and nothing is.
            return Err(NoAnswer);
        };
        let off_session = !request.customer_present;
        let fields = [("off_session", off_session.to_string())];
        let (intent, refusal) = self.confirm(id, &fields, &format!("{}-confirm", request.key)).await?;
        let intent = match intent {
            Some(intent) => Some(intent),
            None => self.intent(request).await?,
        };
        let outcome = match &intent {
            Some(intent) => self.outcome(intent, request).await?,
            None => None,
        };
        match (outcome, refusal) {
            (Some(outcome), _) => Ok(outcome),
            // The charge was never begun, and must not begin later.
            (None, Some(reason)) if self.cancel(id, request).await? => {
                Ok(ChargeOutcome::Declined { reason, advice: None })
            }
            (None, _) => Err(NoAnswer),
        }
    }

    /// Confirms an intent. Returns it as it is then, and Stripe's code if the call was refused.
    async fn confirm(
        &self,
        id: &str,
        fields: &[Field],
        key: &str,
    ) -> Result<(Option<PaymentIntent>, Option<String>), NoAnswer> {
        let path = format!("/v1/payment_intents/{id}/confirm");
        // Once it is confirmed, an intent cannot be confirmed again: a second key charges no second time.
        match self.api.post::<PaymentIntent>(&path, fields, key, SecondKey::Allowed).await {
            Ok(posted) if !posted.is_replayed => Ok((Some(posted.object), None)),
            Ok(_) => Ok((self.api.find(&format!("/v1/payment_intents/{id}")).await?, None)),
            Err(Fault::Refused(mut error)) => {
                let intent = error.payment_intent.take();
                Ok((intent, Some(error.reason())))
            }
            Err(Fault::NoAnswer | Fault::KeyOfOtherFields) => Err(NoAnswer),
        }
    }

    pub(super) async fn read_intent(&self, request: &ChargeRequest) -> Result<Option<ChargeOutcome>, NoAnswer> {
        match self.intent(request).await? {
            Some(intent) => self.outcome(&intent, request).await,
            None => Ok(None),
        }
    }

    /// What became of a charge, by the state of its intent; `None` if it was not confirmed yet. A declined one is cancelled first, so
    /// that it can take no money later.
    pub(super) async fn outcome(
        &self,
        intent: &PaymentIntent,
        request: &ChargeRequest,
    ) -> Result<Option<ChargeOutcome>, NoAnswer> {
        let error = intent.last_payment_error.clone();
        Ok(Some(match (intent.status.as_str(), error) {
            ("succeeded", _) => ChargeOutcome::Captured(taken(intent, request).ok_or(NoAnswer)?),
            ("requires_capture", _) if request.capture == Capture::AfterRisk => {
                ChargeOutcome::Authorized(self.authorization(intent, request).await?)
            }
            ("requires_action", _) => ChargeOutcome::ActionRequired(Confirmation::InPage),
            ("requires_payment_method", Some(error)) if error.is(AUTHENTICATION_REQUIRED) => {
                ChargeOutcome::ActionRequired(Confirmation::InPage)
            }
            ("requires_payment_method", Some(error)) => {
                if !self.cancel(&intent.id, request).await? {
                    // It has changed since it was read.
                    return Err(NoAnswer);
                }
                declined(error)
            }
            ("canceled", Some(error)) if !error.is(AUTHENTICATION_REQUIRED) => declined(error),
            ("canceled", _) => ChargeOutcome::Declined { reason: CANCELED_UNDECLINED.to_owned(), advice: None },
            ("requires_confirmation" | "requires_payment_method", _) => return Ok(None),
            _ => ChargeOutcome::Pending,
        }))
    }

    /// Cancels the intent of a charge. Returns what became of it: it may have taken the money before.
    pub(super) async fn cancel_intent(&self, request: &ChargeRequest) -> Result<Option<ChargeOutcome>, NoAnswer> {
        let Some(intent) = self.intent(request).await? else {
            // What Stripe does not have can take no money.
            let gone = || ChargeOutcome::Declined { reason: "unknown_charge".to_owned(), advice: None };
            return Ok(request.opened_as.is_some().then(gone));
        };
        if intent.status != "canceled" && intent.status != "succeeded" {
            self.cancel(&intent.id, request).await?;
        }
        self.read_intent(request).await
    }

    /// Cancels an intent, also one that Stripe does not have. Returns false if it can be cancelled no more: it has changed.
    async fn cancel(&self, id: &str, request: &ChargeRequest) -> Result<bool, NoAnswer> {
        let path = format!("/v1/payment_intents/{id}/cancel");
        let fields = [("cancellation_reason", "abandoned".to_owned())];
        let key = format!("{}-cancel", request.key);
        match self.api.post::<PaymentIntent>(&path, &fields, &key, SecondKey::Allowed).await {
            Ok(_) => Ok(true),
            Err(Fault::Refused(error)) if error.status == 404 => Ok(true),
            Err(Fault::Refused(error)) if error.code.as_deref() == Some("payment_intent_unexpected_state") => Ok(false),
            Err(fault) => Err(no_answer(&fault)),
        }
    }

    /// The intent's secret, if the cardholder has to confirm it. One that was refused for their absence is confirmed again first, now
    /// that they are there.
    pub(super) async fn secret_of_intent(&self, request: &ChargeRequest) -> Result<Option<ClientSecret>, NoAnswer> {
        let Some(mut intent) = self.intent(request).await? else { return Ok(None) };
        let was_absent = intent.status == "requires_payment_method"
            && intent.last_payment_error.as_ref().is_some_and(|error| error.is(AUTHENTICATION_REQUIRED));
        if was_absent && let Some((_, payment_method)) = parts(&request.token) {
            let fields = [("payment_method", payment_method.to_owned()), ("off_session", "false".to_owned())];
            match self.confirm(&intent.id, &fields, &format!("{}-confirm-present", request.key)).await? {
                (Some(confirmed), _) => intent = confirmed,
                (None, _) => return Ok(None),
            }
        }
        let secret = if intent.status == "requires_action" { intent.client_secret } else { None };
        Ok(secret)
    }
}

fn taken(intent: &PaymentIntent, request: &ChargeRequest) -> Option<Charge> {
    Some(Charge {
        id: intent.id.clone(),
        amount: Money::from_cents(intent.amount_received)?,
        currency: intent.currency.to_uppercase(),
        by_another_card: is_by_another_card(intent, request),
    })
}

/// Whether an intent that has succeeded or reserved money did so with another card: with its secret it can be confirmed with any,
/// also with a debit card, which we refuse.
pub(super) fn is_by_another_card(intent: &PaymentIntent, request: &ChargeRequest) -> bool {
    parts(&request.token).is_none_or(|(_, card)| intent.payment_method.as_deref() != Some(card))
}

fn declined(error: PaymentError) -> ChargeOutcome {
    if error.is(NOT_AUTHENTICATED) {
        ChargeOutcome::NotConfirmed
    } else if error.is("expired_card") {
        ChargeOutcome::CardExpired
    } else {
        let advice = error.advice();
        ChargeOutcome::Declined { reason: error.reason(), advice }
    }
}
