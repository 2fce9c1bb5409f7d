//! Returns: exchanges, and bought items that came back.

pub mod came_back;
pub mod exchanges;
