//! What the model hears of acts, and sees as customers do.

use super::days::{JUMP, day_of};
use super::deciding::SeenItems;
use super::status::{CHECKED_OUT, is_by_itself, may_order, may_pay, names, orders_with, reachable};
use super::{Customer, Item, Model, Order, Paid, Since, Told, closes};
use crate::faults::acts::{Act, Answer, Card, Work};
use crate::faults::sending;
use crate::support::cents;
use serde_json::{Value, json};
use stylebox_core::values::business_time::Date;

/// How many days a customer has to try on what was shipped.
const TRY_ON_DAYS: u32 = 5;
/// By how many days a customer can extend the try-on days.
const MORE_DAYS: u32 = 5;

/// The day that is so many days after another one.
fn days_after(day: Date, days: u32) -> String {
    day.plus_days(u64::from(days)).unwrap().to_string()
}

/// Whether a customer pays what they were shown, also by gift card.
fn is_as_shown(paid: &Value) -> bool {
    let shown = &paid["shown"];
    (&paid["totalDue"], &paid["totalGiftCardAmountUsed"])
        == (&shown["expected_total_due"], &shown["expected_gift_card_amount"])
}

impl Model {
    /// Takes what the acts of a step were answered; what customers see comes afterwards, in [`Model::see`].
    ///
    /// # Errors
    /// A sentence, if one cannot have been answered so.
    pub fn hear(&mut self, told: &[Told<'_>]) -> Result<(), String> {
        let ended = self.orders().filter(|order| Self::is_finished(&order.status)).map(|order| order.id.clone());
        self.ended = ended.collect();
        self.hear_vouchers(told);
        told.iter().try_for_each(|one| self.hear_one(one, told))
    }

    fn hear_one(&mut self, one: &Told<'_>, told: &[Told<'_>]) -> Result<(), String> {
        let Told { act, answer, .. } = one;
        match (act, answer) {
            (Act::SignUp { who, .. }, Answer::Done(account)) => {
                let customer = self.customers.entry(*who).or_default();
                if !customer.signed_up {
                    customer.cards = vec![None];
                }
                customer.signed_up = true;
                account["id"].as_str().unwrap().clone_into(&mut customer.id);
                account["referral_code"].as_str().unwrap().clone_into(&mut customer.code);
                customer.invited_by = one.inviter;
            }
            (Act::SaveCard { who, .. } | Act::ChangeCard { who, .. }, _) => {
                let customer = self.customers.entry(*who).or_default();
                customer.has_card |= one.is_done();
                customer.hear_card(*who, one, told);
            }
            // Another call may have begun the checkout, with another total.
            (Act::CheckOut { who }, Answer::Done(paid))
                if !is_as_shown(paid)
                    && told.iter().filter(|one| may_pay(std::slice::from_ref(*one), *who)).count() == 1 =>
            {
                return Err(format!(
                    "customer {who} was shown {}, and pays {}, {} of it by gift card",
                    paid["shown"], paid["totalDue"], paid["totalGiftCardAmountUsed"]
                ));
            }
            (Act::Skip { who }, _) if one.may_be_done() => {
                let customer = self.customers.entry(*who).or_default();
                customer.may_have_skipped = true;
                customer.has_skipped |= one.is_done() && told.len() == 1;
            }
            (Act::RemoveCoupon { who }, _) if one.may_be_done() => {
                self.customers.entry(*who).or_default().removed_coupon = true;
            }
            (Act::Close { who }, Answer::Refused(_)) => self.customers.entry(*who).or_default().may_be_closing = true,
            (Act::Close { who }, Answer::Done(answer)) => {
                let customer = self.customers.entry(*who).or_default();
                (customer.closing, customer.may_be_closing) = (true, true);
                customer.ended = answer["closing"].is_null();
                if customer.ended {
                    customer
                        .end_orders(told)
                        .map_err(|why| format!("the account of customer {who} ends, and {why}"))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The account of a customer is gone: the job has closed it.
    ///
    /// # Errors
    /// A sentence, if it may not be.
    pub fn gone(&mut self, who: usize, told: &[Told<'_>]) -> Result<(), String> {
        let customer = self.customers.entry(who).or_default();
        // Closing it was begun, and a job or another call has ended it.
        customer.closing |= closes(told, who);
        if !customer.closing {
            return Err(format!("the account of customer {who} is gone, and nobody has closed it"));
        }
        customer.ended = true;
        customer.end_orders(told).map_err(|why| format!("the account of customer {who} is gone, and {why}"))
    }

    /// Takes what a customer sees after these acts: the whole list of orders.
    ///
    /// # Errors
    /// A sentence, if it cannot be.
    pub fn see(&mut self, who: usize, list: &Value, told: &[Told<'_>], now: i64) -> Result<(), String> {
        let seen = list["orders"].as_array().ok_or("a list without orders")?;
        let mut unfinished = 0;
        let before = self.customer(who);
        let mut orders = Vec::new();
        for order in seen {
            let id = order["id"].as_str().unwrap();
            let known = before.orders.iter().find(|known| known.id == id);
            let since = Since { told, who, customer: &before, shop: self, now };
            let order = see_order(known, order, &since)?;
            unfinished += usize::from(!Self::is_finished(&order.status));
            orders.push(order);
        }
        if unfinished > 1 {
            return Err(format!("customer {who} has {unfinished} orders that are not finished"));
        }
        if let Some(lost) = before.orders.iter().find(|known| !orders.iter().any(|order| order.id == known.id)) {
            return Err(format!("order {} is lost", lost.code));
        }
        let customer = self.customers.entry(who).or_default();
        for order in orders.iter().filter(|order| order.has_paid_invoice) {
            if !customer.paid.contains(&order.id) {
                customer.paid.push(order.id.clone());
            }
        }
        let is_new = |order: &Order| !before.orders.iter().any(|known| known.id == order.id);
        // The box that comes by itself uses up that one was skipped.
        if orders.iter().any(is_new) && told.iter().any(|told| is_by_itself(told.act)) {
            let is_certain = !told.iter().any(|told| orders_with(told.act, who));
            customer.may_have_skipped &= !is_certain;
            customer.has_skipped = false;
            customer.came_by_itself += usize::from(is_certain);
        }
        customer.orders = orders;
        self.check_done(who, &before, told)
    }

    /// What was answered with success is there.
    fn check_done(&self, who: usize, before: &Customer, told: &[Told<'_>]) -> Result<(), String> {
        // A repeat under the same key is answered as the first call was.
        if let [Told { act, answer: Answer::Refused(code), repeated: true, .. }] = told {
            let has_ordered =
                matches!(act, Act::OrderAgain { who: whose } if *whose == who) && code == "order_unfinished";
            let has_paid = matches!(act, Act::CheckOut { who: whose } if *whose == who)
                && self.customer(who).paid_orders() > before.paid_orders();
            if has_ordered && before.current().is_none() || has_paid {
                return Err(format!("{act:?} has done what it was to do, and its repeat was refused: {code}"));
            }
        }
        // Acts at the same time may have undone each other.
        let [Told { act, answer: Answer::Done(_), .. }] = told else { return Ok(()) };
        if act.who() != Some(who) {
            return Ok(());
        }
        let customer = self.customer(who);
        let newest = customer.orders.iter().find(|order| !Self::is_finished(&order.status));
        match act {
            Act::SaveCard { .. } | Act::OrderAgain { .. } if newest.is_none() => {
                Err(format!("customer {who} has ordered, and there is no order"))
            }
            Act::Extend { .. } if newest.is_some_and(|order| !order.extended) => {
                Err(format!("customer {who} has more days, and the order does not say so"))
            }
            _ => Ok(()),
        }
    }

    /// The orders of a customer whose exchanges these acts may have changed.
    pub fn orders_with_exchanges(&self, who: usize, told: &[Told<'_>]) -> Vec<String> {
        let orders = self.customer(who).orders.into_iter().filter(|order| !order.held.is_empty());
        let changed =
            |id: &String| told.iter().any(|told| told.is(Work::ShipExchange, id) || told.is(Work::SoldOut, id));
        orders.map(|order| order.id).filter(changed).collect()
    }

    /// Takes the exchanges of an order, as its own page has them.
    ///
    /// # Errors
    /// A sentence, if they cannot be.
    pub fn see_exchanges(&mut self, who: usize, detail: &Value) -> Result<(), String> {
        let id = detail["id"].as_str().unwrap();
        let order = self.customers.get_mut(&who).unwrap().orders.iter_mut().find(|order| order.id == id).unwrap();
        let before = order.held.len() + order.sent.len();
        let exchanges = detail["exchanges"].as_array().unwrap();
        if exchanges.len() != before {
            return Err(format!("order {} has {} exchanges in place of {before}", order.code, exchanges.len()));
        }
        let mut back = (0, 0);
        (order.held, order.sent) = (Vec::new(), Vec::new());
        order.sold_out.clear();
        for exchange in exchanges {
            let text = |name: &str| exchange[name].as_str().unwrap().to_owned();
            let piece = (text("line_item_id"), text("size"));
            order.has_sent_exchanges |= exchange["status"] == "shipped";
            if exchange["status"] == "sold_out" {
                order.sold_out.push(piece.0.clone());
            }
            if exchange["status"] == "held" {
                order.held.push(piece)
            } else {
                order.sent.push(piece)
            }
            back.0 += cents(&exchange["card_back"]);
            back.1 += cents(&exchange["gift_card_back"]);
        }
        order.refund();
        // Each share depends on what went back before.
        if order.taken_back.is_empty() && back != order.back {
            return Err(format!(
                "for the exchanges of {} {:?} should go back, and {back:?} do",
                order.code, order.back
            ));
        }
        Ok(())
    }

    /// Takes the card on file, as its customer sees it; `None` if there is none. From then on it is known.
    ///
    /// # Errors
    /// A sentence, if it is none of those that may be on file.
    pub fn see_card(&mut self, who: usize, seen: Option<&Value>) -> Result<(), String> {
        let customer = self.customers.entry(who).or_default();
        let says = |card: &Card| {
            let number = sending::number(*card);
            let last_four = &number[number.len() - 4..];
            let masked = format!("XXXXXXXXXXXX{last_four}");
            json!({"credit_card_number": masked, "brand": "Visa", "last_four": last_four, "expiration": "12/29"})
        };
        match customer.cards.iter().find(|card| card.as_ref().map(says).as_ref() == seen).copied() {
            Some(card) => {
                customer.cards = vec![card];
                // Who agrees does so with a card.
                customer.may_have_agreed &= card.is_some();
            }
            None => return Err(format!("customer {who} has the card {seen:?} on file, and gave {:?}", customer.cards)),
        }
        Ok(())
    }

    /// The order of a customer that may be being paid.
    pub fn order_in_payment(&self, who: usize) -> Option<String> {
        self.current_order(who).filter(Order::may_be_being_paid).map(|order| order.id)
    }

    /// Takes the invoice that may be being paid.
    ///
    /// # Errors
    /// A sentence, if it cannot be.
    pub fn see_frozen(&mut self, order: &str, invoice: &Value, told: &[Told<'_>]) -> Result<(), String> {
        if invoice["status"] == "open" {
            self.order_mut(order).unwrap().frozen = None;
            return Ok(());
        }
        let frozen = Paid {
            due: cents(&invoice["totalDue"]),
            gift_card: cents(&invoice["totalGiftCardAmountUsed"]),
            coupon: invoice["coupon"]["code"].as_str().map(ToOwned::to_owned),
            takes_off: cents(&invoice["discount_amount"]) > 0,
        };
        let found = self.orders().find(|found| found.id == order).unwrap();
        if found.frozen.as_ref() != Some(&frozen) {
            let needed = cents(&invoice["totalWithTax"]) - cents(&invoice["credit_amount"]);
            self.check_gift_card(found, told, (frozen.gift_card, needed))?;
            self.check_typed(found, &frozen)?;
        }
        self.order_mut(order).unwrap().frozen = Some(frozen);
        Ok(())
    }

    /// The paid orders of a customer, the first to be paid first, if the amounts of one are not compared yet.
    pub fn paid_and_not_compared(&self, who: usize) -> Vec<String> {
        let mut customer = self.customer(who);
        customer.paid.retain(|id| customer.orders.iter().any(|order| order.id == *id && order.has_paid_invoice));
        let is_new = customer.orders.iter().any(|order| order.has_paid_invoice && order.paid.is_none());
        if is_new { customer.paid } else { Vec::new() }
    }
}

impl Customer {
    /// Notes which cards may be on file now. `one` of these acts has given a card.
    fn hear_card(&mut self, who: usize, one: &Told<'_>, told: &[Told<'_>]) {
        let given = |told: &Told<'_>| match told.act {
            Act::SaveCard { who: whose, card, .. } | Act::ChangeCard { who: whose, card } if *whose == who => {
                Some(*card)
            }
            _ => None,
        };
        let Some(card) = given(one).filter(|_| one.answer != Answer::Skipped) else { return };
        let is_only_one = told.iter().filter_map(given).count() == 1;
        let before = self.card();
        let is_another = before.is_some_and(|before| before != card);
        let has_changed = is_another && is_only_one && one.is_done() && matches!(one.act, Act::ChangeCard { .. });
        self.changed = has_changed.then_some(card);
        self.changes += usize::from(self.cards != [None] || one.repeated);
        self.may_have_agreed |= matches!(one.act, Act::SaveCard { agrees: true, .. });
        self.given.push(card);
        if told.iter().any(|told| told.is_done() && given(told).is_some()) {
            self.cards.clear();
        }
        // A card may be on file although its act is refused: what it is charged for can be declined.
        for card in told.iter().filter(|told| told.answer != Answer::Skipped).map(given).filter(Option::is_some) {
            if !self.cards.contains(&card) {
                self.cards.push(card);
            }
        }
    }

    /// What becomes of the orders of an account that ends with these acts.
    ///
    /// # Errors
    /// Half a sentence, if it may not end with one of them.
    fn end_orders(&mut self, told: &[Told<'_>]) -> Result<(), String> {
        for order in self.orders.iter_mut().filter(|order| !Model::is_finished(&order.status)) {
            let status = order.status.as_str();
            let is_checked_out = CHECKED_OUT.contains(&status);
            let may_be_done = |work| told.iter().any(|told| told.is(work, &order.id) && told.may_be_done());
            if may_be_done(Work::Lose) && (is_checked_out || status == "in_transit_to_customer") {
                order.lose();
                order.call_off();
                continue;
            }
            match status {
                // One that is styled was called off by a customer who was asked whether to wait for it, or by staff.
                "created" | "styling" | "styled" | "ready_to_ship" => order.call_off(),
                // What was being paid is paid: then nothing was returned or exchanged.
                "payment_processing" if order.frozen.is_some() => {
                    order.paid = order.frozen.take();
                    order.has_paid_invoice = true;
                    "completed".clone_into(&mut order.status);
                }
                // The jobs complete what is paid and whole, and then the account can end.
                "delivered_to_stylebox" if order.has_paid_invoice || may_be_done(Work::Complete) => {
                    "completed".clone_into(&mut order.status);
                }
                _ if order.has_paid_invoice && is_checked_out => "completed".clone_into(&mut order.status),
                status => return Err(format!("{} is {status}", order.code)),
            }
        }
        Ok(())
    }
}

impl Order {
    /// The carrier has lost its box: no exchange of it is sent any more.
    fn lose(&mut self) {
        self.is_lost = true;
        self.held.clear();
    }

    /// Takes the days that its customer has.
    fn see_days(&mut self, seen: &Value, since: &Since<'_>) -> Result<(), String> {
        let Since { told, who, now, .. } = *since;
        let (extended, checkout_by) = (seen["extended"] == true, seen["checkout_by_date"].as_str());
        if self.extended && !extended {
            return Err(format!("order {} had more days, and has them no more", self.code));
        }
        let is_new = told.iter().any(|told| matches!(told.act, Act::Extend { who: whose } if *whose == who));
        let is_later = |before: &str| {
            extended && !self.extended && checkout_by == Some(&*days_after(before.parse().unwrap(), MORE_DAYS))
        };
        let days = TRY_ON_DAYS + if extended { MORE_DAYS } else { 0 };
        // It has come with these acts.
        let is_right = |day: &str| [-JUMP, 0, JUMP].iter().any(|jump| day == days_after(day_of(now + jump), days));
        let is_same = self.checkout_by.is_none() && checkout_by.is_none_or(is_right)
            || self.checkout_by.as_deref() == checkout_by
            || is_new && self.checkout_by.as_deref().is_some_and(is_later);
        if !is_same {
            let (code, before) = (&self.code, &self.checkout_by);
            return Err(format!("order {code} was to be checked out by {before:?}, and is by {checkout_by:?}"));
        }
        self.extended = extended;
        self.checkout_by = checkout_by.map(ToOwned::to_owned);
        Ok(())
    }

    /// It is cancelled, and its fee goes back.
    fn call_off(&mut self) {
        "cancelled".clone_into(&mut self.status);
        self.fee = 0;
    }
}

/// Takes an order as its customer sees it after acts.
///
/// # Errors
/// A sentence, if it cannot be so.
fn see_order(known: Option<&Order>, seen: &Value, since: &Since<'_>) -> Result<Order, String> {
    let Since { told, who, customer, .. } = *since;
    let text = |name: &str| seen[name].as_str().unwrap_or_default().to_owned();
    let (id, code, status) = (text("id"), text("code"), text("status"));
    let mut items: Vec<Item> = Vec::new();
    for line in seen["line_items"].as_array().unwrap() {
        items.push(Item {
            id: line["id"].as_str().unwrap().to_owned(),
            product: line["image_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned(),
            size: line["size"].as_str().unwrap().to_owned(),
            price: cents(&line["retail_price"]),
            kept: line["claimed_kept"].as_bool(),
            exchange: line["exchange_size"].as_str().map(ToOwned::to_owned),
            is_paid: line["paid_for"] == true,
            is_received: line["received"] == true,
        });
    }
    if known.is_none() && !may_order(since) {
        return Err(format!("order {code} of customer {who} was made by nobody"));
    }
    let start = known.map_or("created", |known| known.status.as_str());
    let has_paid_invoice = seen["has_paid_invoice"] == true;
    let possible = reachable(start, known, since);
    if !possible.contains(status.as_str()) {
        return Err(format!("order {code} was {start} and is {status} after {}", names(told)));
    }
    let mut order = known.cloned().unwrap_or_else(|| Order::new(id, code.clone()));
    if known.is_none() {
        let may_have_skipped = customer.may_have_skipped || since.is_done(|act| matches!(act, Act::Skip { .. }));
        let is_by_subscription = told.iter().all(|told| is_by_itself(told.act));
        order.counts = Model::is_regular(who) && (is_by_subscription || !may_have_skipped);
        // A friend can have checked out in the same step.
        let is_certain = told.len() == 1 && !is_by_subscription;
        order.earned_before = if is_certain { since.shop.friends_who_earned(who) } else { 0 };
    }
    if has_paid_invoice && !order.has_paid_invoice && !may_pay(told, who) {
        return Err(format!("order {code} was paid by {}", names(told)));
    }
    if has_paid_invoice && !order.has_paid_invoice && !order.may_be_paid(&items, since) {
        return Err(format!("order {code} was paid by {}, and nobody was to check it out", names(told)));
    }
    let is_lost = status == "cancelled" && told.iter().any(|told| told.is(Work::Lose, &order.id));
    if order.has_paid_invoice && !has_paid_invoice && !is_lost {
        return Err(format!("order {code} was paid, and is not any more"));
    }
    let came_back = order.just_taken_back(&items, told);
    // Nobody sees what was in an order that was called off before it was sent.
    if !items.is_empty() || status != "cancelled" {
        let seen = SeenItems { items: &items, has_paid_invoice };
        seen.check(&order, told, who).map_err(|why| format!("order {code}: {why}"))?;
        order.items = items;
    }
    if order.fee == 0 && !matches!(status.as_str(), "created" | "cancelled") {
        order.fee = if customer.paid_orders() == 0 { 1_00 } else { 20_00 };
    }
    if status == "cancelled" {
        order.fee = 0;
    }
    if is_lost {
        order.lose();
    }
    let has_just_paid = has_paid_invoice && !order.has_paid_invoice;
    order.came_meanwhile.clear();
    if has_just_paid {
        order.came_meanwhile = came_back;
    } else if order.has_paid_invoice {
        let was_paid = |id: &String| known.is_some_and(|known| known.has_paid(id));
        let were_bought = came_back.into_iter().filter(was_paid);
        if is_lost {
            order.came_when_lost = were_bought.count();
        } else {
            order.taken_back.extend(were_bought);
            order.refund();
        }
    }
    order.see_day(&text("ship_by_date"), since)?;
    order.comes_on = seen["delivery_date"].as_str().unwrap_or(&order.ship_by).to_owned();
    let is_here = matches!(status.as_str(), "created" | "styling" | "styled" | "ready_to_ship" | "cancelled");
    order.was_sent |= !is_here;
    order.is_delivered |= status == "delivered_to_customer"
        || told.iter().any(|told| told.is(Work::Deliver, &order.id) && told.is_done());
    order.was_with_customer |= status == "delivered_to_customer";
    // After a checkout nothing but the delivery is noted.
    let is_noted = told.len() == 1 && CHECKED_OUT.contains(&start);
    order.may_have_come |= told.iter().any(|told| told.is(Work::Deliver, &order.id) && told.may_be_done() && !is_noted);
    order.status = status;
    order.has_paid_invoice = has_paid_invoice;
    if !has_paid_invoice && !order.may_be_being_paid() {
        order.frozen = None;
    }
    order.see_days(seen, since)?;
    if has_just_paid {
        let of_item = |item: &Item| item.exchange.clone().map(|size| (item.id.clone(), size));
        order.held = order.items.iter().filter(|item| item.kept == Some(true)).filter_map(of_item).collect();
    }
    if order.status == "completed" && start != "completed" && !order.may_end(start, told) {
        return Err(format!("order {code} has ended after {}, and something of it is still to come", names(told)));
    }
    Ok(order)
}
