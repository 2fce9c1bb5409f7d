//! Invoices and checkouts.

mod coupons;
mod declined_tries;
mod forgiven;
mod invoice;
mod purchase;
pub mod repeated_keys;
mod reviews;
pub mod tax;
mod tax_meanwhile;
mod tax_records;
mod try_on;
pub mod vouchers;
mod yotpo;
mod yotpo_forgets;
