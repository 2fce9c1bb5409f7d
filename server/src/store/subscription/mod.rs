//! The tables of next boxes.

pub mod next_boxes;
