//! What happens next in a shop, by its seed. The plan knows what the model knows, so that most acts make sense.

use super::acts::{Act, Card, Choice, Step, Work};
use super::model::{Model, Order};
use super::turns::{Counted, Fault, FaultAt};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::VecDeque;

/// How long a shop lives at most, in minutes: 60 days.
const LIFETIME: u32 = 60 * 24 * 60;
/// How long nobody does anything about a forgotten box: until after its last day, also if its customer has more days.
const DAYS_TO_FORGET: usize = 11;
/// The points at which faults of an act happen.
#[derive(Clone, Copy)]
struct Reach {
    /// Those of the database.
    points: usize,
    /// The calls of parties.
    parties: usize,
    /// Whether all numbers are equally likely. Otherwise small ones are likelier, which are reached more often.
    is_even: bool,
}

/// Most acts reach fewer.
const OF_ACTS: Reach = Reach { points: 60, parties: 3, is_even: false };
/// Each notice is stored with few statements, and no party is called.
const OF_NOTICES: Reach = Reach { points: 10, parties: 0, ..OF_ACTS };
/// Of runs of all jobs: half of them reach fewer points, the others up to three times as many.
const OF_JOBS: Reach = Reach { points: 200, parties: 30, is_even: true };
/// Of a job that runs alone: each of its points is reached.
const OF_A_JOB: Reach = Reach { points: 60, parties: 8, is_even: true };

/// The effects after which faults happen: a checkout has seven.
const EFFECTS: usize = 8;

/// What happens more in a shop than elsewhere. If everything happened as often in every shop, what needs several seldom acts would never
/// happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Habit {
    Nothing,
    /// Friends share gift cards and coupons, and check out at the same time.
    Vouchers,
    /// Boxes are late, and orders are cancelled.
    Cancelling,
    /// Banks decline, or decide late.
    Banks,
    /// Customers invite each other, and use what that earns.
    Invitations,
    /// Boxes come by themselves, and customers skip some. Days pass quickly, and nobody orders or leaves meanwhile.
    Subscriptions,
}

/// The jobs that run alone, each with its weight.
const JOBS: [(u32, &str); 12] = [
    (3, "payments"),
    (3, "outbox"),
    (2, "webhooks"),
    (2, "fees"),
    (2, "system_checkout"),
    (2, "after_checkout"),
    (2, "late"),
    (2, "next_boxes"),
    (2, "closings"),
    (1, "reminders"),
    (1, "gateway_list"),
    (1, "forgetting"),
];

pub struct Plan {
    random: StdRng,
    habit: Habit,
    customers: usize,
    steps: usize,
    minutes: u32,
    /// Steps that are already chosen.
    coming: VecDeque<Step>,
}

impl Plan {
    pub fn new(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let habit = match random.random_range(0..10) {
            0 | 1 => Habit::Vouchers,
            2 => Habit::Cancelling,
            3 => Habit::Banks,
            4 => Habit::Invitations,
            5 => Habit::Subscriptions,
            _ => Habit::Nothing,
        };
        let (customers, more) = match (habit, random.random_range(0..20)) {
            (Habit::Vouchers, _) => (2, 40),
            (Habit::Invitations, _) => (random.random_range(2..=3), 20),
            // Long enough for an order that is late for the second time.
            (Habit::Cancelling, _) => (1, 35),
            // Long enough for a second box.
            (Habit::Subscriptions, _) => (1, 75),
            (_, 0) => (random.random_range(5..=20), 0),
            (_, 1..=8) => (1, 0),
            // Long enough for several boxes of two friends.
            (_, 9) => (2, 90),
            _ => (random.random_range(2..=4), 0),
        };
        let steps = 18 + 6 * customers.min(6) + more + random.random_range(0..16);
        Self { random, habit, customers, steps, minutes: 0, coming: VecDeque::new() }
    }

    /// The weight of what happens more if the shop has this habit.
    fn if_usual(&self, habit: Habit, usual: u32, otherwise: u32) -> u32 {
        if self.habit == habit { usual } else { otherwise }
    }

    /// Whether more cards than elsewhere are such that banks decline them: then what vouchers pay is given back, too.
    fn has_declines(&self) -> bool {
        matches!(self.habit, Habit::Banks | Habit::Vouchers)
    }

    /// Whether days pass quickly. Elsewhere few shops live longer than two weeks.
    fn is_fast(&self) -> bool {
        matches!(self.habit, Habit::Cancelling | Habit::Subscriptions)
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.random.random_range(0..100) < percent
    }

    fn one_of<T: Clone>(&mut self, of: &[(u32, T)]) -> T {
        let sum: u32 = of.iter().map(|(weight, _)| weight).sum();
        let mut at = self.random.random_range(0..sum);
        for (weight, found) in of {
            if at < *weight {
                return found.clone();
            }
            at -= weight;
        }
        of[0].1.clone()
    }

    /// The next step; `None` once the shop is over.
    pub fn next(&mut self, model: &Model) -> Option<Step> {
        if self.steps == 0 {
            return None;
        }
        self.steps -= 1;
        if self.coming.is_empty() && self.habit == Habit::Vouchers && self.chance(50) {
            self.share_voucher(model);
        }
        if self.coming.is_empty() && self.chance(1) {
            self.forget_box(model);
        }
        if let Some(step) = self.coming.pop_front() {
            return Some(step);
        }
        let who = self.random.random_range(0..self.customers);
        let waits_for_next = model.customer(who).has_card && model.current_order(who).is_none();
        let of_the_shop = match self.habit {
            Habit::Subscriptions if waits_for_next => 90,
            Habit::Cancelling => 45,
            _ => 30,
        };
        let first = if self.chance(of_the_shop) { self.of_the_shop(model) } else { self.of_customer(who, model) };
        if matches!(first, Act::Wait { .. } | Act::IssueGiftCard { .. } | Act::IssueCoupon { .. }) {
            return Some(Step::quiet(vec![first]));
        }
        let mut acts = vec![first];
        let at_the_same_time = self.if_usual(Habit::Vouchers, 60, 30);
        if self.chance(at_the_same_time) {
            let other = self.random.random_range(0..self.customers);
            let of_same = acts[0].who().unwrap_or(who);
            let of_another = self.by_another(&acts[0], model);
            let same_by_another = self.if_usual(Habit::Vouchers, 80, 20);
            let second = match (of_another, self.random.random_range(0..10)) {
                (Some(same), _) if self.chance(same_by_another) => same,
                (_, 0..4) => acts[0].clone(),
                (_, 4..7) => self.of_customer(of_same, model),
                (_, 7..9) => Act::Jobs,
                _ => self.of_customer(other, model),
            };
            // Two sign-ups of one customer are the same form, sent twice.
            let second = if matches!(acts[0], Act::SignUp { .. }) && second.who() == acts[0].who() {
                acts[0].clone()
            } else {
                second
            };
            // Nobody could see what a checkout came to if the account ended with it.
            let is_closing = |act: &Act| act.who().is_some_and(|who| model.customer(who).is_closing());
            let ends = second.who() != acts[0].who() && (is_closing(&acts[0]) || is_closing(&second));
            if !matches!(second, Act::Wait { .. }) && !ends {
                acts.push(second);
            }
        }
        Some(self.step(acts))
    }

    /// These acts, and what goes wrong while they run.
    fn step(&mut self, acts: Vec<Act>) -> Step {
        let switches = (0..4).map(|_| self.random.random_range(1..12)).collect();
        let is_rare = acts.iter().any(Act::is_rare);
        let one = if is_rare { 80 } else { 35 };
        let faults = match self.random.random_range(0..100) {
            chosen if chosen < one => 1,
            chosen if chosen < one + 8 => 2,
            _ => 0,
        };
        let is_notices = acts.iter().all(|act| matches!(act, Act::Notices { .. }));
        let reach = match acts[..] {
            [Act::Jobs] => OF_JOBS,
            [Act::Job { .. }] => OF_A_JOB,
            _ if is_notices => OF_NOTICES,
            _ => OF_ACTS,
        };
        let faults = (0..faults).map(|_| self.fault(is_rare, reach)).collect();
        let repeats = self.chance(15);
        let tabs = self.chance(50);
        Step { acts, switches, faults, repeats, tabs }
    }

    /// Two friends whose boxes are decided get a gift card, or a coupon that can be used once. Both type it, and then both check out at the
    /// same time: only one of them may have all of it.
    fn share_voucher(&mut self, model: &Model) {
        let is_decided = |who: usize| {
            let order = model.current_order(who);
            order.is_some_and(|order| order.status == "delivered_to_customer" && order.is_decided())
        };
        let friends = [0, 1];
        let is_ready =
            |who: usize| model.customer(who).is_here() && !model.customer(who).is_closing() && is_decided(who);
        if !friends.into_iter().all(is_ready) {
            return;
        }
        let (card, coupon) = model.vouchers();
        let (issued, typed) = if self.chance(70) {
            let dollars = self.random.random_range(50..200);
            (Act::IssueGiftCard { dollars }, friends.map(|who| Act::UseGiftCard { who, card }))
        } else {
            let percent = self.random.random_range(10..40);
            (Act::IssueCoupon { percent, uses: 1 }, friends.map(|who| Act::UseCoupon { who, coupon }))
        };
        let checked_out = friends.map(|who| Act::CheckOut { who });
        self.coming =
            VecDeque::from([Step::quiet(vec![issued]), Step::quiet(typed.to_vec()), self.step(checked_out.to_vec())]);
    }

    /// A customer forgets the box: each day the jobs write a reminder and send it, until the system would check it out. Otherwise hardly ever
    /// is a customer reminded each time.
    fn forget_box(&mut self, model: &Model) {
        let is_forgotten = |who: &usize| {
            let order = model.current_order(*who);
            order.is_some_and(|order| order.status == "delivered_to_customer")
        };
        let minutes = u32::try_from(DAYS_TO_FORGET).unwrap() * 24 * 60;
        // An account that is being closed ends with its box: then nobody sees what the system has checked out.
        let is_leaving = |who: &usize| model.customer(*who).may_be_leaving() && model.current_order(*who).is_some();
        let here = model.here();
        if self.minutes + minutes > LIFETIME || !here.iter().any(is_forgotten) || here.iter().any(is_leaving) {
            return;
        }
        self.minutes += minutes;
        // Besides all else that happens.
        self.steps += 3 * DAYS_TO_FORGET;
        for _ in 0..DAYS_TO_FORGET {
            let wait = Step::quiet(vec![Act::Wait { minutes: 24 * 60 }]);
            let at_last = self.step(vec![Act::Jobs]);
            self.coming.extend([wait, Step::quiet(vec![Act::Jobs]), at_last]);
        }
    }

    /// The same act of another customer who is as far, if there is one.
    fn by_another(&mut self, act: &Act, model: &Model) -> Option<Act> {
        let who = act.who()?;
        let order = model.current_order(who)?;
        let is_as_far = |other: &usize| {
            let theirs = model.current_order(*other);
            *other != who && theirs.is_some_and(|theirs| theirs.status == order.status)
        };
        let others: Vec<usize> = model.here().into_iter().filter(is_as_far).collect();
        let chosen = self.random.random_range(0..others.len().max(1));
        act.by(*others.get(chosen)?)
    }

    /// A fault of acts. Those that are rare have few effects: a fault comes after each of them at some time.
    fn fault(&mut self, is_rare: bool, reach: Reach) -> FaultAt {
        let few = self.random.random_range(1..12);
        let jump = self.random.random_range(-300..300);
        let of_database = [
            (14, Fault::Fails),
            (5, Fault::Full(few)),
            (7, Fault::Away(few)),
            (30, Fault::Dies),
            (4, Fault::Jumps(jump)),
        ];
        let refuses = match self.habit {
            // Otherwise hardly ever is a card declined with which an earlier box was paid.
            Habit::Subscriptions => 60,
            Habit::Banks | Habit::Vouchers => 15,
            _ => 4,
        };
        let of_parties = [
            (7, Fault::Unreached),
            (9, Fault::AnswerLost),
            (9, Fault::Late),
            (5, Fault::Twice),
            (refuses, Fault::Refuses),
            (8, Fault::Wrong),
            (9, Fault::TellsFirst),
            (self.if_usual(Habit::Banks, 20, 8), Fault::Undecided),
        ];
        let calls_parties = reach.parties > 0;
        let fault = self.one_of(&[&of_database[..], if calls_parties { &of_parties } else { &[] }].concat());
        let of_points = if is_rare { 20 } else { 40 };
        let counted = if fault.is_of_party() || self.chance(of_points) { Counted::Points } else { Counted::Effects };
        let (least, most) = match counted {
            Counted::Effects if is_rare => (1, 4),
            Counted::Effects => (1, EFFECTS),
            Counted::Points if fault.is_of_party() => (0, reach.parties),
            Counted::Points => (0, reach.points),
        };
        let mut point = self.random.random_range(least..most);
        if !reach.is_even {
            point = point.min(self.random.random_range(least..most));
        }
        FaultAt { point, counted, fault }
    }

    fn of_the_shop(&mut self, model: &Model) -> Act {
        let minutes = match self.random.random_range(0..10) {
            0..3 if !self.is_fast() => self.random.random_range(1..60),
            3..6 if !self.is_fast() => self.random.random_range(60..24 * 60),
            _ => self.random.random_range(24 * 60..4 * 24 * 60),
        };
        let dollars = self.random.random_range(5..200);
        let (gift_cards, coupons) = model.vouchers();
        // One after the other: they are used up.
        let few = |issued: usize| if issued == 0 { 20 } else { 12 };
        let (reversed, twice) = (self.chance(50), self.chance(50));
        let job = self.one_of(&JOBS);
        let act = self.one_of(&[
            (if self.is_fast() { 30 } else { 10 }, Act::Jobs),
            (9, Act::Job { name: job.to_owned() }),
            (if self.is_fast() { 40 } else { 14 }, Act::Wait { minutes }),
            (self.if_usual(Habit::Vouchers, few(gift_cards), 2), Act::IssueGiftCard { dollars }),
            (
                self.if_usual(Habit::Vouchers, few(coupons), 1),
                Act::IssueCoupon { percent: 10 + dollars % 30, uses: 1 + dollars % 3 },
            ),
            (6, Act::Notices { reversed, twice }),
        ]);
        match act {
            Act::Wait { minutes } if self.minutes + minutes > LIFETIME => Act::Jobs,
            Act::Wait { minutes } => {
                self.minutes += minutes;
                Act::Wait { minutes }
            }
            act => act,
        }
    }

    fn card(&mut self) -> Card {
        let declined = if self.has_declines() { 6 } else { 2 };
        self.one_of(&[(12, Card::Good), (4, Card::Other), (declined, Card::Declined), (1, Card::Stolen)])
    }

    fn of_customer(&mut self, who: usize, model: &Model) -> Act {
        let customer = model.customer(who);
        if !customer.is_here() {
            let friend = self.random.random_range(0..self.customers);
            let percent = self.if_usual(Habit::Invitations, 95, 60);
            let invited_by = (friend != who && self.chance(percent)).then_some(friend);
            return if customer.id.is_empty() { Act::SignUp { who, invited_by } } else { Act::Jobs };
        }
        let card = self.card();
        if !customer.has_card {
            let agrees = self.chance(75);
            return Act::SaveCard { who, card, agrees };
        }
        match model.current_order(who) {
            Some(order) => self.of_order(who, &order, card, model),
            None => self.one_of(&[
                (self.if_usual(Habit::Subscriptions, 0, 10), Act::OrderAgain { who }),
                (2, Act::Skip { who }),
                (1, Act::ChangeCard { who, card }),
                (self.if_usual(Habit::Subscriptions, 0, 1), Act::Close { who }),
                (4, Act::Jobs),
            ]),
        }
    }

    fn of_order(&mut self, who: usize, order: &Order, card: Card, model: &Model) -> Act {
        let staff = |work| Act::Staff { who, work };
        let mut choices = Vec::new();
        for _ in 0..self.random.random_range(1..4) {
            choices.push(self.one_of(&[(5, Choice::Keep), (4, Choice::Return), (2, Choice::Exchange)]));
        }
        let decide = Act::Decide { who, choices };
        let garment = Act::ReceiveGarment { who, place: self.random.random_range(0..6) };
        let (gift_cards, coupons) = (model.vouchers().0.max(1), model.vouchers().1.max(1));
        // Mostly the newest: the others may be used up.
        let older = self.random.random_range(0..3) / 2;
        let gift_card = Act::UseGiftCard { who, card: gift_cards - 1 - older.min(gift_cards - 1) };
        let coupon = coupons - 1 - older.min(coupons - 1);
        let cancels = self.if_usual(Habit::Cancelling, 12, 2);
        let change = Act::ChangeCard { who, card };
        let closes = self.if_usual(Habit::Subscriptions, 0, 1);
        // If the system checks a box out, and the account ends with that, nobody sees what it came to.
        let closes_in_time = if model.customer(who).may_have_agreed() { 0 } else { closes };
        match order.status.as_str() {
            "created" => self.one_of(&[
                (24, staff(Work::Style)),
                (2, Act::Cancel { who }),
                (1, staff(Work::Cancel)),
                (3, change),
                (1, Act::KeepLate { who }),
                (1, Act::OrderAgain { who }),
                (closes, Act::Close { who }),
            ]),
            "styling" => self.one_of(&[(6, staff(Work::Style)), (cancels, staff(Work::Cancel)), (1, change)]),
            "styled" | "ready_to_ship" => self.one_of(&[
                (self.if_usual(Habit::Cancelling, 1, 14), staff(Work::Ship)),
                (self.if_usual(Habit::Cancelling, 30, 1), Act::Cancel { who }),
                (1, Act::KeepLate { who }),
            ]),
            "in_transit_to_customer" => self.one_of(&[
                (12, staff(Work::Deliver)),
                (1, staff(Work::Lose)),
                (2, decide),
                (1, Act::CheckOut { who }),
                (closes_in_time, Act::Close { who }),
            ]),
            "delivered_to_customer" => self.one_of(&[
                (if order.is_decided() { 2 } else { 14 }, decide),
                // Friends wait for each other.
                (if order.is_decided() { self.if_usual(Habit::Vouchers, 3, 14) } else { 3 }, Act::CheckOut { who }),
                (self.if_usual(Habit::Vouchers, 20, 3), gift_card),
                (1, Act::RemoveCoupon { who }),
                (self.if_usual(Habit::Vouchers, 6, 2), Act::UseCoupon { who, coupon }),
                (2, Act::Extend { who }),
                (1, staff(Work::SendBack)),
                (1, garment),
                // A card that is declined from the beginning pays no fee, and so comes to no checkout.
                (if self.has_declines() { 6 } else { 1 }, change),
                (closes_in_time, Act::Close { who }),
            ]),
            "payment_processing" => {
                self.one_of(&[(6, Act::CheckOut { who }), (3, Act::Jobs), (2, change), (1, staff(Work::Receive))])
            }
            "in_transit_to_stylebox" => {
                let back = [(7, staff(Work::Receive)), (5, garment), (2, staff(Work::ShipExchange))];
                self.one_of(&[&back[..], &[(3, Act::CheckOut { who })]].concat())
            }
            "delivered_to_stylebox" => self.one_of(&[
                (8, staff(Work::Complete)),
                (4, garment),
                (3, staff(Work::Receive)),
                (4, Act::CheckOut { who }),
                (4, staff(Work::ShipExchange)),
                (2, decide),
            ]),
            _ => self.one_of(&[
                (5, staff(Work::SendBack)),
                (5, staff(Work::Complete)),
                (4, staff(Work::ShipExchange)),
                (1, staff(Work::SoldOut)),
                (1, staff(Work::Lose)),
                (2, staff(Work::Deliver)),
                (2, staff(Work::Receive)),
                (3, garment),
                (closes, Act::Close { who }),
            ]),
        }
    }
}
