//! The program and its database.

mod database;
#[cfg(unix)]
mod database_tls;
mod http_client;
#[cfg(target_os = "linux")]
mod memory;
pub mod metrics;
mod migrations;
mod program;
mod readiness;
mod releases;
mod secret_key;
mod secrets;
mod standstill;
mod telemetry;
mod two_servers;
mod versions;
mod webhooks;
