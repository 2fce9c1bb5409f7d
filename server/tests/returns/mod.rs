//! Returns and exchanges.

mod exchanges;
mod received;
mod written_off;
