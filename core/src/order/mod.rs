//! An order: its statuses, who may do what with it, and the forms that place one.

mod actor;
pub mod delivery_order;
mod expected_delivery;
pub mod first_box;
mod late;
pub mod multi_item;
pub mod next_box_note;
pub mod order_form;
mod permissions;
pub mod pickup_order;
mod progress;
pub mod readiness;
mod status;
mod tile;
mod totals;

pub use actor::Actor;
pub use expected_delivery::{
    ExpectedBox, ExpectedDeliveryInput, delivery_is_overdue, expected_delivery_date, last_overdue_delivery,
};
pub use late::{Late, LateInput, LateStep, is_unsent, late, leaves_on, out_of_reach};
pub use permissions::{
    AwaitedReturn, CancelInput, CheckOutInput, DecideInput, DeliveredBox, EditInput, SentBox, can_be_lost, can_cancel,
    can_check_out, can_decide, can_edit, can_write_off, is_after_delivery,
};
pub use progress::{
    CompletionInput, DeliveryInput, Unfinished, after_checkout, can_complete, on_delivery, status_while_paying,
    unfinished,
};
pub use status::{Delivery, Phase, Status, Transition, can_transition, next_statuses};
pub use tile::TileKind;
pub use totals::{HistoryItem, HistoryItems, OrderTotals, totals};
