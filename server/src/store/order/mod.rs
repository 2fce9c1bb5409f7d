//! Orders, what happened to them, and what is in their boxes.

pub mod events;
pub mod items;
pub mod orders;
