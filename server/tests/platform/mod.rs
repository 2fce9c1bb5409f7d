//! The program and its database.

pub mod backup;
mod backup_photos;
mod database;
#[cfg(unix)]
mod database_tls;
mod erasure_marks;
mod health;
mod http_client;
#[cfg(target_os = "linux")]
mod memory;
pub mod metrics;
mod migrations;
mod moving;
mod outgoing;
#[cfg(target_os = "linux")]
mod pgbouncer_peer;
mod pools;
mod program;
mod readiness;
mod releases;
mod retention;
mod secret_key;
mod secrets;
mod standstill;
mod telemetry;
mod two_servers;
mod upgrade;
mod versions;
mod webhooks;
