//! Orders: placing, changing, cancelling, stopping, losing, and the subscription's next box.

pub mod cancel;
pub mod change;
pub mod detail;
pub mod draft;
pub mod first_order;
mod form;
pub mod kept_wish;
pub mod late;
pub mod late_orders;
pub mod list;
pub mod lose;
pub mod next_box;
pub mod next_box_note;
pub mod place;
pub mod read;
pub mod stop;
pub mod stores;
pub mod theme_boxes;
pub mod transition;
pub mod way_back;
