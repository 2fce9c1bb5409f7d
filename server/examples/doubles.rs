//! The stand-ins for outside parties as a program, for journeys in a browser: `doubles stripe`, `doubles s3` and `doubles shippo`. Prints
//! the address of the one that is named, and runs until it is stopped.

#[path = "../tests/doubles"]
#[expect(
    dead_code,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "they are written for tests, which use the rest of them"
)]
mod doubles {
    pub mod http;
    pub mod s3;
    pub mod secrets;
    pub mod shippo;
    pub mod stripe;
}

use doubles::s3::S3Double;
use doubles::shippo::Shippo;
use doubles::stripe::StripeDouble;
use serde_json::json;
use std::io::{Error, Write};
use std::sync::Arc;
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
        Some("shippo") => serve_shippo().await,
        _ => Err(Error::other("Usage: doubles stripe|s3|shippo")),
    }
}

/// Serves Shippo, and obeys lines of the standard input. `codes` prints the tracking codes of boxes and exchanges, and those of returns.
/// `sees CODE STATUS SUBSTATUS TIME` is what the carrier sees of a parcel; it prints the body of the call that Shippo then makes.
async fn serve_shippo() -> Result<(), Error> {
    let double = Shippo::start().await;
    writeln!(std::io::stdout(), "{}", double.http().url())?;
    for line in std::io::stdin().lines() {
        let line = line?;
        let answer = match line.split(' ').collect::<Vec<_>>()[..] {
            ["codes"] => json!({"out": double.codes(false), "back": double.codes(true)}).to_string(),
            ["sees", code, status, substatus, at] => {
                double.sees(code, status, substatus, at);
                double.event(code)
            }
            _ => return Err(Error::other(format!("Unknown: {line}"))),
        };
        writeln!(std::io::stdout(), "{answer}")?;
    }
    Ok(())
}

/// Prints the address of a double, which runs in the background.
async fn serve(url: &str) -> Result<(), Error> {
    writeln!(std::io::stdout(), "{url}")?;
    std::future::pending().await
}
