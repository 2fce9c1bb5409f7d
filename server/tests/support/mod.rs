//! Builds the app for a test and calls it.

mod analytics;
mod answers;
pub mod camera;
mod client;
mod codes;
mod command;
pub mod connection;
mod database;
pub mod description;
pub mod empty_database;
mod gateway;
pub mod locks;
pub mod log;
mod message_services;
mod migrated_schema;
#[cfg(target_os = "linux")]
mod program;
mod recorder;
mod shopper;
mod statements;
mod test_app;
pub mod traces;

pub use analytics::AnalyticsFault;
pub use client::{Client, PASSWORD, Reply, registration, solved};
pub use codes::{code, confirm, email_token, newest_code, newest_mail, open_email_link};
pub use command::{issue_gift_card, ops, ops_at};
pub use database::TestDatabase;
pub use gateway::GatewayBehaviour;
pub use message_services::MessageFault;
#[cfg(target_os = "linux")]
pub use program::Running;
pub use recorder::StatementCount;
pub use shopper::{CARD, Shopper, answers, card_form, cents, other_card, text};
pub use test_app::{
    NEW_SECRET_KEY, SECRET_KEY, START, TestApp, TestClock, TestRandom, crowded, live, parts, settings, two_transactions,
};
