//! The embedded gateway, over the store: it accepts cards and records charges in books of its own, offline, and moves no money.
//!
//! It is for demo mode and tests: it accepts any card number that passes the Luhn check, and a few do what a real bank might do
//! ([`TEST_NUMBERS`]). Its books outlive the process, as a real gateway's would. Its bank has a page of its own, on which the
//! cardholder confirms a charge ([`BANK_PAGE`]). An expired card cannot be charged any more.

use crate::platform::clock::{Clock, Timestamp};
use crate::platform::config::PublicUrl;
use crate::platform::future::BoxFuture;
use crate::platform::random::Random;
use crate::platform::signature::sign;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::payment::card::{CardDetails, CardToken, CardVerdict, TokenError};
use crate::providers::payment::charge::{Charge, ChargeOutcome, ChargeRequest, RefundOutcome, RefundRequest};
use crate::providers::payment::{NoAnswer, PaymentGateway};
use crate::store::access::server_keys;
use crate::store::payment::sandbox::{self, BankBehaviour, ChargeRow, Outcome, TokenRow};
use crate::store::{self, Db};
use crate::values::confirmation::Confirmation;
use std::sync::Arc;
use stylebox_core::card;
use stylebox_core::card::entry::{CardEntry, CardEntryKind};
use stylebox_core::card::payment::Card;
use stylebox_core::values::money::Money;

/// The path below which the bank's page of a charge is.
pub const BANK_PAGE: &str = "/dev/bank/";

/// The name of the key of the fingerprints.
const FINGERPRINT_KEY: &str = "sandbox_fingerprints";

/// What a number does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberBehaviour {
    /// There is a token of it, and its bank decides.
    Bank(BankBehaviour),
    /// There is no such card.
    Unknown,
    /// It is a debit card.
    Debit,
}

/// The numbers with a special behaviour.
pub const TEST_NUMBERS: [(&str, NumberBehaviour); 8] = [
    ("4000000000000002", NumberBehaviour::Bank(BankBehaviour::RefuseCard)),
    ("4000000000000341", NumberBehaviour::Bank(BankBehaviour::Decline)),
    ("4000000000009979", NumberBehaviour::Bank(BankBehaviour::DeclineStolen)),
    ("4000000000000127", NumberBehaviour::Unknown),
    ("4000056655665556", NumberBehaviour::Debit),
    ("4000000000000119", NumberBehaviour::Bank(BankBehaviour::IgnoreCard)),
    ("4000000000000259", NumberBehaviour::Bank(BankBehaviour::LoseAnswer)),
    ("4000000000003220", NumberBehaviour::Bank(BankBehaviour::AskCardholder)),
];

/// The embedded gateway.
pub struct Sandbox {
    db: Db,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    public_url: PublicUrl,
}

impl Sandbox {
    /// A gateway that keeps its books in `db`. Its bank's page is at the public address.
    pub fn new(db: Db, clock: Arc<dyn Clock>, random: Arc<dyn Random>, public_url: PublicUrl) -> Self {
        Self { db, clock, random, public_url }
    }

    async fn save(&self, card: &Card) -> Result<CardToken, TokenError> {
        let number = card.number.expose();
        if !luhn::valid(number) {
            return Err(TokenError::InvalidNumber);
        }
        let special = TEST_NUMBERS.iter().find(|(special, _)| *special == number).map(|(_, behaviour)| *behaviour);
        let behaviour = match special.unwrap_or(NumberBehaviour::Bank(BankBehaviour::Accept)) {
            NumberBehaviour::Bank(behaviour) => behaviour,
            NumberBehaviour::Unknown => return Err(TokenError::InvalidNumber),
            NumberBehaviour::Debit => return Err(TokenError::Debit),
        };
        let last_four = number.get(number.len().saturating_sub(4)..).unwrap_or_default();
        let no_answer = |error: store::StoreError| {
            tracing::error!(error = error.to_string(), "the sandbox gateway cannot keep a token");
            TokenError::NoAnswer
        };
        // A card that its bank does not let be saved is charged by nobody.
        let fingerprint = match behaviour {
            BankBehaviour::RefuseCard | BankBehaviour::IgnoreCard | BankBehaviour::Forgotten => None,
            BankBehaviour::Accept
            | BankBehaviour::Decline
            | BankBehaviour::DeclineStolen
            | BankBehaviour::LoseAnswer
            | BankBehaviour::AskCardholder => Some(self.fingerprint(number).await.map_err(no_answer)?),
        };
        let row = TokenRow {
            token: format!("tok_{}", self.random.secret()),
            brand: Some(card::brand(number)).filter(|brand| !brand.is_empty()).unwrap_or("Card").to_owned(),
            last_four: last_four.to_owned(),
            behaviour,
            expiration: Some(card.expiration),
            created_at: self.clock.now(),
        };
        self.keep(&row).await.map_err(no_answer)?;
        Ok(CardToken {
            token: row.token,
            gateway_customer: None,
            fingerprint,
            brand: row.brand,
            last_four: row.last_four,
            expiration: card.expiration,
        })
    }

    /// A keyed hash of a card's number: the same for the same number, and not to be traced back to it.
    async fn fingerprint(&self, number: &str) -> store::Result<String> {
        let known = server_keys::get(&mut self.db.read_single().await?, FINGERPRINT_KEY).await?;
        let key = match known {
            Some(key) => key,
            None => {
                let mut tx = self.db.write().await?;
                let (secret, now) = (self.random.secret(), self.clock.now());
                let key = server_keys::get_or_add(&mut tx, FINGERPRINT_KEY, &secret, now).await?;
                tx.commit().await?;
                key
            }
        };
        Ok(sign(&key, number))
    }

    async fn keep(&self, token: &TokenRow) -> store::Result<()> {
        let mut tx = self.db.write().await?;
        sandbox::add_token(&mut tx, token).await?;
        tx.commit().await
    }

    async fn ask_bank(&self, token: &str) -> Result<CardVerdict, NoAnswer> {
        let mut tx = self.db.read().await.map_err(no_answer)?;
        let known = sandbox::token(&mut tx, token).await.map_err(no_answer)?;
        if known.as_ref().is_some_and(|known| has_ended(known, self.clock.now())) {
            return Ok(CardVerdict::Declined);
        }
        match known.map(|known| known.behaviour) {
            None | Some(BankBehaviour::RefuseCard | BankBehaviour::Forgotten) => Ok(CardVerdict::Declined),
            Some(BankBehaviour::IgnoreCard) => Err(NoAnswer),
            Some(
                BankBehaviour::Accept
                | BankBehaviour::Decline
                | BankBehaviour::DeclineStolen
                | BankBehaviour::LoseAnswer
                | BankBehaviour::AskCardholder,
            ) => Ok(CardVerdict::Good),
        }
    }

    async fn by_key(&self, key: &str) -> store::Result<Option<ChargeRow>> {
        let mut tx = self.db.read().await?;
        sandbox::charge_by_key(&mut tx, key).await
    }

    /// Books the charge, or finds the one of that key. The bool says whether the answer gets lost.
    async fn book(&self, request: &ChargeRequest) -> store::Result<(ChargeOutcome, bool)> {
        let mut tx = self.db.write().await?;
        if let Some(known) = sandbox::charge_by_key(&mut tx, &request.key).await? {
            return Ok((self.outcome(known)?, false));
        }
        let Some(token) = sandbox::token(&mut tx, &request.token).await? else {
            return Ok((ChargeOutcome::Declined { reason: "unknown_card".to_owned(), advice: None }, false));
        };
        let now = self.clock.now();
        let (booked, is_lost) = match token.behaviour {
            _ if has_ended(&token, now) => (Outcome::Expired, false),
            BankBehaviour::Accept => (Outcome::Succeeded, false),
            BankBehaviour::DeclineStolen => (Outcome::Stolen, false),
            BankBehaviour::Decline
            | BankBehaviour::RefuseCard
            | BankBehaviour::IgnoreCard
            | BankBehaviour::Forgotten => (Outcome::Declined, false),
            BankBehaviour::LoseAnswer => (Outcome::Succeeded, true),
            BankBehaviour::AskCardholder => (Outcome::Waiting, false),
        };
        let row = ChargeRow {
            id: format!("ch_{}", self.random.id(now)),
            gateway_key: request.key.clone(),
            token: token.token,
            amount: request.amount.to_cents(),
            currency: request.currency.clone(),
            outcome: booked,
            return_to: request.return_to.clone(),
            refunded_amount: 0,
            created_at: now,
        };
        sandbox::add_charge(&mut tx, &row).await?;
        tx.commit().await?;
        Ok((self.outcome(row)?, is_lost))
    }

    fn outcome(&self, row: ChargeRow) -> store::Result<ChargeOutcome> {
        match row.outcome {
            Outcome::Declined => Ok(declined("card_declined")),
            Outcome::Stolen => Ok(declined("stolen_card")),
            Outcome::Expired => Ok(ChargeOutcome::CardExpired),
            Outcome::Refused | Outcome::Closed => Ok(ChargeOutcome::NotConfirmed),
            Outcome::Waiting => {
                let url = format!("{}{BANK_PAGE}{}", self.public_url.origin(), row.id);
                Ok(ChargeOutcome::ActionRequired(Confirmation::BankPage(url)))
            }
            Outcome::Succeeded => {
                let amount = Money::from_cents(row.amount)
                    .ok_or_else(|| store::StoreError::corrupt("sandbox_charges.amount", "it is negative"))?;
                Ok(ChargeOutcome::Captured(Charge {
                    id: row.id,
                    amount,
                    currency: row.currency,
                    by_another_card: false,
                }))
            }
        }
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

    async fn drop_card(&self, token: &str) -> store::Result<()> {
        let mut tx = self.db.write().await?;
        sandbox::forget_token(&mut tx, token).await?;
        tx.commit().await
    }

    async fn is_refunded(&self, key: &str) -> store::Result<bool> {
        let mut tx = self.db.read().await?;
        Ok(sandbox::refund_by_key(&mut tx, key).await?.is_some())
    }
}

fn declined(reason: &str) -> ChargeOutcome {
    ChargeOutcome::Declined { reason: reason.to_owned(), advice: None }
}

fn has_ended(card: &TokenRow, now: Timestamp) -> bool {
    card.expiration.is_some_and(|expiration| expiration.ends_before(now.today()))
}

fn refunded(key: &str) -> RefundOutcome {
    RefundOutcome::Refunded { id: format!("re_{key}") }
}

impl PaymentGateway for Sandbox {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn card_entry(&self) -> CardEntryKind {
        CardEntryKind::Typed
    }

    fn tokenize<'a>(&'a self, details: &'a CardDetails) -> BoxFuture<'a, Result<CardToken, TokenError>> {
        Box::pin(async move {
            match &details.card {
                CardEntry::Typed(card) => self.save(card).await,
                CardEntry::PaymentMethod(_) => Err(TokenError::InvalidNumber),
            }
        })
    }

    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<CardVerdict, NoAnswer>> {
        Box::pin(self.ask_bank(token))
    }

    fn charge<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>> {
        Box::pin(async move {
            let (outcome, is_lost) = self.book(request).await.map_err(no_answer)?;
            if is_lost { Err(NoAnswer) } else { Ok(outcome) }
        })
    }

    fn look_up<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        Box::pin(async move {
            let found = self.by_key(&request.key).await.map_err(no_answer)?;
            found.map(|row| self.outcome(row)).transpose().map_err(no_answer)
        })
    }

    fn call_off<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        Box::pin(async move {
            let stopped = self.stop(&request.key).await.map_err(no_answer)?;
            stopped.map(|row| self.outcome(row)).transpose().map_err(no_answer)
        })
    }

    fn refund<'a>(&'a self, request: &'a RefundRequest) -> BoxFuture<'a, Result<RefundOutcome, NoAnswer>> {
        Box::pin(async move { self.give_back(request).await.map_err(no_answer) })
    }

    fn look_up_refund<'a>(
        &'a self,
        request: &'a RefundRequest,
    ) -> BoxFuture<'a, Result<Option<RefundOutcome>, NoAnswer>> {
        Box::pin(async move {
            let is_refunded = self.is_refunded(&request.key).await.map_err(no_answer)?;
            Ok(is_refunded.then(|| refunded(&request.key)))
        })
    }

    fn forget_card<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(async move { self.drop_card(token).await.map_err(no_answer) })
    }

    // It knows cards alone, and no customers.
    fn forget<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(async move { self.drop_card(token).await.map_err(no_answer) })
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the form that map_err takes")]
fn no_answer(error: store::StoreError) -> NoAnswer {
    tracing::error!(error = error.to_string(), "the sandbox gateway's books cannot be read");
    NoAnswer
}

/// What the cardholder does on the bank's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardholderAnswer {
    /// Confirms the charge: the money is taken.
    Confirm,
    Refuse,
    /// Leaves without an answer.
    Close,
}

impl CardholderAnswer {
    /// The answer of that word in an address.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "confirm" => Some(Self::Confirm),
            "refuse" => Some(Self::Refuse),
            "close" => Some(Self::Close),
            _ => None,
        }
    }

    const fn outcome(self) -> Outcome {
        match self {
            Self::Confirm => Outcome::Succeeded,
            Self::Refuse => Outcome::Refused,
            Self::Close => Outcome::Closed,
        }
    }
}

/// A charge as the bank's page shows it.
#[derive(Debug)]
pub struct BankCharge {
    pub charge: ChargeRow,
    /// The card in words: `Visa ending in 3220`.
    pub card: String,
}

/// The charge with this id, for the bank's page.
pub async fn bank_charge(db: &Db, id: &str) -> store::Result<Option<BankCharge>> {
    let mut tx = db.read().await?;
    let Some(charge) = sandbox::charge_by_id(&mut tx, id).await? else { return Ok(None) };
    let token = sandbox::token(&mut tx, &charge.token).await?;
    let token = token.filter(|token| token.behaviour != BankBehaviour::Forgotten);
    let card = token.map(|token| card::name_of(&token.brand, &token.last_four)).unwrap_or_default();
    Ok(Some(BankCharge { charge, card }))
}

/// Answers a charge that waits for the cardholder. Returns the charge as it is then; one that does not wait stays as it is.
pub async fn answer(db: &Db, id: &str, answer: CardholderAnswer) -> store::Result<Option<ChargeRow>> {
    // Anybody can ask: nothing is written about a charge that there is not, or that does not wait.
    let found = sandbox::charge_by_id(&mut db.read_single().await?, id).await?;
    if found.as_ref().is_none_or(|charge| charge.outcome != Outcome::Waiting) {
        return Ok(found);
    }
    let mut tx = db.write().await?;
    sandbox::answer(&mut tx, id, answer.outcome()).await?;
    let charge = sandbox::charge_by_id(&mut tx, id).await?;
    tx.commit().await?;
    Ok(charge)
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
