//! The sandbox gateway, which a test can make fail.

use std::sync::Arc;
use std::sync::Mutex;
use stylebox_core::card::card_change::{self, CardChangeForm};
use stylebox_core::card::entry::{CardEntry, CardEntryKind};
use stylebox_core::card::payment::{CardForm, CardholderForm};
use stylebox_core::money::Money;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::payment::{
    CardDetails, CardToken, Charge, ChargeOutcome, ChargeRequest, NoAnswer, PaymentGateway, RefundOutcome,
    RefundRequest, TokenError,
};
use tokio::sync::Notify;

/// What the gateway does with charges and refunds, or how its answers are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GatewayBehaviour {
    Works,
    /// Every call fails at once.
    Unreachable,
    /// Charges get through; their answers and all look-ups do not.
    LosesChargeAnswers,
    /// Charges get through; their answers come when [`Gateway::answer`] is called.
    AnswersLate,
    /// No call ever ends.
    Hangs,
    /// The bank declines.
    Declines,
    /// Charges a cent more than was asked for.
    ChargesAnotherAmount,
    /// Charges in another currency.
    ChargesAnotherCurrency,
    /// Charges a cent more, and refuses to refund it.
    KeepsAnotherAmount,
    /// Every charge arrives twice, and is answered twice.
    ChargesTwice,
    /// Charges get through, and the gateway does not know yet whether they succeed.
    StaysPending,
    /// The bank asks the cardholder, who confirms before the charge can be called off.
    ConfirmedBeforeCallOff,
    /// The bank asks the cardholder; the charge is called off, and the answer to that is lost.
    LosesCallOffAnswers,
    /// Refuses every refund.
    RefusesRefunds,
    /// Refunds get through; their answers and all look-ups of them do not.
    LosesRefundAnswers,
}

/// The sandbox gateway, and how it behaves.
pub struct Gateway {
    sandbox: Arc<dyn PaymentGateway>,
    behaviour: Mutex<GatewayBehaviour>,
    asked: Mutex<Vec<ChargeRequest>>,
    refunds: Mutex<usize>,
    late: Notify,
    meanwhile: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    /// The keys of refunds that were refused: they stay refused.
    refused: Mutex<Vec<String>>,
    /// The payment methods that its own fields made, if it takes cards in these: their cards, and then their tokens.
    own_fields: Mutex<Option<Vec<PaymentMethodOfCard>>>,
}

struct PaymentMethodOfCard {
    card: CardForm,
    /// The sandbox's own token, once it was asked for.
    token: Option<String>,
}

/// What stands before a payment method's id in the token that is made of it: gateways do not name both alike.
const OF_CUSTOMER: &str = "cus_1:";

impl Gateway {
    pub fn new(sandbox: Arc<dyn PaymentGateway>) -> Self {
        Self {
            sandbox,
            behaviour: Mutex::new(GatewayBehaviour::Works),
            asked: Mutex::new(Vec::new()),
            refunds: Mutex::new(0),
            late: Notify::new(),
            meanwhile: Mutex::new(None),
            refused: Mutex::new(Vec::new()),
            own_fields: Mutex::new(None),
        }
    }

    /// From now on it takes cards in its own fields.
    pub fn take_cards_in_own_fields(&self) {
        *self.own_fields.lock().unwrap() = Some(Vec::new());
    }

    /// What its own fields make of a typed card, in the browser.
    pub fn payment_method(&self, number: &str, expiration: &str) -> String {
        let mut own_fields = self.own_fields.lock().unwrap();
        let made = own_fields.as_mut().unwrap();
        let (credit_card_number, expiration) = (number.to_owned(), expiration.to_owned());
        let card = CardForm { credit_card_number, expiration, cvv: "123".to_owned() };
        made.push(PaymentMethodOfCard { card, token: None });
        format!("pm_{}", made.len() - 1)
    }

    /// The place of a payment method among those made.
    fn place(&self, id: &str) -> Option<usize> {
        let id = id.strip_prefix(OF_CUSTOMER).unwrap_or(id);
        let place: usize = id.strip_prefix("pm_")?.parse().ok()?;
        let own_fields = self.own_fields.lock().unwrap();
        own_fields.as_ref().filter(|made| place < made.len()).map(|_| place)
    }

    async fn tokenise_own(&self, details: &CardDetails) -> Result<CardToken, TokenError> {
        let CardEntry::PaymentMethod(id) = &details.card else { panic!("a number came to the service") };
        let place = self.place(id.id()).ok_or(TokenError::InvalidNumber)?;
        let card_info = {
            let own_fields = self.own_fields.lock().unwrap();
            let made = &own_fields.as_ref().unwrap()[place];
            // A payment method is given to one customer once.
            if made.token.is_some() {
                return Err(TokenError::InvalidNumber);
            }
            made.card.clone()
        };
        // It is no judge of what has ended: a card of 2020 is a card.
        let (text, now) = (|text: &str| text.to_owned(), "2020-01-01T15:00:00Z".parse().unwrap());
        let cardholder = CardholderForm {
            name: text("Ann Larsen"),
            street_address1: text("7 Elliot Avenue"),
            street_address2: String::new(),
            city: text("Minneapolis"),
            state: text("MN"),
            zip_code: text("55404"),
            phone: text("6125550142"),
        };
        let typed = card_change::parse(&CardChangeForm { cardholder, card_info, now });
        let card = CardEntry::Typed(typed.map_err(|_| TokenError::InvalidNumber)?.card);
        let (cardholder, postal_code) = (details.cardholder.clone(), details.postal_code.clone());
        let token = self.sandbox.tokenise(&CardDetails { card, cardholder, postal_code }).await?;
        self.own_fields.lock().unwrap().as_mut().unwrap()[place].token = Some(token.token);
        Ok(CardToken { token: format!("{OF_CUSTOMER}{}", id.id()), ..token })
    }

    /// The charge with the sandbox's own token.
    fn with_token(&self, request: &ChargeRequest) -> ChargeRequest {
        let place = self.place(&request.token);
        let own_fields = self.own_fields.lock().unwrap();
        let own = place.and_then(|place| own_fields.as_ref().unwrap()[place].token.clone());
        ChargeRequest { token: own.unwrap_or_else(|| request.token.clone()), ..request.clone() }
    }

    pub fn set(&self, behaviour: GatewayBehaviour) {
        *self.behaviour.lock().unwrap() = behaviour;
    }

    /// Sends the late answers.
    pub fn answer(&self) {
        self.late.notify_waiters();
    }

    /// Runs `happens` while the gateway tokenises the next card.
    pub fn meanwhile(&self, happens: impl FnOnce() + Send + 'static) {
        *self.meanwhile.lock().unwrap() = Some(Box::new(happens));
    }

    /// The charges that the service has asked for, repeats too.
    pub fn asked(&self) -> Vec<ChargeRequest> {
        self.asked.lock().unwrap().clone()
    }

    /// How many refunds the service has asked for, repeats too.
    pub fn refunds(&self) -> usize {
        *self.refunds.lock().unwrap()
    }

    fn behaviour(&self) -> GatewayBehaviour {
        *self.behaviour.lock().unwrap()
    }

    async fn charge_through(&self, request: &ChargeRequest) -> Result<ChargeOutcome, NoAnswer> {
        self.asked.lock().unwrap().push(request.clone());
        let request = &self.with_token(request);
        match self.behaviour() {
            GatewayBehaviour::Works
            | GatewayBehaviour::LosesCallOffAnswers
            | GatewayBehaviour::RefusesRefunds
            | GatewayBehaviour::LosesRefundAnswers => self.sandbox.charge(request).await,
            GatewayBehaviour::Unreachable => Err(NoAnswer),
            GatewayBehaviour::LosesChargeAnswers => {
                self.sandbox.charge(request).await?;
                Err(NoAnswer)
            }
            GatewayBehaviour::ChargesTwice => {
                self.asked.lock().unwrap().push(request.clone());
                let first = self.sandbox.charge(request).await?;
                let second = self.sandbox.charge(request).await?;
                assert_eq!(first, second);
                Ok(second)
            }
            GatewayBehaviour::AnswersLate => {
                let answer = self.sandbox.charge(request).await;
                self.late.notified().await;
                answer
            }
            GatewayBehaviour::Hangs => std::future::pending().await,
            GatewayBehaviour::Declines => Ok(ChargeOutcome::Declined { reason: "do_not_honor".to_owned() }),
            GatewayBehaviour::StaysPending => {
                self.sandbox.charge(request).await?;
                Ok(ChargeOutcome::Pending)
            }
            GatewayBehaviour::ConfirmedBeforeCallOff => {
                self.sandbox.charge(request).await?;
                Ok(ChargeOutcome::ActionRequired { url: "https://bank.example/confirm".to_owned() })
            }
            GatewayBehaviour::ChargesAnotherAmount | GatewayBehaviour::KeepsAnotherAmount => {
                let amount = request.amount.plus(Money::from_cents(1).unwrap()).unwrap();
                self.sandbox.charge(&ChargeRequest { amount, ..request.clone() }).await
            }
            GatewayBehaviour::ChargesAnotherCurrency => {
                let outcome =
                    self.sandbox.charge(&ChargeRequest { currency: "CAD".to_owned(), ..request.clone() }).await;
                let Ok(ChargeOutcome::Captured(charge)) = outcome else { panic!("{outcome:?}") };
                Ok(ChargeOutcome::Captured(Charge { currency: "CAD".to_owned(), ..charge }))
            }
        }
    }
}

impl PaymentGateway for Gateway {
    fn tokenise<'a>(&'a self, card: &'a CardDetails) -> BoxFuture<'a, Result<CardToken, TokenError>> {
        if let Some(happens) = self.meanwhile.lock().unwrap().take() {
            happens();
        }
        if self.behaviour() == GatewayBehaviour::Unreachable {
            Box::pin(async { Err(TokenError::NoAnswer) })
        } else if self.own_fields.lock().unwrap().is_some() {
            Box::pin(self.tokenise_own(card))
        } else {
            self.sandbox.tokenise(card)
        }
    }

    fn card_entry(&self) -> CardEntryKind {
        match *self.own_fields.lock().unwrap() {
            Some(_) => CardEntryKind::PaymentMethod,
            None => self.sandbox.card_entry(),
        }
    }

    fn charge<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>> {
        Box::pin(self.charge_through(request))
    }

    fn look_up<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        match self.behaviour() {
            GatewayBehaviour::Unreachable | GatewayBehaviour::LosesChargeAnswers => Box::pin(async { Err(NoAnswer) }),
            GatewayBehaviour::StaysPending => Box::pin(async { Ok(Some(ChargeOutcome::Pending)) }),
            _ => self.sandbox.look_up(key),
        }
    }

    fn call_off<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        let called_off = self.sandbox.call_off(key);
        match self.behaviour() {
            GatewayBehaviour::Unreachable => Box::pin(async { Err(NoAnswer) }),
            GatewayBehaviour::LosesCallOffAnswers => Box::pin(async { called_off.await.and(Err(NoAnswer)) }),
            _ => called_off,
        }
    }

    fn refund<'a>(&'a self, request: &'a RefundRequest) -> BoxFuture<'a, Result<RefundOutcome, NoAnswer>> {
        *self.refunds.lock().unwrap() += 1;
        let given_back = self.sandbox.refund(request);
        let mut refused = self.refused.lock().unwrap();
        match self.behaviour() {
            GatewayBehaviour::Unreachable => Box::pin(async { Err(NoAnswer) }),
            GatewayBehaviour::LosesRefundAnswers => Box::pin(async { given_back.await.and(Err(NoAnswer)) }),
            line if matches!(line, GatewayBehaviour::RefusesRefunds | GatewayBehaviour::KeepsAnotherAmount)
                || refused.contains(&request.key) =>
            {
                refused.push(request.key.clone());
                Box::pin(async { Ok(RefundOutcome::Refused { reason: "not_now".to_owned() }) })
            }
            _ => given_back,
        }
    }

    fn look_up_refund<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<RefundOutcome>, NoAnswer>> {
        match self.behaviour() {
            GatewayBehaviour::Unreachable | GatewayBehaviour::LosesRefundAnswers => Box::pin(async { Err(NoAnswer) }),
            _ if self.refused.lock().unwrap().iter().any(|refused| refused == key) => {
                Box::pin(async { Ok(Some(RefundOutcome::Refused { reason: "not_now".to_owned() })) })
            }
            _ => self.sandbox.look_up_refund(key),
        }
    }
}
