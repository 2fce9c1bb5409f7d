//! Stripe, as its implementations share it.

pub(crate) mod client;
pub(crate) mod objects;
