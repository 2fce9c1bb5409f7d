//! When the next box comes, and what happens before it does (spec B, sections 2 and 4).

use crate::{
    InputError,
    delivery::delivery_calendar::first_open_from,
    policy,
    terms::ShopTerms,
    values::{
        business_time::{Date, Holidays, Instant, holidays_or_none, today},
        count::Count,
        frequency::Type,
        money::Money,
        words::words,
    },
    wire::Input,
};
use serde::Serialize;

/// What the next box's date depends on.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NextBoxInput {
    /// The date of the last order that was not on demand, or null.
    pub last_order_date: Option<Date>,
    /// How often boxes come.
    pub subscription_type: Type,
    /// The days by which the next box is put off; 0 if it is not skipped.
    pub skip_days: Count,
}

/// `subscription.next_box_date`: the estimated day of the next box; nothing on demand, and before the first box.
///
/// # Errors
/// If it would be after the year 9999.
pub fn next_box_date(input: &NextBoxInput) -> Result<Option<Date>, InputError> {
    let (Some(last), Some(interval)) = (input.last_order_date, input.subscription_type.interval_days()) else {
        return Ok(None);
    };
    let due = last.plus_days(interval)?.plus_days(policy::NEXT_BOX_EXTRA_DAYS)?;
    due.plus_days(input.skip_days.get()).map(Some)
}

/// The notice that tells the customer of the next box.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NextBoxNotice {
    /// The day on which the notice was written.
    pub written_on: Date,
    /// The day on which it was sent, or null.
    pub sent_on: Option<Date>,
}

/// The next box, and the notice about it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NextBox {
    /// Its estimated day ([`next_box_date`]).
    pub date: Date,
    /// The notice about it, or null; a notice about another day or another plan does not count.
    pub notice: Option<NextBoxNotice>,
    /// Whether there is an address for it to go to.
    pub has_address: bool,
    /// Whether the card on file was declined for good; null or missing is no.
    #[serde(default)]
    pub card_declined_for_good: Option<bool>,
    /// The current time.
    pub now: Instant,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
}

/// What a notice about the next box tells the customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NoticeTerms {
    /// How often boxes come, or null.
    pub subscription_type: Option<Type>,
    /// The days by which the next box is put off; 0 if it is not skipped.
    pub skip_days: Count,
    /// The styling fee of the next box.
    pub styling_fee: Money,
}

/// The terms of a notice before and after a change of the account.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct NoticeChange {
    /// The terms that the customer was told.
    pub before: NoticeTerms,
    /// The present terms.
    pub after: NoticeTerms,
}

/// `subscription.notice_stands`: whether a notice about the next box is still true after a change of the account, because plan and fee
/// are the same.
#[must_use]
pub fn notice_stands(change: &NoticeChange) -> bool {
    change.before == change.after
}

words! {
    /// What to do about the next box.
    pub enum NextBoxStep {
        /// Nothing yet.
        Wait = "wait",
        /// Tell the customer of it.
        Tell = "tell",
        /// Place its order today.
        Order = "order",
        /// It could be ordered if its notice had been sent.
        Held = "held",
        /// It could be ordered if there were an address.
        NoAddress = "no_address",
        /// It could be ordered if there were another card: the one on file was declined for good.
        NoCard = "no_card",
    }
}

impl NextBoxStep {
    /// What the box waits for, in words for staff; nothing if they need not act.
    #[must_use]
    pub const fn waits_for(self) -> Option<&'static str> {
        match self {
            Self::Held => Some("its notice was not sent"),
            Self::NoAddress => Some("there is no address for it to go to"),
            Self::NoCard => Some("the card on file was declined for good, and it waits for another one"),
            Self::Wait | Self::Tell | Self::Order => None,
        }
    }
}

/// What happens before the next box comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NextBoxTiming {
    /// The day on which the customer is told of it.
    pub told_on: Date,
    /// The first day on which it is ordered. Before that day it can be skipped.
    pub ordered_on: Date,
    /// The open day on which it comes; null if that is beyond the end of the calendar.
    pub comes_on: Option<Date>,
    /// What to do today.
    pub step: NextBoxStep,
}

/// `subscription.next_box_timing`: the customer is told of the next box a week before it is ordered, and it is ordered a week
/// before it comes. The first week counts from the day on which the notice was sent, so a late notice delays the box. Without a notice,
/// without an address, or if the card was declined for good, the box is not ordered.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn next_box_timing(next: &NextBox) -> Result<NextBoxTiming, InputError> {
    let today = today(next.now);
    let planned = next.date.minus_days(policy::NEXT_BOX_LEAD_DAYS)?;
    let after_notice = |told_on: Date| Ok(planned.max(told_on.plus_days(policy::NEXT_BOX_NOTICE_DAYS)?));
    let (told_on, ordered_on, step) = match next.notice {
        None => {
            let told_on = planned.minus_days(policy::NEXT_BOX_NOTICE_DAYS)?.max(today);
            let step = if told_on == today { NextBoxStep::Tell } else { NextBoxStep::Wait };
            (told_on, after_notice(told_on)?, step)
        }
        Some(NextBoxNotice { written_on, sent_on: None }) => {
            let is_late = today >= after_notice(written_on)?;
            (written_on, after_notice(today)?, if is_late { NextBoxStep::Held } else { NextBoxStep::Wait })
        }
        Some(NextBoxNotice { sent_on: Some(sent_on), .. }) => {
            let ordered_on = after_notice(sent_on)?;
            let ready = match (next.has_address, next.card_declined_for_good == Some(true)) {
                (false, _) => NextBoxStep::NoAddress,
                (true, true) => NextBoxStep::NoCard,
                (true, false) => NextBoxStep::Order,
            };
            (sent_on, ordered_on, if today >= ordered_on { ready } else { NextBoxStep::Wait })
        }
    };
    // The day is looked for as far ahead as the specs' calendar goes, even if a shop's customers cannot choose such a day themselves.
    let wanted = next.date.max(ordered_on.plus_days(policy::NEXT_BOX_LEAD_DAYS)?);
    let comes_on = first_open_from(wanted, next.now, &next.holidays, ShopTerms::SPEC)?;
    Ok(NextBoxTiming { told_on, ordered_on, comes_on, step })
}
