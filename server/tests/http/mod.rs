//! Behavior that all calls share.

mod browser_needs;
mod connections;
mod description;
mod error_catalogue;
mod forgery;
mod foundation;
mod idempotency;
mod isolation;
mod limits;
mod own_host;
mod refusals;
mod refused_writes;
mod rules;
mod statements;
mod unchanged;
