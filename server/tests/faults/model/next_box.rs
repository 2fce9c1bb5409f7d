//! The box that comes by itself: when it may be ordered, and when it has to be.

use super::days::{DAY, JUMP, is_over};
use super::{Customer, Model, Order, Since, Told, closes};
use crate::faults::acts::Act;
use serde_json::Value;
use stylebox_core::values::business_time::Date;

/// A box is ordered so many days after the day on which the one before came: it comes 35 days after that, and is ordered a week before.
const DAYS_TO_NEXT_ORDER: u64 = 28;
/// Its customer is told of it a week before it is ordered. If they were told later, it is ordered a week after that.
const NOTICE_DAYS: u64 = 7;
/// So long after a notice was sent its week is over, whatever the time of the day.
const NOTICE_IS_OVER: i64 = 8 * DAY;
/// By how many days a skip puts the next box off.
const SKIP_DAYS: u64 = 30;

/// What runs of all jobs without a fault must have done about a customer's next box.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    /// The latest day that can be its first: whether a skip or an order counts may be unknown. The notice is about its day, so if that moves,
    /// there has to be another notice.
    ordered_on: Date,
    /// When the notice was certainly written and nothing has gone wrong since.
    written_by: Option<i64>,
    /// When it was certainly sent. After a fault the email service is asked again within the hour.
    sent_by: Option<i64>,
}

impl Waiting {
    const fn for_order_on(ordered_on: Date) -> Self {
        Self { ordered_on, written_by: None, sent_by: None }
    }

    /// Whether the run at `now` has to have ordered it.
    fn has_to_be_ordered(self, now: i64) -> bool {
        is_over(self.ordered_on, now - JUMP) && self.sent_by.is_some_and(|sent_by| now >= sent_by + NOTICE_IS_OVER)
    }

    /// The same after a run at `now` without a fault.
    fn after_run(self, now: i64) -> Self {
        let is_notice_due = is_over(self.ordered_on.minus_days(NOTICE_DAYS).unwrap(), now - JUMP);
        let is_a_day_later = |written_by: &i64| now >= written_by + DAY;
        Self {
            written_by: self.written_by.or(is_notice_due.then_some(now)),
            sent_by: self.sent_by.or(self.written_by.filter(is_a_day_later).map(|_| now)),
            ..self
        }
    }

    /// The same after a step at `now` in which something went wrong: the notice may have to be sent again.
    fn after_fault(self, now: i64) -> Self {
        Self { written_by: self.written_by.map(|_| now), ..self }
    }
}

impl Since<'_> {
    /// Whether the next box may come by itself: its customer gets boxes regularly and did not leave before, and its day has come.
    pub(super) fn is_next_box_due(&self) -> bool {
        let was_closing = self.customer.closing && !closes(self.told, self.who);
        let ordered_on = self.customer.next_ordered_on(self.customer.has_skipped, |order| order.counts);
        let is_its_day = |day: Date| is_over(day.minus_days(1).unwrap(), self.now + JUMP);
        Model::is_regular(self.who) && !was_closing && ordered_on.is_some_and(is_its_day)
    }
}

impl Customer {
    /// The first day on which the next box is ordered, counted from the last of these orders.
    fn next_ordered_on(&self, is_skipped: bool, counts: impl Fn(&Order) -> bool) -> Option<Date> {
        let orders = self.orders.iter().filter(|order| counts(order));
        let last: Date = orders.map(|order| order.comes_on.parse().unwrap()).max()?;
        Some(last.plus_days(DAYS_TO_NEXT_ORDER + if is_skipped { SKIP_DAYS } else { 0 }).unwrap())
    }
}

impl Model {
    /// Takes what a customer who has skipped a box reads of that.
    ///
    /// # Errors
    /// A sentence, if it is not what was answered.
    pub fn see_skipped(&self, who: usize, account: &Value, told: &[Told<'_>]) -> Result<(), String> {
        let is_skip = |told: &Told<'_>| matches!(told.act, Act::Skip { who: whose } if *whose == who) && told.is_done();
        if let [one] = told
            && is_skip(one)
            && account["skip_days"] != SKIP_DAYS
        {
            return Err(format!(
                "customer {who} has skipped a box, and the next one is put off by {}",
                account["skip_days"]
            ));
        }
        Ok(())
    }

    /// Takes that all jobs have run, and nothing went wrong.
    ///
    /// # Errors
    /// A sentence, if a box should have come by itself, and has not.
    pub fn hear_jobs_done(&mut self, now: i64) -> Result<(), String> {
        for who in self.here() {
            let ordered_on = self.has_to_be_ordered_on(who);
            let waiting = &mut self.customers.get_mut(&who).unwrap().waiting;
            let known = waiting.filter(|waiting| Some(waiting.ordered_on) == ordered_on);
            *waiting = known.or(ordered_on.map(Waiting::for_order_on));
            if let Some(Waiting { ordered_on, .. }) = waiting.filter(|waiting| waiting.has_to_be_ordered(now)) {
                return Err(format!("the next box of customer {who} was to be ordered on {ordered_on}, and is not"));
            }
            *waiting = waiting.map(|waiting| waiting.after_run(now));
        }
        Ok(())
    }

    /// Takes that something went wrong.
    pub fn hear_fault(&mut self, now: i64) {
        for customer in self.customers.values_mut() {
            customer.waiting = customer.waiting.map(|waiting| waiting.after_fault(now));
        }
    }

    /// The latest day on which the next box of a customer can be due to be ordered; `None` if it does not have to come.
    fn has_to_be_ordered_on(&self, who: usize) -> Option<Date> {
        let customer = self.customer(who);
        let is_wanted = Self::is_regular(who) && customer.current().is_none() && !customer.may_be_leaving();
        // If no order certainly counts, there may be none to count from. If a card was declined for good, the box waits for another one.
        let has_to_come = is_wanted
            && customer.orders.iter().any(|order| order.counts)
            && !customer.has_declined_card(&self.declined);
        let latest = customer.next_ordered_on(customer.may_have_skipped, |_| true);
        latest.filter(|_| has_to_come)
    }
}
