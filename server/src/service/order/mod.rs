//! Orders: placing, changing, cancelling, stopping, and losing.

pub mod cancel;
pub mod change;
pub mod detail;
pub mod draft;
pub mod first_order;
mod form;
pub mod kept_theme_boxes;
pub mod kept_wish;
pub mod late;
pub mod late_orders;
pub mod list;
pub mod lose;
pub mod next_box_note;
pub mod place;
pub mod read;
pub mod stop;
pub mod theme_boxes;
pub mod transition;
