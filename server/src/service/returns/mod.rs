//! Returns: what goes back, exchanges, bought items that came back, and pieces that can still come.

pub mod came_back;
pub mod exchanges;
pub mod late_pieces;
pub mod way_back;
