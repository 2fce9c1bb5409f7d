//! The list of a customer's former orders (spec B, section 2).

use crate::{InputError, business_time::Date, order::Status, wire::Input};

/// An order, its status, and its date.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DatedOrder {
    /// The order's id.
    pub id: String,
    /// Its status.
    pub status: Status,
    /// Its date; an order that is not listed may have none.
    pub date: Option<Date>,
}

/// Orders with their dates.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DatedOrders {
    /// The orders.
    pub orders: Vec<DatedOrder>,
}

/// `orders.previous`: the ids of the completed and cancelled orders, newest first, ties in the given order.
///
/// # Errors
/// If one of these has no date.
pub fn previous(list: &DatedOrders) -> Result<Vec<String>, InputError> {
    let listed = list.orders.iter().filter(|order| order.status.is_former());
    newest_first(listed.map(|order| (order.id.as_str(), order.date)))
}

/// The ids, newest date first; ties keep their order.
///
/// # Errors
/// If one has no date.
pub(crate) fn newest_first<'a>(
    dated: impl Iterator<Item = (&'a str, Option<Date>)>,
) -> Result<Vec<String>, InputError> {
    let mut orders: Vec<(&str, Date)> = Vec::new();
    for (id, date) in dated {
        let date = date.ok_or_else(|| InputError::new(format!("`{id}` has no date.")))?;
        // Inserting in place: the standard library's stable sort would be many times this code in the browser.
        let place = orders.partition_point(|(_, earlier)| *earlier >= date);
        orders.insert(place, (id, date));
    }
    Ok(orders.into_iter().map(|(id, _)| id.to_owned()).collect())
}
