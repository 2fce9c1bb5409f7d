//! What the implementations of one company share: its client, its account and its objects.

pub mod shippo;
pub mod stripe;
