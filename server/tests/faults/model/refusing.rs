//! What may not be refused while nothing goes wrong.

use super::vouchers::Coupon;
use super::{Customer, Model, Order, Since};
use crate::faults::acts::{Act, Card, Work};

/// Customers may type 20 codes in ten minutes. A step sends one up to five times.
const FEWEST_CODES: usize = 4;

impl Model {
    /// Whether an act that nothing disturbs has to be done, and may not be refused with this code: what it needs is there. `is_in_payment`
    /// says whether the gateway has not answered about a payment of its order yet, because of an earlier fault.
    pub fn has_to_be_done(&self, act: &Act, code: &str, is_in_payment: bool, now: i64) -> bool {
        let Some(who) = act.who() else { return false };
        let customer = self.customer(who);
        let since = Since { told: &[], who, customer: &customer, shop: self, now };
        let is_asked = || customer.current().is_some_and(|order| order.may_be_asked(&since));
        let is_excused = match act {
            // Who types codes again and again has to wait, also if each was right: it could be guessing.
            Act::UseGiftCard { .. } | Act::UseCoupon { .. } if code == "too_many_requests" => {
                customer.codes_typed >= FEWEST_CODES
            }
            Act::Cancel { .. } if code == "not_now" => is_in_payment,
            Act::Staff { work: Work::Style, .. } if code.contains("has not answered about") => is_in_payment,
            Act::Staff { work: Work::Cancel, .. } if code.contains("is still being asked about") => is_in_payment,
            Act::Staff { work: Work::Style | Work::Ship, .. } if code.contains("is asked whether to keep it") => {
                is_asked()
            }
            _ => false,
        };
        if is_excused {
            return false;
        }
        let is_given_up = || customer.current().is_some_and(|order| order.may_be_given_up(&since));
        if code.contains("is about to be canceled") && is_given_up() {
            return false;
        }
        let is_free = customer.is_here() && !customer.closing;
        match customer.current() {
            Some(order) => match act {
                Act::UseCoupon { coupon, .. } => is_free && self.has_to_take_coupon(order, *coupon),
                _ => is_free && order.has_to_take(act, &customer, now),
            },
            None => match act {
                Act::SignUp { .. } => customer.id.is_empty(),
                Act::SaveCard { card, .. } => is_free && !customer.has_card && card.is_good(),
                Act::OrderAgain { .. } => is_free && customer.has_good_card(),
                Act::ChangeCard { card, .. } => is_free && customer.has_card && card.is_good(),
                Act::Skip { .. } => is_free && customer.has_card && Self::is_regular(who) && !customer.may_have_skipped,
                Act::Close { .. } => is_free,
                _ => false,
            },
        }
    }

    /// Whether an order has to take a coupon: it suffices for everybody who has typed it.
    fn has_to_take_coupon(&self, order: &Order, coupon: usize) -> bool {
        let suffices = |coupon: Coupon| self.suffices(&coupon.code, Some(&order.id));
        order.is_with_customer() && self.coupon(coupon).is_some_and(suffices)
    }
}

impl Order {
    /// Whether its customer has it, and has not checked out.
    fn is_with_customer(&self) -> bool {
        self.status == "delivered_to_customer" && !self.items.is_empty()
    }

    fn has_to_take(&self, act: &Act, customer: &Customer, now: i64) -> bool {
        let status = self.status.as_str();
        let is_with_customer = self.is_with_customer();
        match act {
            Act::Staff { work: Work::Style, .. } => status == "created" && customer.has_good_card(),
            Act::Staff { work: Work::Ship, .. } => matches!(status, "styled" | "ready_to_ship"),
            Act::Staff { work: Work::Deliver | Work::Lose, .. } => status == "in_transit_to_customer",
            Act::Staff { work: Work::SendBack, .. } => status == "delivered_to_customer",
            // What is being paid is received once it is known what was bought.
            Act::Staff { work: Work::Receive, .. } => status == "in_transit_to_stylebox" && !self.is_being_paid(),
            Act::ReceiveGarment { place, .. } => {
                let is_with_us = matches!(status, "in_transit_to_stylebox" | "delivered_to_stylebox");
                (is_with_us || is_with_customer) && self.may_come_back(*place)
            }
            Act::Staff { work: Work::Complete, .. } => self.is_whole(),
            Act::Staff { work: Work::ShipExchange, .. } => !self.held.is_empty(),
            // Staff do not say which of several pieces is sold out.
            Act::Staff { work: Work::SoldOut, .. } => self.held.len() == 1 && self.has_no_refund(),
            Act::KeepLate { .. } => true,
            Act::Cancel { .. } | Act::Staff { work: Work::Cancel, .. } => status == "created",
            Act::Decide { .. } | Act::RemoveCoupon { .. } => is_with_customer,
            Act::UseGiftCard { .. } => is_with_customer,
            Act::Extend { .. } => is_with_customer && !self.extended && !self.is_last_day(now),
            // The other size may be sold out.
            Act::CheckOut { .. } => {
                let is_kept_so = self.items.iter().all(|item| item.exchange.is_none());
                is_with_customer && self.is_decided() && is_kept_so && customer.has_good_card()
            }
            // A first box stays with the card that has paid its fee.
            Act::ChangeCard { card, .. } => card.is_good() && customer.paid_orders() > 0,
            _ => false,
        }
    }
}

impl Customer {
    /// Whether the card on file is certainly one whose bank pays.
    pub fn has_good_card(&self) -> bool {
        self.card().is_some_and(Card::is_good)
    }
}

impl Card {
    pub const fn is_good(self) -> bool {
        matches!(self, Self::Good | Self::Other)
    }
}
