//! What the service does by itself.

mod attention;
mod batches;
mod clock_back;
mod demo_clock;
mod leases;
mod standstills;
