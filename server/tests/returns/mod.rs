//! Returns and exchanges.

mod came_late;
mod exchanges;
mod received;
mod written_off;
