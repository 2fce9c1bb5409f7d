//! An order: its statuses, who may do what with it, the fraud check, and the forms that place one.

mod authorised;
pub mod delivery_order;
mod expected_delivery;
mod late;
pub mod next_box_note;
pub mod next_charge;
pub mod order_form;
mod permissions;
pub mod pickup_order;
mod progress;
pub mod readiness;
mod screening;
mod status;
pub mod styling_fee;
mod totals;

pub use authorised::{AuthorisedInput, AuthorisedNext, RiskLevel, RiskReview, authorised, released_at};
pub use expected_delivery::{
    ExpectedBox, ExpectedDeliveryInput, delivery_is_overdue, expected_delivery_date, last_overdue_delivery,
};
pub use late::{Late, LateInput, LateStep, is_unsent, late, leaves_on, out_of_reach};
pub use permissions::{
    Actor, AwaitedReturn, CancelInput, CheckOutInput, DecideInput, EditInput, SentBox, can_be_lost, can_cancel,
    can_check_out, can_decide, can_edit, can_write_off,
};
pub use progress::{
    CompletionInput, Delivery, DeliveryInput, Unfinished, after_checkout, can_complete, on_delivery,
    status_while_paying, unfinished,
};
pub use screening::{FraudVerdict, Screening, ScreeningInput, screening};
pub use status::{Phase, Status, Transition, can_transition, next_statuses};
pub use totals::{HistoryItem, HistoryItems, OrderTotals, totals};
