//! How and when a box reaches the customer: shipped or picked up at a store, and on which days.

pub mod calendar;
pub mod day;
pub mod delivery_calendar;
pub mod flow;
pub mod pickup_calendar;
pub mod pickup_signup;
pub mod shipment;
pub mod signup;
pub mod stores;
