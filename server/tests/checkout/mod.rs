//! Invoices and checkouts.

mod invoice;
mod purchase;
mod reviews;
mod try_on;
mod vouchers;
