//! What the service does by itself around the day to check out by (the contract: try-on, checkout, money).

use crate::{
    InputError,
    checkout::try_on_days::ReturnByInput,
    order::Status,
    payment::charge::{DeclinedCharge, Retry, retry},
    policy,
    terms::ShopTerms,
    values::{
        business_time::{Date, Instant, today},
        count::Count,
        words::words,
    },
    wire::{Input, non_empty},
};

/// The day to check out by, how the box came, and the current time.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct RemindersInput {
    /// The day to check out by.
    pub checkout_by_date: Date,
    /// Whether the customer picked the box up at a store.
    pub customer_pick_up: bool,
    /// The current time.
    pub now: Instant,
}

/// `try_on.reminders_due`: the reminders whose hour has come, as days before the day to check out by, the first reminder first. After
/// that day there are none: a reminder would come too late.
///
/// # Errors
/// If a reminder's day would be before the year 1.
pub fn reminders_due(input: &RemindersInput, terms: &ShopTerms) -> Result<Vec<u64>, InputError> {
    let mut due = Vec::new();
    if today(input.now) > input.checkout_by_date {
        return Ok(due);
    }
    for days_before in terms.reminder_days(input.customer_pick_up) {
        if has_passed(input.checkout_by_date.minus_days(*days_before)?, policy::REMINDER_HOUR, input.now) {
            due.push(*days_before);
        }
    }
    Ok(due)
}

words! {
    /// Whether the system checks out an order that its customer has not checked out, or why not.
    pub enum SystemCheckout {
        /// It is paid, or neither with the customer nor back, or its time has not come.
        NotDue = "not_due",
        /// There is no card to charge.
        NoCard = "no_card",
        /// The customer did not agree to a checkout by the system.
        NoConsent = "no_consent",
        /// The customer did not agree to it, and has decided to keep nothing, so staff may charge nothing.
        NothingDecided = "nothing_decided",
        /// A reminder was not sent in time.
        NotReminded = "not_reminded",
        /// The card was declined, and it is not yet time to try again.
        TriedLater = "tried_later",
        /// The card was declined for good.
        Declined = "declined",
        /// A return has arrived, and nobody has checked it.
        NotReceived = "not_received",
        /// The system checks out.
        Due = "due",
    }
}

impl SystemCheckout {
    /// What the checkout waits for, in words for staff.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NotDue => "its day to check out by is not over",
            Self::NoCard => "there is no card on file",
            Self::NoConsent => "the customer has not agreed to an automatic checkout",
            Self::NothingDecided => {
                "the customer has not agreed to an automatic checkout, and has not decided to keep anything"
            }
            Self::NotReminded => "not every reminder was sent in time",
            Self::TriedLater => "the card was declined, and is tried again",
            Self::Declined => "the card was declined for good, and is not charged again: it waits for another one",
            Self::NotReceived => "its return has come and is not received yet",
            Self::Due => "its time has come",
        }
    }
}

impl SystemCheckout {
    /// Whether staff have to act, because the wait does not end by itself.
    #[must_use]
    pub const fn needs_somebody(self) -> bool {
        matches!(self, Self::NoCard | Self::NoConsent | Self::NothingDecided | Self::NotReminded | Self::Declined)
    }
}

/// A reminder that was written.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Reminder {
    /// Which reminder it is, as days before the day to check out by.
    pub days_before: Count,
    /// The day on which it was sent, or null.
    pub sent_on: Option<Date>,
}

/// An order that its customer has not checked out.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SystemCheckoutInput {
    /// The order's status.
    pub status: Status,
    /// Whether it is paid, or being paid.
    pub paid: bool,
    /// The day to check out by; null before there is one.
    pub checkout_by_date: Option<Date>,
    /// Whether the customer picked the box up at a store.
    pub customer_pick_up: bool,
    /// How many of its items are not returned: kept, exchanged or undecided.
    pub kept: Count,
    /// How many items the customer decided to keep or to exchange.
    pub decided_to_keep: Count,
    /// Whether there is a card on file.
    pub has_card: bool,
    /// Whether the customer agreed to be charged by the system.
    pub has_agreed: bool,
    /// Whether a return with items due back has arrived, and no item is received yet.
    pub is_waiting_to_be_received: bool,
    /// The reminders of the day to check out by.
    pub reminders: Vec<Reminder>,
    /// When the card on file was declined for the order. The customer's own tries are left out.
    pub declined_at: Vec<Instant>,
    /// The code of the newest decline; null or missing if there is none.
    #[serde(default, deserialize_with = "non_empty")]
    pub decline_reason: Option<String>,
    /// The card network's advice with that decline; null or missing if there is none.
    #[serde(default, deserialize_with = "non_empty")]
    pub decline_advice: Option<String>,
    /// Whether the card on file was declined for good, for this charge or another one; null or missing is no.
    #[serde(default)]
    pub card_declined_for_good: Option<bool>,
    /// Whether staff ask for the checkout.
    pub by_staff: bool,
    /// The current time.
    pub now: Instant,
}

/// `try_on.system_checkout`: the system checks out from noon of the day after the day to check out by, if the customer agreed to it and
/// each reminder was sent in time. A declined card is tried again on the day that `charge.retry` names, from noon. Staff wait neither
/// for the reminders nor for that day. Nobody charges a card that was declined for good. While a return has arrived and staff have not
/// received it, nothing is charged. A box that came back whole costs nothing, and waits for nothing.
///
/// # Errors
/// If the day after would be after the year 9999.
pub fn system_checkout(input: &SystemCheckoutInput, terms: &ShopTerms) -> Result<SystemCheckout, InputError> {
    let is_back = input.status == Status::DeliveredToStylebox;
    let (true, Some(by)) = (input.status.system_checks_out(), input.checkout_by_date) else {
        return Ok(SystemCheckout::NotDue);
    };
    if input.paid || !has_passed(by.plus_days(1)?, policy::SYSTEM_CHECKOUT_HOUR, input.now) {
        return Ok(SystemCheckout::NotDue);
    }
    if input.is_waiting_to_be_received {
        return Ok(SystemCheckout::NotReceived);
    }
    if is_back && input.kept.get() == 0 {
        return Ok(SystemCheckout::Due);
    }
    if !input.has_card {
        return Ok(SystemCheckout::NoCard);
    }
    let is_refused = input.card_declined_for_good == Some(true);
    if input.by_staff {
        let is_undecided = input.kept.get() > 0 && input.decided_to_keep.get() == 0;
        return Ok(match !input.has_agreed && is_undecided {
            true => SystemCheckout::NothingDecided,
            false if is_refused => SystemCheckout::Declined,
            false => SystemCheckout::Due,
        });
    }
    if !input.has_agreed {
        return Ok(SystemCheckout::NoConsent);
    }
    let is_reminded = |days: &u64| {
        input.reminders.iter().any(|one| one.days_before.get() == *days && one.sent_on.is_some_and(|day| day <= by))
    };
    if !terms.reminder_days(input.customer_pick_up).iter().all(is_reminded) {
        return Ok(SystemCheckout::NotReminded);
    }
    let retry = retry_of(input)?;
    if is_refused || retry.is_some_and(|retry| retry.is_final) {
        return Ok(SystemCheckout::Declined);
    }
    let waits = tried_again_at(input)?.is_some_and(|again| input.now < again);
    Ok(if waits { SystemCheckout::TriedLater } else { SystemCheckout::Due })
}

/// When the card on file was declined for the system's own checkout, after the day to check out by.
fn tries(input: &SystemCheckoutInput, by: Date) -> impl Iterator<Item = Instant> {
    input.declined_at.iter().copied().filter(move |declined| today(*declined) > by)
}

/// What follows from the declines of the system's own checkout; nothing if there is none.
fn retry_of(input: &SystemCheckoutInput) -> Result<Option<Retry>, InputError> {
    let Some(by) = input.checkout_by_date else { return Ok(None) };
    let Some(last) = tries(input, by).max() else { return Ok(None) };
    let declined = DeclinedCharge {
        reason: input.decline_reason.clone(),
        advice: input.decline_advice.clone(),
        tries: Count::of(tries(input, by).count()),
        last_try: today(last),
    };
    retry(&declined).map(Some)
}

/// From when on the system tries a declined card again; nothing if the card was not declined, or is not tried again.
///
/// # Errors
/// If that is after the year 9999.
pub(crate) fn tried_again_at(input: &SystemCheckoutInput) -> Result<Option<Instant>, InputError> {
    let next_try = retry_of(input)?.and_then(|retry| retry.next_try);
    next_try.map(|day| Instant::at(day, policy::SYSTEM_CHECKOUT_HOUR, 0)).transpose()
}

/// `try_on.return_is_overdue`: whether a return that has not arrived yet is overdue.
///
/// # Errors
/// If its last day would be after the year 9999.
pub fn return_is_overdue(input: &ReturnByInput) -> Result<bool, InputError> {
    Ok(today(input.now) > input.checkout_by_date.plus_days(policy::RETURN_OVERDUE_DAYS)?)
}

/// The last day to check out by whose return is overdue: [`return_is_overdue`] holds for it and for no later one.
///
/// # Errors
/// If it would be before the year 1.
pub fn last_overdue_return(now: Instant) -> Result<Date, InputError> {
    today(now).minus_days(policy::RETURN_OVERDUE_DAYS)?.minus_days(1)
}

/// The last day to check out by that is over: for a later one [`system_checkout`] is not due.
///
/// # Errors
/// If it would be before the year 1.
pub fn last_checkout_day_over(now: Instant) -> Result<Date, InputError> {
    today(now).minus_days(1)
}

fn has_passed(day: Date, hour: u32, now: Instant) -> bool {
    let today = today(now);
    today > day || (today == day && now.business_hour() >= hour)
}

#[cfg(test)]
mod tests {
    use super::{has_passed, last_checkout_day_over, last_overdue_return, return_is_overdue};
    use crate::checkout::try_on_days::ReturnByInput;
    use crate::policy;
    use crate::values::business_time::Instant;

    const TIMES: [&str; 4] =
        ["2026-11-20T05:59:59Z", "2026-11-20T06:00:00Z", "2026-11-20T18:00:00Z", "2028-03-31T12:00:00Z"];

    #[test]
    fn a_return_is_overdue_up_to_the_last_overdue_date_and_not_for_the_day_after() {
        for now in TIMES {
            let now: Instant = now.parse().unwrap();
            let last = last_overdue_return(now).unwrap();
            let is_overdue = |checkout_by_date| return_is_overdue(&ReturnByInput { checkout_by_date, now }).unwrap();
            assert!(is_overdue(last) && !is_overdue(last.plus_days(1).unwrap()), "{last}");
        }
    }

    #[test]
    fn no_checkout_is_due_for_a_date_after_the_last_one_that_is_over() {
        for now in TIMES {
            let now: Instant = now.parse().unwrap();
            let later = last_checkout_day_over(now).unwrap().plus_days(1).unwrap();
            assert!(!has_passed(later.plus_days(1).unwrap(), policy::SYSTEM_CHECKOUT_HOUR, now), "{later}");
        }
        // It is noon in Chicago on the day after the day to check out by.
        let over = last_checkout_day_over("2026-11-20T18:00:00Z".parse().unwrap()).unwrap();
        assert_eq!(over.to_string(), "2026-11-19");
    }
}
