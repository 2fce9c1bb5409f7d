//! The sandbox gateway behind a line that a test can cut.

use std::sync::Arc;
use std::sync::Mutex;
use stylebox_core::money::Money;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::payment::{
    CardDetails, CardToken, Charge, ChargeOutcome, ChargeRequest, NoAnswer, PaymentGateway, RefundOutcome,
    RefundRequest, TokenError,
};
use tokio::sync::Notify;

/// What the line does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// It carries.
    Open,
    /// Nothing gets through.
    Cut,
    /// Charges get through, their answers and all questions do not.
    LosesAnswers,
    /// Charges get through; their answers come when they are let go.
    AnswersLate,
    /// Nothing ever comes back, not even that nothing does.
    Hangs,
    /// The bank declines.
    Declines,
    /// A cent more is taken than was asked for.
    TakesAnotherAmount,
    /// It is taken in another currency.
    TakesAnotherCurrency,
    /// A cent more is taken, and does not go back.
    KeepsAnotherAmount,
    /// Every charge arrives twice, and is answered twice.
    AnswersTwice,
    /// Charges get through, and the gateway does not know yet what becomes of them.
    Ponders,
    /// The bank asks the cardholder, who confirms before the charge can be called off.
    ConfirmedAtOnce,
    /// The bank asks the cardholder; the charge is called off, and the answer to that is lost.
    LosesCallOff,
    /// Nothing goes back.
    RefusesRefunds,
    /// Refunds get through; their answers and all questions about them do not.
    LosesRefunds,
}

/// The sandbox gateway, and the line to it.
pub struct Gateway {
    sandbox: Arc<dyn PaymentGateway>,
    line: Mutex<Line>,
    asked: Mutex<Vec<ChargeRequest>>,
    refunds: Mutex<usize>,
    late: Notify,
    meanwhile: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    /// The keys of refunds that were refused: they stay refused.
    refused: Mutex<Vec<String>>,
}

impl Gateway {
    pub fn new(sandbox: Arc<dyn PaymentGateway>) -> Self {
        Self {
            sandbox,
            line: Mutex::new(Line::Open),
            asked: Mutex::new(Vec::new()),
            refunds: Mutex::new(0),
            late: Notify::new(),
            meanwhile: Mutex::new(None),
            refused: Mutex::new(Vec::new()),
        }
    }

    pub fn set(&self, line: Line) {
        *self.line.lock().unwrap() = line;
    }

    /// Lets the answers go that are late.
    pub fn answer(&self) {
        self.late.notify_waiters();
    }

    /// What happens while the gateway looks at the next card.
    pub fn meanwhile(&self, happens: impl FnOnce() + Send + 'static) {
        *self.meanwhile.lock().unwrap() = Some(Box::new(happens));
    }

    /// The charges that the service has asked for, repeats counted.
    pub fn asked(&self) -> Vec<ChargeRequest> {
        self.asked.lock().unwrap().clone()
    }

    /// How many refunds the service has asked for, repeats counted.
    pub fn refunds(&self) -> usize {
        *self.refunds.lock().unwrap()
    }

    fn line(&self) -> Line {
        *self.line.lock().unwrap()
    }

    async fn charge_through(&self, request: &ChargeRequest) -> Result<ChargeOutcome, NoAnswer> {
        self.asked.lock().unwrap().push(request.clone());
        match self.line() {
            Line::Open | Line::LosesCallOff | Line::RefusesRefunds | Line::LosesRefunds => {
                self.sandbox.charge(request).await
            }
            Line::Cut => Err(NoAnswer),
            Line::LosesAnswers => {
                self.sandbox.charge(request).await?;
                Err(NoAnswer)
            }
            Line::AnswersTwice => {
                self.asked.lock().unwrap().push(request.clone());
                let first = self.sandbox.charge(request).await?;
                let second = self.sandbox.charge(request).await?;
                assert_eq!(first, second);
                Ok(second)
            }
            Line::AnswersLate => {
                let answer = self.sandbox.charge(request).await;
                self.late.notified().await;
                answer
            }
            Line::Hangs => std::future::pending().await,
            Line::Declines => Ok(ChargeOutcome::Declined { reason: "do_not_honor".to_owned() }),
            Line::Ponders => {
                self.sandbox.charge(request).await?;
                Ok(ChargeOutcome::Pending)
            }
            Line::ConfirmedAtOnce => {
                self.sandbox.charge(request).await?;
                Ok(ChargeOutcome::ActionRequired { url: "https://bank.example/confirm".to_owned() })
            }
            Line::TakesAnotherAmount | Line::KeepsAnotherAmount => {
                let amount = request.amount.plus(Money::from_cents(1).unwrap()).unwrap();
                self.sandbox.charge(&ChargeRequest { amount, ..request.clone() }).await
            }
            Line::TakesAnotherCurrency => {
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
        if self.line() == Line::Cut {
            Box::pin(async { Err(TokenError::NoAnswer) })
        } else {
            self.sandbox.tokenise(card)
        }
    }

    fn inspect<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<CardToken, TokenError>> {
        self.sandbox.inspect(token)
    }

    fn charge<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>> {
        Box::pin(self.charge_through(request))
    }

    fn look_up<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        match self.line() {
            Line::Cut | Line::LosesAnswers => Box::pin(async { Err(NoAnswer) }),
            Line::Ponders => Box::pin(async { Ok(Some(ChargeOutcome::Pending)) }),
            _ => self.sandbox.look_up(key),
        }
    }

    fn call_off<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        let called_off = self.sandbox.call_off(key);
        match self.line() {
            Line::Cut => Box::pin(async { Err(NoAnswer) }),
            Line::LosesCallOff => Box::pin(async { called_off.await.and(Err(NoAnswer)) }),
            _ => called_off,
        }
    }

    fn refund<'a>(&'a self, request: &'a RefundRequest) -> BoxFuture<'a, Result<RefundOutcome, NoAnswer>> {
        *self.refunds.lock().unwrap() += 1;
        let given_back = self.sandbox.refund(request);
        let mut refused = self.refused.lock().unwrap();
        match self.line() {
            Line::Cut => Box::pin(async { Err(NoAnswer) }),
            Line::LosesRefunds => Box::pin(async { given_back.await.and(Err(NoAnswer)) }),
            line if matches!(line, Line::RefusesRefunds | Line::KeepsAnotherAmount)
                || refused.contains(&request.key) =>
            {
                refused.push(request.key.clone());
                Box::pin(async { Ok(RefundOutcome::Refused { reason: "not_now".to_owned() }) })
            }
            _ => given_back,
        }
    }

    fn look_up_refund<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<RefundOutcome>, NoAnswer>> {
        match self.line() {
            Line::Cut | Line::LosesRefunds => Box::pin(async { Err(NoAnswer) }),
            _ if self.refused.lock().unwrap().iter().any(|refused| refused == key) => {
                Box::pin(async { Ok(Some(RefundOutcome::Refused { reason: "not_now".to_owned() })) })
            }
            _ => self.sandbox.look_up_refund(key),
        }
    }
}
