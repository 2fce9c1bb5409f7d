//! The order's tables: orders, outfits and line items, events, notices of next boxes, the warehouse's stock.

pub mod events;
pub mod first_order_wishes;
pub mod items;
pub mod next_boxes;
pub mod orders;
pub mod stock;
