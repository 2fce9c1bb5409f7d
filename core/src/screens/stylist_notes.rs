//! The stylist's notes on former orders (spec B, section 2).

use crate::{
    InputError,
    order::Status,
    screens::orders::newest_first,
    values::{business_time::Date, by_id::ById},
    wire::Input,
};

/// An order, its status, and when it came.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DeliveredOrder {
    /// The id that `stylist_notes.list` answers.
    pub id: String,
    /// The status: only completed orders are listed.
    pub status: Status,
    /// The day on which it came; an order that is not completed may have none.
    pub delivery_date: Option<Date>,
}

/// Orders with the days on which they came.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DeliveredOrders {
    /// The orders. If one is listed twice, its first entry counts.
    pub orders: Vec<DeliveredOrder>,
}

/// `stylist_notes.list`: the ids of the completed orders, newest delivery first. If an order is listed twice, the first entry counts.
///
/// # Errors
/// If a completed order has no delivery date.
pub fn list(list: &DeliveredOrders) -> Result<Vec<String>, InputError> {
    let completed: Vec<_> = list.orders.iter().filter(|order| order.status == Status::Completed).collect();
    if let Some(order) = completed.iter().find(|order| order.delivery_date.is_none()) {
        return Err(InputError::new(format!("`{}` is completed and has no delivery date.", order.id)));
    }
    let mut seen = ById::new();
    let once = completed.into_iter().filter(|order| seen.insert(&order.id, ()));
    newest_first(once.map(|order| (order.id.as_str(), order.delivery_date)))
}
