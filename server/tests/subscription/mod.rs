//! The subscription and its next boxes.

mod frequency;
mod next_box;
mod next_box_looks;
