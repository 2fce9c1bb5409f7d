//! Money that moves: the fraud check before the first charge, when a charge may begin and is tried again, the styling fee, refunds.

pub mod authorization;
pub mod charge;
pub mod refund;
pub mod screening;
pub mod styling_fee;
