//! What comes back of a box: garments, and the money for those that were bought.

use super::status::CHECKED_OUT;
use super::{Item, Order, Told};
use crate::faults::acts::{Act, Work};

/// What was bought at a checkout, and who paid for it, in cents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sale {
    /// The items and their prices.
    pub bought: Vec<(String, i64)>,
    /// With discounts, tax and the delivery fee.
    pub total: i64,
    /// The delivery fee, which never goes back.
    pub delivery: i64,
    pub credit: i64,
    pub gift_card: i64,
    pub card: i64,
}

impl Sale {
    /// What has gone back to the card and to the gift card once these items have. An item's share of the total is its price's share of all
    /// prices, so discounts stay. What is still kept is paid by the credit first, then by the gift card, then by the card.
    pub fn back(&self, lines: &[&String]) -> (i64, i64) {
        let all: i64 = self.bought.iter().map(|(_, price)| price).sum();
        let kept: i64 = self.bought.iter().filter(|(id, _)| !lines.contains(&id)).map(|(_, price)| price).sum();
        if all == 0 {
            return (0, 0);
        }
        let rest = self.total - self.delivery;
        // Half a cent is rounded up.
        let total = (2 * rest * kept + all) / (2 * all) + self.delivery;
        let after_credit = total - self.credit.min(total);
        let gift_card = self.gift_card.min(after_credit);
        // What was forgiven was paid by nobody.
        let card = if self.card == 0 { 0 } else { self.card - (after_credit - gift_card) };
        (card, self.gift_card - gift_card)
    }
}

impl Item {
    /// Whether its customer keeps it as it is.
    fn is_kept_so(&self) -> bool {
        self.kept == Some(true) && self.exchange.is_none()
    }

    /// Whether it is still to come back, or nobody knows.
    pub(super) fn is_due_back(&self) -> bool {
        !self.is_received && !self.is_kept_so()
    }
}

impl Order {
    /// The garment at a place of its box.
    pub fn garment(&self, place: usize) -> Option<&str> {
        Some(&self.items[place.checked_rem(self.items.len())?].product)
    }

    /// Whether nothing of its checkout has gone back, so that the gateway can be asked for it.
    pub(super) const fn has_no_refund(&self) -> bool {
        self.taken_back.is_empty() && self.sold_out.is_empty()
    }

    /// Whether staff may receive the garment at this place: it is due back, or was bought, and no other refund can be open.
    pub(super) fn may_come_back(&self, place: usize) -> bool {
        let Some(place) = place.checked_rem(self.items.len()) else { return false };
        let item = &self.items[place];
        !self.may_be_being_paid() && (item.is_due_back() || item.is_paid && !item.is_received && self.has_no_refund())
    }

    /// Whether nothing is left to do for it: it is paid and has come, nothing goes back, and nothing is sent any more. What has come back has
    /// come before, also if nobody has noted that.
    pub(super) fn is_whole(&self) -> bool {
        let status = self.status.as_str();
        let has_come = status == "delivered_to_stylebox" || CHECKED_OUT.contains(&status) && self.is_delivered;
        self.has_paid_invoice && has_come && self.held.is_empty() && !self.items.iter().any(Item::is_due_back)
    }

    /// Whether it may have ended with these acts: it is paid and has come, as far as is known, nothing goes back any more, and no exchange
    /// waits. `before` is its status before.
    pub(super) fn may_end(&self, before: &str, told: &[Told<'_>]) -> bool {
        let is_back = ["in_transit_to_stylebox", "delivered_to_stylebox"].contains(&before);
        let has_come =
            self.is_delivered || self.may_have_come || is_back || self.items.iter().any(|item| item.is_received);
        let may_be_sent = |one: &Told<'_>| one.is(Work::ShipExchange, &self.id) || one.is(Work::SoldOut, &self.id);
        let is_all_sent = self.held.is_empty() || told.iter().any(may_be_sent);
        self.has_paid_invoice && has_come && is_all_sent && !self.items.iter().any(Item::is_due_back)
    }

    /// The items that were bought, as far as these acts have brought them back: they had to be named.
    pub(super) fn just_taken_back(&self, items: &[Item], told: &[Told<'_>]) -> Vec<String> {
        let is_back = |(place, item): &(usize, &Item)| {
            let was_received = self.items.get(*place).is_some_and(|before| before.is_received);
            !was_received && item.is_received && item.kept == Some(false) && self.is_named(*place, told)
        };
        items.iter().enumerate().filter(is_back).map(|(_, item)| item.id.clone()).collect()
    }

    /// Whether staff may have received the garment at this place by its name.
    pub(super) fn is_named(&self, place: usize, told: &[Told<'_>]) -> bool {
        told.iter().any(|one| one.may_be_done() && one.names(self, place))
    }

    /// Whether an item was bought.
    pub(super) fn has_paid(&self, line: &str) -> bool {
        self.items.iter().any(|item| item.id == line && item.is_paid)
    }

    /// The items that were bought, with their prices, and those of them that came back in the same step. The checkout came before the
    /// return if it has charged them.
    pub(super) fn bought(&self, subtotal: i64) -> (Vec<(String, i64)>, Vec<String>) {
        if let Some(sale) = &self.sale {
            return (sale.bought.clone(), Vec::new());
        }
        let priced = |is_wanted: &dyn Fn(&Item) -> bool| -> Vec<(String, i64)> {
            self.items.iter().filter(|item| is_wanted(item)).map(|item| (item.id.clone(), item.price)).collect()
        };
        let sum = |bought: &[(String, i64)]| -> i64 { bought.iter().map(|(_, price)| price).sum() };
        let kept = priced(&|item| item.is_paid);
        if sum(&kept) == subtotal {
            return (kept, Vec::new());
        }
        // Of two that came back, one may have come before the checkout.
        let of_one = self.came_meanwhile.iter().map(std::slice::from_ref);
        for came in of_one.chain([self.came_meanwhile.as_slice()]) {
            let bought = priced(&|item| item.is_paid || came.contains(&item.id));
            if sum(&bought) == subtotal {
                return (bought, came.to_vec());
            }
        }
        (kept, Vec::new())
    }

    /// Takes what has come back of what was bought.
    pub(super) fn refund(&mut self) {
        if let Some(sale) = &self.sale {
            self.back = sale.back(&self.taken_back.iter().chain(&self.sold_out).collect::<Vec<_>>());
        }
    }
}

impl Told<'_> {
    /// Whether staff named the garment at this place of an order's box.
    fn names(&self, order: &Order, place: usize) -> bool {
        let Act::ReceiveGarment { place: named, .. } = self.act else { return false };
        self.order.as_deref() == Some(&*order.id) && order.garment(*named) == order.garment(place)
    }

    /// Whether staff received the item at this place of an order's box with this act, as the order was known before.
    fn receives(&self, order: &Order, place: usize) -> bool {
        self.is(Work::Receive, &order.id) && order.items[place].is_due_back() || self.names(order, place)
    }
}

/// What has come back stays so, and only staff receive it: the whole box what is due back, a garment that they name, nothing else.
///
/// # Errors
/// Half a sentence, if that is not so.
pub(super) fn check(known: &Order, items: &[Item], told: &[Told<'_>]) -> Result<(), String> {
    let may_receive_all = told.iter().any(|told| told.is(Work::Receive, &known.id) && told.may_be_done());
    for (place, item) in items.iter().enumerate() {
        let before = known.items.get(place).is_some_and(|item| item.is_received);
        let is_possible = match told {
            // Nothing else has happened to it.
            [one] if one.is_done() && !known.items.is_empty() => {
                item.is_received == (before || one.receives(known, place))
            }
            _ if before => item.is_received,
            _ => !item.is_received || may_receive_all || known.is_named(place, told),
        };
        if !is_possible {
            return Err(format!("whether an item has come back was {before}, and cannot be so now: {item:?}"));
        }
    }
    Ok(())
}
