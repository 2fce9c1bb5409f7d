//! What settings are made of: addresses, secrets, networks, the database's address, and what is wrong with a setting.

mod base_url;
mod database;
mod error;
mod network;
mod outgoing;
mod public_url;
mod secret;
pub mod secret_key;

// The modules of these are private: outside of this one, they have no other path.
pub use base_url::BaseUrl;
pub use database::{DatabaseOptions, sqlite_file};
pub use error::ConfigError;
pub use network::{Network, is_this_machine};
pub use outgoing::{Outgoing, OutgoingOptions, OutgoingProxy};
pub use public_url::PublicUrl;
pub use secret::Secret;
