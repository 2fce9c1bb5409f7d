//! The next box of a subscription: its customer is told of it, with a week to skip it, and then it is ordered.
//!
//! Its day is `subscription.next_box_date`; when it is told of and ordered, and on which day it comes, says
//! `subscription.next_box_timing`. The week counts from when the notice really left: until then the box waits, and where it
//! waits too long `ops attention` shows it, as it does a box that has no address to go to. A notice is of one day
//! and of the plan as it stands. A skip or its taking back, another frequency, another fee, another order, the first
//! address that is added or the last one that is deleted voids it, even where all is as before in the end: the customer
//! is told anew.

use super::mail::{self, Mail};
use super::round::Round;
use super::subscription::skip_days;
use super::{account, invoices, order_draft, order_mail, styling_fee};
use crate::clock::{Timestamp, day_in_words};
use crate::http::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::customers::{self, CustomerRow};
use crate::store::orders::{self, OrderRow};
use crate::store::{Tx, fraud, lock_customer, next_boxes, shipping_addresses};
use stylebox_core::brand;
use stylebox_core::business_time::Date;
use stylebox_core::order::Actor;
use stylebox_core::subscription::{
    NextBox, NextBoxInput, NextBoxNotice, NextBoxStep, NextBoxTiming, SkipInput, Type, next_box_date, next_box_timing,
    skip_offered,
};

/// What a run has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    /// How many customers were told of their next box.
    pub told: u32,
    /// How many boxes were ordered.
    pub ordered: u32,
}

/// A customer's next box.
#[derive(Debug)]
struct Planned {
    customer: CustomerRow,
    /// Its day, as the subscription has it; what it is told under.
    date: Date,
    /// How often boxes come.
    often: Type,
    /// The id of the address that it goes to.
    address: Option<String>,
    timing: NextBoxTiming,
}

/// Looks after every subscription: tells of the boxes that are to be told of, orders those that are to be ordered.
///
/// # Errors
/// Where the database fails. One customer's box does not hold up another's.
pub async fn run(state: &AppState) -> AppResult<Round<Seen>> {
    let mut round = Round::<Seen>::default();
    for customer_id in subscribers(state).await? {
        let outcome = look_after(state, &customer_id).await;
        match round.tried(&format!("the next box of customer {customer_id}"), outcome) {
            Some(NextBoxStep::Tell) => round.done.told += 1,
            Some(NextBoxStep::Order) => round.done.ordered += 1,
            _ => {}
        }
    }
    Ok(round)
}

async fn subscribers(state: &AppState) -> AppResult<Vec<String>> {
    Ok(next_boxes::subscribers(&mut state.db.read().await?).await?)
}

/// The boxes that are not ordered, though their day to be has come: the customer's e-mail address, and what each waits for, in
/// words for staff.
///
/// # Errors
/// Where the database fails.
pub async fn held(state: &AppState) -> AppResult<Vec<(String, &'static str)>> {
    let mut held = Vec::new();
    for customer_id in subscribers(state).await? {
        let mut tx = state.db.read().await?;
        // A box that cannot be looked at is shown by the job.
        let Ok(Some(next)) = planned(state, &mut tx, &customer_id).await else { continue };
        held.extend(next.timing.step.waits_for().map(|why| (next.customer.email, why)));
    }
    Ok(held)
}

async fn look_after(state: &AppState, customer_id: &str) -> AppResult<NextBoxStep> {
    let is_due = |next: &Planned| matches!(next.timing.step, NextBoxStep::Tell | NextBoxStep::Order);
    // Most have nothing due: they lock nothing.
    let mut tx = state.db.read().await?;
    if !planned(state, &mut tx, customer_id).await?.as_ref().is_some_and(is_due) {
        return Ok(NextBoxStep::Wait);
    }
    drop(tx);
    let mut tx = state.db.write().await?;
    lock_customer(&mut tx, customer_id).await?;
    let Some(mut next) = planned(state, &mut tx, customer_id).await? else { return Ok(NextBoxStep::Wait) };
    match next.timing.step {
        NextBoxStep::Tell => tell(state, &mut tx, &next).await?,
        NextBoxStep::Order => order(state, &mut tx, &mut next).await?,
        NextBoxStep::Wait | NextBoxStep::Held | NextBoxStep::NoAddress => {}
    }
    tx.commit().await?;
    Ok(next.timing.step)
}

/// Whether a notice would say the same after a change of the record as before: of the same plan, at the same fee.
pub(super) fn is_told_alike(before: &CustomerRow, after: &CustomerRow, now: Timestamp) -> bool {
    let said =
        |customer: &CustomerRow| (customer.subscription_type, customer.skip_days, styling_fee::of(customer, now));
    said(before) == said(after)
}

/// The customer's next box; none where another is under way, where the shop has stopped one, and where none is planned.
async fn planned(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<Option<Planned>> {
    let Some(customer) = customers::by_id(tx, customer_id).await? else { return Ok(None) };
    let earlier = orders::of_customer(tx, customer_id).await?;
    let is_under_way = earlier.iter().any(|order| !order.status.is_finished());
    if is_under_way || fraud::was_stopped(tx, customer_id, None).await? {
        return Ok(None);
    }
    let Some(often) = customer.subscription_type else { return Ok(None) };
    let date = next_box_date(&NextBoxInput {
        last_order_date: last_date(&earlier),
        subscription_type: often,
        skip_days: skip_days(&customer),
    });
    let Some(date) = date.map_err(AppError::unexpected)? else { return Ok(None) };
    let notice = next_boxes::notice(tx, customer_id, &date.to_string()).await?;
    let address = shipping_addresses::primary(tx, customer_id).await?.map(|address| address.id);
    let timing = next_box_timing(&NextBox {
        date,
        notice: notice.map(|row| NextBoxNotice {
            written_on: row.written_at.today(),
            sent_on: row.sent_at.map(Timestamp::today),
        }),
        has_address: address.is_some(),
        now: state.clock.now().instant(),
        holidays: state.data.holidays.clone(),
    });
    Ok(Some(Planned { customer, date, often, address, timing: timing.map_err(AppError::unexpected)? }))
}

/// The day of the last box that was not on demand: on which it came, or was to come. One that was called off counts too: the
/// next is not made in its place.
fn last_date(earlier: &[OrderRow]) -> Option<Date> {
    let of_subscription = earlier.iter().filter(|order| order.subscription_type != Type::OnDemand);
    let day = |order: &OrderRow| order.delivery_date.as_ref().unwrap_or(&order.ship_by_date).parse().ok();
    of_subscription.filter_map(day).max()
}

/// The open day on which it comes.
fn comes_on(next: &Planned) -> AppResult<Date> {
    next.timing.comes_on.ok_or_else(|| AppError::unexpected(format!("no day from {} on is open", next.date)))
}

async fn tell(state: &AppState, tx: &mut Tx, next: &Planned) -> AppResult<()> {
    let customer = &next.customer;
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
    let no_address = if next.address.is_none() {
        " There is no address for it to go to at the moment: please add one in your account, for we do not order it before."
    } else {
        ""
    };
    let text = format!(
        "Your next box is planned for {}. We order it on {}; when styling begins, your card is charged the styling fee of {}, \
         which is taken off what you keep.{no_address}\n\n{choice}:\n\n{page}",
        day_in_words(comes_on(next)?),
        day_in_words(next.timing.ordered_on),
        styling_fee::of(customer, state.clock.now()).formatted(),
    );
    let subject = format!("Your next {} is coming up", brand::PRODUCT);
    let message_id = state.new_id();
    mail::queue_as(state, tx, message_id.clone(), Mail::to(customer, "next_box", subject, &text)).await?;
    Ok(next_boxes::add_notice(tx, &customer.id, &next.date.to_string(), &message_id).await?)
}

/// Orders the box. A skip is used up by it.
async fn order(state: &AppState, tx: &mut Tx, next: &mut Planned) -> AppResult<()> {
    let ship_by_date = comes_on(next)?.to_string();
    let customer = &mut next.customer;
    let mut order = order_draft::blank(state, customer);
    order.ship_by_date = ship_by_date;
    order.shipping_address_id = next.address.take();
    order.coupon = invoices::welcome_coupon(state, tx, &customer.id).await?;
    order_draft::make(state, tx, &mut order, Actor::System, "Ordered by the subscription").await?;
    customer.skip_days = 0;
    account::write(state, tx, customer).await?;
    let fee = styling_fee::of(customer, state.clock.now());
    mail::queue(state, tx, order_mail::order_placed(customer, &order, fee)).await
}
