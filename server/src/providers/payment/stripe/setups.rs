//! SetupIntents: what the bank says of a card, and the secret by which its cardholder confirms it.
//!
//! With the secret any card can be tried from a script of one's own, and we would see none of it. So a SetupIntent is cancelled once it
//! is of no more use: the card was refused, another card was tried on it, or the card has to be forgotten. Stripe tells us of tries by
//! its webhook. One that is refused when it is made need not be cancelled: its secret leaves the server at
//! [`Stripe::secret_of_card`] alone.

use super::Stripe;
use super::cards::parts;
use crate::providers::companies::stripe::client::{Fault, SecondKey, is_id, no_answer};
use crate::providers::companies::stripe::objects::{List, SetupIntent};
use crate::providers::payment::NoAnswer;
use crate::providers::payment::card::{CardVerdict, OtherCardTried};
use crate::providers::payment::charge::ClientSecret;
use stylebox_core::card::entry::PaymentMethod;

/// The kind of a refusal that the bank makes.
const CARD_ERROR: &str = "card_error";

impl Stripe {
    /// Asks the bank whether the card is good, for charges while the customer is absent. If it is, the card is attached.
    pub(super) async fn set_up(&self, token: &str) -> Result<CardVerdict, NoAnswer> {
        let Some((customer, id)) = parts(token) else { return Ok(CardVerdict::Declined) };
        let fields = [
            ("customer", customer.to_owned()),
            ("payment_method", id.to_owned()),
            ("payment_method_types[]", "card".to_owned()),
            ("usage", "off_session".to_owned()),
            ("confirm", "true".to_owned()),
            ("metadata[card]", id.to_owned()),
        ];
        let key = format!("setup-{id}");
        match self.api.post::<SetupIntent>("/v1/setup_intents", &fields, &key, SecondKey::Allowed).await {
            Ok(posted) if posted.is_replayed => self.verdict_later(&posted.object.id, customer, id).await,
            Ok(posted) => self.verdict(&posted.object, id).await,
            Err(Fault::Refused(error)) if error.kind == CARD_ERROR => {
                tracing::info!(code = error.code, decline_code = error.decline_code, "a bank refuses a card");
                Ok(CardVerdict::Declined)
            }
            // What we have asked wrongly is no verdict on the card.
            Err(fault) => Err(no_answer(&fault)),
        }
    }

    /// The verdict on a card that was asked about before. The cardholder may have confirmed it since; and it may have been detached
    /// since, because it did not come again in time: then it can never be charged.
    async fn verdict_later(&self, intent: &str, customer: &str, id: &str) -> Result<CardVerdict, NoAnswer> {
        let intent: SetupIntent =
            self.api.get(&format!("/v1/setup_intents/{intent}"), &[]).await.map_err(|fault| no_answer(&fault))?;
        let verdict = self.verdict(&intent, id).await?;
        if verdict == CardVerdict::Good && self.customer_of(id).await?.as_deref() != Some(customer) {
            return Ok(CardVerdict::Declined);
        }
        Ok(verdict)
    }

    /// The verdict on the card `id`. What the bank says of another card, with which the intent was confirmed in the browser, says
    /// nothing of this one.
    async fn verdict(&self, intent: &SetupIntent, id: &str) -> Result<CardVerdict, NoAnswer> {
        match (intent.status.as_str(), intent.payment_method.as_deref() == Some(id)) {
            ("succeeded", true) => Ok(CardVerdict::Good),
            ("requires_action", true) => Ok(CardVerdict::ToConfirm),
            ("succeeded" | "canceled", _) => Ok(CardVerdict::Declined),
            _ if intent.is_open() && self.end_setup(&intent.id).await? => Ok(CardVerdict::Declined),
            _ => Err(NoAnswer),
        }
    }

    /// The secret of the newest question to the bank about the card, if the cardholder has to confirm it.
    pub(super) async fn secret_of_card(
        &self,
        customer: &str,
        card: &PaymentMethod,
    ) -> Result<Option<ClientSecret>, NoAnswer> {
        let query =
            [("customer", customer.to_owned()), ("payment_method", card.id().to_owned()), ("limit", "1".to_owned())];
        let found: List<SetupIntent> =
            self.api.get("/v1/setup_intents", &query).await.map_err(|fault| no_answer(&fault))?;
        let newest = found.data.into_iter().next().filter(|intent| intent.status == "requires_action");
        Ok(newest.and_then(|intent| intent.client_secret))
    }

    /// Cancels a SetupIntent of ours on which a try has failed, or another card was tried. Returns that other card.
    pub(super) async fn look_at_setup(&self, id: &str) -> Result<Option<OtherCardTried>, NoAnswer> {
        if !is_id(id) {
            return Ok(None);
        }
        let found: Option<SetupIntent> = self.api.find(&format!("/v1/setup_intents/{id}")).await?;
        let Some(intent) = found else { return Ok(None) };
        let (Some(customer), Some(card)) = (&intent.customer, intent.card()) else { return Ok(None) };
        let is_about_another = intent.payment_method.as_deref() != Some(card);
        if intent.is_open() && (is_about_another || intent.last_setup_error.is_some()) {
            self.end_setup(&intent.id).await?;
        }
        let token = format!("{customer}:{card}");
        if intent.status == "succeeded" {
            return Ok(is_about_another.then_some(OtherCardTried { token, fingerprint: None }));
        }
        let Some(error) = &intent.last_setup_error else { return Ok(None) };
        let tried = error.payment_method.as_ref();
        if tried.is_some_and(|tried| tried.id == card) {
            return Ok(None);
        }
        let fingerprint = tried.and_then(|tried| tried.card.as_ref()?.fingerprint.clone());
        Ok(Some(OtherCardTried { token, fingerprint }))
    }

    /// Cancels the open SetupIntents that we have made for a card of a customer, or for all of them.
    pub(super) async fn end_setups(&self, customer: &str, card: Option<&str>) -> Result<(), NoAnswer> {
        let query = [("customer", customer.to_owned())];
        let all: Vec<SetupIntent> = match self.api.pages("/v1/setup_intents", &query).await {
            Ok(all) => all,
            // Stripe does not have the customer.
            Err(Fault::Refused(error)) if error.code.as_deref() == Some("resource_missing") => return Ok(()),
            Err(fault) => return Err(no_answer(&fault)),
        };
        let is_for = |made_for: &str| card.is_none_or(|card| card == made_for);
        for intent in all.iter().filter(|intent| intent.is_open() && intent.card().is_some_and(is_for)) {
            self.end_setup(&intent.id).await?;
        }
        Ok(())
    }

    /// Cancels a SetupIntent, also one that Stripe does not have. Returns false if it can be cancelled no more: it has changed.
    async fn end_setup(&self, id: &str) -> Result<bool, NoAnswer> {
        let path = format!("/v1/setup_intents/{id}/cancel");
        let fields = [("cancellation_reason", "abandoned".to_owned())];
        match self.api.post::<SetupIntent>(&path, &fields, &format!("cancel-{id}"), SecondKey::Allowed).await {
            Ok(_) => Ok(true),
            Err(Fault::Refused(error)) if error.status == 404 => Ok(true),
            Err(Fault::Refused(error)) if error.code.as_deref() == Some("setup_intent_unexpected_state") => Ok(false),
            Err(fault) => Err(no_answer(&fault)),
        }
    }
}
