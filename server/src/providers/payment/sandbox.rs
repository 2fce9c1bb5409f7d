//! The embedded gateway: it accepts cards and records charges in books of its own, offline, and moves no money.
//!
//! It is for demo mode and tests: it accepts any card number that passes the Luhn check, and a few do what a real bank might do
//! ([`TEST_NUMBERS`]). Its books outlive the process, as a real gateway's would.

use crate::platform::clock::Clock;
use crate::platform::future::BoxFuture;
use crate::platform::random::Random;
use crate::providers::payment::{
    CardDetails, CardToken, Charge, ChargeOutcome, ChargeRequest, NoAnswer, PaymentGateway, RefundOutcome,
    RefundRequest, TokenError,
};
use crate::store::payment::sandbox::{self, ChargeRow, OnCharging, Outcome, TokenRow};
use crate::store::{self, Db};
use std::sync::Arc;
use stylebox_core::card;
use stylebox_core::card::entry::{CardEntry, CardEntryKind};
use stylebox_core::card::payment::Card;
use stylebox_core::money::Money;

/// What saving a card does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnSaving {
    /// A token, and what charging it will do.
    Accept(OnCharging),
    /// The bank refuses it.
    Decline,
    /// There is no such card.
    Unknown,
    /// It is a debit card.
    Debit,
    /// The gateway does not answer.
    NoAnswer,
}

/// The numbers with a special behaviour.
pub const TEST_NUMBERS: [(&str, OnSaving); 7] = [
    ("4000000000000002", OnSaving::Decline),
    ("4000000000000341", OnSaving::Accept(OnCharging::Decline)),
    ("4000000000000127", OnSaving::Unknown),
    ("4000056655665556", OnSaving::Debit),
    ("4000000000000119", OnSaving::NoAnswer),
    ("4000000000000259", OnSaving::Accept(OnCharging::LoseAnswer)),
    ("4000000000003220", OnSaving::Accept(OnCharging::AskCardholder)),
];

/// The embedded gateway.
pub struct Sandbox {
    db: Db,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
}

impl Sandbox {
    /// A gateway that keeps its books in `db`.
    pub fn new(db: Db, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        Self { db, clock, random }
    }

    async fn save(&self, card: &Card) -> Result<CardToken, TokenError> {
        let number = card.number.expose();
        if !luhn::valid(number) {
            return Err(TokenError::InvalidNumber);
        }
        let special = TEST_NUMBERS.iter().find(|(special, _)| *special == number).map(|(_, saving)| *saving);
        let behaviour = match special.unwrap_or(OnSaving::Accept(OnCharging::Accept)) {
            OnSaving::Accept(charging) => charging,
            OnSaving::Decline => return Err(TokenError::Declined),
            OnSaving::Unknown => return Err(TokenError::InvalidNumber),
            OnSaving::Debit => return Err(TokenError::Debit),
            OnSaving::NoAnswer => return Err(TokenError::NoAnswer),
        };
        let last_four = number.get(number.len().saturating_sub(4)..).unwrap_or_default();
        let row = TokenRow {
            token: format!("tok_{}", self.random.secret()),
            brand: Some(card::brand(number)).filter(|brand| !brand.is_empty()).unwrap_or("Card").to_owned(),
            last_four: last_four.to_owned(),
            behaviour,
            created_at: self.clock.now(),
        };
        self.keep(&row).await.map_err(|error| {
            tracing::error!(error = error.to_string(), "the sandbox gateway cannot keep a token");
            TokenError::NoAnswer
        })?;
        Ok(CardToken { token: row.token, brand: row.brand, last_four: row.last_four, expiration: card.expiration })
    }

    async fn keep(&self, token: &TokenRow) -> store::Result<()> {
        let mut tx = self.db.write().await?;
        sandbox::add_token(&mut tx, token).await?;
        tx.commit().await
    }

    async fn by_key(&self, key: &str) -> store::Result<Option<ChargeRow>> {
        let mut tx = self.db.read().await?;
        sandbox::charge_by_key(&mut tx, key).await
    }

    /// Books the charge, or finds the one of that key. The bool says whether the answer gets lost.
    async fn book(&self, request: &ChargeRequest) -> store::Result<(ChargeOutcome, bool)> {
        let mut tx = self.db.write().await?;
        if let Some(known) = sandbox::charge_by_key(&mut tx, &request.key).await? {
            return Ok((outcome(known)?, false));
        }
        let Some(token) = sandbox::token(&mut tx, &request.token).await? else {
            return Ok((ChargeOutcome::Declined { reason: "unknown_card".to_owned() }, false));
        };
        let now = self.clock.now();
        let (booked, is_lost) = match token.behaviour {
            OnCharging::Accept => (Outcome::Succeeded, false),
            OnCharging::Decline => (Outcome::Declined, false),
            OnCharging::LoseAnswer => (Outcome::Succeeded, true),
            OnCharging::AskCardholder => (Outcome::Waiting, false),
        };
        let row = ChargeRow {
            id: format!("ch_{}", self.random.id(now)),
            gateway_key: request.key.clone(),
            token: token.token,
            amount: request.amount.to_cents(),
            currency: request.currency.clone(),
            outcome: booked,
            refunded_amount: 0,
            created_at: now,
        };
        sandbox::add_charge(&mut tx, &row).await?;
        tx.commit().await?;
        Ok((outcome(row)?, is_lost))
    }

    async fn stop(&self, key: &str) -> store::Result<Option<ChargeRow>> {
        let mut tx = self.db.write().await?;
        sandbox::call_off(&mut tx, key).await?;
        let charge = sandbox::charge_by_key(&mut tx, key).await?;
        tx.commit().await?;
        Ok(charge)
    }

    async fn give_back(&self, request: &RefundRequest) -> store::Result<RefundOutcome> {
        let mut tx = self.db.write().await?;
        let (cents, now) = (request.amount.to_cents(), self.clock.now());
        let stands = sandbox::refund(&mut tx, &request.key, &request.charge_id, cents, now).await?;
        tx.commit().await?;
        Ok(if stands {
            refunded(&request.key)
        } else {
            RefundOutcome::Refused { reason: "nothing_left_to_refund".to_owned() }
        })
    }

    async fn gave_back(&self, key: &str) -> store::Result<bool> {
        let mut tx = self.db.read().await?;
        Ok(sandbox::refund_by_key(&mut tx, key).await?.is_some())
    }
}

fn refunded(key: &str) -> RefundOutcome {
    RefundOutcome::Refunded { id: format!("re_{key}") }
}

impl PaymentGateway for Sandbox {
    fn card_entry(&self) -> CardEntryKind {
        CardEntryKind::Typed
    }

    fn tokenise<'a>(&'a self, details: &'a CardDetails) -> BoxFuture<'a, Result<CardToken, TokenError>> {
        Box::pin(async move {
            match &details.card {
                CardEntry::Typed(card) => self.save(card).await,
                CardEntry::PaymentMethod(_) => Err(TokenError::InvalidNumber),
            }
        })
    }

    fn charge<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>> {
        Box::pin(async move {
            let (outcome, is_lost) = self.book(request).await.map_err(no_answer)?;
            if is_lost { Err(NoAnswer) } else { Ok(outcome) }
        })
    }

    fn look_up<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        Box::pin(async move {
            let found = self.by_key(key).await.map_err(no_answer)?;
            found.map(outcome).transpose().map_err(no_answer)
        })
    }

    fn call_off<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        Box::pin(async move {
            let stopped = self.stop(key).await.map_err(no_answer)?;
            stopped.map(outcome).transpose().map_err(no_answer)
        })
    }

    fn refund<'a>(&'a self, request: &'a RefundRequest) -> BoxFuture<'a, Result<RefundOutcome, NoAnswer>> {
        Box::pin(async move { self.give_back(request).await.map_err(no_answer) })
    }

    fn look_up_refund<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<RefundOutcome>, NoAnswer>> {
        Box::pin(async move {
            let gave_back = self.gave_back(key).await.map_err(no_answer)?;
            Ok(gave_back.then(|| refunded(key)))
        })
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the form that map_err takes")]
fn no_answer(error: store::StoreError) -> NoAnswer {
    tracing::error!(error = error.to_string(), "the sandbox gateway's books cannot be read");
    NoAnswer
}

fn outcome(row: ChargeRow) -> store::Result<ChargeOutcome> {
    match row.outcome {
        Outcome::Declined => Ok(ChargeOutcome::Declined { reason: "card_declined".to_owned() }),
        Outcome::Waiting => {
            Ok(ChargeOutcome::ActionRequired { url: format!("https://bank.example/confirm/{}", row.id) })
        }
        Outcome::Succeeded => {
            let amount = Money::from_cents(row.amount)
                .ok_or_else(|| store::StoreError::corrupt("sandbox_charges.amount", "it is negative"))?;
            Ok(ChargeOutcome::Captured(Charge { id: row.id, amount, currency: row.currency }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_number_passes_the_luhn_check() {
        for (number, _) in TEST_NUMBERS {
            assert!(luhn::valid(number), "{number}");
        }
    }
}
