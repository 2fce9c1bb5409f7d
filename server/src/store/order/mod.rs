//! The order's tables: orders, what staff were shown of a box, outfits and line items, events, notices of next boxes and wishes for them, the warehouse's stock.

pub mod box_proposals;
pub mod events;
pub mod first_order_wishes;
pub mod items;
pub mod next_box_wishes;
pub mod next_boxes;
pub mod orders;
pub mod stock;
