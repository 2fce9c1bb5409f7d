//! The gift card and the coupon of an order.

use super::status::is_by_itself;
use super::{Model, Order, Paid, Told};
use crate::faults::acts::Act;
use serde_json::Value;
use std::collections::BTreeSet;

#[derive(Debug, Clone)]
pub struct GiftCard {
    pub number: String,
    value: i64,
}

#[derive(Debug, Clone)]
pub struct Coupon {
    pub code: String,
    pub(super) percent: i64,
    pub(super) uses: usize,
}

/// What a customer has typed as the coupon of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    /// Nothing: the order has the coupon that comes by itself, if there is one.
    Nothing,
    Removed,
    Code(String),
}

impl Model {
    pub fn gift_card(&self, number: usize) -> Option<GiftCard> {
        let count = self.gift_cards.len();
        (count > 0).then(|| self.gift_cards[number % count].clone())
    }

    pub fn coupon(&self, number: usize) -> Option<Coupon> {
        let count = self.coupons.len();
        (count > 0).then(|| self.coupons[number % count].clone())
    }

    /// Adds a code that takes so many percent off, so many times. Returns it.
    pub fn add_coupon(&mut self, percent: u32, uses: u32) -> String {
        let code = format!("SHOP{}", self.coupons.len());
        let uses = usize::try_from(uses).unwrap();
        self.coupons.push(Coupon { code: code.clone(), percent: i64::from(percent), uses });
        code
    }

    pub fn add_gift_card(&mut self, number: &str, value: i64) {
        self.gift_cards.push(GiftCard { number: number.to_owned(), value });
    }

    /// How many gift cards and coupons staff have issued.
    pub const fn vouchers(&self) -> (usize, usize) {
        (self.gift_cards.len(), self.coupons.len())
    }

    /// Takes that customers have typed gift cards and coupons.
    pub(super) fn hear_vouchers(&mut self, told: &[Told<'_>]) {
        for one in told {
            if let Act::UseGiftCard { who, .. } | Act::UseCoupon { who, .. } = one.act {
                self.customers.entry(*who).or_default().codes_typed += 1;
            }
        }
        for one in told.iter().filter(|one| one.may_be_done()) {
            let card = match one.act {
                Act::UseGiftCard { card, .. } => card.checked_rem(self.gift_cards.len()),
                _ => None,
            };
            let typed = match one.act {
                Act::UseCoupon { coupon, .. } => self.coupon(*coupon).map(|coupon| Typed::Code(coupon.code)),
                Act::RemoveCoupon { .. } => Some(Typed::Removed),
                _ => None,
            };
            // Of two at the same time nobody knows which came last, and of one that was begun twice whether it was done.
            let is_like = |other: &&Told<'_>| match other.act {
                Act::UseGiftCard { .. } => card.is_some(),
                Act::UseCoupon { .. } | Act::RemoveCoupon { .. } => typed.is_some(),
                _ => false,
            };
            let is_sure =
                one.is_done() && told.iter().filter(is_like).filter(|other| other.order == one.order).count() == 1;
            let Some(order) = one.order.as_deref().and_then(|id| self.order_mut(id)) else { continue };
            if card.is_some() {
                put(&mut order.gift_cards, card, is_sure);
            }
            if let Some(typed) = typed {
                put(&mut order.typed, typed, is_sure);
            }
        }
    }

    /// The orders of a customer, as far as nobody knows which gift card is on them.
    pub fn orders_with_an_unclear_card(&self, who: usize) -> Vec<String> {
        let orders = self.customer(who).orders.into_iter().filter(|order| order.gift_cards.len() > 1);
        orders.map(|order| order.id).collect()
    }

    /// Takes which of the cards that may be on an order is on it.
    ///
    /// # Errors
    /// A sentence, if it is none of them.
    pub fn see_gift_card(&mut self, order: &str, invoice: &Value) -> Result<(), String> {
        let seen = invoice["gift_card"]["SMART_CARD_NUM"].as_str();
        let cards = self.gift_cards.clone();
        let order = self.order_mut(order).unwrap();
        let last_four = |card: &Option<usize>| card.map(|card| cards[card].last_four());
        match order.gift_cards.iter().find(|card| last_four(card) == seen) {
            Some(card) => order.gift_cards = vec![*card],
            None => return Err(format!("on order {} is the gift card {seen:?}, which nobody has typed", order.code)),
        }
        Ok(())
    }

    /// What is left on a gift card beside what an order may draw on it, in cents.
    fn left_on(&self, card: usize, beside: &str) -> i64 {
        let orders = self.orders().filter(|order| order.id != beside && order.gift_cards.contains(&Some(card)));
        self.gift_cards[card].value - orders.map(Order::drawn).sum::<i64>()
    }

    /// What is left on each gift card, in cents, after the last four digits of its number.
    pub fn left_on_each(&self) -> Vec<String> {
        let left = |(card, known): (usize, &GiftCard)| format!("{}: {}", known.last_four(), self.left_on(card, ""));
        self.gift_cards.iter().enumerate().map(left).collect()
    }

    /// The last four digits of the gift cards that may be on these orders.
    pub fn gift_cards_of(&self, orders: &BTreeSet<String>) -> Vec<String> {
        let cards = self.orders().filter(|order| orders.contains(&order.id)).flat_map(|order| &order.gift_cards);
        cards.flatten().map(|card| self.gift_cards[*card].last_four().to_owned()).collect()
    }

    /// Compares what a checkout draws on a gift card: as much as is needed and there.
    pub(super) fn check_gift_card(
        &self,
        order: &Order,
        told: &[Told<'_>],
        (drawn, needed): (i64, i64),
    ) -> Result<(), String> {
        let is_right = |card: &Option<usize>| {
            let Some(card) = *card else { return drawn == 0 };
            let (left, all) = (self.left_on(card, &order.id), self.gift_cards[card].value);
            if self.is_used_by_others(card, order, told) { drawn <= all.min(needed) } else { drawn == left.min(needed) }
        };
        if order.gift_cards.iter().any(is_right) {
            return Ok(());
        }
        let left: Vec<_> = order.gift_cards.iter().flatten().map(|card| self.left_on(*card, &order.id)).collect();
        Err(format!("order {} draws {drawn} cents on its gift card: {needed} are needed, {left:?} left", order.code))
    }

    /// Whether other orders may have drawn on a card, or given back, in the same step, or have not given back yet what has to go back.
    fn is_used_by_others(&self, card: usize, order: &Order, told: &[Told<'_>]) -> bool {
        let goes_on = |id: &str| !self.ended.contains(id);
        let may_change =
            |told: &Told<'_>, id: &str| told.order.as_deref() == Some(id) || is_by_itself(told.act) && goes_on(id);
        let acts = |id: &str| told.iter().any(|told| may_change(told, id));
        let is_unsettled = |id: &str| self.unsettled.iter().any(|orders| orders.contains(id));
        let is_of_card = |other: &&Order| other.id != order.id && other.gift_cards.contains(&Some(card));
        self.orders().filter(is_of_card).any(|other| acts(&other.id) || is_unsettled(&other.id))
    }

    /// Compares the coupon of a checkout with what its customer has typed.
    pub(super) fn check_typed(&self, order: &Order, paid: &Paid) -> Result<(), String> {
        let coupon = paid.coupon.as_deref();
        let is_right = |typed: &Typed| match typed {
            Typed::Nothing => !self.coupons.iter().any(|issued| coupon == Some(&issued.code)),
            Typed::Removed => coupon.is_none(),
            Typed::Code(code) => coupon == Some(code) || !self.suffices(code, None),
        };
        if order.typed.iter().any(is_right) {
            return Ok(());
        }
        Err(format!("order {} has the coupon {coupon:?}, and its customer has typed {:?}", order.code, order.typed))
    }

    /// Whether everybody who has typed a code can use it, and the customer of another order too: once each, and not more often than staff
    /// have said.
    pub(super) fn suffices(&self, code: &str, also: Option<&str>) -> bool {
        let is_for = |order: &&Order| order.may_have_typed(code) || also == Some(order.id.as_str());
        let of = |orders: &[Order]| orders.iter().filter(is_for).count();
        let typed: Vec<usize> = self.customers.values().map(|customer| of(&customer.orders)).collect();
        let most = self.coupons.iter().find(|coupon| coupon.code == code).map_or(0, |coupon| coupon.uses);
        typed.iter().all(|orders| *orders <= 1) && typed.iter().sum::<usize>() <= most
    }
}

impl GiftCard {
    fn last_four(&self) -> &str {
        &self.number[self.number.len() - 4..]
    }
}

impl Order {
    fn may_have_typed(&self, code: &str) -> bool {
        self.typed.contains(&Typed::Code(code.to_owned()))
    }

    /// The coupon that it uses up: its checkout is paid, or is being paid.
    pub(super) fn coupon_in_use(&self) -> Option<&str> {
        let open = self.frozen.as_ref().filter(|_| self.is_being_paid());
        let paid = self.paid.as_ref().filter(|_| !self.is_lost).or(open)?;
        paid.coupon.as_deref().filter(|_| paid.takes_off)
    }

    /// What is drawn on its gift card and not given back, in cents.
    fn drawn(&self) -> i64 {
        let reserved = self.frozen.as_ref().filter(|_| self.is_being_paid());
        self.gift_card_kept() + reserved.map_or(0, |frozen| frozen.gift_card)
    }
}

/// Adds what is possible; if it is certain, it replaces all others.
fn put<T: PartialEq>(possible: &mut Vec<T>, one: T, is_sure: bool) {
    if is_sure {
        possible.clear();
    }
    if !possible.contains(&one) {
        possible.push(one);
    }
}
