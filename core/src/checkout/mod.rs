//! From the try-on days to the return: what a checkout costs, which coupons count, when the system checks out, what is refunded.

mod least_charge;

pub mod coupon;
pub mod invoice;
pub mod receipt;
pub mod refund;
pub mod taxed;
pub mod try_on;
pub mod try_on_days;

pub use least_charge::{LeastCharge, least_charge};
