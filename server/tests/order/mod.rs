//! Orders, from the wish to the box.

mod change;
mod first_box;
mod first_order;
mod first_order_again;
mod forms;
mod list;
mod next_box;
mod next_box_looks;
mod place;
mod postal_codes;
mod reference;
mod sign_up;
