//! Money that moves: when a charge may begin and is tried again, the styling fee, refunds.

pub mod charge;
pub mod refund;
pub mod styling_fee;
