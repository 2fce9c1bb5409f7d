//! The statuses that an order can have after acts.

use super::days::{HOUR, JUMP, is_past_noon_after};
use super::{Item, Order, Since, Told};
use crate::faults::acts::{Act, Answer, Work};
use std::collections::BTreeSet;

pub(super) const CHECKED_OUT: [&str; 6] = [
    "checked_out_by_customer",
    "checked_out_by_system",
    "checked_out_by_admin",
    "post_customer_checkout_processing",
    "post_system_checkout_processing",
    "post_admin_checkout_processing",
];

pub(super) fn names(told: &[Told<'_>]) -> String {
    let names: Vec<String> = told.iter().map(|told| format!("{:?} ({:?})", told.act, told.answer)).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") }
}

pub(super) const fn is_by_itself(act: &Act) -> bool {
    act.is_job() || matches!(act, Act::Notices { .. })
}

/// Whether one of the acts can have made an order of the customer.
pub(super) fn may_order(since: &Since<'_>) -> bool {
    since.told.iter().any(|told| orders_with(told.act, since.who) || is_by_itself(told.act) && since.is_next_box_due())
}

/// Whether a customer orders a box with this act.
pub(super) fn orders_with(act: &Act, who: usize) -> bool {
    matches!(act, Act::SaveCard { who: whose, .. } | Act::OrderAgain { who: whose } if *whose == who)
}

/// Whether one of the acts can have paid for an order of the customer.
pub(super) fn may_pay(told: &[Told<'_>], who: usize) -> bool {
    told.iter().any(|told| is_payment_of(told.act, who) || is_by_itself(told.act))
}

/// Whether a customer pays with this act for their order.
fn is_payment_of(act: &Act, who: usize) -> bool {
    matches!(act, Act::CheckOut { who: whose } | Act::ChangeCard { who: whose, .. } if *whose == who)
}

impl Order {
    /// Whether its last day to check out has come, or is not known.
    pub(super) fn is_last_day(&self, now: i64) -> bool {
        self.checkout_by.as_deref().is_none_or(|day| is_past_noon_after(day, now + 36 * HOUR))
    }

    /// Whether the system may check it out if its customer has agreed to that: the last day is over.
    fn is_overdue(&self, now: i64) -> bool {
        self.checkout_by.as_deref().is_some_and(|day| is_past_noon_after(day, now + JUMP))
    }

    /// Whether these acts may have paid for it. The system begins no checkout before its day is over, and none without consent but that of
    /// a box that has come back whole, which costs nothing. `items` are what its customer sees now.
    pub(super) fn may_be_paid(&self, items: &[Item], since: &Since<'_>) -> bool {
        let is_whole = items.iter().all(|item| item.kept == Some(false));
        let is_begun = self.is_being_paid() || since.told.iter().any(|told| is_payment_of(told.act, since.who));
        is_begun || self.is_overdue(since.now) && (since.customer.may_have_agreed || is_whole)
    }
}

/// The statuses that an order can have after the acts.
pub(super) fn reachable<'a>(start: &'a str, known: Option<&Order>, since: &Since<'_>) -> BTreeSet<&'a str> {
    let Since { told, who, .. } = *since;
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
                    more.extend(by_itself(status, known, since));
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
        Act::Staff { work: Work::Receive, .. } | Act::ReceiveGarment { .. } => "delivered_to_stylebox",
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
        (Act::Staff { work: Work::SendBack | Work::Receive, .. } | Act::ReceiveGarment { .. }, status)
            if status == "delivered_to_customer" || CHECKED_OUT.contains(&status) =>
        {
            &["in_transit_to_stylebox"]
        }
        (Act::Staff { work: Work::Lose, .. }, status)
            if status == "in_transit_to_customer" || CHECKED_OUT.contains(&status) =>
        {
            &["cancelled"]
        }
        (Act::Staff { work: Work::Receive, .. } | Act::ReceiveGarment { .. }, "in_transit_to_stylebox") => {
            &["delivered_to_stylebox"]
        }
        (Act::Staff { work: Work::Complete, .. }, status)
            if CHECKED_OUT.contains(&status) || status == "delivered_to_stylebox" =>
        {
            &["completed", "post_customer_checkout_processing", "post_system_checkout_processing"]
        }
        _ => &[],
    };
    found.extend(whole);
    found
}

/// The statuses to which the jobs can lead from a status.
fn by_itself(status: &str, known: Option<&Order>, since: &Since<'_>) -> Vec<&'static str> {
    // What costs nothing is checked out without consent only once it has come back.
    let may_check_out = since.customer.may_have_agreed && known.is_some_and(|order| order.is_overdue(since.now));
    match status {
        "created" if known.is_some_and(|order| order.may_be_called_off(since)) => vec!["styling", "cancelled"],
        "created" => vec!["styling"],
        "styling" | "styled" | "ready_to_ship" if known.is_some_and(|order| order.may_be_given_up(since)) => {
            vec!["cancelled"]
        }
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
