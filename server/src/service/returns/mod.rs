//! Returns: what goes back, exchanges, bought items that came back, and pieces that can still come.

pub mod bought_items;
pub mod exchanges;
pub mod late_pieces;
pub mod way_back;
