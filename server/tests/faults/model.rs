//! A shop as it should be: plain, small, and none of the service's code.
//!
//! The model is told what acts were answered, and then what customers see. Where the service decides by itself (what is in a box, when
//! a job works), the model checks that it may be so; what follows from it (money, stock, coupons), it works out.

use super::acts::{Act, Answer, Work};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A day in microseconds.
const HOUR: i64 = 3_600_000_000;
/// Chicago is six hours behind in winter, and a shop lives from November to January.
const BEHIND: i64 = 6 * HOUR;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub id: String,
    product: String,
    size: String,
    price: i64,
    kept: Option<bool>,
    exchange: Option<String>,
    is_paid: bool,
    is_received: bool,
}

/// What a checkout came to, in cents.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Paid {
    due: i64,
    gift_card: i64,
    coupon: Option<String>,
    /// Whether the coupon took something off.
    takes_off: bool,
}

#[derive(Debug, Clone)]
pub struct Order {
    pub id: String,
    pub code: String,
    pub status: String,
    pub items: Vec<Item>,
    /// The styling fee that was charged, in cents. It goes back if the order is cancelled.
    fee: i64,
    paid: Option<Paid>,
    /// What it comes to while it is being paid.
    frozen: Option<Paid>,
    has_paid_invoice: bool,
    extended: bool,
    checkout_by: Option<String>,
    /// Whether the carrier has lost its box: all of its money goes back.
    is_lost: bool,
    /// Whether it was ever paid.
    was_paid: bool,
    /// What went back for exchanges that were sold out, in cents: to the card, and to the gift card.
    back: (i64, i64),
    /// The exchanges that are not sent yet, and those that are or were sold out: line and size.
    held: Vec<(String, String)>,
    sent: Vec<(String, String)>,
}

#[derive(Debug, Clone, Default)]
pub struct Customer {
    signed_up: bool,
    pub id: String,
    code: String,
    invited_by: Option<usize>,
    pub has_card: bool,
    closing: bool,
    ended: bool,
    pub orders: Vec<Order>,
    removed_coupon: bool,
    /// The orders that were paid, in that order.
    paid: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct GiftCard {
    pub number: String,
    value: i64,
}

#[derive(Debug, Clone)]
pub struct Coupon {
    pub code: String,
    percent: i64,
    uses: usize,
}

#[derive(Debug, Clone, Default)]
pub struct Model {
    pub customers: BTreeMap<usize, Customer>,
    gift_cards: Vec<GiftCard>,
    coupons: Vec<Coupon>,
    /// What was in the warehouse when the shop began.
    stock: BTreeMap<(String, String), i64>,
}

/// How the model is told of an act.
#[derive(Debug, Clone)]
pub struct Told<'a> {
    pub act: &'a Act,
    pub answer: Answer,
    /// Whether it was begun more than once.
    pub repeated: bool,
    /// The order that it was about: the customer's current one before.
    pub order: Option<String>,
    /// The customer whose code a new customer typed.
    pub inviter: Option<usize>,
}

fn cents(value: &Value) -> i64 {
    let text = value.as_str().unwrap();
    let (dollars, cents) = text.split_once('.').unwrap();
    dollars.parse::<i64>().unwrap() * 100 + cents.parse::<i64>().unwrap()
}

/// A part of an amount in so many hundred-thousandths, rounded half away from zero.
const fn part(amount: i64, of_100_000: i64) -> i64 {
    (amount * of_100_000 + 50_000) / 100_000
}

const CHECKED_OUT: [&str; 6] = [
    "checked_out_by_customer",
    "checked_out_by_system",
    "checked_out_by_admin",
    "post_customer_checkout_processing",
    "post_system_checkout_processing",
    "post_admin_checkout_processing",
];

impl Order {
    /// Whether its items are not in the warehouse.
    fn is_out(&self) -> bool {
        self.is_lost || !matches!(self.status.as_str(), "created" | "styling" | "cancelled")
    }

    /// What its customer has paid by card at the checkout and not got back, in cents.
    fn card_kept(&self) -> i64 {
        self.paid.as_ref().filter(|_| !self.is_lost).map_or(0, |paid| paid.due - self.back.0)
    }

    /// The same of a gift card.
    fn gift_card_kept(&self) -> i64 {
        self.paid.as_ref().filter(|_| !self.is_lost).map_or(0, |paid| paid.gift_card - self.back.1)
    }
}

impl Customer {
    fn current(&self) -> Option<&Order> {
        self.orders.iter().find(|order| !Model::is_finished(&order.status))
    }

    fn paid_orders(&self) -> usize {
        self.orders.iter().filter(|order| order.has_paid_invoice).count()
    }

    pub const fn is_here(&self) -> bool {
        self.signed_up && !self.ended
    }

    /// Whether the account ends once all is settled.
    pub const fn is_closing(&self) -> bool {
        self.closing
    }
}

impl Model {
    pub fn new(stock: BTreeMap<(String, String), i64>) -> Self {
        Self { stock, ..Self::default() }
    }

    pub fn email(who: usize) -> String {
        format!("customer{who}@example.com")
    }

    /// How often a customer gets boxes.
    pub const fn frequency(who: usize) -> &'static str {
        if who % 3 == 2 { "subscription_on_demand" } else { "subscription_30_day" }
    }

    /// Where a customer lives: state, city and ZIP.
    pub const fn place(who: usize) -> (&'static str, &'static str, &'static str) {
        match who % 4 {
            0 => ("MN", "Minneapolis", "55403"),
            1 => ("OR", "Portland", "97201"),
            2 => ("TX", "Austin", "78701"),
            _ => ("CO", "Denver", "80202"),
        }
    }

    /// The tax where a customer lives, in hundred-thousandths, and the fee of a delivery in cents.
    const fn tax(who: usize) -> (i64, i64) {
        match who % 4 {
            0 => (6_875, 0),
            1 => (0, 0),
            2 => (6_250, 0),
            _ => (2_900, 28),
        }
    }

    pub fn is_finished(status: &str) -> bool {
        matches!(status, "completed" | "cancelled" | "fraud")
    }

    pub fn customer(&self, who: usize) -> Customer {
        self.customers.get(&who).cloned().unwrap_or_default()
    }

    pub fn referral_code(&self, who: usize) -> Option<String> {
        self.customers.get(&who).filter(|customer| customer.is_here()).map(|customer| customer.code.clone())
    }

    pub fn current_order(&self, who: usize) -> Option<Order> {
        self.customers.get(&who)?.current().cloned()
    }

    /// The order that staff work on: the current one.
    pub fn order_of_work(&self, who: usize) -> Option<Order> {
        self.current_order(who)
    }

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

    /// How often each code that staff issued is used, and how often it may be.
    pub fn coupon_uses(&self) -> Vec<(String, usize, usize)> {
        let uses = |code: &str| {
            let orders = self.customers.values().flat_map(|customer| &customer.orders).filter(|order| !order.is_lost);
            let paid = orders.filter_map(|order| order.paid.as_ref());
            paid.filter(|paid| paid.takes_off && paid.coupon.as_deref() == Some(code)).count()
        };
        self.coupons.iter().map(|coupon| (coupon.code.clone(), uses(&coupon.code), coupon.uses)).collect()
    }

    pub fn add_gift_card(&mut self, number: &str, value: i64) {
        self.gift_cards.push(GiftCard { number: number.to_owned(), value });
    }

    /// Everybody who can be looked at.
    pub fn here(&self) -> Vec<usize> {
        self.customers.iter().filter(|(_, customer)| customer.is_here()).map(|(who, _)| *who).collect()
    }

    /// Takes what an act was answered; what customers see comes afterwards, in [`Model::see`].
    ///
    /// # Errors
    /// A sentence, if it cannot have been answered so.
    pub fn hear(&mut self, told: &Told<'_>) -> Result<(), String> {
        let Told { act, answer, .. } = told;
        match (act, answer) {
            (Act::SignUp { who, .. }, Answer::Done(account)) => {
                let customer = self.customers.entry(*who).or_default();
                customer.signed_up = true;
                account["id"].as_str().unwrap().clone_into(&mut customer.id);
                account["referral_code"].as_str().unwrap().clone_into(&mut customer.code);
                customer.invited_by = told.inviter;
            }
            (Act::SaveCard { who, .. }, Answer::Done(_)) => {
                self.customers.entry(*who).or_default().has_card = true;
            }
            (Act::RemoveCoupon { who }, Answer::Done(_) | Answer::Unknown(_)) => {
                self.customers.entry(*who).or_default().removed_coupon = true;
            }
            (Act::Close { who }, Answer::Done(answer)) => {
                let customer = self.customers.entry(*who).or_default();
                customer.closing = true;
                customer.ended = answer["closing"].is_null();
                let is_open = |order: &&mut Order| !Self::is_finished(&order.status);
                if customer.ended
                    && let Some(open) = customer.orders.iter_mut().find(is_open)
                {
                    if !matches!(open.status.as_str(), "created" | "styling") {
                        return Err(format!("an account ends whose order {} is {}", open.code, open.status));
                    }
                    "cancelled".clone_into(&mut open.status);
                    open.fee = 0;
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
        customer.closing |= told.iter().any(|told| matches!(told.act, Act::Close { who: whose } if *whose == who));
        if !customer.closing {
            return Err(format!("the account of customer {who} is gone, and nobody has closed it"));
        }
        customer.ended = true;
        for order in customer.orders.iter_mut().filter(|order| !Self::is_finished(&order.status)) {
            match order.status.as_str() {
                "created" | "styling" => {
                    "cancelled".clone_into(&mut order.status);
                    order.fee = 0;
                }
                // What was being paid is paid: then nothing was returned or exchanged.
                "payment_processing" if order.frozen.is_some() => {
                    order.paid = order.frozen.take();
                    order.has_paid_invoice = true;
                    "completed".clone_into(&mut order.status);
                }
                // The jobs complete what is paid and whole, and then end the account.
                status
                    if order.has_paid_invoice
                        && (CHECKED_OUT.contains(&status) || status == "delivered_to_stylebox") =>
                {
                    "completed".clone_into(&mut order.status);
                }
                _ => {
                    return Err(format!(
                        "the account of customer {who} is gone, and {} is {}",
                        order.code, order.status
                    ));
                }
            }
        }
        Ok(())
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
            let order = self.see_order(who, &before, known, order, told, now)?;
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
        let [Told { act, answer: Answer::Done(answer), .. }] = told else { return Ok(()) };
        if act.who() != Some(who) {
            return Ok(());
        }
        let customer = self.customer(who);
        let newest = customer.orders.iter().find(|order| !Self::is_finished(&order.status));
        match act {
            Act::SaveCard { .. } | Act::OrderAgain { .. } if newest.is_none() => {
                Err(format!("customer {who} has ordered, and there is no order"))
            }
            Act::Decide { .. } => {
                let sent = answer["line_items"].as_array().unwrap();
                let order = customer.orders.iter().find(|order| answer["id"] == order.id.as_str()).unwrap();
                for line in sent {
                    let item = order.items.iter().find(|item| line["id"] == item.id.as_str()).unwrap();
                    let same = line["claimed_kept"].as_bool() == item.kept
                        && line["exchange_size"].as_str() == item.exchange.as_deref();
                    if !same {
                        return Err(format!("a decision about order {} is lost", order.code));
                    }
                }
                Ok(())
            }
            Act::Extend { .. } if newest.is_some_and(|order| !order.extended) => {
                Err(format!("customer {who} has more days, and the order does not say so"))
            }
            _ => Ok(()),
        }
    }

    fn see_order(
        &self,
        who: usize,
        customer: &Customer,
        known: Option<&Order>,
        seen: &Value,
        told: &[Told<'_>],
        now: i64,
    ) -> Result<Order, String> {
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
        let before = known.map_or("", |known| known.status.as_str());
        if known.is_none() && !may_order(told, who) {
            return Err(format!("order {code} of customer {who} was made by nobody"));
        }
        let start = if known.is_none() { "created" } else { before };
        let has_paid_invoice = seen["has_paid_invoice"] == true;
        let possible = reachable(start, known, told, who, now);
        if !possible.contains(status.as_str()) {
            return Err(format!("order {code} was {start} and is {status} after {}", names(told)));
        }
        let mut order = known.cloned().unwrap_or_else(|| Order {
            id,
            code: code.clone(),
            status: String::new(),
            items: Vec::new(),
            fee: 0,
            paid: None,
            frozen: None,
            has_paid_invoice: false,
            extended: false,
            checkout_by: None,
            is_lost: false,
            was_paid: false,
            back: (0, 0),
            held: Vec::new(),
            sent: Vec::new(),
        });
        if has_paid_invoice && !order.has_paid_invoice && !may_pay(told, who) {
            return Err(format!("order {code} was paid by {}", names(told)));
        }
        let is_lost = status == "cancelled" && told.iter().any(|told| told.is(Work::Lose, &order.id));
        if order.has_paid_invoice && !has_paid_invoice && !is_lost {
            return Err(format!("order {code} was paid, and is not any more"));
        }
        // Nobody sees what was in an order that was called off before it was sent.
        if !items.is_empty() || status != "cancelled" {
            if !order.items.is_empty() && order.items.len() != items.len() {
                return Err(format!("order {code} had {} items and has {}", order.items.len(), items.len()));
            }
            order.items = items;
        }
        if order.fee == 0 && !matches!(status.as_str(), "created" | "cancelled") {
            order.fee = if customer.paid_orders() == 0 { 1_00 } else { 20_00 };
        }
        if status == "cancelled" {
            order.fee = 0;
        }
        if is_lost && !order.is_lost {
            order.is_lost = true;
            order.held.clear();
        }
        let has_just_paid = has_paid_invoice && !order.has_paid_invoice;
        order.status = status;
        order.has_paid_invoice = has_paid_invoice;
        order.extended = seen["extended"] == true;
        order.checkout_by = seen["checkout_by_date"].as_str().map(ToOwned::to_owned);
        if has_just_paid {
            order.was_paid = true;
            let of_item = |item: &Item| item.exchange.clone().map(|size| (item.id.clone(), size));
            order.held = order.items.iter().filter(|item| item.kept == Some(true)).filter_map(of_item).collect();
        }
        Ok(order)
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
        order.back = (0, 0);
        (order.held, order.sent) = (Vec::new(), Vec::new());
        for exchange in exchanges {
            let text = |name: &str| exchange[name].as_str().unwrap().to_owned();
            let piece = (text("line_item_id"), text("size"));
            if exchange["status"] == "held" {
                order.held.push(piece)
            } else {
                order.sent.push(piece)
            }
            order.back.0 += cents(&exchange["card_back"]);
            order.back.1 += cents(&exchange["gift_card_back"]);
        }
        if order.card_kept() < 0 || order.gift_card_kept() < 0 {
            return Err(format!("more goes back for the exchanges of {} than was paid", order.code));
        }
        Ok(())
    }

    /// The order of a customer that is being paid.
    pub fn order_in_payment(&self, who: usize) -> Option<String> {
        self.current_order(who).filter(|order| order.status == "payment_processing").map(|order| order.id)
    }

    /// Takes the invoice that is being paid.
    pub fn see_frozen(&mut self, who: usize, order: &str, invoice: &Value) {
        let paid = Paid {
            due: cents(&invoice["totalDue"]),
            gift_card: cents(&invoice["totalGiftCardAmountUsed"]),
            coupon: invoice["coupon"]["code"].as_str().map(ToOwned::to_owned),
            takes_off: cents(&invoice["discount_amount"]) > 0,
        };
        let orders = &mut self.customers.get_mut(&who).unwrap().orders;
        orders.iter_mut().find(|found| found.id == order).unwrap().frozen = Some(paid);
    }

    /// The paid orders of a customer, the first to be paid first, if the amounts of one are not compared yet.
    pub fn paid_and_not_compared(&self, who: usize) -> Vec<String> {
        let mut customer = self.customer(who);
        customer.paid.retain(|id| customer.orders.iter().any(|order| order.id == *id && order.has_paid_invoice));
        let is_new = customer.orders.iter().any(|order| order.has_paid_invoice && order.paid.is_none());
        if is_new { customer.paid } else { Vec::new() }
    }

    /// Compares the amounts of the paid checkouts of a customer, each as its order's own page has it.
    ///
    /// # Errors
    /// The first difference, in words.
    pub fn see_charged(&mut self, who: usize, details: &[Value]) -> Result<(), String> {
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
            let bought: Vec<&Item> = order.items.iter().filter(|item| item.is_paid).collect();
            let subtotal: i64 = bought.iter().map(|item| item.price).sum();
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
            if shipping_tax != 0 && shipping_tax != delivery_fee {
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
            let paid = Paid { due, gift_card, coupon: coupon.map(ToOwned::to_owned), takes_off: discount > 0 };
            let order = self.customers.get_mut(&who).unwrap().orders.iter_mut().find(|order| order.id == id).unwrap();
            if order.paid.as_ref().is_some_and(|before| *before != paid) {
                return Err(format!("the amounts of {} have changed", order.code));
            }
            order.paid = Some(paid);
        }
        Ok(())
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

    /// What is left on all gift cards together, in cents.
    pub fn gift_cards_left(&self) -> i64 {
        let issued: i64 = self.gift_cards.iter().map(|card| card.value).sum();
        let orders = self.customers.values().flat_map(|customer| &customer.orders);
        issued - orders.map(Order::gift_card_kept).sum::<i64>()
    }

    /// How many rewards the customer's friends have earned them, and how many of those are used.
    pub fn rewards_of(&self, who: usize) -> (usize, usize) {
        let has_paid = |order: &Order| order.card_kept() + order.gift_card_kept() > 0;
        let friends = self.customers.values().filter(|friend| friend.invited_by == Some(who));
        let earned = friends.filter(|friend| friend.orders.iter().any(has_paid)).count();
        let mine = self.customer(who);
        let uses = |paid: &Paid| paid.takes_off && paid.coupon.as_deref() == Some("Referral20");
        let standing = mine.orders.iter().filter(|order| !order.is_lost);
        let used = standing.filter_map(|order| order.paid.as_ref()).filter(|paid| uses(paid)).count();
        (earned, used)
    }

    /// The stock: how many are in the warehouse, and how many of those are promised, by garment and size.
    pub fn stock(&self) -> BTreeMap<(String, String), (i64, i64)> {
        let mut stock: BTreeMap<_, _> = self.stock.iter().map(|(key, count)| (key.clone(), (*count, 0))).collect();
        for order in self.customers.values().flat_map(|customer| &customer.orders) {
            if !order.is_out() {
                continue;
            }
            for item in order.items.iter().filter(|item| !item.is_received) {
                stock.entry((item.product.clone(), item.size.clone())).or_default().0 -= 1;
            }
            let product = |line: &str| order.items.iter().find(|item| item.id == line).unwrap().product.clone();
            for (line, size) in &order.sent {
                stock.entry((product(line), size.clone())).or_default().0 -= 1;
            }
            for (line, size) in &order.held {
                stock.entry((product(line), size.clone())).or_default().1 += 1;
            }
            if order.status == "payment_processing" || !order.has_paid_invoice && order.is_being_paid() {
                for item in order.items.iter().filter(|item| item.kept == Some(true)) {
                    if let Some(size) = &item.exchange {
                        stock.entry((item.product.clone(), size.clone())).or_default().1 += 1;
                    }
                }
            }
        }
        stock
    }
}

impl Order {
    /// The emails about it that its customer has to have, by words of the subject, and how many of each.
    pub fn told_of(&self) -> Vec<(&'static str, usize)> {
        vec![
            ("is ordered", 1),
            ("receipt", usize::from(self.was_paid)),
            ("is canceled", usize::from(self.status == "cancelled" && !self.is_lost)),
            ("was lost", usize::from(self.is_lost)),
        ]
    }

    /// Whether its checkout waits for the gateway.
    fn is_being_paid(&self) -> bool {
        self.status == "payment_processing"
    }
}

impl Told<'_> {
    /// Whether staff did this work on that order.
    fn is(&self, wanted: Work, order: &str) -> bool {
        matches!(self.act, Act::Staff { work, .. } if *work == wanted) && self.order.as_deref() == Some(order)
    }
}

fn names(told: &[Told<'_>]) -> String {
    let names: Vec<String> = told.iter().map(|told| format!("{:?} ({:?})", told.act, told.answer)).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") }
}

const fn is_by_itself(act: &Act) -> bool {
    matches!(act, Act::Jobs | Act::Job { .. } | Act::Notices { .. })
}

/// Whether one of the acts can have made an order of the customer.
fn may_order(told: &[Told<'_>], who: usize) -> bool {
    told.iter().any(|told| match told.act {
        Act::SaveCard { who: whose, .. } | Act::OrderAgain { who: whose } => *whose == who,
        act => is_by_itself(act),
    })
}

/// Whether one of the acts can have paid for an order of the customer.
fn may_pay(told: &[Told<'_>], who: usize) -> bool {
    told.iter().any(|told| match told.act {
        Act::CheckOut { who: whose } | Act::ChangeCard { who: whose, .. } => *whose == who,
        act => is_by_itself(act),
    })
}

/// Whether the day after the last day to check out is past noon in Chicago.
fn is_past_noon_after(day: &str, now: i64) -> bool {
    let noon: stylebox_core::values::business_time::Instant = format!("{day}T12:00:00Z").parse().unwrap();
    now >= noon.unix_micros() + BEHIND + 24 * HOUR
}

/// The statuses that an order can have after the acts.
fn reachable<'a>(start: &'a str, known: Option<&Order>, told: &[Told<'_>], who: usize, now: i64) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::from([start]);
    // What is known for certain: a single act that was done at once.
    let id = known.map(|known| known.id.as_str());
    if let [Told { act, answer: Answer::Done(_), repeated: false, order, .. }] = told
        && order.is_some()
        && order.as_deref() == id
        && let Some(end) = certain_end(act, start)
    {
        return BTreeSet::from(end);
    }
    loop {
        let mut more = reached.clone();
        for status in &reached {
            for Told { act, answer, repeated, order, .. } in told {
                if is_by_itself(act) {
                    more.extend(by_itself(status, known, now));
                } else if act.who() == Some(who) && (order.as_deref() == id || id.is_none()) {
                    more.extend(by_act(act, answer, *repeated, status));
                }
            }
        }
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// The status after an act that was done.
fn certain_end(act: &Act, start: &str) -> Option<[&'static str; 1]> {
    let end = match act {
        Act::Cancel { .. } | Act::Staff { work: Work::Cancel, .. } => "cancelled",
        Act::Staff { work: Work::Style, .. } => "styled",
        Act::Staff { work: Work::Ship, .. } => "in_transit_to_customer",
        Act::Staff { work: Work::Deliver, .. } if start == "in_transit_to_customer" => "delivered_to_customer",
        Act::Staff { work: Work::SendBack, .. } => "in_transit_to_stylebox",
        Act::Staff { work: Work::Receive, .. } => "delivered_to_stylebox",
        Act::Staff { work: Work::Complete, .. } => "completed",
        Act::Staff { work: Work::Lose, .. } => "cancelled",
        _ => return None,
    };
    Some([end])
}

/// The statuses to which an act can lead from a status, if it was not certainly refused.
fn by_act(act: &Act, answer: &Answer, repeated: bool, status: &str) -> Vec<&'static str> {
    if *answer == Answer::Skipped {
        return Vec::new();
    }
    // A fee may be charged, or a payment settled, before the act is refused.
    let halfway: &[&str] = match (act, status) {
        (Act::Staff { work: Work::Style, .. }, "created") => &["styling"],
        (Act::ChangeCard { .. }, "created") => &["styling"],
        (Act::CheckOut { .. } | Act::ChangeCard { .. }, "payment_processing") => {
            &["checked_out_by_customer", "checked_out_by_system", "in_transit_to_customer", "delivered_to_customer"]
        }
        (Act::CheckOut { .. }, "in_transit_to_customer" | "delivered_to_customer") => {
            &["payment_processing", "checked_out_by_customer"]
        }
        (Act::Close { .. }, "created" | "styling") => &["cancelled"],
        _ => &[],
    };
    let mut found = halfway.to_vec();
    if matches!(answer, Answer::Refused(_)) && !repeated {
        return found;
    }
    let whole: &[&str] = match (act, status) {
        (Act::Cancel { .. }, "created" | "styling" | "styled" | "ready_to_ship") => &["cancelled"],
        (Act::Staff { work: Work::Cancel, .. }, "created" | "styling" | "styled" | "ready_to_ship") => &["cancelled"],
        (Act::Staff { work: Work::Style, .. }, "created" | "styling") => &["styled"],
        (Act::Staff { work: Work::Ship, .. }, "styled" | "ready_to_ship") => {
            &["ready_to_ship", "in_transit_to_customer"]
        }
        (Act::Staff { work: Work::Deliver, .. }, "in_transit_to_customer") => &["delivered_to_customer"],
        (Act::Staff { work: Work::SendBack | Work::Receive, .. }, status)
            if status == "delivered_to_customer" || CHECKED_OUT.contains(&status) =>
        {
            &["in_transit_to_stylebox"]
        }
        (Act::Staff { work: Work::Lose, .. }, status)
            if status == "in_transit_to_customer" || CHECKED_OUT.contains(&status) =>
        {
            &["cancelled"]
        }
        (Act::Staff { work: Work::Receive, .. }, "in_transit_to_stylebox") => &["delivered_to_stylebox"],
        (Act::Staff { work: Work::Complete, .. }, status)
            if CHECKED_OUT.contains(&status) || status == "delivered_to_stylebox" =>
        {
            &["completed", "post_customer_checkout_processing", "post_system_checkout_processing"]
        }
        _ => &[],
    };
    found.extend(whole);
    // Sent back from a checkout: it is booked first.
    found
}

/// The statuses to which the jobs can lead from a status.
fn by_itself(status: &str, known: Option<&Order>, now: i64) -> Vec<&'static str> {
    let may_check_out =
        known.and_then(|order| order.checkout_by.as_deref()).is_some_and(|day| is_past_noon_after(day, now));
    match status {
        "created" => vec!["styling", "cancelled"],
        "styling" | "styled" | "ready_to_ship" => vec!["cancelled"],
        "payment_processing" => {
            vec!["checked_out_by_customer", "checked_out_by_system", "in_transit_to_customer", "delivered_to_customer"]
        }
        "delivered_to_customer" if may_check_out => vec!["payment_processing", "checked_out_by_system"],
        "checked_out_by_customer" => vec!["post_customer_checkout_processing", "completed"],
        "checked_out_by_system" => vec!["post_system_checkout_processing", "completed"],
        "post_customer_checkout_processing" | "post_system_checkout_processing" | "delivered_to_stylebox" => {
            vec!["completed"]
        }
        _ => Vec::new(),
    }
}
