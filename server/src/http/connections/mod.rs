//! The connections: which are admitted, how long each step may take, and how they end.
//!
//! `serve` accepts connections and gives each a task. [`admission`] counts them and closes the one that has waited longest for a
//! head to make room for another. In a connection's task, `progress` is what its socket, its calls and its timer share. The
//! limits are described in `docs/operating/connections.md`.

mod admission;
mod body;
mod call;
mod closing;
mod connection;
mod limits;
mod listener;
mod open_files;
mod pace;
mod progress;
mod serve;
mod shutdown;
mod socket;

// The modules of these are private: outside of this one, they have no other path.
pub use body::BodyTooSlow;
pub use limits::Limits;
pub use listener::{Accept, listen};
pub use open_files::raise as raise_open_files;
pub use serve::serve;
