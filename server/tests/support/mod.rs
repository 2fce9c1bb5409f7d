//! Builds the app for a test and calls it.

mod answers;
pub mod camera;
mod client;
mod codes;
mod command;
mod database;
pub mod description;
mod gateway;
pub mod line;
pub mod log;
mod place;
mod post;
#[cfg(target_os = "linux")]
mod program;
mod recorder;
mod shopper;
mod statements;
mod world;

pub use client::{Client, PASSWORD, Reply, registration};
pub use codes::{code, confirm, newest_code};
pub use command::ops;
pub use database::TestDatabase;
pub use gateway::Line;
pub use post::Strike;
#[cfg(target_os = "linux")]
pub use program::Running;
pub use shopper::{CARD, Shopper, answers, card_form, cents, text};
pub use world::TestApp;
