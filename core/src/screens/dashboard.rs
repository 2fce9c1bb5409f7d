//! The dashboard: which order is the current one, and what its tile offers (spec B, sections 2 and 4).

use crate::{
    InputError,
    business_time::{Date, Instant},
    checkout::try_on_days::{self, ExtensionInput, ReturnByInput},
    order::{self, CheckOutInput, Status},
    values::words::words,
    wire::{Input, non_empty},
};
use serde::Serialize;

/// An order and its status.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OrderRef {
    /// The order's id.
    pub id: String,
    /// Its status.
    pub status: Status,
}

/// Orders and their statuses.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OrderRefs {
    /// The orders.
    pub orders: Vec<OrderRef>,
}

/// `dashboard.current_order`: the first order that is not finished, or nothing.
#[must_use]
pub fn current_order(list: &OrderRefs) -> Option<String> {
    list.orders.iter().find(|order| !order.status.is_finished()).map(|order| order.id.clone())
}

words! {
    /// What the tile of the current order says.
    pub enum TileKind {
        /// There is none: order one.
        OrderABox = "order_a_box",
        /// Ordered, to be shipped.
        Scheduled = "scheduled",
        /// Ordered, to be picked up.
        Placed = "placed",
        /// With the stylist.
        BeingStyled = "being_styled",
        /// On its way to the customer.
        OnItsWay = "on_its_way",
        /// Waiting at the store.
        ReadyToGo = "ready_to_go",
        /// With the customer.
        TimeToCheckOut = "time_to_check_out",
        /// Checked out; what was not kept has to go back.
        CheckoutComplete = "checkout_complete",
        /// What was not kept is on its way back.
        ReturnShipped = "return_shipped",
        /// What was not kept has arrived.
        ReturnReceived = "return_received",
    }
}

words! {
    /// What the customer can do on the tile.
    pub enum TileAction {
        /// Order a box to be shipped.
        OrderBox = "order_box",
        /// Order a box to be picked up.
        OrderPickup = "order_pickup",
        /// Change the order.
        Customize = "customize",
        /// Look at the order.
        View = "view",
        /// Call the order off.
        Cancel = "cancel",
        /// Follow the shipment.
        Track = "track",
        /// Decide about the items, and pay.
        CheckOut = "check_out",
        /// Have more days to try on.
        Extend = "extend",
    }
}

/// What the tile depends on.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct TileOrder {
    /// The order's status.
    pub status: Status,
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: bool,
    /// The shipment's code, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub tracking_code: Option<String>,
    /// The day to check out by; null if there is none yet.
    pub checkout_by_date: Option<Date>,
    /// Whether that day was moved once already.
    pub extended: bool,
    /// Whether one of the order's invoices is paid.
    pub has_paid_invoice: bool,
}

/// The current order, and the current time.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct TileInput {
    /// The current order, or null.
    pub order: Option<TileOrder>,
    /// The current time.
    pub now: Instant,
}

/// The tile of the current order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Tile {
    /// What it says.
    pub kind: TileKind,
    /// What it offers, in order.
    pub actions: Vec<TileAction>,
    /// The day by which a return must be postmarked, once checked out; else null.
    pub return_by: Option<Date>,
}

/// `dashboard.tile`: what the tile of the current order says and offers.
///
/// # Errors
/// If a day would be after the year 9999.
pub fn tile(input: &TileInput) -> Result<Tile, InputError> {
    let Some(order) = &input.order else {
        return Ok(Tile { kind: TileKind::OrderABox, actions: ordering(), return_by: None });
    };
    let kind = order.status.tile(order.customer_pick_up);
    let actions = actions_of(kind, order, input.now)?;
    let return_by = match (kind, order.checkout_by_date) {
        (TileKind::CheckoutComplete, Some(checkout_by_date)) => {
            Some(try_on_days::return_by(&ReturnByInput { checkout_by_date, now: input.now })?)
        }
        _ => None,
    };
    Ok(Tile { kind, actions, return_by })
}

fn ordering() -> Vec<TileAction> {
    vec![TileAction::OrderBox, TileAction::OrderPickup]
}

fn actions_of(kind: TileKind, order: &TileOrder, now: Instant) -> Result<Vec<TileAction>, InputError> {
    let can_check_out =
        order::can_check_out(&CheckOutInput { status: order.status, has_paid_invoice: order.has_paid_invoice });
    let actions = match kind {
        TileKind::OrderABox => ordering(),
        TileKind::Scheduled => vec![TileAction::Customize, TileAction::Cancel],
        TileKind::Placed => vec![TileAction::View, TileAction::Cancel],
        TileKind::BeingStyled | TileKind::CheckoutComplete => vec![],
        TileKind::OnItsWay => {
            offered(&[(order.tracking_code.is_some(), TileAction::Track), (can_check_out, TileAction::CheckOut)])
        }
        TileKind::ReadyToGo | TileKind::ReturnShipped | TileKind::ReturnReceived => {
            offered(&[(can_check_out, TileAction::CheckOut)])
        }
        TileKind::TimeToCheckOut => {
            let &TileOrder { checkout_by_date, extended, .. } = order;
            let extension = try_on_days::extension(&ExtensionInput { checkout_by_date, extended, now })?;
            offered(&[(can_check_out, TileAction::CheckOut), (extension.offered, TileAction::Extend)])
        }
    };
    Ok(actions)
}

fn offered(actions: &[(bool, TileAction)]) -> Vec<TileAction> {
    actions.iter().filter(|(offered, _)| *offered).map(|(_, action)| *action).collect()
}
