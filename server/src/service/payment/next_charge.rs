//! The customer's next charge: calculated as the jobs that make it would, if nothing changed before.

use crate::platform::error::{AppError, AppResult};
use crate::service::account::customer;
use crate::service::checkout::system;
use crate::service::payment::retries;
use crate::service::payment::waiting::{self, WaitingPayment};
use crate::service::subscription::next_box::{self, Planned};
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::{CustomerRow, PlanRow};
use crate::store::card::cards::{self, KnownCard};
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::{self, OrderRow};
use crate::store::payment::charges::{self, ChargeFacts};
use crate::store::payment::payment_attempts::{AttemptRow, Purpose};
use stylebox_core::screens::{
    charge_words::{ChargeKind, ChargeTime},
    next_charge::{self, ChargedOrder, NextChargeInput},
};
use stylebox_core::subscription::{SkipInput, skip_offered};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::count::Count;
use stylebox_core::values::frequency::Type;
use stylebox_core::values::money::Money;

/// The next charge, and what it follows from.
#[derive(Debug)]
pub struct NextCharge {
    pub(crate) charge: Charge,
    /// The id of the order under way.
    pub(crate) order_id: Option<String>,
    /// The subscription's next box, if no order is under way.
    pub(crate) next_box: Option<NextBox>,
    pub(crate) card: Option<KnownCard>,
}

/// The order under way, and what its charge depends on.
#[derive(Debug)]
pub struct UnderWay {
    pub(crate) order: OrderRow,
    /// The newest first.
    pub(crate) invoices: Vec<InvoiceRow>,
    pub(crate) lines: Vec<LineItemRow>,
    /// The payment that waits for the customer.
    pub(crate) waiting: Option<WaitingPayment>,
    pub(crate) facts: Box<ChargeFacts>,
}

impl UnderWay {
    async fn read(state: &AppState, tx: &mut Tx, order: OrderRow) -> AppResult<Self> {
        let invoices = invoices::of_order(tx, &order.id).await?;
        let lines = items::lines(tx, &order.id).await?;
        let facts = Box::new(charges::of_order(tx, &order).await?);
        let waiting = waiting::of_order(state, &order, &invoices, &facts);
        Ok(Self { order, invoices, lines, waiting, facts })
    }
}

/// The next charge, or the time until which there is none.
#[derive(Debug, Clone, Copy)]
pub struct Charge {
    pub(crate) next: next_charge::NextCharge,
    /// `None` without a charge, or if the tax is not known.
    pub(crate) amount: Option<Money>,
    /// How many items are not decided, if what is kept is charged.
    pub(crate) undecided: Count,
}

/// The subscription's next box.
#[derive(Debug)]
pub struct NextBox {
    pub(crate) planned: Planned,
    /// The last day before it is ordered.
    pub(crate) change_by: Date,
    pub(crate) skip: Skip,
}

/// What skipping the next box does.
#[derive(Debug, Clone, Copy)]
pub struct Skip {
    /// Whether it can be skipped now.
    pub(crate) is_offered: bool,
    pub(crate) is_skipped: bool,
    /// The day on which it comes if it is not skipped.
    pub(crate) falls_out: Option<Date>,
    /// The day on which it comes if it is skipped.
    pub(crate) one_after: Option<Date>,
}

/// The customer's next charge; with `chosen` as it would be if boxes came that often.
///
/// # Errors
/// [`NotSignedIn`](stylebox_core::messages::refusals::Refusal::NotSignedIn) if there is no such customer any more.
pub async fn read(state: &AppState, customer_id: &str, chosen: Option<Type>) -> AppResult<NextCharge> {
    read_in(state, &mut state.db.read().await?, customer_id, chosen).await
}

/// The same in a transaction.
///
/// # Errors
/// [`NotSignedIn`](stylebox_core::messages::refusals::Refusal::NotSignedIn) if there is no such customer any more.
async fn read_in(state: &AppState, tx: &mut Tx, customer_id: &str, chosen: Option<Type>) -> AppResult<NextCharge> {
    let order = orders::unfinished_of_customer(tx, customer_id).await?;
    let under_way = match order {
        Some(order) => Some(UnderWay::read(state, tx, order).await?),
        None => None,
    };
    read_with(state, tx, customer_id, under_way, chosen).await
}

/// The same if the order under way is known.
///
/// # Errors
/// [`NotSignedIn`](stylebox_core::messages::refusals::Refusal::NotSignedIn) if there is no such customer any more.
pub async fn read_with(
    state: &AppState,
    tx: &mut Tx,
    customer_id: &str,
    under_way: Option<UnderWay>,
    chosen: Option<Type>,
) -> AppResult<NextCharge> {
    // While a box is under way none is planned.
    let (plan, card, next_box) = match &under_way {
        Some(UnderWay { facts, .. }) => {
            let mut plan = facts.plan.clone();
            plan::check_offered(plan.subscription_type, chosen, &state.data.terms)?;
            if chosen.is_some() {
                plan::choose_in(&mut plan, chosen, false, &state.data.terms);
            }
            (plan, facts.card.clone(), None)
        }
        None => {
            let stored = customer::read(tx, customer_id).await?;
            let card = cards::known_current(tx, customer_id).await?;
            plan::check_offered(stored.subscription_type, chosen, &state.data.terms)?;
            let mut customer = stored.clone();
            if chosen.is_some() {
                plan::choose(&mut customer, chosen, false, &state.data.terms);
            }
            let notice_stands = plan::notice_still_stands(&stored, &customer, state.clock.now(), &state.data.terms);
            let next_box = next_box(state, tx, &customer, notice_stands).await?;
            (PlanRow::from(&customer), card, next_box)
        }
    };
    let order_id = under_way.as_ref().map(|known| known.order.id.clone());
    let charge = charge(state, tx, &plan, (under_way, next_box.as_ref()), card.as_ref()).await?;
    Ok(NextCharge { charge, order_id, next_box, card })
}

async fn charge(
    state: &AppState,
    tx: &mut Tx,
    plan: &PlanRow,
    (order, next_box): (Option<UnderWay>, Option<&NextBox>),
    card: Option<&KnownCard>,
) -> AppResult<Charge> {
    let charged = match &order {
        Some(order) => Some(facts(state, order)?),
        None => None,
    };
    let waiting = order.as_ref().and_then(|order| order.waiting.as_ref()).map(|payment| payment.amount);
    let has_agreed = charged.as_ref().is_some_and(|order| order.checkout.has_agreed);
    let next_box_on = next_box.map(|next| next.planned.timing.ordered_on);
    let input = NextChargeInput {
        order: charged,
        next_box_on,
        card_declined_for_good: Some(next_box.is_some_and(|next| next.planned.card_declined_for_good)),
        card_expiration: card.map(|card| card.expiration),
        now: Some(state.clock.now().instant()),
    };
    let next = next_charge::of(&input, &state.data.terms).map_err(AppError::unexpected)?;
    // What is bought: if the card on file is not charged for it, a new one is.
    let bought = match next.what {
        Some(ChargeKind::Purchase) => order,
        None if next.by_new_card => order,
        _ => None,
    };
    let undecided = match &bought {
        Some(order) => Count::of(order.lines.iter().filter(|line| line.claimed_kept.is_none()).count()),
        None => Count::default(),
    };
    let amount = match (next.what, next.time, bought) {
        (Some(_), ChargeTime::Confirmed, _) => waiting,
        (_, _, Some(UnderWay { order, invoices, lines, facts, .. })) => {
            system::forecast_with(state, tx, (&order, &*facts), invoices, lines, has_agreed).await?
        }
        (None, _, None) => None,
        (Some(_), _, None) => Some(plan::fee_in(plan, state.clock.now(), &state.data.terms)),
    };
    Ok(Charge { next, amount, undecided })
}

/// What the next charge of an order depends on.
fn facts(state: &AppState, known: &UnderWay) -> AppResult<ChargedOrder> {
    let UnderWay { order, invoices, lines, waiting, facts } = known;
    let checkout = system::facts_with(state, (order, &**facts), invoices, lines)?;
    let newest_fee = facts.attempts_for(Purpose::StylingFee).next();
    let asked_for_fee = newest_fee.is_some_and(AttemptRow::is_open);
    // What was called off waits for styling again.
    let declined = newest_fee.filter(|attempt| attempt.was_declined());
    let declines = match declined {
        Some(_) => retries::in_facts(facts, Purpose::StylingFee)?,
        None => None,
    };
    let tries = declines.map(|declines| declines.attempts).unwrap_or_default();
    let newest_try = tries.first();
    Ok(ChargedOrder {
        checkout,
        is_being_paid: asked_for_fee || invoices.iter().any(InvoiceRow::is_being_paid),
        payment_problem: waiting.as_ref().map(|payment| payment.problem),
        fee_declined_at: declined.map(|attempt| newest_try.unwrap_or(attempt).ended_at().instant()),
        fee_tries: Some(Count::of(tries.len())),
        fee_decline_reason: newest_try.and_then(|newest| Some(newest.decline_reason.as_ref()?.code().to_owned())),
        fee_decline_advice: newest_try.and_then(|newest| newest.decline_advice.clone()),
    })
}

/// The next box; its notice counts only if it still stands after a change.
async fn next_box(
    state: &AppState,
    tx: &mut Tx,
    customer: &CustomerRow,
    notice_stands: bool,
) -> AppResult<Option<NextBox>> {
    let planned = if notice_stands {
        next_box::planned(state, tx, customer.clone()).await?
    } else {
        next_box::planned_after_change(state, tx, customer.clone()).await?
    };
    let Some(planned) = planned else { return Ok(None) };
    let Some(subscription_type) = customer.subscription_type else { return Ok(None) };
    let (skip_days, has_current_order) = (customer.skip_days, false);
    let is_offered = skip_offered(&SkipInput { skip_days, has_current_order, subscription_type });
    let is_skipped = skip_days.get() > 0;
    // The same box, planned with the skip or without it: whichever it is not now.
    let interval = subscription_type.interval_days().and_then(Count::new);
    let other_days = if is_skipped { Some(Count::default()) } else { interval.filter(|_| is_offered) };
    let other = match other_days {
        Some(skip_days) => {
            next_box::planned_after_change(state, tx, CustomerRow { skip_days, ..customer.clone() }).await?
        }
        None => None,
    };
    let (now, other) = (planned.timing.comes_on, other.and_then(|other| other.timing.comes_on));
    let (falls_out, one_after) = if is_skipped { (other, now) } else { (now, other) };
    let change_by = planned.timing.ordered_on.minus_days(1).map_err(AppError::unexpected)?;
    Ok(Some(NextBox { planned, change_by, skip: Skip { is_offered, is_skipped, falls_out, one_after } }))
}
