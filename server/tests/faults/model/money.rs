//! What a checkout comes to, and what follows from it.

use super::back::Sale;
use super::vouchers::Typed;
use super::{Customer, Model, Order, Paid, Told};
use crate::faults::acts::Act;
use crate::support::cents;
use serde_json::Value;
use std::ops::RangeInclusive;

/// A part of an amount in so many hundred-thousandths, rounded half away from zero.
const fn part(amount: i64, of_100_000: i64) -> i64 {
    (amount * of_100_000 + 50_000) / 100_000
}

/// So many rewards of a kind, some of them used.
fn list(kind: &str, all: usize, used: usize) -> Vec<String> {
    let name = |number| if number < used { format!("{kind}, used") } else { kind.to_owned() };
    (0..all.max(used)).map(name).collect()
}

/// How many of these orders use a coupon's code: they are paid, or are being paid, also by a payment that waits for staff.
fn in_use<'a>(orders: impl IntoIterator<Item = &'a Order>, code: &str) -> usize {
    orders.into_iter().filter_map(Order::coupon_in_use).filter(|used| *used == code).count()
}

impl Model {
    /// The tax where a customer lives, in hundred-thousandths, and the fee of a delivery in cents.
    const fn tax(who: usize) -> (i64, i64) {
        match who % 4 {
            0 => (6_875, 0),
            1 => (0, 0),
            2 => (6_250, 0),
            _ => (2_900, 28),
        }
    }

    /// Compares the amounts of the paid checkouts of a customer, each as its order's own page has it.
    ///
    /// # Errors
    /// The first difference, in words.
    pub fn see_charged(&mut self, who: usize, details: &[Value], told: &[Told<'_>]) -> Result<(), String> {
        let (rate, delivery_fee) = Self::tax(who);
        let customer = self.customer(who);
        let mut used: Vec<String> = Vec::new();
        for (place, detail) in details.iter().enumerate() {
            let charged = &detail["charged"];
            let id = detail["id"].as_str().unwrap();
            let order = customer.orders.iter().find(|order| order.id == id).unwrap();
            if charged.is_null() {
                return Err(format!("order {} is paid, and says no amounts", order.code));
            }
            let amount = |name: &str| cents(&charged[name]);
            let (bought, came_back) = order.bought(amount("original_subtotal"));
            let subtotal: i64 = bought.iter().map(|(_, price)| price).sum();
            let multi = if bought.len() >= 4 { part(subtotal, 10_000) } else { 0 };
            let coupon = charged["coupon_code"].as_str();
            let rest = subtotal - multi;
            let discount = match coupon {
                None => 0,
                Some("Hello25") => 25_00.min(rest),
                Some(code) => {
                    let issued = self.coupons.iter().find(|coupon| coupon.code == code);
                    part(rest, issued.map_or(20_000, |coupon| coupon.percent * 1_000))
                }
            };
            let before_tax = rest - discount;
            let tax = part(before_tax, rate);
            let shipping_tax = amount("shipping_tax");
            if shipping_tax != delivery_fee {
                return Err(format!("order {} has a delivery fee of {shipping_tax} cents", order.code));
            }
            let with_tax = before_tax + tax + shipping_tax;
            let credit = order.fee.min(with_tax);
            let gift_card = amount("gift_card_amount");
            let due = with_tax - credit - gift_card;
            let (due, forgiven) = if due < 50 { (0, due) } else { (due, 0) };
            let expected = [
                ("original_subtotal", subtotal),
                ("multi_item_discount", multi),
                ("discount_amount", discount),
                ("total_before_tax", before_tax),
                ("tax", tax),
                ("total_with_tax", with_tax),
                ("credit_amount", credit),
                ("forgiven", forgiven),
                ("total_due", due),
            ];
            // Later, some of it may have come back; what was charged stays.
            let expected = expected.into_iter().filter(|_| order.paid.is_none());
            for (name, expected) in expected {
                if amount(name) != expected {
                    return Err(format!("order {}: {name} should be {expected} and is {}", order.code, amount(name)));
                }
            }
            if let Some(code) = coupon {
                self.may_use(&customer, place, code).map_err(|why| format!("order {}: {why}", order.code))?;
                if discount > 0 {
                    if used.iter().any(|before| before == code && code != "Referral20") {
                        return Err(format!("order {} uses {code}, which was used before", order.code));
                    }
                    used.push(code.to_owned());
                }
            } else if place == 0 && !customer.removed_coupon {
                return Err(format!("the first box {} has no coupon", order.code));
            }
            let is_certain = matches!(told, [one] if one.is_done() && matches!(one.act, Act::CheckOut { .. }));
            if order.paid.is_none() && is_certain && order.typed == [Typed::Nothing] && !customer.removed_coupon {
                self.check_default(who, order, &details[..place], coupon)
                    .map_err(|why| format!("order {}: {why}", order.code))?;
            }
            let paid = Paid { due, gift_card, coupon: coupon.map(ToOwned::to_owned), takes_off: discount > 0 };
            if order.paid.is_none() && order.frozen.as_ref() != Some(&paid) {
                self.check_gift_card(order, told, (gift_card, with_tax - credit))?;
                self.check_typed(order, &paid)?;
            }
            let order = self.customers.get_mut(&who).unwrap().orders.iter_mut().find(|order| order.id == id).unwrap();
            if order.paid.as_ref().is_some_and(|before| *before != paid) {
                return Err(format!("the amounts of {} have changed", order.code));
            }
            if order.paid.is_none() {
                order.sale =
                    Some(Sale { bought, total: with_tax, delivery: shipping_tax, credit, gift_card, card: due });
                order.taken_back = came_back;
                order.refund();
            }
            order.paid = Some(paid);
        }
        Ok(())
    }

    /// For how many friends a customer has earned a reward.
    pub(super) fn friends_who_earned(&self, who: usize) -> usize {
        self.friends_of(who).filter(|friend| friend.orders.iter().any(Order::has_cost)).count()
    }

    /// Compares the coupon that came by itself, at the checkout after these others. The first box of an invited customer has that of the
    /// invitation. Later a reward for a friend is used, if it was earned before the box was ordered.
    fn check_default(&self, who: usize, order: &Order, before: &[Value], coupon: Option<&str>) -> Result<(), String> {
        if self.rewards_of(who).is_none() {
            return Ok(());
        }
        let customer = self.customer(who);
        if before.is_empty() {
            let code = customer.invited_by.map_or("Hello25".to_owned(), |inviter| self.customer(inviter).code);
            let is_it = coupon == Some(&*code);
            return if is_it { Ok(()) } else { Err(format!("the first box has {coupon:?} in place of {code}")) };
        }
        let friends = self.friends_who_earned(who).min(order.earned_before);
        let used = before.iter().filter(|detail| detail["charged"]["coupon_code"] == "Referral20").count();
        let is_missing = friends > used && coupon.is_none();
        if is_missing { Err(format!("{friends} friends have earned a reward, and it has no coupon")) } else { Ok(()) }
    }

    /// Whether a customer may use a coupon at the checkout that comes after so many others.
    fn may_use(&self, customer: &Customer, place: usize, code: &str) -> Result<(), String> {
        let inviter = customer.invited_by.and_then(|who| self.customers.get(&who));
        match code {
            "Hello25" if place == 0 => Ok(()),
            "Hello25" => Err("Hello25 counts for a first box only".to_owned()),
            "Referral20" => {
                let me = self.customers.iter().find(|(_, other)| other.id == customer.id).map(|(who, _)| *who);
                let friends =
                    self.customers.values().filter(|friend| friend.invited_by == me && friend.paid_orders() > 0);
                if friends.count() > 0 { Ok(()) } else { Err("no friend has earned Referral20".to_owned()) }
            }
            code if self.coupons.iter().any(|coupon| coupon.code == code) => Ok(()),
            code if inviter.is_some_and(|inviter| inviter.code == code) => Ok(()),
            code => Err(format!("the coupon {code} is not this customer's")),
        }
    }

    /// What a customer has paid by card and not got back, in cents.
    pub fn kept_of(&self, who: usize) -> i64 {
        self.customer(who).orders.iter().map(|order| order.fee + order.card_kept()).sum()
    }

    /// The customers whom a customer has invited.
    pub fn friends_of(&self, who: usize) -> impl Iterator<Item = &Customer> {
        self.customers.values().filter(move |friend| friend.invited_by == Some(who))
    }

    /// The rewards that a customer has: one for each friend who has paid, and one for having been invited. `None` if one of these people
    /// has ended, or leaves.
    pub fn rewards_of(&self, who: usize) -> Option<Vec<String>> {
        let mine = self.customer(who);
        let inviter = mine.invited_by.map(|inviter| self.customer(inviter));
        // Whoever is leaving invites nobody any more.
        let is_leaving = inviter.as_ref().is_some_and(|inviter| inviter.closing);
        if is_leaving || !self.friends_of(who).chain(&inviter).all(Customer::is_here) {
            return None;
        }
        let used = |code: &str| in_use(&mine.orders, code);
        let mut rewards = list("referrer", self.friends_who_earned(who), used("Referral20"));
        if let Some(inviter) = inviter {
            rewards.extend(list("friend", 1, used(&inviter.code)));
        }
        Some(rewards)
    }

    /// How many emails a customer has to have about rewards for the purchases of friends. A reward that is taken back can be earned again by
    /// the friend's next purchase, and is told of again. `None` as for the rewards themselves.
    pub fn told_of_rewards(&self, who: usize) -> Option<RangeInclusive<usize>> {
        let least = self.rewards_of(who)?.iter().filter(|reward| reward.starts_with("referrer")).count();
        let purchases = |friend: &Customer| friend.orders.iter().filter(|order| order.paid.is_some()).count();
        Some(least..=self.friends_of(who).map(purchases).sum())
    }

    /// What checkouts use and reserve: how many coupons and rewards of customers who are here, how often codes that staff issued, cents of
    /// gift cards for payments that are open, pieces in the warehouse, and those that are promised.
    pub fn reserved(&self) -> [(&'static str, i64); 6] {
        let is_reward = |customer: &Customer, code: &str| {
            let is_inviters = customer.invited_by.is_some_and(|inviter| self.customer(inviter).code == code);
            code == "Referral20" || is_inviters
        };
        let (mut coupons, mut uses, mut rewards) = (0, 0, 0);
        for customer in self.customers.values() {
            for code in customer.orders.iter().filter_map(Order::coupon_in_use) {
                uses += i64::from(self.coupons.iter().any(|issued| issued.code == code));
                coupons += i64::from(customer.is_here());
                rewards += i64::from(customer.is_here() && is_reward(customer, code));
            }
        }
        let open = self.orders().filter(|order| order.is_being_paid()).filter_map(|order| order.frozen.as_ref());
        let stock = self.stock();
        [
            ("coupons", coupons),
            ("uses", uses),
            ("rewards", rewards),
            ("drawn", open.map(|frozen| frozen.gift_card).sum()),
            ("pieces", stock.values().map(|(pieces, _)| pieces).sum()),
            ("promised", stock.values().map(|(_, promised)| promised).sum()),
        ]
    }

    /// How often each code that staff issued is used, and how often it may be.
    pub fn coupon_uses(&self) -> Vec<(String, usize, usize)> {
        let uses = |code: &str| in_use(self.orders(), code);
        self.coupons.iter().map(|coupon| (coupon.code.clone(), uses(&coupon.code), coupon.uses)).collect()
    }
}
