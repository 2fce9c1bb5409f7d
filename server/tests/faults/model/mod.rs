//! A shop as it should be: plain, small, and none of the service's code. Only how to count days, weekends and holidays is core's.
//!
//! The model is told what acts were answered, and then what customers see. Where the service decides by itself (what is in a box, when
//! a job works), the model checks that it may be so; what follows from it (money, stock, coupons), it works out.

mod back;
mod days;
mod deciding;
mod late;
mod money;
mod next_box;
mod refusing;
mod resting;
mod seeing;
mod status;
mod stock;
mod vouchers;

use super::acts::{Act, Answer, Card, Work};
use super::bank::books::Declined;
use super::sending;
use back::Sale;
use next_box::Waiting;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use stylebox_core::values::business_time::Holidays;
use vouchers::{Coupon, GiftCard, Typed};

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
    /// The day on which it is to come, how often that has moved because it was late, and when it did so last.
    ship_by: String,
    moves: usize,
    moved_at: i64,
    /// The day on which it came; before that, the one on which it is to come.
    comes_on: String,
    /// Whether its customer, who was asked, has certainly said that they keep it.
    is_kept_late: bool,
    /// When it was seen first.
    made_at: i64,
    /// Whether it certainly counts for the day of the next box: one that is ordered while the next one is skipped does not.
    counts: bool,
    /// Whether its box was sent.
    was_sent: bool,
    /// Whether its box has certainly come.
    is_delivered: bool,
    /// Whether it had the status of a box that is with its customer, and whether it may have had it for a moment that nobody saw.
    was_with_customer: bool,
    may_have_come: bool,
    /// The gift cards that may be on it: one or none, if it is known.
    gift_cards: Vec<Option<usize>>,
    /// For how many friends its customer had certainly earned a reward when it was ordered.
    earned_before: usize,
    /// What its customer may have typed as its coupon: one of these.
    typed: Vec<Typed>,
    /// Whether the carrier has lost its box: all of its money goes back.
    is_lost: bool,
    /// What was bought, once that is known.
    sale: Option<Sale>,
    /// The lines that were bought and came back, and those whose exchange was sold out.
    taken_back: Vec<String>,
    sold_out: Vec<String>,
    /// How many bought items came back in the step in which the box was lost. Nobody sees which was first. Of what comes after the loss the
    /// customer is not told.
    came_when_lost: usize,
    /// What came back in the step in which it was paid. It was bought if the checkout has charged it.
    came_meanwhile: Vec<String>,
    /// What went back for these, in cents: to the card, and to the gift card.
    back: (i64, i64),
    /// The exchanges that are not sent yet, and those that are or were sold out: line and size.
    held: Vec<(String, String)>,
    sent: Vec<(String, String)>,
    /// Whether exchanges of it were handed to the carrier: all of them at once.
    has_sent_exchanges: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Customer {
    signed_up: bool,
    pub id: String,
    code: String,
    invited_by: Option<usize>,
    pub has_card: bool,
    /// The cards that may be on file: one or none, if it is known.
    cards: Vec<Option<Card>>,
    /// Whether they may have agreed to be checked out by the system. A card that says nothing about it keeps what the one before said.
    may_have_agreed: bool,
    /// The cards that they gave, also those that were refused.
    given: Vec<Card>,
    /// How many of these may have replaced another one.
    changes: usize,
    /// The last of these, if it has certainly replaced another one.
    changed: Option<Card>,
    closing: bool,
    /// Whether closing the account was begun, perhaps without success.
    may_be_closing: bool,
    ended: bool,
    pub orders: Vec<Order>,
    removed_coupon: bool,
    /// How many steps they have typed a gift card or a coupon in.
    codes_typed: usize,
    /// Whether the next box may be skipped already, and whether it certainly is.
    may_have_skipped: bool,
    has_skipped: bool,
    /// How many boxes came by themselves.
    came_by_itself: usize,
    /// What is known of the box that is to come by itself; `None` if none has to.
    waiting: Option<Waiting>,
    /// The orders that were paid, in that order.
    paid: Vec<String>,
}

#[derive(Debug, Clone, Default)]
pub struct Model {
    pub customers: BTreeMap<usize, Customer>,
    gift_cards: Vec<GiftCard>,
    coupons: Vec<Coupon>,
    /// What was in the warehouse when the shop began.
    stock: BTreeMap<(String, String), i64>,
    /// The days on which no box leaves.
    holidays: Holidays,
    /// What the bank has declined until now.
    declined: Declined,
    /// The orders whose refund was not settled before the last step, and those whose refund is not settled now.
    unsettled: [BTreeSet<String>; 2],
    /// The orders that had ended before the last step: nothing that happens by itself changes what their gift cards have paid.
    ended: BTreeSet<String>,
}

/// What may have changed what a customer sees.
#[derive(Clone, Copy)]
struct Since<'a> {
    told: &'a [Told<'a>],
    who: usize,
    /// The customer, as they were known before.
    customer: &'a Customer,
    shop: &'a Model,
    now: i64,
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

impl Order {
    fn new(id: String, code: String) -> Self {
        Self {
            id,
            code,
            status: String::new(),
            items: Vec::new(),
            fee: 0,
            paid: None,
            frozen: None,
            has_paid_invoice: false,
            extended: false,
            checkout_by: None,
            ship_by: String::new(),
            comes_on: String::new(),
            moves: 0,
            moved_at: 0,
            is_kept_late: false,
            made_at: 0,
            counts: false,
            was_sent: false,
            is_delivered: false,
            was_with_customer: false,
            may_have_come: false,
            gift_cards: vec![None],
            earned_before: 0,
            typed: vec![Typed::Nothing],
            is_lost: false,
            sale: None,
            taken_back: Vec::new(),
            came_when_lost: 0,
            sold_out: Vec::new(),
            came_meanwhile: Vec::new(),
            back: (0, 0),
            held: Vec::new(),
            sent: Vec::new(),
            has_sent_exchanges: false,
        }
    }

    /// Whether its customer has said of each item whether it is kept.
    pub fn is_decided(&self) -> bool {
        !self.items.is_empty() && self.items.iter().all(|item| item.kept.is_some())
    }

    /// Whether its items are not in the warehouse.
    fn is_out(&self) -> bool {
        self.is_lost || !matches!(self.status.as_str(), "created" | "styling" | "cancelled")
    }

    /// Whether a payment of its checkout is open.
    const fn is_being_paid(&self) -> bool {
        self.frozen.is_some() && !self.has_paid_invoice
    }

    /// Whether it may be paid at any time: it has its status meanwhile, or one of the way back.
    fn may_be_being_paid(&self) -> bool {
        let statuses = ["payment_processing", "in_transit_to_stylebox", "delivered_to_stylebox"];
        !self.has_paid_invoice && statuses.contains(&self.status.as_str())
    }

    /// Whether its customer has paid something for it, and not got all of it back.
    fn has_cost(&self) -> bool {
        self.card_kept() + self.gift_card_kept() > 0
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

    /// The card that is certainly on file.
    fn card(&self) -> Option<Card> {
        let [card] = self.cards[..] else { return None };
        card
    }

    /// Whether the bank has declined a card that they gave so that it is not charged any more. It may be the one on file, which is not
    /// always known.
    fn has_declined_card(&self, declined: &Declined) -> bool {
        self.given.iter().any(|card| declined.cards.contains(sending::number(*card)))
    }

    /// Whether all cards that they gave have the same number.
    pub fn gave_one_card(&self) -> bool {
        self.given.windows(2).all(|two| two[0] == two[1])
    }

    /// The cards that they gave, one after the other.
    pub fn given(&self) -> impl Iterator<Item = &Card> {
        self.given.iter()
    }

    /// How many emails there may be about changes of the card, at most. An act that is begun again may change it again, and is told of again
    /// once: what waits then takes the place of what waited before.
    pub const fn most_card_emails(&self) -> usize {
        2 * self.changes
    }

    /// The card that the last email about a change has to name, if that is known.
    pub const fn last_change(&self) -> Option<Card> {
        self.changed
    }

    /// Whether the account is there.
    pub const fn is_here(&self) -> bool {
        self.signed_up && !self.ended
    }

    /// Whether the account ends once all is settled.
    pub const fn is_closing(&self) -> bool {
        self.closing
    }

    /// How many boxes came by themselves. Each was announced before.
    pub const fn came_by_itself(&self) -> usize {
        self.came_by_itself
    }

    /// Whether they may have agreed to be checked out by the system.
    pub const fn may_have_agreed(&self) -> bool {
        self.may_have_agreed
    }

    /// Whether the account is being closed, or closing it was begun without an answer.
    pub const fn may_be_leaving(&self) -> bool {
        self.closing || self.may_be_closing
    }
}

impl Model {
    pub fn new(stock: BTreeMap<(String, String), i64>, holidays: Holidays) -> Self {
        Self { stock, holidays, ..Self::default() }
    }

    /// Takes what the bank has declined.
    pub fn hear_declined(&mut self, declined: Declined) {
        self.declined = declined;
    }

    /// Takes the orders whose refund is not settled.
    pub fn hear_unsettled(&mut self, orders: BTreeSet<String>) {
        let [_, before] = std::mem::take(&mut self.unsettled);
        self.unsettled = [before, orders];
    }

    pub fn email(who: usize) -> String {
        format!("customer{who}@example.com")
    }

    /// Whether a customer gets boxes by themselves.
    pub const fn is_regular(who: usize) -> bool {
        who % 3 != 2
    }

    /// How often a customer gets boxes.
    pub const fn frequency(who: usize) -> &'static str {
        if Self::is_regular(who) { "subscription_30_day" } else { "subscription_on_demand" }
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

    pub fn is_finished(status: &str) -> bool {
        matches!(status, "completed" | "cancelled" | "fraud")
    }

    pub fn customer(&self, who: usize) -> Customer {
        self.customers.get(&who).cloned().unwrap_or_default()
    }

    pub fn referral_code(&self, who: usize) -> Option<String> {
        self.customers.get(&who).filter(|customer| customer.is_here()).map(|customer| customer.code.clone())
    }

    /// The card that is certainly on file in an account.
    pub fn card_of(&self, account: &str) -> Option<Card> {
        self.customers.values().find(|customer| customer.id == account)?.card()
    }

    pub fn current_order(&self, who: usize) -> Option<Order> {
        self.customers.get(&who)?.current().cloned()
    }

    pub(super) fn order_mut(&mut self, id: &str) -> Option<&mut Order> {
        self.customers.values_mut().flat_map(|customer| &mut customer.orders).find(|order| order.id == id)
    }

    pub(super) fn orders(&self) -> impl Iterator<Item = &Order> {
        self.customers.values().flat_map(|customer| &customer.orders)
    }

    /// Everybody who can be looked at.
    pub fn here(&self) -> Vec<usize> {
        self.customers.iter().filter(|(_, customer)| customer.is_here()).map(|(who, _)| *who).collect()
    }
}

impl Order {
    /// The emails about it that its customer has to have, by words of the subject, and how many of each.
    pub fn told_of(&self) -> Vec<(&'static str, RangeInclusive<usize>)> {
        let times = |times: usize| times..=times;
        // While a checkout is being paid, or after it, a box comes without an email, unless the payment is declined.
        let came = usize::from(self.was_with_customer)..=usize::from(self.was_with_customer || self.may_have_come);
        // Nobody sees whether an exchange was sent or sold out just before its box was lost.
        let exchanges = |seen: usize| seen..=if self.is_lost { usize::MAX } else { seen };
        vec![
            ("is ordered", times(1)),
            ("Your box is on its way", times(usize::from(self.was_sent))),
            ("Your box has arrived", came),
            ("More days to try on", times(usize::from(self.extended))),
            ("receipt", times(usize::from(self.paid.is_some()))),
            ("is canceled", times(usize::from(self.status == "cancelled" && !self.is_lost))),
            ("was lost", times(usize::from(self.is_lost))),
            ("Your return has arrived", self.taken_back.len()..=self.taken_back.len() + self.came_when_lost),
            ("Your exchange is on its way", exchanges(usize::from(self.has_sent_exchanges))),
            ("could not exchange a piece", exchanges(self.sold_out.len())),
        ]
    }
}

impl Since<'_> {
    /// Whether the customer may have done such an act.
    fn is_done(&self, is_wanted: impl Fn(&Act) -> bool) -> bool {
        self.told.iter().any(|told| told.act.who() == Some(self.who) && told.may_be_done() && is_wanted(told.act))
    }

    /// Whether the account may be being closed: a call that is refused may have begun it.
    fn may_be_closing(&self) -> bool {
        self.customer.may_be_closing || closes(self.told, self.who)
    }

    /// Whether the bank has declined the fee of an order, or a card of its customer, with which then no fee is paid.
    fn is_declined(&self, order: &str) -> bool {
        let declined = &self.shop.declined;
        declined.fees.contains(order) || self.customer.has_declined_card(declined)
    }
}

/// Whether a customer closes the account with one of these acts, perhaps without success.
fn closes(told: &[Told<'_>], who: usize) -> bool {
    told.iter().any(|told| matches!(told.act, Act::Close { who: whose } if *whose == who))
}

impl Told<'_> {
    /// Whether staff did this work on that order.
    fn is(&self, wanted: Work, order: &str) -> bool {
        matches!(self.act, Act::Staff { work, .. } if *work == wanted) && self.order.as_deref() == Some(order)
    }

    const fn is_done(&self) -> bool {
        matches!(self.answer, Answer::Done(_))
    }

    /// Whether it may have been done. A repeat can be refused because the first call has done it.
    fn may_be_done(&self) -> bool {
        self.repeated || !matches!(self.answer, Answer::Refused(_) | Answer::Skipped)
    }
}
