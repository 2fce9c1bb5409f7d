//! The stand-ins for outside parties as a program, for journeys in a browser: `doubles stripe` and `doubles s3`. Prints the address
//! of the one that is named, and runs until it is stopped.

#[path = "../tests/doubles/http.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "it is written for tests, which use the rest of it")]
mod http;
#[path = "../tests/doubles/s3.rs"]
#[expect(
    dead_code,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "it is written for tests, which use the rest of it"
)]
mod s3;
#[path = "../tests/doubles/stripe/mod.rs"]
#[expect(
    dead_code,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "it is written for tests, which use the rest of it"
)]
mod stripe;

use s3::S3Double;
use std::io::{Error, Write};
use std::sync::Arc;
use stripe::StripeDouble;
use stylebox_server::platform::clock::SystemClock;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let clock = Arc::new(SystemClock::default());
    match std::env::args().nth(1).as_deref() {
        Some("stripe") => serve(&StripeDouble::start(clock).await.url()).await,
        Some("s3") => {
            let double = S3Double::start().await;
            double.follow(clock);
            // Pages of all origins may send files to it.
            double.allow_pages_of(Some("*"));
            serve(&double.url()).await
        }
        _ => Err(Error::other("Usage: doubles stripe|s3")),
    }
}

/// Prints the address of a double, which runs in the background.
async fn serve(url: &str) -> Result<(), Error> {
    writeln!(std::io::stdout(), "{url}")?;
    std::future::pending().await
}
