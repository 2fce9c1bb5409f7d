//! The bank as the service calls it.

use super::{Bank, Books, Card, is_of_movements, is_of_questions, outcome, refunded};
use crate::faults::turns::Fault;
use stylebox_core::card::entry::{CardEntry, CardEntryKind};
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::common::webhook::Webhook;
use stylebox_server::providers::payment::card::{CardDetails, CardToken, CardVerdict, TokenError};
use stylebox_server::providers::payment::charge::{
    ChargeOutcome, ChargeRequest, Opening, RefundOutcome, RefundRequest,
};
use stylebox_server::providers::payment::movement::{Movement, MovementKind, MovementPage};
use stylebox_server::providers::payment::{NoAnswer, PaymentGateway};

impl PaymentGateway for Bank {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn card_entry(&self) -> CardEntryKind {
        CardEntryKind::Typed
    }

    fn webhook(&self) -> Option<&dyn Webhook> {
        Some(self)
    }

    fn tokenize<'a>(&'a self, details: &'a CardDetails) -> BoxFuture<'a, Result<CardToken, TokenError>> {
        Box::pin(async move {
            let CardEntry::Typed(typed) = &details.card else { return Err(TokenError::InvalidNumber) };
            let (account, number) = (details.account.clone(), typed.number.expose().to_owned());
            let card = Card { account, number: number.clone(), is_known: false, is_forgotten: false };
            let keep = |books: &mut Books| {
                let token = books.next_id("card");
                books.cards.insert(token.clone(), card);
                token
            };
            let token = self.does(keep).await.map_err(|NoAnswer| TokenError::NoAnswer)?;
            Ok(CardToken {
                token,
                gateway_customer: None,
                fingerprint: Some(format!("fingerprint of {number}")),
                brand: "Visa".to_owned(),
                last_four: number[number.len() - 4..].to_owned(),
                expiration: typed.expiration,
            })
        })
    }

    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<CardVerdict, NoAnswer>> {
        Box::pin(async move {
            if let Some(card) = self.books().cards.get_mut(token) {
                card.is_known = true;
            }
            let is_possible = |fault| is_of_questions(fault) || fault == Fault::Refuses;
            match self.turns.fault_of_party(is_possible).await {
                Some(Fault::Refuses) => Ok(CardVerdict::Declined),
                Some(_) => Err(NoAnswer),
                None => Ok(CardVerdict::Good),
            }
        })
    }

    fn open<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Opening, NoAnswer>> {
        Box::pin(self.does(|books| {
            books.is_only_one(request);
            Opening::Opened(books.open(&request.key))
        }))
    }

    fn charge<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>> {
        let is_possible = |books: &Books, fault| is_of_movements(fault) || books.would_take(request);
        Box::pin(self.move_money((request, &request.key), is_possible, Books::charge_later, Books::charge))
    }

    fn look_up<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        Box::pin(self.does(|books| books.charges.get(&request.key).map(outcome)))
    }

    fn call_off<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>> {
        Box::pin(self.does(|books| {
            if let Some(charge) = books.charges.get_mut(&request.key)
                && std::mem::take(&mut charge.is_undecided)
            {
                charge.reason = "canceled";
            }
            books.charges.get(&request.key).map(outcome)
        }))
    }

    fn refund<'a>(&'a self, request: &'a RefundRequest) -> BoxFuture<'a, Result<RefundOutcome, NoAnswer>> {
        let is_possible = |books: &Books, fault| {
            is_of_movements(fault) || fault == Fault::Refuses && !books.refunds.contains_key(&request.key)
        };
        let later = |books: &mut Books, late, now| books.late_refunds.push((late, now));
        Box::pin(self.move_money((request, &request.key), is_possible, later, Books::refund))
    }

    fn look_up_refund<'a>(
        &'a self,
        request: &'a RefundRequest,
    ) -> BoxFuture<'a, Result<Option<RefundOutcome>, NoAnswer>> {
        Box::pin(self.does(|books| books.refunds.get(&request.key).map(refunded)))
    }

    fn forget_card<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(self.does(|books| {
            if let Some(card) = books.cards.get_mut(token) {
                card.is_forgotten = true;
            }
        }))
    }

    fn forget<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>> {
        self.forget_card(token)
    }

    fn movements<'a>(
        &'a self,
        since: Timestamp,
        _after: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Option<MovementPage>, NoAnswer>> {
        Box::pin(self.does(move |books| {
            let movement = |id: String, kind, amount: i64, charge_id: &str, key: &str, at| Movement {
                id,
                kind,
                amount,
                fee: 0,
                currency: "USD".to_owned(),
                charge_id: Some(charge_id.to_owned()),
                key: Some(key.to_owned()),
                at,
            };
            let charges = books.charges.values().filter_map(|charge| {
                let taken = charge.taken?;
                let id = format!("move_{}", charge.id);
                Some(movement(id, MovementKind::Charge, taken, &charge.id, &charge.asked.key, charge.at))
            });
            let refunds = books.refunds.values().filter_map(|back| {
                let given = back.given?;
                let id = format!("move_{}", back.id);
                Some(movement(id, MovementKind::Refund, -given, &back.asked.charge_id, &back.asked.key, back.at))
            });
            let mut found: Vec<Movement> = charges.chain(refunds).filter(|found| found.at >= since).collect();
            found.sort_by_key(|found| std::cmp::Reverse(found.at));
            Some(MovementPage { found, next: None })
        }))
    }
}
