//! Money that moves: when a charge may begin and is tried again, the styling fee, the next charge, refunds.

pub mod charge;
pub mod next_charge;
pub mod refund;
pub mod styling_fee;
