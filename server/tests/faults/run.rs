//! Running shops: the steps of a plan, or steps that are given; after each the model is asked, and at the end everything is compared.

use super::acts::{Act, Answer, Step};
use super::bank::Charged;
use super::compare::{
    compare, events_kept, is_tried_again, not_allowed, open_payments, reserved, stock, unsettled_refunds,
};
use super::model::{Model, Told};
use super::plan::Plan;
use super::sending;
use super::shop::{Call, Shop};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How often an act is begun again, if nobody knows how it ended.
const TRIES: usize = 3;

/// A shop in which something is not as it should be.
#[derive(Debug, Clone)]
pub struct Difference {
    pub why: String,
    /// The steps that were made.
    pub steps: Vec<Step>,
}

/// What happened in shops.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub shops: usize,
    pub steps: usize,
    pub points: u64,
    pub acts: BTreeMap<&'static str, usize>,
    pub faults: BTreeMap<&'static str, usize>,
    /// Depends on each answer, and on what is there at the end.
    #[serde(skip)]
    pub trace: u64,
}

impl Counts {
    pub fn add(&mut self, other: &Self) {
        self.shops += other.shops;
        self.steps += other.steps;
        self.points += other.points;
        for (mine, theirs) in [(&mut self.acts, &other.acts), (&mut self.faults, &other.faults)] {
            for (name, count) in theirs {
                *mine.entry(name).or_default() += count;
            }
        }
    }
}

/// Runs the shop of a seed.
pub fn by_seed(seed: u64) -> (Counts, Option<Difference>) {
    let mut plan = Plan::new(seed);
    run(seed, &mut |model| plan.next(model))
}

/// Runs these steps in a shop of this seed.
pub fn these(seed: u64, steps: &[Step]) -> (Counts, Option<Difference>) {
    let mut left = steps.iter().cloned();
    run(seed, &mut |_| left.next())
}

fn run(seed: u64, next: &mut dyn FnMut(&Model) -> Option<Step>) -> (Counts, Option<Difference>) {
    let mut made = Vec::new();
    let mut counts = Counts { shops: 1, ..Counts::default() };
    let ended = catch_unwind(AssertUnwindSafe(|| whole(seed, next, &mut made, &mut counts)));
    let why = match ended {
        Ok(Ok(())) => None,
        Ok(Err(why)) => Some(why),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            Some(format!("panicked: {}", text.unwrap_or_default()))
        }
    };
    (counts, why.map(|why| Difference { why, steps: made }))
}

fn whole(
    seed: u64,
    next: &mut dyn FnMut(&Model) -> Option<Step>,
    made: &mut Vec<Step>,
    counts: &mut Counts,
) -> Result<(), String> {
    let mut shop = Shop::open(seed);
    let mut model =
        Model::new(stock(&shop).into_iter().map(|(key, (count, _))| (key, count)).collect(), shop.holidays());
    let mut ended = Ok(());
    while let Some(step) = next(&model) {
        made.push(step.clone());
        counts.steps += 1;
        for act in &step.acts {
            *counts.acts.entry(act.name()).or_default() += 1;
        }
        ended = take(&mut shop, &mut model, &step);
        if ended.is_err() {
            break;
        }
    }
    if ended.is_ok() {
        ended = settle(&mut shop, &mut model).and_then(|()| compare(&shop, &model));
    }
    (counts.faults, counts.points) = (shop.turns.met(), shop.turns.points());
    counts.trace = shop.trace();
    ended
}

/// Makes a step, and asks the model.
fn take(shop: &mut Shop, model: &mut Model, step: &Step) -> Result<(), String> {
    if let [Act::IssueGiftCard { dollars }] = step.acts.as_slice() {
        let printed = shop.ops(&format!("gift-card issue {dollars}"))?;
        let number = printed.trim_start_matches("Gift card ").split(" holds ").next().unwrap_or_default();
        model.add_gift_card(number, i64::from(*dollars) * 100);
        return Ok(());
    }
    if let [Act::IssueCoupon { percent, uses }] = step.acts.as_slice() {
        let code = model.add_coupon(*percent, *uses);
        return shop.ops(&format!("coupon issue {code} --percent {percent} --uses {uses}")).map(drop);
    }
    let orders: Vec<Option<String>> = step.acts.iter().map(|act| Some(model.current_order(act.who()?)?.id)).collect();
    let commits = shop.turns.commits();
    let calls = shop.calls(&step.acts, step.tabs);
    shop.bank.begin();
    let open_before = shop.open_payments.clone();
    let is_in_payment = |order: Option<&str>| open_before.iter().any(|open| Some(open.order.as_str()) == order);
    let answers = shop.act(model, &calls, &step.switches, &step.faults);
    let known = model.here();
    let has_faults = shop.turns.is_disturbed();
    let mut told = Vec::new();
    for ((call, mut answer), order) in calls.into_iter().zip(answers).zip(orders) {
        let act = call.act;
        let again = Call { again: true, ..call };
        let mut repeated = false;
        for _ in 0..TRIES {
            let Answer::Unknown(why) = &answer else { break };
            // What a job leaves undone is done by the next run. But nothing disturbs one alone, unless the gateway rests since an earlier
            // fault.
            let may_fail = act.is_job() && (step.acts.len() > 1 || waits_for_party(why));
            if !has_faults && !may_fail {
                return Err(format!("{act:?} fails, and nothing is wrong: {why}"));
            }
            if act.is_job() {
                break;
            }
            repeated = true;
            answer = shop.act(model, &[again], &[], &[]).remove(0);
        }
        if let (Answer::Unknown(why), false) = (&answer, act.is_job()) {
            return Err(format!("{act:?} fails again and again: {why}"));
        }
        if let (Answer::Refused(code), [_], false) = (&answer, step.acts.as_slice(), has_faults)
            && model.has_to_be_done(act, code, is_in_payment(order.as_deref()), shop.now())
            && !is_of_bank(shop, act, order.as_deref(), code)
        {
            return Err(format!("{act:?} is refused, and nothing is wrong: {code}"));
        }
        // Nobody repeats a call whose account is closed at the same time.
        let is_closed = |other: &Act| matches!(other, Act::Close { who } if act.who() == Some(*who));
        let repeats = step.repeats && !step.acts.iter().any(is_closed);
        if repeats && act.may_come_twice() && matches!(answer, Answer::Done(_)) {
            let second = shop.act(model, &[Call { again: act.has_key(), ..again }], &[], &[]).remove(0);
            shop.turns.note("an answered call is sent again");
            let about = order.as_deref().map(|order| shop.bank.about(order)).unwrap_or_default();
            if !act.agrees(&answer, &second, about) {
                return Err(format!("{act:?} was answered {answer:?}, and its repeat {second:?}"));
            }
            let is_being_paid = |order: &String| {
                let who = act.who().unwrap();
                shop.ask(who, &format!("/api/orders/{order}")).expect(200)["status"] == "payment_processing"
            };
            if act.has_key() && matches!(second, Answer::Refused(_)) && order.as_ref().is_some_and(is_being_paid) {
                return Err(format!("{act:?} was answered {second:?}, and its payment goes on"));
            }
        }
        let inviter = if let Act::SignUp { invited_by, .. } = act { *invited_by } else { None };
        let inviter = inviter.filter(|friend| known.contains(friend));
        told.push(Told { act, answer, repeated, order, inviter });
    }
    not_allowed(shop)?;
    events_kept(shop)?;
    model.hear_declined(shop.bank.declined());
    if shop.turns.commits() != commits {
        shop.open_payments = open_payments(shop);
    }
    model.hear_unsettled(unsettled_refunds(shop));
    model.hear(&told)?;
    let gives_card = step.acts.iter().any(|act| matches!(act, Act::ChangeCard { .. } | Act::SaveCard { .. }));
    // A payment goes on with the card with which it was begun.
    let is_new = |charged: &Charged| !open_before.iter().any(|open| open.key == charged.key);
    let charged = shop.bank.charged().into_iter().filter(|_| !gives_card).filter(is_new);
    for Charged { account, number, .. } in charged {
        if model.card_of(&account).is_some_and(|card| sending::number(card) != number) {
            return Err(format!("{:?} charges the card {number}, which is not on file", step.acts));
        }
    }
    // What customers see follows from the time, too. A session that is not used for two weeks ends.
    let may_be_seen = |told: &Told<'_>| {
        matches!(told.act, Act::Wait { .. }) || told.act.who().is_some() && matches!(told.answer, Answer::Done(_))
    };
    if shop.turns.commits() != commits || told.iter().any(may_be_seen) {
        let everybody = told.iter().any(|told| told.act.who().is_none());
        let whom: Vec<usize> =
            if everybody { model.here() } else { told.iter().filter_map(|told| told.act.who()).collect() };
        for who in whom {
            look(shop, model, who, &told)?;
        }
        reserved(shop, model)?;
    }
    let are_jobs_done = matches!(told.as_slice(), [Told { act: Act::Jobs, answer: Answer::Done(_), .. }]);
    if has_faults {
        model.hear_fault(shop.now());
    } else if are_jobs_done {
        model.hear_jobs_done(shop.now())?;
    }
    Ok(())
}

/// Whether an act is refused because of an earlier charge of this order: the bank, which had not decided, has declined it since, or has taken
/// another fee than it was asked for, which went back. A checkout is begun only after the one before has ended, so nobody learns of an earlier
/// charge by it.
fn is_of_bank(shop: &Shop, act: &Act, order: Option<&str>, code: &str) -> bool {
    let Some(about) = order.map(|order| shop.bank.about(order)) else { return false };
    let is_declined = match act {
        Act::CheckOut { .. } => false,
        Act::Staff { .. } => about.declined_fees > 0,
        _ => about.declined_fees + about.declined_checkouts > 0,
    };
    let is_undone = matches!(act, Act::Staff { .. }) && about.undone_fees > 0;
    code.contains("declined") && is_declined || code.contains("was not taken") && is_undone
}

/// Whether jobs have failed only because a party did not answer before, and is asked again later.
fn waits_for_party(failures: &str) -> bool {
    failures.split("; ").all(|failure| failure.contains("does not answer: it is asked again after"))
}

/// Looks at everything that a customer sees.
fn look(shop: &mut Shop, model: &mut Model, who: usize, told: &[Told<'_>]) -> Result<(), String> {
    if !model.customer(who).is_here() {
        return Ok(());
    }
    let reply = shop.ask(who, "/api/orders?limit=100");
    if reply.status == 401 {
        return model.gone(who, told);
    }
    if reply.status != 200 {
        return Err(format!("the orders of customer {who} cannot be read: {} {}", reply.status, reply.text));
    }
    let list: Value = serde_json::from_str(&reply.text).unwrap();
    model.see(who, &list, told, shop.now())?;
    let gives_card = |act: &Act| matches!(act, Act::SaveCard { .. } | Act::ChangeCard { .. }) && act.who() == Some(who);
    if told.iter().any(|told| gives_card(told.act)) {
        look_at_card(shop, model, who)?;
    }
    for order in model.orders_with_an_unclear_card(who) {
        let reply = shop.ask(who, &format!("/api/orders/{order}/invoices/current"));
        model.see_gift_card(&order, &reply.expect(200))?;
    }
    if told.iter().any(|told| matches!(told.act, Act::Skip { who: whose } if *whose == who)) {
        model.see_skipped(who, &shop.ask(who, "/api/account").expect(200), told)?;
    }
    if let Some(order) = model.order_in_payment(who) {
        let reply = shop.ask(who, &format!("/api/orders/{order}/invoices/current"));
        // A box that is sent back has an invoice once its customer looks at it.
        if reply.status != 404 {
            model.see_frozen(&order, &reply.expect(200), told)?;
        }
    }
    for id in model.orders_with_exchanges(who, told) {
        let detail = shop.ask(who, &format!("/api/orders/{id}")).expect(200);
        model.see_exchanges(who, &detail)?;
    }
    let paid = model.paid_and_not_compared(who);
    if paid.is_empty() {
        return Ok(());
    }
    let details: Vec<Value> = paid.iter().map(|id| shop.ask(who, &format!("/api/orders/{id}")).expect(200)).collect();
    model.see_charged(who, &details, told)
}

/// Looks at the card on file.
fn look_at_card(shop: &mut Shop, model: &mut Model, who: usize) -> Result<(), String> {
    let reply = shop.ask(who, "/api/credit_card");
    let card = (reply.status != 404).then(|| reply.expect(200));
    model.see_card(who, card.as_ref().map(|card| &card["data"]["card_info"]))
}

/// Does an act for which all goes well.
fn alone(shop: &mut Shop, model: &Model, act: &Act) -> Answer {
    let calls = shop.calls(std::slice::from_ref(act), false);
    shop.act(model, &calls, &[], &[]).remove(0)
}

/// Time passes, and then the gateway tells what it has to, and the jobs run.
fn pass(shop: &mut Shop, model: &mut Model, minutes: u32) -> Result<(), String> {
    take(shop, model, &Step::quiet(vec![Act::Wait { minutes }]))?;
    take(shop, model, &Step::quiet(vec![Act::Notices { reversed: false, twice: true }]))?;
    take(shop, model, &Step::quiet(vec![Act::Jobs]))
}

/// Nothing goes wrong any more, and time passes, until everything that goes on by itself has gone on.
fn settle(shop: &mut Shop, model: &mut Model) -> Result<(), String> {
    const DAY: u32 = 24 * 60;
    // What waits for a payment that ends only after a day waits an hour more.
    for minutes in [2, 90, DAY + 120, 90] {
        pass(shop, model, minutes)?;
    }
    // A checkout that was declined is tried again on the next day, after three days, and after seven.
    for days in [1, 3, 7] {
        if !model.unpaid_boxes().any(|order| is_tried_again(shop, &order.id)) {
            break;
        }
        pass(shop, model, days * DAY + 120)?;
        pass(shop, model, 90)?;
    }
    // No card changes unless its customer gives another one.
    for who in model.here() {
        look_at_card(shop, model, who)?;
    }
    if let Answer::Unknown(why) = alone(shop, model, &Act::Jobs) {
        return Err(format!("the jobs fail, and nothing is wrong: {why}"));
    }
    // The gateway also tells of what the jobs have charged at last.
    if shop.bank.notices().is_empty() { Ok(()) } else { pass(shop, model, 2) }
}
