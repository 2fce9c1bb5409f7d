//! The items of a box: what the customer decides about each, and the review of them.

pub mod decision;
pub mod letter;
pub mod line_item;
pub mod review;
pub mod way_back;
