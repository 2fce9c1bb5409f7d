//! The sandbox gateway, which a test can make fail.

use serde_json::Value;
use std::sync::Arc;
use std::sync::Mutex;
use stylebox_core::card::card_change::{self, CardChangeForm};
use stylebox_core::card::entry::{CardEntry, CardEntryKind, PaymentMethod};
use stylebox_core::card::payment::{CardForm, CardholderForm};
use stylebox_core::values::money::Money;
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::common::browser_needs::BrowserNeeds;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::common::webhook::{Delivery, Event, NotTaken, Webhook};
use stylebox_server::providers::payment::card::{
    CardDetails, CardFields, CardToken, CardVerdict, OtherCardTried, TokenError,
};
use stylebox_server::providers::payment::charge::{
    Charge, ChargeOutcome, ChargeRequest, ClientSecret, Opening, RefundOutcome, RefundRequest,
};
use stylebox_server::providers::payment::made::{MadeCharge, MadePage, MadeRefund};
use stylebox_server::providers::payment::movement::MovementPage;
use stylebox_server::providers::payment::notice::{Notice, Notices};
use stylebox_server::providers::payment::{NoAnswer, PaymentGateway};
use stylebox_server::values::confirmation::Confirmation;
use stylebox_server::values::hint::Hint;
use stylebox_server::values::hint::NoticeRef;
use tokio::sync::Notify;

/// What the gateway does with charges and refunds, or how its answers are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GatewayBehaviour {
    Works,
    /// Every call fails immediately.
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
    tokenized: Mutex<usize>,
    banks_asked: Mutex<usize>,
    meanwhile: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    while_a_token_is_made: Mutex<Option<BoxFuture<'static, ()>>>,
    while_the_bank_is_asked: Mutex<Option<BoxFuture<'static, ()>>>,
    while_a_refund_is_made: Mutex<Option<BoxFuture<'static, ()>>>,
    forgotten: Mutex<Vec<String>>,
    cards_forgotten: Mutex<Vec<String>>,
    /// The keys of refunds that were refused: they stay refused.
    refused: Mutex<Vec<String>>,
    /// The payment methods that its own fields made, if it takes cards in its own fields.
    own_fields: Mutex<Option<Vec<PaymentMethodOfCard>>>,
}

struct PaymentMethodOfCard {
    card: CardForm,
    /// The sandbox's token for the card, once the service has asked for it.
    token: Option<CardToken>,
    /// Whether its bank has accepted it.
    is_good: bool,
}

/// Comes before a payment method's id in its token. With real gateways, too, a token is not the payment method's id.
const TOKEN_PREFIX: &str = "cus_1:";

impl Gateway {
    pub fn new(sandbox: Arc<dyn PaymentGateway>) -> Self {
        Self {
            sandbox,
            behaviour: Mutex::new(GatewayBehaviour::Works),
            asked: Mutex::new(Vec::new()),
            refunds: Mutex::new(0),
            late: Notify::new(),
            tokenized: Mutex::new(0),
            banks_asked: Mutex::new(0),
            meanwhile: Mutex::new(None),
            while_a_token_is_made: Mutex::new(None),
            while_the_bank_is_asked: Mutex::new(None),
            while_a_refund_is_made: Mutex::new(None),
            forgotten: Mutex::new(Vec::new()),
            cards_forgotten: Mutex::new(Vec::new()),
            refused: Mutex::new(Vec::new()),
            own_fields: Mutex::new(None),
        }
    }

    /// From now on it takes cards in its own fields.
    pub fn take_cards_in_own_fields(&self) {
        *self.own_fields.lock().unwrap() = Some(Vec::new());
    }

    /// Types a card into the gateway's own fields in the browser. Returns the id of the payment method.
    pub fn payment_method(&self, number: &str, expiration: &str) -> String {
        let mut own_fields = self.own_fields.lock().unwrap();
        let made = own_fields.as_mut().unwrap();
        let (credit_card_number, expiration) = (number.to_owned(), expiration.to_owned());
        let card = CardForm { credit_card_number, expiration, cvv: "123".to_owned() };
        made.push(PaymentMethodOfCard { card, token: None, is_good: false });
        format!("pm_{}", made.len() - 1)
    }

    /// The place of a payment method among those made.
    fn place(&self, id: &str) -> Option<usize> {
        let id = id.strip_prefix(TOKEN_PREFIX).unwrap_or(id);
        let place: usize = id.strip_prefix("pm_")?.parse().ok()?;
        let own_fields = self.own_fields.lock().unwrap();
        own_fields.as_ref().filter(|made| place < made.len()).map(|_| place)
    }

    async fn tokenize_own(&self, details: &CardDetails) -> Result<CardToken, TokenError> {
        let CardEntry::PaymentMethod(id) = &details.card else { panic!("a number came to the service") };
        let place = self.place(id.id()).ok_or(TokenError::InvalidNumber)?;
        let card_info = {
            let own_fields = self.own_fields.lock().unwrap();
            let made = &own_fields.as_ref().unwrap()[place];
            // A payment method is given to one customer once.
            if made.is_good {
                return Err(TokenError::InvalidNumber);
            }
            if let Some(token) = &made.token {
                return Ok(CardToken { token: format!("{TOKEN_PREFIX}{}", id.id()), ..token.clone() });
            }
            made.card.clone()
        };
        // Expired cards are accepted: the form is checked as of 2020.
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
        let CardDetails { cardholder, postal_code, account, gateway_customer, .. } = details;
        let details = CardDetails {
            card,
            cardholder: cardholder.clone(),
            postal_code: postal_code.clone(),
            account: account.clone(),
            gateway_customer: gateway_customer.clone(),
        };
        let token = self.sandbox.tokenize(&details).await?;
        self.own_fields.lock().unwrap().as_mut().unwrap()[place].token = Some(token.clone());
        Ok(CardToken { token: format!("{TOKEN_PREFIX}{}", id.id()), ..token })
    }

    /// The sandbox's own token.
    fn own_token(&self, token: &str) -> String {
        let place = self.place(token);
        let own_fields = self.own_fields.lock().unwrap();
        let own = place.and_then(|place| own_fields.as_ref().unwrap()[place].token.clone());
        own.map_or_else(|| token.to_owned(), |own| own.token)
    }

    async fn ask_bank(&self, token: &str) -> Result<CardVerdict, NoAnswer> {
        *self.banks_asked.lock().unwrap() += 1;
        let meanwhile = self.while_the_bank_is_asked.lock().unwrap().take();
        if let Some(meanwhile) = meanwhile {
            meanwhile.await;
        }
        if self.behaviour() == GatewayBehaviour::Unreachable {
            return Err(NoAnswer);
        }
        let verdict = self.sandbox.verify(&self.own_token(token)).await?;
        if let Some(place) = self.place(token) {
            self.own_fields.lock().unwrap().as_mut().unwrap()[place].is_good = verdict == CardVerdict::Good;
        }
        Ok(verdict)
    }

    pub fn set(&self, behaviour: GatewayBehaviour) {
        *self.behaviour.lock().unwrap() = behaviour;
    }

    /// Sends the late answers.
    pub fn answer(&self) {
        self.late.notify_waiters();
    }

    /// Runs `happens` while the gateway tokenizes the next card.
    pub fn run_at_next_token(&self, happens: impl FnOnce() + Send + 'static) {
        *self.meanwhile.lock().unwrap() = Some(Box::new(happens));
    }

    /// Runs `happens` while the gateway makes the next token.
    pub fn while_a_token_is_made(&self, happens: impl Future<Output = ()> + Send + 'static) {
        *self.while_a_token_is_made.lock().unwrap() = Some(Box::pin(happens));
    }

    /// Runs `happens` while the bank is asked about the next card.
    pub fn while_the_bank_is_asked(&self, happens: impl Future<Output = ()> + Send + 'static) {
        *self.while_the_bank_is_asked.lock().unwrap() = Some(Box::pin(happens));
    }

    /// Runs `happens` while the next refund is made.
    pub fn while_a_refund_is_made(&self, happens: impl Future<Output = ()> + Send + 'static) {
        *self.while_a_refund_is_made.lock().unwrap() = Some(Box::pin(happens));
    }

    /// How many tokens the service has asked for.
    pub fn tokenized(&self) -> usize {
        *self.tokenized.lock().unwrap()
    }

    /// How often the service has asked for a bank's verdict on a card.
    pub fn banks_asked(&self) -> usize {
        *self.banks_asked.lock().unwrap()
    }

    /// The charges that the service has asked for, including repeats.
    pub fn asked(&self) -> Vec<ChargeRequest> {
        self.asked.lock().unwrap().clone()
    }

    /// How many refunds the service has asked for, including repeats.
    pub fn refunds(&self) -> usize {
        *self.refunds.lock().unwrap()
    }

    /// The tokens that it has forgotten together with their customers, including repeats.
    pub fn forgotten(&self) -> Vec<String> {
        self.forgotten.lock().unwrap().clone()
    }

    /// The tokens that it has forgotten without their customers, including repeats.
    pub fn cards_forgotten(&self) -> Vec<String> {
        self.cards_forgotten.lock().unwrap().clone()
    }

    fn behaviour(&self) -> GatewayBehaviour {
        *self.behaviour.lock().unwrap()
    }

    async fn charge_through(&self, request: &ChargeRequest) -> Result<ChargeOutcome, NoAnswer> {
        self.asked.lock().unwrap().push(request.clone());
        let request = &ChargeRequest { token: self.own_token(&request.token), ..request.clone() };
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
            GatewayBehaviour::Declines => {
                Ok(ChargeOutcome::Declined { reason: "do_not_honor".to_owned(), advice: None })
            }
            GatewayBehaviour::StaysPending => {
                self.sandbox.charge(request).await?;
                Ok(ChargeOutcome::Pending)
            }
            GatewayBehaviour::ConfirmedBeforeCallOff => {
                self.sandbox.charge(request).await?;
                let page = "https://bank.example/confirm".to_owned();
                Ok(ChargeOutcome::ActionRequired(Confirmation::BankPage(page)))
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

/// The gateway's notices: a JSON body with the event's id and the attempt's key. A header proves the sender.
impl Webhook for Gateway {
    fn party(&self) -> &'static str {
        "double"
    }

    fn read(&self, delivery: &Delivery<'_>) -> Result<Vec<Event>, NotTaken> {
        if delivery.header("x-proof") != Some("right") || delivery.url != "http://stylebox.test/api/webhooks/double?a=b"
        {
            return Err(NotTaken::Unproven);
        }
        let read: Option<Value> = serde_json::from_slice(delivery.body).ok();
        let text = |name: &str| Some(read.as_ref()?.get(name)?.as_str()?.to_owned());
        let (Some(id), Some(key)) = (text("id"), text("key")) else { return Err(NotTaken::Malformed) };
        Ok(vec![Event { id, hint: Hint::Payment { key } }])
    }
}

impl PaymentGateway for Gateway {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn webhook(&self) -> Option<&dyn Webhook> {
        self.sandbox.webhook().or(Some(self))
    }

    fn notice<'a>(&'a self, about: &'a NoticeRef) -> BoxFuture<'a, Result<Option<Notice>, NoAnswer>> {
        self.sandbox.notice(about)
    }

    fn notices(&self) -> BoxFuture<'_, Notices> {
        self.sandbox.notices()
    }

    fn movements<'a>(
        &'a self,
        since: Timestamp,
        after: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Option<MovementPage>, NoAnswer>> {
        self.sandbox.movements(since, after)
    }

    fn charges_made<'a>(
        &'a self,
        since: Timestamp,
        after: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Option<MadePage<MadeCharge>>, NoAnswer>> {
        self.sandbox.charges_made(since, after)
    }

    fn refunds_made<'a>(
        &'a self,
        since: Timestamp,
        after: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Option<MadePage<MadeRefund>>, NoAnswer>> {
        self.sandbox.refunds_made(since, after)
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        self.sandbox.reach()
    }

    fn tokenize<'a>(&'a self, card: &'a CardDetails) -> BoxFuture<'a, Result<CardToken, TokenError>> {
        if let Some(happens) = self.meanwhile.lock().unwrap().take() {
            happens();
        }
        *self.tokenized.lock().unwrap() += 1;
        let meanwhile = self.while_a_token_is_made.lock().unwrap().take();
        Box::pin(async move {
            if let Some(meanwhile) = meanwhile {
                meanwhile.await;
            }
            if self.behaviour() == GatewayBehaviour::Unreachable {
                return Err(TokenError::NoAnswer);
            }
            let has_own_fields = self.own_fields.lock().unwrap().is_some();
            if has_own_fields { self.tokenize_own(card).await } else { self.sandbox.tokenize(card).await }
        })
    }

    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<CardVerdict, NoAnswer>> {
        Box::pin(self.ask_bank(token))
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

    fn card_fields(&self) -> Option<CardFields> {
        self.sandbox.card_fields()
    }

    fn browser_needs(&self) -> BrowserNeeds {
        self.sandbox.browser_needs()
    }

    fn look_at_confirmation<'a>(
        &'a self,
        reference: &'a str,
    ) -> BoxFuture<'a, Result<Option<OtherCardTried>, NoAnswer>> {
        self.sandbox.look_at_confirmation(reference)
    }

    fn card_secret<'a>(
        &'a self,
        gateway_customer: &'a str,
        card: &'a PaymentMethod,
    ) -> BoxFuture<'a, Result<Option<ClientSecret>, NoAnswer>> {
        self.sandbox.card_secret(gateway_customer, card)
    }

    fn open<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Opening, NoAnswer>> {
        self.sandbox.open(request)
    }

    fn charge_secret<'a>(
        &'a self,
        request: &'a ChargeRequest,
    ) -> BoxFuture<'a, Result<Option<ClientSecret>, NoAnswer>> {
        self.sandbox.charge_secret(request)
    }

    fn capture<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>> {
        self.sandbox.capture(request)
    }

    fn look_up<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        match self.behaviour() {
            GatewayBehaviour::Unreachable | GatewayBehaviour::LosesChargeAnswers => Box::pin(async { Err(NoAnswer) }),
            GatewayBehaviour::StaysPending => Box::pin(async { Ok(Some(ChargeOutcome::Pending)) }),
            GatewayBehaviour::ConfirmedBeforeCallOff => {
                let url = "https://bank.example/confirm".to_owned();
                Box::pin(async { Ok(Some(ChargeOutcome::ActionRequired(Confirmation::BankPage(url)))) })
            }
            _ => self.sandbox.look_up(request),
        }
    }

    fn call_off<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        let called_off = self.sandbox.call_off(request);
        match self.behaviour() {
            GatewayBehaviour::Unreachable => Box::pin(async { Err(NoAnswer) }),
            GatewayBehaviour::LosesCallOffAnswers => Box::pin(async { called_off.await.and(Err(NoAnswer)) }),
            _ => called_off,
        }
    }

    fn refund<'a>(&'a self, request: &'a RefundRequest) -> BoxFuture<'a, Result<RefundOutcome, NoAnswer>> {
        *self.refunds.lock().unwrap() += 1;
        let meanwhile = self.while_a_refund_is_made.lock().unwrap().take();
        let meanwhile = async move {
            if let Some(happens) = meanwhile {
                happens.await;
            }
        };
        let mut refused = self.refused.lock().unwrap();
        match self.behaviour() {
            GatewayBehaviour::Unreachable => Box::pin(async { Err(NoAnswer) }),
            GatewayBehaviour::LosesRefundAnswers => Box::pin(async move {
                meanwhile.await;
                self.sandbox.refund(request).await.and(Err(NoAnswer))
            }),
            line if matches!(line, GatewayBehaviour::RefusesRefunds | GatewayBehaviour::KeepsAnotherAmount)
                || refused.contains(&request.key) =>
            {
                refused.push(request.key.clone());
                Box::pin(async move {
                    meanwhile.await;
                    Ok(RefundOutcome::Refused { reason: "not_now".to_owned() })
                })
            }
            _ => Box::pin(async move {
                meanwhile.await;
                self.sandbox.refund(request).await
            }),
        }
    }

    fn look_up_refund<'a>(
        &'a self,
        request: &'a RefundRequest,
    ) -> BoxFuture<'a, Result<Option<RefundOutcome>, NoAnswer>> {
        match self.behaviour() {
            GatewayBehaviour::Unreachable | GatewayBehaviour::LosesRefundAnswers => Box::pin(async { Err(NoAnswer) }),
            _ if self.refused.lock().unwrap().contains(&request.key) => {
                Box::pin(async { Ok(Some(RefundOutcome::Refused { reason: "not_now".to_owned() })) })
            }
            _ => self.sandbox.look_up_refund(request),
        }
    }

    fn forget_card<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(async move {
            if self.behaviour() == GatewayBehaviour::Unreachable {
                return Err(NoAnswer);
            }
            self.cards_forgotten.lock().unwrap().push(token.to_owned());
            self.sandbox.forget_card(&self.own_token(token)).await
        })
    }

    fn forget<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(async move {
            if self.behaviour() == GatewayBehaviour::Unreachable {
                return Err(NoAnswer);
            }
            self.forgotten.lock().unwrap().push(token.to_owned());
            self.sandbox.forget(&self.own_token(token)).await
        })
    }
}
