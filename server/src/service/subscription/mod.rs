//! The subscription: its plan, skipping a box, and its next box.

pub mod next_box;
pub mod plan;
pub mod skip;
