//! The subscription: its plan, skipping a box, and its next box.

pub mod next_box;
pub mod override_fee;
pub mod plan;
pub mod skip;
