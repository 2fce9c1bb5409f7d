//! Orders, from the wish to the box.

mod first_box;
mod first_order;
mod next_box;
mod next_box_looks;
mod place;
mod reference;
