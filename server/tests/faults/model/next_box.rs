//! The box that comes by itself: when it may be ordered, and when it has to be.

use super::days::{DAY, JUMP, is_over};
use super::{Customer, Model, Order, Since, Told};
use crate::faults::acts::Act;
use crate::faults::sending;
use serde_json::Value;
use stylebox_core::values::business_time::Date;

/// A box is ordered so many days after the day on which the one before came: it comes 35 days after that, and is ordered a week before.
const DAYS_TO_NEXT_ORDER: u64 = 28;
/// Its customer is told of it a week before it is ordered. If they were told later, it is ordered a week after that.
const NOTICE_DAYS: u64 = 7;
/// After this time that week is over, whatever the time of the day.
const NOTICE: i64 = 8 * DAY;
/// How many days the next box is put off by a skip.
const SKIP_DAYS: u64 = 30;

/// The runs of all jobs, nothing having gone wrong, while a customer waits for a box that comes by itself.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Waiting {
    /// The day on which it is ordered at the earliest. The notice is about that day: if it moves, there has to be another notice.
    ordered_on: Option<Date>,
    /// The first run by which the notice is written.
    written_by: Option<i64>,
    /// The first run by which it is sent: an email service that did not answer is asked again within a day.
    sent_by: Option<i64>,
}

impl Waiting {
    /// Whether the run at `now` has to have ordered it.
    fn has_to_be_ordered(self, now: i64) -> bool {
        let is_noticed = self.sent_by.is_some_and(|sent_by| now >= sent_by + NOTICE);
        is_noticed && self.ordered_on.is_some_and(|day| is_over(day, now - JUMP))
    }

    /// The same after the run at `now`.
    fn after_run(self, now: i64) -> Self {
        let is_told = |day: Date| is_over(day.minus_days(NOTICE_DAYS).unwrap(), now - JUMP);
        let is_a_day_later = |written_by: &i64| now >= written_by + DAY;
        Self {
            written_by: self.written_by.or(self.ordered_on.filter(|day| is_told(*day)).map(|_| now)),
            sent_by: self.sent_by.or(self.written_by.filter(is_a_day_later).map(|_| now)),
            ..self
        }
    }
}

impl Since<'_> {
    /// Whether the next box may come by itself: its customer gets boxes regularly and does not leave, and its day has come.
    pub(super) fn is_next_box_due(&self) -> bool {
        let Customer { closing, has_skipped, .. } = self.customer;
        let ordered_on = self.customer.next_ordered_on(*has_skipped, |order| order.counts);
        let is_its_day = |day: Date| is_over(day.minus_days(1).unwrap(), self.now + JUMP);
        Model::is_regular(self.who) && !closing && ordered_on.is_some_and(is_its_day)
    }
}

impl Customer {
    /// The day on which the next box is ordered at the earliest, counted from the last of these orders.
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
            if waiting.ordered_on != ordered_on {
                *waiting = Waiting { ordered_on, ..Waiting::default() };
            }
            if let Some(day) = ordered_on.filter(|_| waiting.has_to_be_ordered(now)) {
                return Err(format!("the next box of customer {who} was to be ordered on {day}, and is not"));
            }
            *waiting = waiting.after_run(now);
        }
        Ok(())
    }

    /// The day on which the next box of a customer has to be ordered if its notice was sent in time; `None` if it does not have to come.
    fn has_to_be_ordered_on(&self, who: usize) -> Option<Date> {
        let customer = self.customer(who);
        // A box without a card that can be charged waits for another card.
        let is_charged = |card: &_| !self.declined.cards.contains(sending::number(*card));
        let has_card = customer.has_card && customer.given.iter().all(is_charged);
        let is_wanted = Self::is_regular(who) && customer.current().is_none() && !customer.may_be_leaving();
        let has_counting = customer.orders.iter().any(|order| order.counts);
        if !(has_card && is_wanted && has_counting) {
            return None;
        }
        // The latest day that it can be.
        customer.next_ordered_on(customer.may_have_skipped, |_| true)
    }
}
