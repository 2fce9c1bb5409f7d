//! What every party's implementation builds on: the calls over HTTP, the calls that parties make, how a party is reached, rests and
//! forgets a person. Nothing here knows a party.

pub mod breaker;
pub mod browser_needs;
pub mod forgetting;
pub mod http_client;
pub mod pause;
pub mod phone_facts;
pub mod reach;
pub mod sender;
pub mod watch;
pub mod webhook;
