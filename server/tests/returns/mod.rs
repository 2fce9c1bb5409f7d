//! Returns and exchanges.

mod exchanges;
mod late_pieces;
mod received;
mod written_off;
