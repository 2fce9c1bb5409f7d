//! Orders: placing, changing, cancelling, stopping, and the subscription's next box.

pub mod cancel;
pub mod change;
pub mod draft;
pub mod first_order;
mod form;
pub mod kept_wish;
pub mod next_box;
pub mod place;
pub mod read;
pub mod stop;
pub mod stores;
pub mod theme_boxes;
pub mod transition;
