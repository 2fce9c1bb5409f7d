//! The order's tables: orders, what staff were shown of a box, outfits and line items, events, wishes for next boxes, the warehouse's stock.

pub mod box_proposals;
pub mod contents;
pub mod events;
pub mod first_order_wishes;
pub mod items;
pub mod next_box_wishes;
pub mod orders;
pub mod stock;
