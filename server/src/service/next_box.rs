//! The next box of a subscription: its customer is told of it, with a week to skip it, and then it is ordered.
//!
//! Its day is `subscription.next_box_date`; when it is told of and ordered says `subscription.next_box_timing`. A skip, or
//! another frequency, moves the day: it is told of anew. Nothing is ordered within the notice, however late it was given.

use super::mail::{self, Mail};
use super::subscription::skip_days;
use super::{invoices, order_draft, order_mail, styling_fee};
use crate::clock::{Timestamp, day_in_words};
use crate::http::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::customers::{self, CustomerRow};
use crate::store::orders::{self, OrderRow};
use crate::store::{Tx, lock_customer, next_boxes, shipping_addresses};
use stylebox_core::InputError;
use stylebox_core::business_time::Date;
use stylebox_core::delivery_calendar::first_open_from;
use stylebox_core::order::{Actor, Status};
use stylebox_core::subscription::{
    NextBoxDay, NextBoxInput, SkipInput, Type, next_box_date, next_box_timing, skip_offered,
};
use stylebox_core::{brand, policy};

/// What a run has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    /// How many customers were told of their next box.
    pub told: u32,
    /// How many boxes were ordered.
    pub ordered: u32,
}

/// What a customer's next box waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// The customer is to be told of it.
    Telling(NextBox),
    /// It is to be ordered.
    Ordering(NextBox),
}

/// A customer's next box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NextBox {
    /// Its day, as the subscription has it; what it is told under.
    date: Date,
    /// How often boxes come.
    often: Type,
    /// The first day on which it is ordered.
    ordered_on: Date,
    /// The day from which on an open one is looked for.
    wanted: Date,
}

/// Looks after every subscription: tells of the boxes that are to be told of, orders those that are to be ordered.
///
/// # Errors
/// Where the database fails. One customer's box does not hold up another's.
pub async fn run(state: &AppState) -> AppResult<Seen> {
    let mut tx = state.db.read().await?;
    let subscribers = next_boxes::subscribers(&mut tx).await?;
    drop(tx);
    let mut seen = Seen::default();
    for customer_id in subscribers {
        match look_after(state, &customer_id).await {
            Ok(Some(Due::Telling(_))) => seen.told += 1,
            Ok(Some(Due::Ordering(_))) => seen.ordered += 1,
            Ok(None) => {}
            Err(error) => tracing::error!(customer_id, %error, "a next box cannot be seen to"),
        }
    }
    Ok(seen)
}

async fn look_after(state: &AppState, customer_id: &str) -> AppResult<Option<Due>> {
    // Most have nothing due: they lock nothing.
    let mut tx = state.db.read().await?;
    if due(state, &mut tx, customer_id).await?.is_none() {
        return Ok(None);
    }
    drop(tx);
    let mut tx = state.db.write().await?;
    lock_customer(&mut tx, customer_id).await?;
    let Some((mut customer, due)) = due(state, &mut tx, customer_id).await? else { return Ok(None) };
    match due {
        Due::Telling(next) => tell(state, &mut tx, &customer, next).await?,
        Due::Ordering(next) => order(state, &mut tx, &mut customer, next).await?,
    }
    tx.commit().await?;
    Ok(Some(due))
}

/// What is due today for a customer.
async fn due(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<Option<(CustomerRow, Due)>> {
    let Some(customer) = customers::by_id(tx, customer_id).await? else { return Ok(None) };
    let earlier = orders::of_customer(tx, customer_id).await?;
    // A customer whose box was stopped is not sent another by itself.
    if earlier.iter().any(|order| !order.status.is_finished() || order.status == Status::Fraud) {
        return Ok(None);
    }
    let Some(often) = customer.subscription_type else { return Ok(None) };
    let next = next_box_date(&NextBoxInput {
        last_order_date: last_date(&earlier),
        subscription_type: often,
        skip_days: skip_days(&customer),
    });
    let Some(date) = next.map_err(AppError::unexpected)? else { return Ok(None) };
    let told_at = next_boxes::told_at(tx, customer_id, &date.to_string()).await?;
    let due = what(date, often, told_at, state.clock.now().today()).map_err(AppError::unexpected)?;
    Ok(due.map(|due| (customer, due)))
}

fn what(date: Date, often: Type, told_at: Option<Timestamp>, today: Date) -> Result<Option<Due>, InputError> {
    let timing = next_box_timing(&NextBoxDay { date })?;
    let told_on = told_at.map_or(today, Timestamp::today);
    let ordered_on = timing.ordered_on.max(told_on.plus_days(policy::NEXT_BOX_NOTICE_DAYS)?);
    let wanted = date.max(ordered_on.plus_days(policy::NEXT_BOX_LEAD_DAYS)?);
    let next = NextBox { date, often, ordered_on, wanted };
    Ok(match told_at {
        None if today >= timing.told_on => Some(Due::Telling(next)),
        Some(_) if today >= ordered_on => Some(Due::Ordering(next)),
        _ => None,
    })
}

/// The day of the last box that was not on demand: on which it came, or was to come. One that was called off counts too: the
/// next is not made in its place.
fn last_date(earlier: &[OrderRow]) -> Option<Date> {
    let of_subscription = earlier.iter().filter(|order| order.subscription_type != Type::OnDemand);
    let day = |order: &OrderRow| order.delivery_date.as_ref().unwrap_or(&order.ship_by_date).parse().ok();
    of_subscription.filter_map(day).max()
}

/// The first open day from the one that is wanted on.
fn open_day(state: &AppState, next: NextBox) -> AppResult<Date> {
    let found = first_open_from(next.wanted, state.clock.now().instant(), &state.data.holidays);
    let none = || AppError::unexpected(format!("no day from {} on is open", next.wanted));
    found.map_err(AppError::unexpected)?.ok_or_else(none)
}

async fn tell(state: &AppState, tx: &mut Tx, customer: &CustomerRow, next: NextBox) -> AppResult<()> {
    let now = state.clock.now();
    next_boxes::tell(tx, &customer.id, &next.date.to_string(), now).await?;
    let can_skip = skip_offered(&SkipInput {
        skip_days: skip_days(customer),
        has_current_order: false,
        subscription_type: next.often,
    });
    let page = state.settings.public_url.page_link("/manage/subscription");
    let choice = if can_skip {
        "Would you rather not have this one? Skip it here before then"
    } else {
        "Would you like your boxes less often, or not just now? Change it here before then"
    };
    let text = format!(
        "Your next box is planned for {}. We order it on {}; when styling begins, your card is charged the styling fee of {}, \
         which is taken off what you keep.\n\n{choice}:\n\n{page}",
        day_in_words(open_day(state, next)?),
        day_in_words(next.ordered_on),
        styling_fee::of(customer, now).formatted(),
    );
    let subject = format!("Your next {} is coming up", brand::PRODUCT);
    mail::queue(state, tx, Mail::to(customer, "next_box", subject, &text)).await
}

/// Orders the box. A skip is used up by it.
async fn order(state: &AppState, tx: &mut Tx, customer: &mut CustomerRow, next: NextBox) -> AppResult<()> {
    let addresses = shipping_addresses::of_customer(tx, &customer.id).await?;
    let mut order = order_draft::blank(state, customer);
    order.ship_by_date = open_day(state, next)?.to_string();
    order.shipping_address_id = addresses.into_iter().find(|address| address.is_primary).map(|address| address.id);
    order.coupon = invoices::welcome_coupon(state, tx, &customer.id).await?;
    order_draft::make(state, tx, &mut order, Actor::System, "Ordered by the subscription").await?;
    customer.skip_days = 0;
    customer.updated_at = state.clock.now();
    customers::update(tx, customer).await?;
    let fee = styling_fee::of(customer, state.clock.now());
    mail::queue(state, tx, order_mail::order_placed(customer, &order, fee)).await
}

#[cfg(test)]
mod tests {
    use super::{Due, Timestamp, Type, what};
    use stylebox_core::business_time::{Date, Instant};

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    /// What is due on `today` of the box of 29 December: told of on the 15th, ordered on the 22nd.
    fn due(told: Option<&str>, today: &str) -> Option<(&'static str, String, String)> {
        let told_at = told.map(|text| Timestamp::from(text.parse::<Instant>().unwrap()));
        let due = what(day("2026-12-29"), Type::Every30Days, told_at, day(today)).unwrap();
        due.map(|due| match due {
            Due::Telling(next) => ("tell", next.ordered_on.to_string(), next.wanted.to_string()),
            Due::Ordering(next) => ("order", next.ordered_on.to_string(), next.wanted.to_string()),
        })
    }

    fn expected(what: &'static str, ordered_on: &str, wanted: &str) -> Option<(&'static str, String, String)> {
        Some((what, ordered_on.to_owned(), wanted.to_owned()))
    }

    #[test]
    fn a_box_is_told_of_and_a_week_later_ordered() {
        let in_time = Some("2026-12-15T15:00:00Z");
        assert_eq!(due(None, "2026-12-14"), None);
        assert_eq!(due(None, "2026-12-15"), expected("tell", "2026-12-22", "2026-12-29"));
        assert_eq!(due(in_time, "2026-12-21"), None);
        assert_eq!(due(in_time, "2026-12-22"), expected("order", "2026-12-22", "2026-12-29"));
        assert_eq!(due(in_time, "2026-12-26"), expected("order", "2026-12-22", "2026-12-29"));
    }

    #[test]
    fn a_notice_that_comes_late_puts_the_box_off() {
        assert_eq!(due(None, "2026-12-20"), expected("tell", "2026-12-27", "2027-01-03"));
        let late = Some("2026-12-20T15:00:00Z");
        assert_eq!(due(late, "2026-12-26"), None);
        assert_eq!(due(late, "2026-12-27"), expected("order", "2026-12-27", "2027-01-03"));
    }
}
