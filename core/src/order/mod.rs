//! An order: its statuses, who may do what with it, the fraud check, and the forms that place one.

pub mod delivery_order;
mod expected_delivery;
pub mod order_form;
mod permissions;
pub mod pickup_order;
mod progress;
pub mod readiness;
mod screening;
mod status;
pub mod styling_fee;
mod totals;

pub use expected_delivery::{ExpectedDeliveryInput, expected_delivery_date};
pub use permissions::{Actor, CancelInput, CheckOutInput, EditInput, can_cancel, can_check_out, can_decide, can_edit};
pub use progress::{
    CompletionInput, Delivery, DeliveryInput, Unfinished, after_checkout, can_complete, on_delivery,
    status_while_paying, unfinished,
};
pub use screening::{FraudVerdict, Screening, ScreeningInput, screening};
pub use status::{Phase, Status, Transition, can_transition, next_statuses};
pub use totals::{HistoryItem, HistoryItems, OrderTotals, totals};
