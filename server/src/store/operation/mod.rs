//! What the service needs to run, and belongs to no area: jobs, facts about the shop, events of outside parties, readiness,
//! housekeeping.

pub mod housekeeping;
pub mod jobs;
pub mod readiness;
pub mod shop_facts;
pub mod times_ahead;
pub mod webhook_events;
pub mod whole;
