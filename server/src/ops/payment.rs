//! `ops payment`: payments that need staff, as `ops attention` shows them.

use crate::service::payment::{by_staff, gateway_list, notices};
use crate::state::AppState;
use clap::{Args, Subcommand};

/// The commands for a payment that needs staff.
#[derive(Debug, Subcommand)]
pub enum PaymentCommand {
    /// Ask the gateway again for the outcome, or for a refund that it has refused.
    Retry(WhichPayment),
    /// Settle it by hand: you have refunded the money that the gateway refused to refund. For an open payment the gateway is
    /// only asked for the outcome.
    Settle(WhichPayment),
    /// What `ops attention` shows under such an id is dealt with, and is shown no more: a dispute, a failed refund, a movement that the service did
    /// not make, or a charge or refund since a backup that was restored.
    Noted(WhichNotice),
}

/// Which notice of the gateway.
#[derive(Debug, Args)]
pub struct WhichNotice {
    /// Its id, as `ops attention` shows it.
    #[arg(value_name = "NOTICE")]
    id: String,
}

/// Which payment.
#[derive(Debug, Args)]
pub struct WhichPayment {
    /// Its id, as `ops attention` shows it.
    #[arg(value_name = "PAYMENT")]
    id: String,
}

/// Runs a command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, command: PaymentCommand) -> Result<String, String> {
    let done = match command {
        PaymentCommand::Retry(WhichPayment { id }) => by_staff::retry(state, &id).await,
        PaymentCommand::Settle(WhichPayment { id }) => by_staff::settle_by_hand(state, &id).await,
        PaymentCommand::Noted(WhichNotice { id }) => {
            if !gateway_list::note(state, &id).await.map_err(|error| error.to_string())? {
                notices::close(state, &id).await.map_err(|error| error.to_string())?;
            }
            return Ok("It is closed.\n".to_owned());
        }
    };
    let attempt = done.map_err(|error| error.to_string())?;
    Ok(format!("Payment {} is {} now.\n", attempt.id, attempt.status))
}
