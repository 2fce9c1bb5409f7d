//! Paying for what is kept: the invoice, what is reserved for it, and the purchase, by the customer or by the system.

pub mod amounts;
pub mod call_off;
pub mod coupons;
pub mod discounts;
pub mod first_invoice;
pub mod invoice;
pub mod purchase;
pub mod reminders;
pub mod reservation;
pub mod reviews;
pub mod system;
pub mod tax;
pub mod tax_records;
pub mod vouchers;
