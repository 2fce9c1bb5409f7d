//! `ops review`: what the reviews service refused, as `ops attention` shows it.

use crate::ops::order_code::OrderCode;
use crate::service::checkout::reviews;
use crate::state::AppState;
use clap::Subcommand;

/// The commands for reviews.
#[derive(Debug, Subcommand)]
pub enum ReviewCommand {
    /// Note that the reviews service refused the review of an order: `attention` does not show it any more.
    Noted(OrderCode),
}

/// Runs a command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, command: ReviewCommand) -> Result<String, String> {
    let ReviewCommand::Noted(code) = command;
    let order = code.find(state).await?;
    reviews::note_refusal(state, &order).await.map_err(|error| error.to_string())?;
    Ok(format!("The refused review of order {} is noted.\n", order.code))
}
