//! The shop's payment gateway, with books of its own in memory: they outlive every process of the service.

pub mod books;
mod gateway;
pub mod notices;

use super::turns::{Fault, Turns};
use crate::support::Client;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use stylebox_core::values::money::Money;
use stylebox_server::jobs;
use stylebox_server::platform::clock::{Clock, Timestamp};
use stylebox_server::providers::payment::NoAnswer;
use stylebox_server::providers::payment::charge::{Charge, ChargeOutcome, ChargeRequest, RefundOutcome, RefundRequest};
use stylebox_server::state::AppState;
use stylebox_server::store::payment::payment_attempts::Purpose;

/// How long the gateway knows the key of a refund. That of a charge stands for what was prepared, and lasts.
const KEY_LASTS: Duration = Duration::from_secs(24 * 60 * 60);

/// Whether it can go wrong with a question, and with a call that changes the same however often it comes.
const fn is_of_questions(fault: Fault) -> bool {
    matches!(fault, Fault::Unreached | Fault::AnswerLost)
}

/// Whether it can go wrong with each charge and refund, also one that is decided already.
const fn is_of_movements(fault: Fault) -> bool {
    is_of_questions(fault) || matches!(fault, Fault::Late | Fault::Twice | Fault::TellsFirst)
}

/// The shop is never told of every charge or refund whose number is a multiple of this.
const NEVER_TOLD: u64 = 5;

/// A card that works.
pub const GOOD: &str = "4242424242424242";
/// Another card that works.
pub const OTHER: &str = "5555555555554444";
/// A card whose bank declines each charge, and may accept the next.
pub const DECLINED: &str = "4000000000000341";
/// A card whose bank declines each charge for good.
pub const STOLEN: &str = "4000000000009979";
/// The reason that this bank gives. No charge of such a card is tried again.
const FOR_GOOD: &str = "stolen_card";

/// The card of a token.
#[derive(Debug, Clone)]
struct Card {
    account: String,
    number: String,
    /// Whether the shop has asked about it. It does not know a token that it could not store.
    is_known: bool,
    is_forgotten: bool,
}

/// A charge in the bank's books.
#[derive(Debug, Clone)]
struct Booked {
    asked: ChargeRequest,
    /// What was taken, in cents; `None` if it was declined.
    taken: Option<i64>,
    /// Whether the bank has not decided yet.
    is_undecided: bool,
    reason: &'static str,
    id: String,
    at: Timestamp,
}

/// A charge of a card under a key.
#[derive(Debug, Clone)]
pub struct Charged {
    pub key: String,
    pub account: String,
    pub number: String,
}

/// Money that went back.
#[derive(Debug, Clone)]
struct Back {
    asked: RefundRequest,
    /// The cents that went back; `None` if the refund was refused.
    given: Option<i64>,
    id: String,
    at: Timestamp,
}

#[derive(Debug, Default)]
struct Books {
    cards: BTreeMap<String, Card>,
    charges: BTreeMap<String, Booked>,
    refunds: BTreeMap<String, Back>,
    /// The ids of charges that were prepared, by their keys.
    opened: BTreeMap<String, String>,
    /// What was charged, or declined, in the present step.
    charged: Vec<Charged>,
    /// Charges that come in later than they were sent.
    late: Vec<ChargeRequest>,
    /// The same for refunds, each with the time when it was sent: it comes in before its key is forgotten.
    late_refunds: Vec<(RefundRequest, Timestamp)>,
    /// The keys of charges and refunds about which the shop is to be told.
    notices: Vec<String>,
    /// The keys of those that the shop has answered, until they are compared.
    answered: Vec<String>,
    /// What no shop may do, in words.
    wrong: Vec<String>,
    made: u64,
    /// How many charges and refunds were decided.
    decided: u64,
}

/// The gateway.
pub struct Bank {
    books: Mutex<Books>,
    clock: Arc<dyn Clock>,
    turns: Arc<Turns>,
    /// Brings the webhooks to the service while a step runs, and lets it work on them.
    messenger: Mutex<Option<(Client, AppState)>>,
}

impl Bank {
    pub fn new(clock: Arc<dyn Clock>, turns: Arc<Turns>) -> Self {
        Self { books: Mutex::default(), clock, turns, messenger: Mutex::default() }
    }

    /// A step begins: `messenger` brings the webhooks to `service`.
    pub fn begin_telling(&self, messenger: Client, service: AppState) {
        *self.messenger.lock().unwrap() = Some((messenger, service));
    }

    /// A step has ended. The service knows the bank, so the bank must not keep it.
    pub fn end_telling(&self) {
        self.messenger.lock().unwrap().take();
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap()
    }

    /// Time passes: what comes late comes now, and what was undecided is decided.
    pub fn go_on(&self) {
        let now = self.clock.now();
        let mut books = self.books();
        for request in std::mem::take(&mut books.late) {
            // If another charge was asked for meanwhile, that one was the mistake, and it is noted already.
            books.decide(&request, None, now);
        }
        for (request, sent_at) in std::mem::take(&mut books.late_refunds) {
            books.refund(&request, None, sent_at);
        }
        let mut told = Vec::new();
        for (key, charge) in &mut books.charges {
            if std::mem::take(&mut charge.is_undecided) {
                // Every other one is declined after all.
                if charge.id.ends_with(['0', '2', '4', '6', '8']) {
                    charge.taken = Some(charge.asked.amount.to_cents());
                } else {
                    (charge.reason, charge.at) = ("insufficient_funds", now);
                }
                told.push(key.clone());
            }
        }
        for key in told {
            books.note(&key);
        }
    }

    /// Moves money under a key, as the fault of this call lets it: now or later, asked once or twice, with an answer or without.
    async fn move_money<R: Clone, T>(
        &self,
        (request, key): (&R, &str),
        is_possible: impl FnOnce(&Books, Fault) -> bool,
        late: fn(&mut Books, R, Timestamp),
        moves: fn(&mut Books, &R, Option<Fault>, Timestamp) -> T,
    ) -> Result<T, NoAnswer> {
        let fault = self.turns.fault_of_party(|fault| is_possible(&self.books(), fault)).await;
        let now = self.clock.now();
        let answer = {
            let mut books = self.books();
            match fault {
                Some(Fault::Unreached) => return Err(NoAnswer),
                Some(Fault::Late) => {
                    late(&mut books, request.clone(), now);
                    return Err(NoAnswer);
                }
                _ => {}
            }
            let answer = moves(&mut books, request, fault, now);
            if fault == Some(Fault::Twice) {
                moves(&mut books, request, None, now);
            }
            answer
        };
        if fault == Some(Fault::TellsFirst) && !self.books().is_undecided(key) {
            let messenger = self.messenger.lock().unwrap().clone();
            if let Some((mut messenger, service)) = messenger {
                self.tell(&mut messenger, key).await;
                // Another server may work on it before this one has its answer. What fails is done by the next run.
                let webhooks = jobs::ALL.iter().find(|job| job.name == "webhooks").unwrap();
                let _ = (webhooks.work)(&service).await;
            }
        }
        if fault == Some(Fault::AnswerLost) { Err(NoAnswer) } else { Ok(answer) }
    }

    /// Does what it is asked for. The call may not reach it, or its answer may be lost.
    async fn does<T>(&self, work: impl FnOnce(&mut Books) -> T) -> Result<T, NoAnswer> {
        let fault = self.turns.fault_of_party(is_of_questions).await;
        if fault == Some(Fault::Unreached) {
            return Err(NoAnswer);
        }
        let answer = work(&mut self.books());
        if fault == Some(Fault::AnswerLost) { Err(NoAnswer) } else { Ok(answer) }
    }

    /// A step begins, with all that is repeated in it.
    pub fn begin(&self) {
        self.books().charged.clear();
    }

    /// What was charged or declined in this step.
    pub fn charged(&self) -> Vec<Charged> {
        self.books().charged.clone()
    }

    /// All that it knows, in words.
    pub fn in_words(&self) -> String {
        format!("{:?}", self.books())
    }

    /// What the shop has done that no shop may do.
    pub fn wrong(&self) -> Vec<String> {
        self.books().wrong.clone()
    }
}

impl Booked {
    const fn is_declined(&self) -> bool {
        self.taken.is_none() && !self.is_undecided
    }

    fn took_another_amount(&self) -> bool {
        self.taken.is_some_and(|taken| taken != self.asked.amount.to_cents())
    }
}

impl Books {
    /// The charges of the cards of an account, and what was to go back of them.
    fn of(&self, account: &str) -> (Vec<&Booked>, Vec<&Back>) {
        let is_theirs = |token: &str| self.cards.get(token).is_some_and(|card| card.account == account);
        let charges: Vec<&Booked> = self.charges.values().filter(|charge| is_theirs(&charge.asked.token)).collect();
        let is_of_them = |back: &&Back| charges.iter().any(|charge| charge.id == back.asked.charge_id);
        let refunds = self.refunds.values().filter(is_of_them).collect();
        (charges, refunds)
    }

    /// The order that a refund belongs to.
    fn order_of(&self, back: &Back) -> Option<&str> {
        let charge = self.charges.values().find(|charge| charge.id == back.asked.charge_id)?;
        Some(&charge.asked.about.order_id)
    }

    fn next_id(&mut self, prefix: &str) -> String {
        self.made += 1;
        format!("{prefix}_{}", self.made)
    }

    /// Prepares a charge once for each key.
    fn open(&mut self, key: &str) -> String {
        if let Some(id) = self.opened.get(key) {
            return id.clone();
        }
        let id = self.next_id("ch");
        self.opened.insert(key.to_owned(), id.clone());
        id
    }

    /// Notes if an order would be charged twice for the same purpose: when a charge is prepared or made, no other one may be there. What has
    /// come before it may be one that
    ///
    /// - was declined or called off, because no money moved,
    /// - was given back as a whole: another amount than was asked for goes back, and the order is charged again. The fee of a canceled order
    ///   goes back too, and so does what was paid for a box that is lost, but then the order is over, and nothing is charged any more.
    ///
    /// One that is undecided can still be taken, and so can one that comes in late. If the service does not know how a charge ended, it has to
    /// ask again under the same key.
    fn is_only_one(&mut self, asked: &ChargeRequest) {
        let purpose = Purpose::of_key(&asked.key);
        let is_other = |other: &&ChargeRequest| {
            other.key != asked.key
                && other.about.order_id == asked.about.order_id
                && Purpose::of_key(&other.key) == purpose
        };
        let is_there =
            |charge: &&Booked| charge.is_undecided || charge.taken.unwrap_or_default() > self.back_of(&charge.id);
        // The late one may have been asked for again, and be in the books by now.
        let to_come = self.late.iter().filter(|late| !self.charges.contains_key(&late.key));
        let there = self.charges.values().filter(is_there).map(|charge| &charge.asked).chain(to_come);
        let others: Vec<&str> = there.filter(is_other).map(|other| other.key.as_str()).collect();
        if let Some(other) = others.first() {
            let wrong = format!("an order is charged under the key {} while its charge {other} is there", asked.key);
            self.wrong.push(wrong);
        }
    }

    /// Charges a card once for each key.
    fn charge(&mut self, asked: &ChargeRequest, fault: Option<Fault>, now: Timestamp) -> ChargeOutcome {
        self.is_only_one(asked);
        self.decide(asked, fault, now)
    }

    /// Takes a charge that comes in late.
    fn charge_later(&mut self, asked: ChargeRequest, _: Timestamp) {
        self.is_only_one(&asked);
        self.late.push(asked);
    }

    /// Lets the shop be told of a charge or refund. Of one in five it is never told: it has to ask by itself.
    fn note(&mut self, key: &str) {
        self.decided += 1;
        if !self.decided.is_multiple_of(NEVER_TOLD) {
            self.notices.push(key.to_owned());
        }
    }

    /// Whether the bank has not decided about the charge of a key.
    fn is_undecided(&self, key: &str) -> bool {
        self.charges.get(key).is_some_and(|charge| charge.is_undecided)
    }

    /// Whether a charge is taken if nothing goes wrong, and was not asked for before.
    fn would_take(&self, asked: &ChargeRequest) -> bool {
        let declines = |card: &Card| [DECLINED, STOLEN].contains(&card.number.as_str());
        !self.charges.contains_key(&asked.key) && self.cards.get(&asked.token).is_some_and(|card| !declines(card))
    }

    /// The cents of a charge that went back.
    fn back_of(&self, charge: &str) -> i64 {
        self.refunds.values().filter(|back| back.asked.charge_id == charge).filter_map(|back| back.given).sum()
    }

    /// Decides about a charge once for each key.
    fn decide(&mut self, asked: &ChargeRequest, fault: Option<Fault>, now: Timestamp) -> ChargeOutcome {
        if let Some(known) = self.charges.get(&asked.key) {
            let before = &known.asked;
            if (before.amount, &before.token, &before.currency) != (asked.amount, &asked.token, &asked.currency) {
                let wrong = format!("the key {} came with {} after {}", asked.key, asked.amount, before.amount);
                self.wrong.push(wrong);
            }
            return outcome(known);
        }
        let card = self.cards.get(&asked.token);
        let (is_undecided, reason) = match (card.map(|card| card.number.as_str()), fault) {
            (None, _) => (false, Some("no_such_card")),
            (Some(DECLINED), _) => (false, Some("card_declined")),
            (Some(STOLEN), _) => (false, Some(FOR_GOOD)),
            (Some(_), Some(Fault::Refuses)) => (false, Some("insufficient_funds")),
            (Some(_), Some(Fault::Undecided)) => (true, None),
            (Some(_), _) => (false, None),
        };
        if card.is_none_or(|card| card.is_forgotten) {
            self.wrong.push(format!("a forgotten card is charged under the key {}", asked.key));
        }
        let extra = i64::from(fault == Some(Fault::Wrong));
        let taken = (reason.is_none() && !is_undecided).then(|| asked.amount.to_cents() + extra);
        let id = self.open(&asked.key);
        if asked.opened_as.as_ref() != Some(&id) {
            self.wrong
                .push(format!("the key {} was prepared as {id}, and is charged as {:?}", asked.key, asked.opened_as));
        }
        let booked = Booked { asked: asked.clone(), taken, is_undecided, reason: reason.unwrap_or(""), id, at: now };
        let answer = outcome(&booked);
        if let Some(Card { account, number, .. }) = self.cards.get(&asked.token).cloned() {
            self.charged.push(Charged { key: asked.key.clone(), account, number });
        }
        if !is_undecided {
            self.note(&asked.key);
        }
        self.charges.insert(asked.key.clone(), booked);
        answer
    }

    /// Gives money back once for each key.
    fn refund(&mut self, asked: &RefundRequest, fault: Option<Fault>, now: Timestamp) -> RefundOutcome {
        // A gateway knows a key for a day only, and asks nobody whether the second call means the same.
        if let Some(known) = self.refunds.get(&asked.key).filter(|known| now.since(known.at) > KEY_LASTS).cloned() {
            self.refunds.insert(format!("{} of {:?}", asked.key, known.at), known);
            self.refunds.remove(&asked.key);
        }
        if let Some(known) = self.refunds.get(&asked.key) {
            if (known.asked.amount, &known.asked.charge_id) != (asked.amount, &asked.charge_id) {
                self.wrong.push(format!("the key {} of a refund came with other amounts", asked.key));
            }
            return refunded(known);
        }
        let taken: i64 =
            self.charges.values().filter(|charge| charge.id == asked.charge_id).filter_map(|charge| charge.taken).sum();
        let back = self.back_of(&asked.charge_id);
        let amount = asked.amount.to_cents();
        if back + amount > taken {
            self.wrong
                .push(format!("{amount} cents of {} are to go back, of {taken} with {back} back", asked.charge_id));
        }
        let given = (fault != Some(Fault::Refuses) && back + amount <= taken).then_some(amount);
        let id = self.next_id("re");
        let booked = Back { asked: asked.clone(), given, id, at: now };
        let answer = refunded(&booked);
        self.note(&asked.key);
        self.refunds.insert(asked.key.clone(), booked);
        answer
    }
}

fn outcome(booked: &Booked) -> ChargeOutcome {
    if booked.is_undecided {
        return ChargeOutcome::Pending;
    }
    match booked.taken {
        Some(taken) => ChargeOutcome::Captured(Charge {
            id: booked.id.clone(),
            amount: Money::from_cents(taken).unwrap(),
            currency: booked.asked.currency.clone(),
            by_another_card: false,
        }),
        None => ChargeOutcome::Declined { reason: booked.reason.to_owned(), advice: None },
    }
}

fn refunded(booked: &Back) -> RefundOutcome {
    match booked.given {
        Some(_) => RefundOutcome::Refunded { id: booked.id.clone() },
        None => RefundOutcome::Refused { reason: "not_now".to_owned() },
    }
}
