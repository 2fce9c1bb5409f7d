//! The day of an order that is not sent: when it moves, and when the jobs may call the order off.

use super::status::is_over;
use super::{Order, Since};
use crate::faults::acts::Act;
use stylebox_core::values::business_time::{Date, Holidays};

/// How many days a box needs to its customer.
const ON_ITS_WAY: u64 = 3;
/// The new day of a late order is at least so many days ahead.
const AHEAD: u64 = 7;
/// How often a late order moves. The last time its customer is asked whether to keep it.
const MOVES: usize = 2;
/// A day in microseconds.
const DAY: i64 = 24 * 3_600_000_000;
/// How long a customer has to say so.
const TO_ANSWER: i64 = 7 * DAY;
/// How long a customer whose fee is declined has to give another card.
const FOR_ANOTHER_CARD: i64 = 14 * DAY;
/// The shop's clock can have jumped so far since the acts.
const JUMP: i64 = 5 * 60_000_000;

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
        }
        if self.ship_by.is_empty() || self.ship_by == seen {
            seen.clone_into(&mut self.ship_by);
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

    /// Whether the jobs may call it off although it is being styled: it has moved twice, and is late again, or its customer has not answered.
    /// If its account is being closed, nobody waits for the answer: then the jobs can move it for the second time and call it off in one run.
    pub(super) fn may_be_given_up(&self, since: &Since<'_>) -> bool {
        let is_unanswered = since.now + JUMP >= self.moved_at + TO_ANSWER;
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
