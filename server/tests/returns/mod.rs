//! What comes back, and what is sent instead.

mod exchanges;
mod received;
