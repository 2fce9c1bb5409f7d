//! What screens show that concerns several areas: the dashboard, the lists of orders, deadlines, and failed calls.

pub mod charge_words;
pub mod dashboard;
pub mod deadline;
pub mod errors;
pub mod history;
pub mod messages;
pub mod next_charge;
pub mod orders;
pub mod purchase_history;
pub mod session;
pub mod signup_progress;
pub mod stylist_notes;
pub mod terms;
pub mod tile;
