//! Returns and exchanges.

mod exchanges;
mod received;
