//! Stand-ins for outside parties, each written from the party's public documentation. They reject calls that the documentation
//! does not allow, and can be slow, down, wrong and late.

pub mod certificates;
pub mod feed;
pub mod ga4;
pub mod google_places;
pub mod http;
pub mod kount;
pub mod otlp;
pub mod pooler;
#[cfg(unix)]
pub mod postgres;
pub mod relay;
pub mod s3;
pub mod secrets;
pub mod shippo;
pub mod site_verify;
pub mod smtp;
pub mod stripe;
pub mod stripe_tax;
pub mod twilio;
pub mod yotpo;
