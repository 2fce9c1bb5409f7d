//! The tables that belong to no area: idempotency keys, rate limits, jobs, keys, facts about the shop,
//! events of outside parties, housekeeping.

pub mod housekeeping;
pub mod idempotency;
pub mod jobs;
pub mod old_texts;
pub mod rate_limits;
pub mod readiness;
pub mod server_keys;
pub mod shop_facts;
pub mod times_ahead;
pub mod webhook_events;
