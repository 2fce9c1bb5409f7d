//! `ops payment`: payments that have come to a stop, as `ops attention` shows them.

use crate::service::payment::carry_out;
use crate::state::AppState;
use clap::{Args, Subcommand};

/// What can be done with a payment that has come to a stop.
#[derive(Debug, Subcommand)]
pub enum PaymentCommand {
    /// Ask the gateway again: what became of it, or, where it refused to give money back, to do so after all.
    Retry(WhichPayment),
    /// Take it as settled by hand: the money that the gateway refused to give back went back by your own doing. Of what is open,
    /// the gateway is only asked what became of it.
    Settle(WhichPayment),
}

/// Which payment.
#[derive(Debug, Args)]
pub struct WhichPayment {
    /// Its id, as `ops attention` shows it.
    #[arg(value_name = "PAYMENT")]
    id: String,
}

/// Does what was asked.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, command: PaymentCommand) -> Result<String, String> {
    let done = match command {
        PaymentCommand::Retry(WhichPayment { id }) => carry_out::retry(state, &id).await,
        PaymentCommand::Settle(WhichPayment { id }) => carry_out::settle_by_hand(state, &id).await,
    };
    let attempt = done.map_err(|error| error.to_string())?;
    Ok(format!("Payment {} is {} now.\n", attempt.id, attempt.status))
}
