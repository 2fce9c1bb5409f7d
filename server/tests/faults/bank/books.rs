//! What the gateway's books say, for a comparison with the model.

use super::{Back, Bank, Booked, Card, FOR_GOOD};
use std::collections::{BTreeMap, BTreeSet};
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::store::payment::payment_attempts::Purpose;

/// What became of the charges of an order.
#[derive(Debug, Clone, Copy, Default)]
pub struct AboutOrder {
    /// The styling fees that were taken as they were asked for, and those of them that went back or were to.
    pub fees: usize,
    pub fees_back: usize,
    pub declined_fees: usize,
    pub declined_checkouts: usize,
    /// When the first and the last of these was.
    pub checkout_first_declined_at: Option<Timestamp>,
    pub checkout_last_declined_at: Option<Timestamp>,
    /// The fees and the checkouts for which another amount was taken, and given back.
    pub undone_fees: usize,
    pub undone_checkouts: usize,
}

/// A charge that is declined is tried again three times.
const MOST_TRIES: usize = 4;

/// What was declined until now.
#[derive(Debug, Clone, Default)]
pub struct Declined {
    /// The orders whose styling fee was.
    pub fees: BTreeSet<String>,
    /// The numbers of the cards that are not charged any more: they were declined for good, or four times for the same. What was taken and
    /// given back, because it was another amount, counts as one of the four.
    pub cards: BTreeSet<String>,
}

impl Bank {
    /// What the customer of an account has paid and not got back, in cents.
    pub fn kept_of(&self, account: &str) -> i64 {
        let books = self.books();
        let (charges, refunds) = books.of(account);
        let taken: i64 = charges.iter().filter_map(|charge| charge.taken).sum();
        taken - refunds.iter().filter_map(|back| back.given).sum::<i64>()
    }

    /// What was to go back to the customer of an account and was refused, in cents: the shop's staff have to see to it.
    pub fn refused_of(&self, account: &str) -> i64 {
        let books = self.books();
        let (_, refunds) = books.of(account);
        refunds.iter().filter(|back| back.given.is_none()).map(|back| back.asked.amount.to_cents()).sum()
    }

    /// The tokens of the cards of an account that the shop knows, and that are not forgotten.
    pub fn cards_of(&self, account: &str) -> Vec<String> {
        let books = self.books();
        let is_kept = |card: &Card| card.account == account && card.is_known && !card.is_forgotten;
        let cards = books.cards.iter().filter(|(_, card)| is_kept(card));
        cards.map(|(token, _)| token.clone()).collect()
    }

    /// The keys of the refunds that were refused.
    pub fn refused(&self) -> Vec<String> {
        let books = self.books();
        books.refunds.values().filter(|back| back.given.is_none()).map(|back| back.asked.key.clone()).collect()
    }

    /// Whether something of an order was to go back, and was refused.
    pub fn has_refused(&self, order: &str) -> bool {
        let books = self.books();
        books.refunds.values().any(|back| back.given.is_none() && books.order_of(back) == Some(order))
    }

    /// The orders whose customer was to get something of a checkout back, and the bank has refused that.
    pub fn orders_with_refused_refunds(&self) -> BTreeSet<String> {
        let books = self.books();
        let is_of_checkout = |back: &&Back| Purpose::of_key(&back.asked.key) != Some(Purpose::StylingFeeRefund);
        let refused = books.refunds.values().filter(|back| back.given.is_none()).filter(is_of_checkout);
        refused.filter_map(|back| books.order_of(back).map(ToOwned::to_owned)).collect()
    }

    /// What was declined until now.
    pub fn declined(&self) -> Declined {
        let books = self.books();
        let mut declined = Declined::default();
        let mut times: BTreeMap<_, usize> = BTreeMap::new();
        for charge in books.charges.values().filter(|charge| charge.is_declined() || charge.took_another_amount()) {
            let is_declined = charge.is_declined();
            if is_declined && Purpose::of_key(&charge.asked.key) == Some(Purpose::StylingFee) {
                declined.fees.insert(charge.asked.about.order_id.clone());
            }
            let Some(card) = books.cards.get(&charge.asked.token) else { continue };
            let purpose = Purpose::of_key(&charge.asked.key).map(Purpose::as_str);
            let tries = times.entry((&charge.asked.about.order_id, purpose, &card.number)).or_default();
            *tries += 1;
            if is_declined && charge.reason == FOR_GOOD || *tries >= MOST_TRIES {
                declined.cards.insert(card.number.clone());
            }
        }
        declined
    }

    /// What became of the charges of an order.
    pub fn about(&self, order: &str) -> AboutOrder {
        let books = self.books();
        let mut about = AboutOrder::default();
        for charge in books.charges.values().filter(|charge| charge.asked.about.order_id == order) {
            let is_right = charge.taken == Some(charge.asked.amount.to_cents());
            let is_undone = charge.took_another_amount() && charge.taken == Some(books.back_of(&charge.id));
            let is_declined = charge.is_declined();
            let has_refund = books.refunds.values().any(|back| back.asked.charge_id == charge.id);
            if Purpose::of_key(&charge.asked.key) == Some(Purpose::StylingFee) {
                about.fees += usize::from(is_right);
                about.fees_back += usize::from(is_right && has_refund);
                about.declined_fees += usize::from(is_declined);
                about.undone_fees += usize::from(is_undone);
            } else {
                about.undone_checkouts += usize::from(is_undone);
                about.declined_checkouts += usize::from(is_declined);
                let declined_at = is_declined.then_some(charge.at);
                let first = [about.checkout_first_declined_at, declined_at].into_iter().flatten().min();
                about.checkout_first_declined_at = first;
                about.checkout_last_declined_at = about.checkout_last_declined_at.max(declined_at);
            }
        }
        about
    }

    /// The charges and refunds of an account, as a difference shows them.
    pub fn of(&self, account: &str) -> Vec<String> {
        let books = self.books();
        let (charges, refunds) = books.of(account);
        let charges = charges.iter().map(|Booked { asked, taken, id, .. }| {
            format!("{} {}: asked for {}, took {taken:?} as {id}", asked.key, asked.description, asked.amount)
        });
        let refunds = refunds
            .iter()
            .map(|Back { asked, given, .. }| format!("{} gives {given:?} of {} back", asked.key, asked.charge_id));
        charges.chain(refunds).collect()
    }
}
