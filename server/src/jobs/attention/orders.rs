//! Orders that wait for staff.

use crate::jobs::attention::waiting::Waiting;
use crate::platform::error::{StaffError, StaffResult};
use crate::service::account::address_rechecks;
use crate::service::checkout::system;
use crate::service::delivery::attention as shipping;
use crate::service::order::{late_orders, lose, transition};
use crate::service::payment::screening;
use crate::service::subscription::next_box;
use crate::state::AppState;
use crate::store::order::orders;
use stylebox_core::order::{ExpectedBox, SentBox, Status, can_be_lost, delivery_is_overdue, last_overdue_delivery};
use stylebox_core::values::business_time::Date;

/// The orders that the fraud check holds.
pub async fn held(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let held = screening::held(state).await?.into_iter();
    Ok(held.map(|(order, why)| Waiting::new(order, why.unwrap_or_else(|error| error.to_string()))).collect())
}

/// The unfinished orders that are to be shipped but have no address. They are neither charged nor shipped.
pub async fn without_an_address(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let listed = orders::without_address(&mut state.db.read().await?).await?;
    Ok(listed.into_iter().map(|order| Waiting::new(order.code, "there is no address for it to go to")).collect())
}

/// The orders that are not packed yet, to addresses to which nothing can be delivered.
pub async fn to_wrong_addresses(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let why = "nothing can be delivered to its address, the address check says: ask the customer before it is packed (\"ops customer \
               address-is-right EMAIL\" if it is right)";
    let codes = address_rechecks::orders_to_undeliverable_addresses(state).await?;
    Ok(codes.into_iter().map(|code| Waiting::new(code, why)).collect())
}

/// The orders that are late or were, until they are sent.
pub async fn late(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let seen = late_orders::to_see(state).await?.into_iter();
    Ok(seen.map(|(order, why)| Waiting::new(order, why)).collect())
}

/// The boxes that should have come long ago.
pub async fn overdue_boxes(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let line = |(code, due): (String, StaffResult<Date>)| {
        let why = match due {
            Ok(by) => format!(
                "it has not come, and was expected on {by}: ask the carrier (\"ops lost {code}\" writes it off)"
            ),
            Err(error) => format!("whether it is late cannot be said: {error}"),
        };
        Waiting::new(code, why)
    };
    Ok(overdue(state).await?.into_iter().map(line).collect())
}

/// The codes of the boxes that should have come long ago, each with the day on which it was expected, or why that cannot be computed.
async fn overdue(state: &AppState) -> StaffResult<Vec<(String, StaffResult<Date>)>> {
    let on_their_way = |status: Status| SentBox { status, customer_pick_up: false, delivered: false };
    let last = last_overdue_delivery(state.clock.now().instant()).map_err(StaffError::unexpected)?;
    let mut overdue = Vec::new();
    for status in Status::ALL.iter().filter(|status| can_be_lost(&on_their_way(**status))) {
        let found = orders::expected_by_in(&mut state.db.read_single().await?, *status, last).await?;
        for order in found {
            let expected = expected_until(state, &order.id).await.transpose();
            overdue.extend(expected.map(|due| (order.code, due)));
        }
    }
    Ok(overdue)
}

/// The day on which a box was expected that should have come long ago.
async fn expected_until(state: &AppState, order_id: &str) -> StaffResult<Option<Date>> {
    let order = transition::load(&mut state.db.read().await?, order_id).await?;
    let Some(expected_delivery_date) = order.expected_delivery_date else { return Ok(None) };
    if !can_be_lost(&lose::sent_box(&order)) {
        return Ok(None);
    }
    let now = state.clock.now().instant();
    let is_overdue =
        delivery_is_overdue(&ExpectedBox { expected_delivery_date, now }).map_err(StaffError::unexpected)?;
    Ok(is_overdue.then_some(expected_delivery_date))
}

/// The labels that are not made or not given back.
pub async fn labels(state: &AppState) -> StaffResult<Vec<Waiting>> {
    Ok(shipping::labels(state).await?.into_iter().map(|(order, why)| Waiting::new(order, why)).collect())
}

/// The parcels that have gone astray, or have come and wait to be looked over.
pub async fn parcels(state: &AppState) -> StaffResult<Vec<Waiting>> {
    Ok(shipping::parcels(state).await?.into_iter().map(|(order, why)| Waiting::new(order, why)).collect())
}

/// The orders that the system may not check out.
pub async fn checkouts(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let due = system::due(state).await?.into_iter();
    let lines = due.filter_map(|(order, waits)| {
        let why = match waits {
            Ok(waits) if !waits.needs_somebody() => return None,
            Ok(waits) => waits.words().to_owned(),
            Err(error) => error.to_string(),
        };
        Some(Waiting::new(order.code, format!("not checked out: {why}")))
    });
    Ok(lines.collect())
}

/// The next boxes that are not ordered.
pub async fn next_boxes(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let blocked = next_box::blocked(state).await?.into_iter();
    Ok(blocked.map(|(customer, why)| Waiting::new(customer, format!("the next box is not ordered: {why}"))).collect())
}
