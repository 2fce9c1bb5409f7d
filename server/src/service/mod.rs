//! What takes several steps or a transaction. Services take core's types: what has not passed a form cannot get here.

pub mod account;
pub mod billing;
pub mod booking;
pub mod cancellation;
pub mod card_change;
pub mod checkout;
pub mod first_order;
pub mod gateway;
pub mod human_check;
pub mod invoices;
pub mod mail;
pub mod order_draft;
pub mod order_log;
pub mod order_mail;
pub mod ordering;
pub mod orders;
pub mod outbox;
pub mod passwords;
pub mod payments;
pub mod registration;
pub mod reservation;
pub mod settlement;
pub mod sign_in;
pub mod style_profile;
pub mod styling_fee;
pub mod theme_boxes;
