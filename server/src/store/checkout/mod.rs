//! The checkout's tables: invoices, coupons, gift cards and rewards, reminders, reviews.

pub mod coupons;
pub mod discounts;
pub mod invoices;
pub mod refused_reviews;
pub mod reminders;
pub mod reviews;
pub mod tax;
