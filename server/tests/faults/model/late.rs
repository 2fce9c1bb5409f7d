//! The day of an order that is not sent: when it moves, and when the jobs may call the order off.

use super::days::{DAY, JUMP, is_over};
use super::{Order, Since, Told};
use crate::faults::acts::Act;
use stylebox_core::values::business_time::{Date, Holidays};

/// How many days a box needs to its customer.
const ON_ITS_WAY: u64 = 3;
/// The new day of a late order is at least so many days ahead.
const AHEAD: u64 = 7;
/// The day of a new order is fewer days ahead: a week, and some days on which nothing comes.
const MOST_AHEAD: u64 = 14;
/// How often a late order moves. The last time its customer is asked whether to keep it.
const MOVES: usize = 2;
/// How long a customer has to say whether to keep it.
const TO_ANSWER: i64 = 7 * DAY;
/// How long a customer whose fee is declined has to give another card.
const FOR_ANOTHER_CARD: i64 = 14 * DAY;

/// The last day on which the box of an order can leave that is to come on a day: none leaves on a weekend or a holiday.
fn leaves_on(day: &str, holidays: &Holidays) -> Date {
    let day: Date = day.parse().unwrap();
    let mut leaves = day.minus_days(ON_ITS_WAY).unwrap();
    while leaves.is_weekend() || holidays.company_holidays.contains(&leaves) || holidays.mail_holidays.contains(&leaves)
    {
        leaves = leaves.minus_days(1).unwrap();
    }
    leaves
}

fn is_out_of_reach(day: &str, since: &Since<'_>) -> bool {
    is_over(leaves_on(day, &since.shop.holidays), since.now + JUMP)
}

impl Order {
    /// Takes the day on which its customer sees that it comes. It moves only once it can no longer come on its day, and twice. After that it
    /// moves only if its customer, who was asked, keeps it too late for the second new day.
    ///
    /// # Errors
    /// A sentence, if it cannot come on that day.
    pub(super) fn see_day(&mut self, seen: &str, since: &Since<'_>) -> Result<(), String> {
        if self.ship_by.is_empty() {
            self.made_at = since.now;
            seen.clone_into(&mut self.ship_by);
            return self.check_first_day(since);
        }
        self.hear_kept(since);
        if self.ship_by == seen {
            return Ok(());
        }
        let last = leaves_on(&self.ship_by, &since.shop.holidays);
        let is_kept = self.moves == MOVES && since.is_done(|act| matches!(act, Act::KeepLate { .. }));
        let may_move = if is_kept {
            is_over(last.minus_days(1).unwrap(), since.now + JUMP)
        } else {
            self.moves < MOVES && is_out_of_reach(&self.ship_by, since)
        };
        let new: Date = seen.parse().unwrap();
        let is_far_enough = !is_over(new.minus_days(AHEAD).unwrap(), since.now - JUMP);
        if self.was_sent || !may_move || !is_far_enough {
            let (code, before) = (&self.code, &self.ship_by);
            return Err(format!(
                "order {code} was to come on {before}, and is moved to {seen} after {} moves",
                self.moves
            ));
        }
        if !is_kept {
            self.moves += 1;
            self.moved_at = since.now;
        }
        seen.clone_into(&mut self.ship_by);
        Ok(())
    }

    /// Compares the day of a new order: its box can still come on that day, which is about a week ahead. Customers choose such days, and so
    /// does the service.
    fn check_first_day(&self, since: &Since<'_>) -> Result<(), String> {
        let day: Date = self.ship_by.parse().unwrap();
        let can_come = !is_over(leaves_on(&self.ship_by, &since.shop.holidays), since.now - JUMP);
        if can_come && is_over(day.minus_days(MOST_AHEAD).unwrap(), since.now + JUMP) {
            return Ok(());
        }
        Err(format!("the new order {} is to come on {day}", self.code))
    }

    /// Takes that its customer keeps it, if they were asked before these acts.
    fn hear_kept(&mut self, since: &Since<'_>) {
        let keeps = |told: &Told<'_>| {
            matches!(told.act, Act::KeepLate { who } if *who == since.who)
                && told.is_done()
                && told.order.as_ref() == Some(&self.id)
        };
        self.is_kept_late |= self.moves == MOVES && since.told.iter().any(keeps);
    }

    /// Whether its customer is asked whether to keep it. Without an answer the jobs call it off.
    const fn is_asked(&self) -> bool {
        self.moves == MOVES && !self.is_kept_late
    }

    /// Whether its customer still has time to answer; a day more, because the jobs have to come to it first.
    pub(super) const fn may_be_answered(&self, now: i64) -> bool {
        self.is_asked() && now < self.moved_at + TO_ANSWER + DAY
    }

    /// Whether its customer is asked whether to keep it, or is asked as soon as somebody looks at its day: it has moved once, and is late again.
    pub(super) fn may_be_asked(&self, since: &Since<'_>) -> bool {
        self.is_asked() || self.moves + 1 == MOVES && is_out_of_reach(&self.ship_by, since)
    }

    /// Whether the jobs may call it off although it is being styled: it has moved twice, and is late again, or its customer has not answered.
    /// If its account is being closed, nobody waits for the answer: then the jobs can move it for the second time and call it off in one run.
    pub(super) fn may_be_given_up(&self, since: &Since<'_>) -> bool {
        let is_unanswered = !self.is_kept_late && since.now + JUMP >= self.moved_at + TO_ANSWER;
        let (is_late, is_closing) = (is_out_of_reach(&self.ship_by, since), since.may_be_closing());
        match MOVES - self.moves {
            0 => is_unanswered || is_late || is_closing,
            1 => is_late && is_closing,
            _ => false,
        }
    }

    /// Whether the jobs may call it off before it is styled: also if its account is being closed, or its fee was declined and no other card
    /// came for two weeks.
    pub(super) fn may_be_called_off(&self, since: &Since<'_>) -> bool {
        let is_unpaid = since.is_declined(&self.id) && since.now + JUMP >= self.made_at + FOR_ANOTHER_CARD;
        self.may_be_given_up(since) || since.may_be_closing() || is_unpaid
    }
}
