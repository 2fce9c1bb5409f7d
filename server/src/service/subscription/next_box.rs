//! The next box of a subscription: the customer gets a notice, has a week to skip the box, and then it is ordered.
//!
//! Core decides the dates: `subscription.next_box_date` the day of the box, `subscription.next_box_timing` when its notice is
//! sent, when it is ordered and on which day it is delivered. The week counts from when the notice was really sent. Until then
//! the box waits, and if it waits too long `ops attention` shows it, like a box without an address. A notice is for one day and
//! the present plan. A skip or undoing it, another frequency, another fee, another order, the first address that is added or the
//! last one that is deleted voids it, even if everything is as before in the end: the customer gets a new one.
//!
//! Each customer has a day for the next look: the job looks at those whose day has come, and reschedules the look for the first
//! day on which something can be due. The database makes the look due immediately when something changes
//! ([`next_boxes::looks_due`]).

use crate::platform::batch::Batch;
use crate::platform::clock::{Timestamp, day_in_words};
use crate::platform::error::{AppError, AppResult};
use crate::service::account::{customer, record};
use crate::service::checkout::coupons::{self, Holder};
use crate::service::mail::card::ChargedCard;
use crate::service::mail::email_content::EmailContent;
use crate::service::mail::order;
use crate::service::mail::{self, Mail};
use crate::service::order::draft;
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::shipping_addresses;
use crate::store::card::{cards, declined_cards};
use crate::store::order::orders;
use crate::store::payment::fraud;
use crate::store::subscription::next_boxes::{self, LookRow, NoticeRow};
use crate::store::{CustomerTx, Tx};
use stylebox_core::brand;
use stylebox_core::order::Actor;
use stylebox_core::subscription::{
    NextBox, NextBoxInput, NextBoxNotice, NextBoxStep, NextBoxTiming, SkipInput, next_box_date, next_box_timing,
    skip_offered,
};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::count::Count;
use stylebox_core::values::frequency::Type;

/// The result of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NextBoxRun {
    /// How many customers were told of their next box.
    pub notified: u32,
    /// How many boxes were ordered.
    pub ordered: u32,
}

/// A customer's next box.
#[derive(Debug)]
pub struct Planned {
    customer: CustomerRow,
    /// Its day by the subscription, which is also the key of its notice.
    pub(crate) date: Date,
    /// How often boxes come.
    often: Type,
    /// The id of the address that it goes to.
    pub(crate) address: Option<String>,
    /// Whether the card on file was declined for good: the box waits for another one.
    pub(crate) card_declined_for_good: bool,
    notice_state: NoticeState,
    pub(crate) timing: NextBoxTiming,
}

/// Whether the notice of the box was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NoticeState {
    NotWritten,
    /// The notice is written, but not sent yet.
    Queued,
    Sent,
}

/// How many looks are rescheduled in one transaction.
const RESCHEDULE_BATCH: usize = 200;

/// Looks at every customer whose look is due: sends the notices that are due, orders the boxes that are due, and schedules the
/// next look for the first day on which something can be due. A customer that fails delays no other.
pub async fn run(state: &AppState) -> AppResult<Batch<NextBoxRun>> {
    let mut batch = Batch::<NextBoxRun>::default();
    let mut put_off = Vec::new();
    for look in due(state).await? {
        let outcome = look_after(state, &look.customer_id).await;
        match batch.record(&format!("the next box of customer {}", look.customer_id), outcome) {
            Some(Look::Done(NextBoxStep::Tell)) => batch.done.notified += 1,
            Some(Look::Done(NextBoxStep::Order)) => batch.done.ordered += 1,
            Some(Look::NothingDue(until)) => put_off.push((look, until)),
            Some(Look::Done(_)) | None => {}
        }
        if put_off.len() >= RESCHEDULE_BATCH {
            put_off_all(state, &mut put_off).await?;
        }
    }
    put_off_all(state, &mut put_off).await?;
    Ok(batch)
}

async fn due(state: &AppState) -> AppResult<Vec<LookRow>> {
    Ok(next_boxes::looks_due(&mut state.db.read().await?, state.clock.now().today()).await?)
}

async fn put_off_all(state: &AppState, looks: &mut Vec<(LookRow, Option<Date>)>) -> AppResult<()> {
    if looks.is_empty() {
        return Ok(());
    }
    // In the order of the customers, so that two servers that do this at the same time do not deadlock.
    looks.sort_by(|(one, _), (other, _)| one.customer_id.cmp(&other.customer_id));
    let mut tx = state.db.write().await?;
    for (look, until) in looks.drain(..) {
        next_boxes::put_off(&mut tx, &look, until).await?;
    }
    Ok(tx.commit().await?)
}

/// The boxes that are not ordered although they are due: the customer's email address, and what each waits for, for staff.
pub async fn blocked(state: &AppState) -> AppResult<Vec<(String, &'static str)>> {
    let mut blocked = Vec::new();
    for look in due(state).await? {
        let mut tx = state.db.read().await?;
        // The job reports a box that cannot be read.
        let Ok(Some(next)) = planned_of(state, &mut tx, &look.customer_id).await else { continue };
        blocked.extend(next.timing.step.waits_for().map(|why| (next.customer.email, why)));
    }
    Ok(blocked)
}

/// The result of a look at a customer.
enum Look {
    /// Something was done, or waits for somebody. The next run looks again.
    Done(NextBoxStep),
    /// Nothing is due before that day, or with `None` before something changes.
    NothingDue(Option<Date>),
}

async fn look_after(state: &AppState, customer_id: &str) -> AppResult<Look> {
    // For most customers nothing is due, so they are read without a lock.
    let mut tx = state.db.read().await?;
    let seen = look_at(state, planned_of(state, &mut tx, customer_id).await?.as_ref())?;
    if !matches!(seen, Look::Done(NextBoxStep::Tell | NextBoxStep::Order)) {
        return Ok(seen);
    }
    drop(tx);
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let Some(mut next) = planned(state, &mut tx, customer).await? else { return Ok(Look::Done(NextBoxStep::Wait)) };
    let step = next.timing.step;
    match step {
        NextBoxStep::Tell => tell(state, &mut tx, &next).await?,
        NextBoxStep::Order => order(state, &mut tx, &mut next).await?,
        NextBoxStep::Wait | NextBoxStep::Held | NextBoxStep::NoAddress | NextBoxStep::NoCard => {
            return Ok(Look::Done(step));
        }
    }
    // The same row: what was done just now has written it.
    let now = planned(state, &mut tx, next.customer).await?;
    if let (Look::NothingDue(until), Some(look)) =
        (look_at(state, now.as_ref())?, next_boxes::look(&mut tx, customer_id).await?)
    {
        next_boxes::put_off(&mut tx, &look, until).await?;
    }
    tx.commit().await?;
    Ok(Look::Done(step))
}

/// What to do about a customer's next box today; if nothing, the first day on which something can be due without a change.
fn look_at(state: &AppState, next: Option<&Planned>) -> AppResult<Look> {
    let Some(Planned { timing, notice_state, .. }) = next else { return Ok(Look::NothingDue(None)) };
    Ok(match (timing.step, notice_state) {
        (NextBoxStep::Wait, NoticeState::NotWritten) => Look::NothingDue(Some(timing.told_on)),
        (NextBoxStep::Wait, NoticeState::Sent) => Look::NothingDue(Some(timing.ordered_on)),
        // The notice may be sent, or be late, on any day.
        (NextBoxStep::Wait, NoticeState::Queued) => {
            let tomorrow = state.clock.now().today().plus_days(1).map_err(AppError::unexpected)?;
            Look::NothingDue(Some(tomorrow))
        }
        (step, _) => Look::Done(step),
    })
}

/// The customer's next box; `None` if another box is under way, staff have stopped one, or none is planned.
pub async fn planned(state: &AppState, tx: &mut Tx, customer: CustomerRow) -> AppResult<Option<Planned>> {
    planned_with(state, tx, customer, true).await
}

/// The same after a change that voids the notice.
pub async fn planned_after_change(state: &AppState, tx: &mut Tx, customer: CustomerRow) -> AppResult<Option<Planned>> {
    planned_with(state, tx, customer, false).await
}

async fn planned_with(
    state: &AppState,
    tx: &mut Tx,
    customer: CustomerRow,
    notice_stands: bool,
) -> AppResult<Option<Planned>> {
    let customer_id = &customer.id;
    let Some(often) = customer.subscription_type else { return Ok(None) };
    let is_under_way = orders::unfinished_of_customer(tx, customer_id).await?.is_some();
    if is_under_way || fraud::was_stopped(tx, customer_id, None).await? {
        return Ok(None);
    }
    let date = next_box_date(&NextBoxInput {
        last_order_date: next_boxes::last_box_on(tx, customer_id).await?,
        subscription_type: often,
        skip_days: customer.skip_days,
    });
    let Some(date) = date.map_err(AppError::unexpected)? else { return Ok(None) };
    let notice = if notice_stands { next_boxes::notice(tx, customer_id, &date.to_string()).await? } else { None };
    let notice_state = match &notice {
        None => NoticeState::NotWritten,
        Some(NoticeRow { sent_at: None, .. }) => NoticeState::Queued,
        Some(NoticeRow { sent_at: Some(_), .. }) => NoticeState::Sent,
    };
    let address = shipping_addresses::primary(tx, customer_id).await?.map(|address| address.id);
    let card_declined_for_good = match cards::current(tx, customer_id).await? {
        Some(card) => declined_cards::is_declined(tx, &card).await?,
        None => false,
    };
    let next = NextBox {
        date,
        notice: notice.map(|row| NextBoxNotice {
            written_on: row.written_at.today(),
            sent_on: row.sent_at.map(Timestamp::today),
        }),
        has_address: address.is_some(),
        card_declined_for_good: Some(card_declined_for_good),
        now: state.clock.now().instant(),
        holidays: state.data.holidays.clone(),
    };
    let timing = next_box_timing(&next).map_err(AppError::unexpected)?;
    Ok(Some(Planned { customer, date, often, address, card_declined_for_good, notice_state, timing }))
}

/// The same, for a customer whose row is not read yet.
async fn planned_of(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<Option<Planned>> {
    match customers::by_id(tx, customer_id).await? {
        Some(customer) => planned(state, tx, customer).await,
        None => Ok(None),
    }
}

/// The open day on which the box is delivered.
fn comes_on(next: &Planned) -> AppResult<Date> {
    next.timing.comes_on.ok_or_else(|| AppError::unexpected(format!("no day from {} on is open", next.date)))
}

async fn tell(state: &AppState, tx: &mut CustomerTx, next: &Planned) -> AppResult<()> {
    let customer = &next.customer;
    let can_skip = skip_offered(&SkipInput {
        skip_days: customer.skip_days,
        has_current_order: false,
        subscription_type: next.often,
    });
    let page = state.settings.public_url.page_link("/manage/subscription");
    let choice = if can_skip {
        "Would you rather not have this one? Skip it here before then"
    } else {
        "Would you like your boxes less often, or not right now? Change it here before then"
    };
    let no_address = if next.address.is_none() {
        " There is no address to send it to right now: please add one in your account. We do not order it without one."
    } else {
        ""
    };
    let card = ChargedCard::of(state, tx, customer, next.timing.ordered_on).await?;
    let fee = plan::styling_fee(customer, state.clock.now(), &state.data.terms).formatted();
    let waits = if next.card_declined_for_good { " We do not order the box without one." } else { "" };
    let charged = format!(
        "when styling begins, your {} is charged the styling fee of {fee}, which is taken off what you keep.{}{waits}",
        card.name, card.other_needed
    );
    let text = format!(
        "Your next box is planned for {}. We order it on {}; {charged}{no_address}",
        day_in_words(comes_on(next)?),
        day_in_words(next.timing.ordered_on),
    );
    let subject = format!("Your next {} is coming up", brand::PRODUCT);
    let message_id = state.new_id();
    let content = EmailContent::about(subject)
        .paragraph(text)
        .paragraph(format!("{choice}:"))
        .button("Change your next box", page);
    // The box is ordered a week after the notice is sent: the days that it names are those of today.
    let notice = Mail::to(customer, "next_box", content).true_until_end_of(state.clock.now().today());
    mail::queue_as(state, tx, message_id.clone(), notice).await?;
    Ok(next_boxes::add_notice(tx, &customer.id, &next.date.to_string(), &message_id).await?)
}

/// Orders the box. This uses up a skip.
async fn order(state: &AppState, tx: &mut CustomerTx, next: &mut Planned) -> AppResult<()> {
    let ship_by_date = comes_on(next)?;
    let customer = &mut next.customer;
    let mut order = draft::blank(state, customer);
    order.ship_by_date = ship_by_date;
    order.shipping_address_id = next.address.take();
    order.coupon = coupons::default_code(state, tx, Holder::from(&*customer)).await?;
    draft::make(state, tx, &mut order, Actor::System, "Ordered by the subscription").await?;
    customer.skip_days = Count::default();
    record::write(state, tx, customer).await?;
    order::queue_placed(state, tx, customer, &order).await
}
