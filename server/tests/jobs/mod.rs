//! The jobs that the service runs by itself.

mod attention;
mod batches;
mod clock_back;
mod demo_clock;
mod leases;
mod standstills;
