//! Orders, from ordering to delivery.

mod change;
mod detail;
mod first_box;
mod first_card_later;
mod first_order;
mod first_order_again;
pub mod forms;
mod late;
mod list;
mod newcomer;
mod next_box_note;
mod place;
mod search;
mod theme_box_feed;
mod theme_boxes;
mod year;
