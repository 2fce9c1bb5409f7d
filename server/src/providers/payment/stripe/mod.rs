//! Stripe, by its calls over HTTP.
//!
//! - **Cards** are typed into Stripe's own fields in the page, which make a payment method of them; no number comes here. A card's
//!   token is the customer at Stripe and the payment method: `cus_1:pm_1`. A SetupIntent asks the bank about it and attaches it. With its
//!   secret any card can be tried, so it is cancelled as soon as it is of no more use.
//! - **A charge** is a PaymentIntent, created unconfirmed, stored, and then confirmed. Our key stands in its metadata. Its state at
//!   Stripe settles what an answer that was lost has left open; one that is declined or not wanted any more is cancelled, so that
//!   it can take no money later.
//! - **A charge whose risk is read first** is created with manual capture. Once the bank has reserved the money, Radar's judgment is
//!   read, and the intent is captured or cancelled by another call.
//! - **Keys** make a repeated call the same call for 24 hours at least. After that the customer's intents are listed.

pub mod settings;

mod authorizations;
mod cards;
mod charges;
mod made;
mod movements;
mod notices;
mod refunds;
mod setups;
mod webhook;

use crate::platform::clock::{Clock, Timestamp};
use crate::platform::future::BoxFuture;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::Reach;
use crate::providers::common::webhook::Webhook;
use crate::providers::companies::stripe::client::Api;
use crate::providers::payment::card::{CardDetails, CardFields, CardToken, CardVerdict, OtherCardTried, TokenError};
use crate::providers::payment::charge::{
    ChargeOutcome, ChargeRequest, ClientSecret, Opening, RefundOutcome, RefundRequest,
};
use crate::providers::payment::made::{MadeCharge, MadePage, MadeRefund};
use crate::providers::payment::movement::MovementPage;
use crate::providers::payment::notice::{Notice, Notices};
use crate::providers::payment::stripe::settings::{StripeSettings, UnknownCards};
use crate::providers::payment::{NoAnswer, PaymentGateway};
use crate::values::hint::NoticeRef;
use std::sync::Arc;
use stylebox_core::card::entry::{CardEntryKind, PaymentMethod};
use stylebox_core::messages::forgetting::PartyKnowing;
use webhook::StripeWebhook;

/// The gateway Stripe.
pub struct Stripe {
    api: Api,
    clock: Arc<dyn Clock>,
    fields: CardFields,
    unknown_cards: UnknownCards,
    webhook: StripeWebhook,
}

impl Stripe {
    /// The gateway with these settings.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    pub fn new(settings: &StripeSettings, clock: Arc<dyn Clock>) -> Result<Self, String> {
        Ok(Self {
            api: Api::new(&settings.client)?,
            clock,
            fields: CardFields { publishable_key: settings.publishable_key.clone() },
            unknown_cards: settings.unknown_cards,
            webhook: StripeWebhook::new(settings.webhook_secret.clone()),
        })
    }
}

impl PaymentGateway for Stripe {
    fn forgetting(&self) -> Forgetting {
        Forgetting::ByCall(PartyKnowing::Stripe)
    }

    fn card_entry(&self) -> CardEntryKind {
        CardEntryKind::PaymentMethod
    }

    fn card_fields(&self) -> Option<CardFields> {
        Some(self.fields.clone())
    }

    /// As Stripe's guide to content policies lists them.
    fn browser_needs(&self) -> BrowserNeeds {
        let all = |origins: &[&str]| origins.iter().map(|origin| (*origin).to_owned()).collect();
        BrowserNeeds {
            scripts: all(&["https://js.stripe.com", "https://*.js.stripe.com"]),
            frames: all(&["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"]),
            connections: all(&["https://api.stripe.com"]),
            images: Vec::new(),
        }
    }

    fn tokenize<'a>(&'a self, card: &'a CardDetails) -> BoxFuture<'a, Result<CardToken, TokenError>> {
        Box::pin(self.make_token(card))
    }

    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<CardVerdict, NoAnswer>> {
        Box::pin(self.set_up(token))
    }

    fn card_secret<'a>(
        &'a self,
        gateway_customer: &'a str,
        card: &'a PaymentMethod,
    ) -> BoxFuture<'a, Result<Option<ClientSecret>, NoAnswer>> {
        Box::pin(self.secret_of_card(gateway_customer, card))
    }

    fn look_at_confirmation<'a>(
        &'a self,
        reference: &'a str,
    ) -> BoxFuture<'a, Result<Option<OtherCardTried>, NoAnswer>> {
        Box::pin(self.look_at_setup(reference))
    }

    fn open<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Opening, NoAnswer>> {
        Box::pin(self.create_intent(request))
    }

    fn charge<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>> {
        Box::pin(self.confirm_intent(request))
    }

    fn capture<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>> {
        Box::pin(self.capture_intent(request))
    }

    fn look_up<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        Box::pin(self.read_intent(request))
    }

    fn call_off<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        Box::pin(self.cancel_intent(request))
    }

    fn charge_secret<'a>(
        &'a self,
        request: &'a ChargeRequest,
    ) -> BoxFuture<'a, Result<Option<ClientSecret>, NoAnswer>> {
        Box::pin(self.secret_of_intent(request))
    }

    fn refund<'a>(&'a self, request: &'a RefundRequest) -> BoxFuture<'a, Result<RefundOutcome, NoAnswer>> {
        Box::pin(self.create_refund(request))
    }

    fn look_up_refund<'a>(
        &'a self,
        request: &'a RefundRequest,
    ) -> BoxFuture<'a, Result<Option<RefundOutcome>, NoAnswer>> {
        Box::pin(self.find_refund(request))
    }

    fn forget_card<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(self.detach(token))
    }

    fn forget<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(self.delete_customer(token))
    }

    fn notice<'a>(&'a self, about: &'a NoticeRef) -> BoxFuture<'a, Result<Option<Notice>, NoAnswer>> {
        Box::pin(self.read_notice(about))
    }

    fn notices(&self) -> BoxFuture<'_, Notices> {
        Box::pin(self.list_notices())
    }

    fn movements<'a>(
        &'a self,
        since: Timestamp,
        after: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Option<MovementPage>, NoAnswer>> {
        Box::pin(async move { self.read_movements(since, after).await.map(Some) })
    }

    fn charges_made<'a>(
        &'a self,
        since: Timestamp,
        after: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Option<MadePage<MadeCharge>>, NoAnswer>> {
        Box::pin(async move { self.list_charges(since, after).await.map(Some) })
    }

    fn refunds_made<'a>(
        &'a self,
        since: Timestamp,
        after: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Option<MadePage<MadeRefund>>, NoAnswer>> {
        Box::pin(async move { self.list_refunds(since, after).await.map(Some) })
    }

    fn webhook(&self) -> Option<&dyn Webhook> {
        Some(&self.webhook)
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async {
            match self.api.reach().await {
                Reach::Reached => self.api.reads("/v1/balance_transactions", "balance transactions").await,
                other => other,
            }
        })
    }
}
