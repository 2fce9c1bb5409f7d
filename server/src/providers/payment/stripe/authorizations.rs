//! What Radar, Stripe's judgment, says of a charge: it is read from an intent whose money is reserved, before that is captured.

use super::Stripe;
use super::charges::is_by_another_card;
use crate::platform::clock::Timestamp;
use crate::providers::companies::stripe::client::{Fault, SecondKey, is_id};
use crate::providers::companies::stripe::objects::PaymentIntent;
use crate::providers::payment::NoAnswer;
use crate::providers::payment::charge::{Authorization, ChargeOutcome, ChargeRequest};
use serde::Deserialize;
use std::time::Duration;
use stylebox_core::payment::authorization::{RiskLevel, RiskReview};
use stylebox_core::values::money::Money;

/// The shortest time for which a bank keeps money reserved that was asked for while the cardholder is absent: 4 days and 18 hours (Visa).
/// It counts if Stripe does not say when the money has to be taken.
const SHORTEST_AUTHORIZATION: Duration = Duration::from_secs((4 * 24 + 18) * 60 * 60);

/// A try to charge a card, as far as its risk is read.
#[derive(Debug, Deserialize)]
struct JudgedCharge {
    /// Seconds since 1970.
    created: i64,
    #[serde(default)]
    outcome: Option<Outcome>,
    #[serde(default)]
    payment_method_details: Option<MethodDetails>,
}

#[derive(Debug, Deserialize)]
struct Outcome {
    /// `authorized`, `manual_review`, `blocked`, …
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    risk_level: Option<String>,
    #[serde(default)]
    risk_score: Option<u8>,
}

#[derive(Debug, Deserialize)]
struct MethodDetails {
    #[serde(default)]
    card: Option<CardDetails>,
}

#[derive(Debug, Deserialize)]
struct CardDetails {
    /// Seconds since 1970.
    #[serde(default)]
    capture_before: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct Review {
    open: bool,
    reason: String,
}

impl Stripe {
    /// What is reserved by an intent that waits for its capture, and what Radar says of it.
    pub(super) async fn authorization(
        &self,
        intent: &PaymentIntent,
        request: &ChargeRequest,
    ) -> Result<Authorization, NoAnswer> {
        let Some(charge) = intent.latest_charge.as_deref().filter(|id| is_id(id)) else { return Err(NoAnswer) };
        let charge: Option<JudgedCharge> = self.api.find(&format!("/v1/charges/{charge}")).await?;
        let charge = charge.ok_or(NoAnswer)?;
        let review = match intent.review.as_deref().filter(|id| is_id(id)) {
            Some(id) => Some(self.review(id).await?),
            None => charge.outcome.as_ref().filter(|outcome| outcome.kind == "manual_review").map(|_| RiskReview::Open),
        };
        let level = |outcome: &Outcome| match &outcome.risk_level {
            Some(word) => RiskLevel::of(word).unwrap_or(RiskLevel::Unknown),
            None => RiskLevel::NotAssessed,
        };
        let capture_before = charge.payment_method_details.and_then(|details| details.card?.capture_before);
        let at = |seconds: i64| Timestamp(seconds.saturating_mul(1_000_000));
        let until = capture_before.map_or_else(|| at(charge.created).plus(SHORTEST_AUTHORIZATION), at);
        Ok(Authorization {
            amount: Money::from_cents(intent.amount_capturable).ok_or(NoAnswer)?,
            currency: intent.currency.to_uppercase(),
            by_another_card: is_by_another_card(intent, request),
            risk: charge.outcome.as_ref().map_or(RiskLevel::NotAssessed, level),
            score: charge.outcome.and_then(|outcome| outcome.risk_score),
            review,
            // In demo mode our clock may be ahead of Stripe's.
            until: self.clock.now().plus(until.since(self.clock.real_now())),
        })
    }

    async fn review(&self, id: &str) -> Result<RiskReview, NoAnswer> {
        let review: Option<Review> = self.api.find(&format!("/v1/reviews/{id}")).await?;
        let review = review.ok_or(NoAnswer)?;
        Ok(match (review.open, review.reason.as_str()) {
            (true, _) => RiskReview::Open,
            (false, "approved") => RiskReview::Approved,
            (false, _) => RiskReview::Closed,
        })
    }

    /// Captures the intent of an authorized charge, and no more than was asked for. Its own state prevents it from being captured
    /// twice, or after it was cancelled; if the call is refused, that state says what became of it.
    pub(super) async fn capture_intent(&self, request: &ChargeRequest) -> Result<ChargeOutcome, NoAnswer> {
        let Some(id) = request.opened_as.as_deref().filter(|id| is_id(id)) else { return Err(NoAnswer) };
        let path = format!("/v1/payment_intents/{id}/capture");
        let fields = [("amount_to_capture", request.amount.to_cents().to_string())];
        let key = format!("{}-capture", request.key);
        let intent = match self.api.post::<PaymentIntent>(&path, &fields, &key, SecondKey::Allowed).await {
            Ok(posted) if !posted.is_replayed => Some(posted.object),
            Ok(_) | Err(Fault::Refused(_)) => self.intent(request).await?,
            Err(Fault::NoAnswer | Fault::KeyOfOtherFields) => return Err(NoAnswer),
        };
        let Some(intent) = intent else { return Err(NoAnswer) };
        match self.outcome(&intent, request).await? {
            Some(ChargeOutcome::Authorized(_)) | None => {
                tracing::error!(intent = intent.id, "Stripe refuses to capture a charge that is authorized");
                Err(NoAnswer)
            }
            Some(outcome) => Ok(outcome),
        }
    }
}
