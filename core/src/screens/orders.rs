//! The lists of a customer's orders: their days, and what came back (spec B, section 2).

use crate::{
    InputError,
    checkout::line_item::WriteOff,
    messages::orders as texts,
    order::Status,
    values::business_time::{Date, Instant, today},
    wire::{Input, non_empty},
};

/// The days that an order may have, and when it was ordered.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OrderDays {
    /// The day on which the box came, or null.
    pub delivery_date: Option<Date>,
    /// The day on which it is expected, or null.
    pub expected_delivery_date: Option<Date>,
    /// When it was ordered: the order is listed under that day if it has no other.
    pub created_at: Instant,
}

/// `orders.date`: the day under which an order is listed.
#[must_use]
pub fn date(order: &OrderDays) -> Date {
    order.delivery_date.or(order.expected_delivery_date).unwrap_or_else(|| order.created_at.business_day())
}

/// A day on which something is expected, and the current time.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ExpectedDay {
    /// The day, or null.
    pub date: Option<Date>,
    /// The current time.
    pub now: Instant,
}

/// `orders.day_to_come`: the day, unless it is past, so that no page or message promises a day that is over (the contract: late orders
/// and other rules).
#[must_use]
pub fn day_to_come(expected: &ExpectedDay) -> Option<Date> {
    expected.date.filter(|date| *date >= today(expected.now))
}

/// The days of an order, and its status.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DatedStatus {
    /// The order's status.
    pub status: Status,
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: bool,
    /// True once a checkout of the order is paid.
    pub has_paid_invoice: bool,
    /// Whether it can no longer come on its day.
    pub is_late: bool,
    /// The day on which the box came, or null.
    pub delivery_date: Option<Date>,
    /// The day on which it is expected, or null.
    pub expected_delivery_date: Option<Date>,
    /// The current time.
    pub now: Instant,
}

/// `orders.date_name`: the words for the day under which an order is listed ([`date`]). They do not announce a day that is over, or on
/// which the box can no longer come.
#[must_use]
pub fn date_name(order: &DatedStatus) -> &'static str {
    let DatedStatus { status, now, .. } = *order;
    match (order.delivery_date, order.expected_delivery_date) {
        (Some(_), _) if order.customer_pick_up => texts::PICKED_UP,
        (Some(_), _) => texts::DELIVERED,
        (None, None) => texts::ORDERED,
        (None, Some(expected)) => {
            let is_over = status.is_finished() || status.is_in_history() || order.has_paid_invoice;
            let is_missed = order.is_late || day_to_come(&ExpectedDay { date: Some(expected), now }).is_none();
            if is_over || is_missed { texts::NOT_EXPECTED_ANY_MORE } else { texts::EXPECTED }
        }
    }
}

/// An order's status, and the shipment to its customer.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SentOrder {
    /// The status: a lost box leaves its order cancelled.
    pub status: Status,
    /// The shipment's code, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub tracking_code: Option<String>,
}

/// `orders.was_lost`: whether the box was lost on its way to the customer. Every other order is cancelled before it is sent.
#[must_use]
pub fn was_lost(order: &SentOrder) -> bool {
    order.status == Status::Cancelled && order.tracking_code.is_some()
}

/// Whether an order was called off before its box left the warehouse, so that its customer has never seen the items.
#[must_use]
pub fn was_never_sent(order: &SentOrder) -> bool {
    order.status == Status::Cancelled && order.tracking_code.is_none()
}

/// An item of a box, bought or not.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AwaitedItem {
    /// Whether it has come back.
    pub received: bool,
    /// Why it will not come back, or null.
    pub written_off: Option<WriteOff>,
}

/// An order's status, and the items of its box.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReturnedOrder {
    /// The status, which says whether the box has reached the shop again.
    pub status: Status,
    /// All items of the box, bought or not.
    pub items: Vec<AwaitedItem>,
}

/// `orders.nothing_came_back`: whether a return is over although nothing has come back, because all of it was written off.
#[must_use]
pub fn nothing_came_back(order: &ReturnedOrder) -> bool {
    order.status == Status::DeliveredToStylebox
        && order.items.iter().any(|item| item.written_off.is_some())
        && !order.items.iter().any(|item| item.received)
}

/// An order's status, and what the other rules say about it.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ShownStatus {
    /// The order's status.
    pub status: Status,
    /// Whether its box was lost on its way to the customer (`orders.was_lost`).
    pub was_lost: bool,
    /// Whether its return is over although nothing has come back (`orders.nothing_came_back`).
    pub nothing_came_back: bool,
}

/// `orders.status_message`: the code of the message that tells the customer an order's status.
#[must_use]
pub const fn status_message(order: &ShownStatus) -> &'static str {
    match *order {
        ShownStatus { was_lost: true, .. } => "lost",
        ShownStatus { nothing_came_back: true, .. } => "return_over",
        ShownStatus { status, .. } => status.as_str(),
    }
}

/// An order, its status, and its date.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DatedOrder {
    /// The id that `orders.previous` answers.
    pub id: String,
    /// The status: only completed and cancelled orders are listed.
    pub status: Status,
    /// Its date; an order that is not listed may have none.
    pub date: Option<Date>,
}

/// The customer's orders, to be sorted by date.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DatedOrders {
    /// The orders; their sequence decides between equal dates.
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
        // The standard library's stable sort would add many times this code to the browser's WebAssembly.
        let place = orders.partition_point(|(_, earlier)| *earlier >= date);
        orders.insert(place, (id, date));
    }
    Ok(orders.into_iter().map(|(id, _)| id.to_owned()).collect())
}
