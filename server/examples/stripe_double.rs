//! The stand-in for Stripe as a program, for journeys in a browser: prints its address, and runs until it is stopped.

#[path = "../tests/doubles/http.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "it is written for tests, which use the rest of it")]
mod http;
#[path = "../tests/doubles/stripe/mod.rs"]
#[expect(
    dead_code,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "it is written for tests, which use the rest of it"
)]
mod stripe;

use std::io::Write;
use std::sync::Arc;
use stripe::StripeDouble;
use stylebox_server::platform::clock::SystemClock;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let double = StripeDouble::start(Arc::new(SystemClock::default())).await;
    writeln!(std::io::stdout(), "{}", double.url())?;
    std::future::pending::<()>().await;
    Ok(())
}
