//! The day on which a box is expected (spec B, section 3).

use crate::{
    InputError, policy,
    values::business_time::{Date, Holidays, Instant, Weekday, holidays_or_none, today},
    wire::Input,
};

/// The day for which a box was ordered, and the day on which it left.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ExpectedDeliveryInput {
    /// The day that the customer chose.
    pub ship_by_date: Date,
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: bool,
    /// The day on which it left; null while it has not.
    pub shipped_on: Option<Date>,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
}

/// `order.expected_delivery_date`: the day that the customer chose. If the box left too late for that day, it is expected the days of
/// transit later, or on the next day on which mail is delivered.
///
/// # Errors
/// If it would be after the year 9999.
pub fn expected_delivery_date(input: &ExpectedDeliveryInput) -> Result<Date, InputError> {
    let Some(shipped_on) = input.shipped_on.filter(|_| !input.customer_pick_up) else {
        return Ok(input.ship_by_date);
    };
    let mut arrives = shipped_on.plus_days(policy::TRANSIT_DAYS)?;
    if arrives <= input.ship_by_date {
        return Ok(input.ship_by_date);
    }
    while arrives.weekday() == Weekday::Sun || input.holidays.mail_holidays.contains(&arrives) {
        arrives = arrives.plus_days(1)?;
    }
    Ok(arrives)
}

/// A box on its way, and the current time.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ExpectedBox {
    /// The day on which it is expected.
    pub expected_delivery_date: Date,
    /// The current time.
    pub now: Instant,
}

/// `order.delivery_is_overdue`: whether a box that has not arrived yet may be lost.
///
/// # Errors
/// If its last day would be after the year 9999.
pub fn delivery_is_overdue(input: &ExpectedBox) -> Result<bool, InputError> {
    Ok(today(input.now) > input.expected_delivery_date.plus_days(policy::DELIVERY_OVERDUE_DAYS)?)
}

/// The last expected delivery date that is overdue: [`delivery_is_overdue`] holds for it and for no later one.
///
/// # Errors
/// If it would be before the year 1.
pub fn last_overdue_delivery(now: Instant) -> Result<Date, InputError> {
    today(now).minus_days(policy::DELIVERY_OVERDUE_DAYS)?.minus_days(1)
}

#[cfg(test)]
mod tests {
    use super::{ExpectedBox, delivery_is_overdue, last_overdue_delivery};

    #[test]
    fn a_delivery_is_overdue_up_to_the_last_overdue_date_and_not_for_the_day_after() {
        // Midnight in Chicago is 06:00 UTC in winter.
        for now in ["2026-11-20T05:59:59Z", "2026-11-20T06:00:00Z", "2028-03-10T12:00:00Z"] {
            let now = now.parse().unwrap();
            let last = last_overdue_delivery(now).unwrap();
            let is_overdue =
                |expected_delivery_date| delivery_is_overdue(&ExpectedBox { expected_delivery_date, now }).unwrap();
            assert!(is_overdue(last) && !is_overdue(last.plus_days(1).unwrap()), "{last}");
        }
    }
}
