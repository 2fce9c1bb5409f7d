//! The program, its database and its jobs.

mod attention;
mod batches;
mod clock_back;
mod database;
#[cfg(unix)]
mod database_tls;
mod demo_clock;
mod http_client;
mod isolation;
mod jobs;
#[cfg(target_os = "linux")]
mod memory;
mod metrics;
mod old_texts;
mod program;
mod readiness;
mod secret_key;
mod secrets;
mod standstill;
mod standstills;
mod telemetry;
mod two_servers;
mod versions;
mod webhooks;
