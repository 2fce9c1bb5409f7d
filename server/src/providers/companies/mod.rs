//! What the implementations of one company share: its client, its account and its objects. Twilio has no folder: it has one
//! implementation.

pub mod shippo;
pub mod stripe;

use clap::Args;

/// The flags of the accounts that several implementations share.
#[derive(Debug, Default, Args)]
pub struct Accounts {
    #[command(flatten)]
    pub stripe: stripe::account::StripeAccountOptions,
    #[command(flatten)]
    pub shippo: shippo::account::ShippoOptions,
}
