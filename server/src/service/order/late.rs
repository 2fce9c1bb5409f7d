//! Orders that can no longer come on their day, by core's `order.late`: they move to a later one, and the second time their customer
//! is asked whether to keep them. The day is looked at by a job, and again before an order is charged and before it is styled. Once a
//! box is sent, `order.expected_delivery_date` says when it comes.

use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::service::delivery::stores;
use crate::service::mail::{self, late as late_emails};
use crate::service::order::{draft, transition};
use crate::service::payment::ledger;
use crate::service::payment::waiting;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::order::orders::{self, OrderRow};
use crate::store::payment::charges::{self, ChargeFacts};
use crate::store::{CustomerTx, Tx};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{Actor, Late, LateInput, LateStep, Status, is_unsent, late, leaves_on, out_of_reach};
use stylebox_core::values::business_time::Date;

/// What a customer reads of an order that is late, or was.
#[derive(Debug, Clone, Copy)]
pub struct Delay {
    /// Whether it can no longer come on its day.
    pub(crate) is_late: bool,
    /// Whether it moves only once its customer has given what it waits for.
    pub(crate) waits_for_customer: bool,
    /// The day from which it was moved last.
    pub(crate) moved_from: Option<Date>,
    /// The last day on which the customer can say whether it is kept.
    pub(crate) answer_by: Option<Date>,
}

/// What is to be done about the day of an order.
pub async fn of_order(state: &AppState, tx: &mut Tx, order: &OrderRow) -> AppResult<Late> {
    with_charges(state, tx, order, None).await
}

/// The same; `charges` are the facts of its charges, if they are read.
async fn with_charges(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    charges: Option<&ChargeFacts>,
) -> AppResult<Late> {
    let mut facts = facts(state, order)?;
    let found = late(&facts, &state.data.terms).map_err(AppError::unexpected)?;
    // Few orders are late: only then it is read whether they wait for their customer.
    if !found.is_late || !waits_for_customer(state, tx, order, charges).await? {
        return Ok(found);
    }
    facts.waits_for_customer = true;
    late(&facts, &state.data.terms).map_err(AppError::unexpected)
}

/// What a customer reads of the delay of an order; `None` if it is in time, or sent. `charges` are the facts of its charges, if they are
/// read.
pub async fn delay(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    charges: Option<&ChargeFacts>,
) -> AppResult<Option<Delay>> {
    if !is_unsent(order.status) {
        return Ok(None);
    }
    let Late { is_late, step, answer_by, .. } = with_charges(state, tx, order, charges).await?;
    let is_asked = step == LateStep::Asked || order.asked_on.is_some();
    let moved_from = order.moved_from;
    let delay = Delay {
        is_late: is_late && !is_asked,
        waits_for_customer: step == LateStep::Waits,
        moved_from,
        answer_by: answer_by.filter(|_| is_asked),
    };
    Ok((delay.is_late || is_asked || moved_from.is_some()).then_some(delay))
}

fn facts(state: &AppState, order: &OrderRow) -> AppResult<LateInput> {
    let now = state.clock.now().instant();
    let store = stores::of_order(state, order).filter(|_| order.customer_pick_up);
    Ok(LateInput {
        status: order.status,
        customer_pick_up: order.customer_pick_up,
        ship_by_date: order.ship_by_date,
        moves: order.day_moves,
        asked_on: order.asked_on,
        waits_for_customer: false,
        now,
        holidays: state.data.holidays.clone(),
        store_days: store.map(|store| store.days(now, &state.data.terms)).transpose().map_err(AppError::unexpected)?,
    })
}

/// Whether an order waits for its customer: for a card, for a charge to be confirmed, or for an address to which it can go.
async fn waits_for_customer(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    charges: Option<&ChargeFacts>,
) -> AppResult<bool> {
    let is_undeliverable = |address: Option<&AddressRow>| {
        !order.customer_pick_up && address.is_none_or(|address| address.undeliverable_since.is_some())
    };
    if order.status != Status::Created {
        return Ok(is_undeliverable(shipping_addresses::of_order(tx, order).await?.as_ref()));
    }
    let read;
    let facts = match charges {
        Some(facts) => facts,
        None => {
            read = charges::of_order(tx, order).await?;
            &read
        }
    };
    Ok(is_undeliverable(facts.address.as_ref())
        || facts.card.is_none()
        || waiting::of_order(state, order, &[], facts).is_some())
}

/// The day by which the box has to be sent, or to be ready at the store.
pub(super) fn has_to_leave_by(state: &AppState, order: &OrderRow) -> AppResult<Date> {
    leaves_on(&facts(state, order)?).map_err(AppError::unexpected)
}

/// The ids of the orders whose day has to be looked at: some of them are late, or wait for an answer.
pub(super) async fn to_look_at(state: &AppState) -> AppResult<Vec<String>> {
    let last = out_of_reach(state.clock.now().instant(), &state.data.holidays).map_err(AppError::unexpected)?;
    let mut tx = state.db.read().await?;
    let mut ids = orders::asked(&mut tx).await?;
    for status in Status::ALL.iter().filter(|status| is_unsent(**status)) {
        for id in orders::to_come_by(&mut tx, *status, last).await? {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    Ok(ids)
}

/// Looks at the day of an order again: a late one moves, or its customer is asked. Returns what was found, and what it is now.
pub async fn look(state: &AppState, order_id: &str) -> AppResult<(Late, OrderRow)> {
    // For most orders nothing is to be done, so they are read without a lock.
    let mut tx = state.db.read().await?;
    let order = transition::load(&mut tx, order_id).await?;
    let seen = of_order(state, &mut tx, &order).await?;
    drop(tx);
    if !moves(&seen) {
        return Ok((seen, order));
    }
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let found = of_order(state, &mut tx, &order).await?;
    if let Some(new_date) = found.new_date.filter(|_| moves(&found)) {
        move_to(state, &mut tx, &mut order, &customer, new_date, found.answer_by).await?;
        tx.commit().await?;
    }
    Ok((found, order))
}

/// Whether the order is to be moved.
fn moves(found: &Late) -> bool {
    matches!(found.step, LateStep::Move | LateStep::Ask)
}

/// Moves a late order. If the customer is asked whether to keep it, `answer_by` is the last day for an answer.
async fn move_to(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    customer: &CustomerRow,
    new_date: Date,
    answer_by: Option<Date>,
) -> AppResult<()> {
    let before = order.ship_by_date;
    order.moved_from = Some(before);
    order.day_moves = order.day_moves.one_more();
    order.ship_by_date = new_date;
    draft::set_expected_delivery(state, order)?;
    let page = state.settings.public_url.page_link("/dashboard");
    let (why, email) = match answer_by {
        None => {
            let why = format!("Moved from {before} to {new_date}, because it was late");
            (why, late_emails::moved(customer, order, before, stores::name_of_order(state, order), &page))
        }
        Some(by) => {
            order.asked_on = Some(state.clock.now().today());
            let why = format!(
                "Moved from {before} to {new_date}, because it was late again: the customer is asked until {by} whether to keep it"
            );
            let paid = ledger::fee_paid(tx, &order.id).await?;
            let paid = Some(paid).filter(|paid| !paid.is_zero());
            (why, late_emails::keep_or_cancel(customer, order, by, paid, &page))
        }
    };
    transition::note(state, tx, order, Actor::System, &why).await?;
    mail::queue(state, tx, email).await
}

/// Looks at the day of an order before something is done for it that cannot be undone.
///
/// # Errors
/// [`StaffError::Refused`] if its customer is asked whether to keep it, or it is about to be canceled.
pub async fn refuse_unsettled(state: &AppState, order_id: &str) -> StaffResult<()> {
    let (found, order) = look(state, order_id).await?;
    refuse_asked(&order)?;
    if found.step == LateStep::Cancel {
        return Err(StaffError::refused(format!(
            "Order {} is late for the third time, and is about to be canceled.",
            order.code
        )));
    }
    Ok(())
}

/// Checks that no answer of the customer is awaited.
///
/// # Errors
/// [`StaffError::Refused`] if the customer is asked whether to keep the order.
pub fn refuse_asked(order: &OrderRow) -> StaffResult<()> {
    if order.asked_on.is_none() {
        return Ok(());
    }
    let code = &order.code;
    Err(StaffError::refused(format!(
        "Order {code} is late again, and its customer is asked whether to keep it. If they call, note it by \"ops keep {code}\" or \
         \"ops cancel {code}\"."
    )))
}

/// The customer keeps an order that is late. If they are not asked, it is kept anyway.
///
/// # Errors
/// [`Refusal::NotFound`], or [`Refusal::OrderNotEditable`] if the order is over.
pub async fn keep_by_customer(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let order = orders::by_id(&mut state.db.read().await?, id).await?;
    let order = order.filter(|order| order.customer_id == customer_id).ok_or(Refusal::NotFound)?;
    keep(state, &order.id, Actor::Customer).await.map(drop)
}

/// The same, noted by staff. Returns the day on which it comes.
///
/// # Errors
/// [`StaffError::Refused`] if nobody asks about the order.
pub async fn keep_by_shop(state: &AppState, order_id: &str) -> StaffResult<Date> {
    let order = transition::load(&mut state.db.read().await?, order_id).await?;
    if order.asked_on.is_none() {
        return Err(StaffError::refused(format!("The customer of order {} is not asked about it.", order.code)));
    }
    Ok(keep(state, order_id, Actor::Ops).await?)
}

async fn keep(state: &AppState, order_id: &str, actor: Actor) -> AppResult<Date> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    if order.status.is_finished() {
        return Err(Refusal::OrderNotEditable.into());
    }
    let Some(asked_on) = order.asked_on else { return Ok(order.ship_by_date) };
    // An answer that comes before the job has cancelled the order counts too.
    let on_time = LateInput { asked_on: Some(asked_on.max(state.clock.now().today())), ..facts(state, &order)? };
    let day = late(&on_time, &state.data.terms).map_err(AppError::unexpected)?.new_date.unwrap_or(order.ship_by_date);
    order.asked_on = None;
    order.ship_by_date = day;
    draft::set_expected_delivery(state, &mut order)?;
    transition::note(state, &mut tx, &mut order, actor, &format!("Kept, for {day}")).await?;
    mail::queue(state, &mut tx, late_emails::kept(&customer, &order, stores::name_of_order(state, &order))).await?;
    tx.commit().await?;
    Ok(day)
}
