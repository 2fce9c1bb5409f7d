//! From the try-on days to the checkout: what the customer decides about each item, what that costs, which coupons count, when
//! the system checks out, and the review.

mod least_charge;

pub mod coupon;
pub mod decision;
pub mod invoice;
pub mod line_item;
pub mod receipt;
pub mod review;
pub mod review_step;
pub mod taxed;
pub mod try_on;
pub mod try_on_days;

pub use least_charge::{LeastCharge, least_charge};
