//! The stand-in for a store that speaks S3 as a program, for journeys in a browser: prints its address, and runs until it is stopped.
//! Pages of all origins may send files to it.

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

use s3::S3Double;
use std::io::Write;
use std::sync::Arc;
use stylebox_server::platform::clock::SystemClock;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let double = S3Double::start().await;
    double.follow(Arc::new(SystemClock::default()));
    double.allow_pages_of(Some("*"));
    writeln!(std::io::stdout(), "{}", double.url())?;
    std::future::pending::<()>().await;
    Ok(())
}
