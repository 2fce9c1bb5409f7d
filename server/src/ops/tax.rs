//! `ops tax`: what the tax service does not record, as `ops attention` shows it.

use crate::service::checkout::tax_records;
use crate::state::AppState;
use clap::{Args, Subcommand};

/// The commands for what the tax service does not record.
#[derive(Debug, Subcommand)]
pub enum TaxCommand {
    /// Note that you have entered it at the service by hand: the service is not told any more.
    ByHand(WhichRecord),
}

/// Which record.
#[derive(Debug, Args)]
pub struct WhichRecord {
    /// Its id, as `ops attention` shows it.
    #[arg(value_name = "RECORD")]
    id: String,
}

/// Runs a command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, command: TaxCommand) -> Result<String, String> {
    let TaxCommand::ByHand(WhichRecord { id }) = command;
    tax_records::settle_by_hand(state, &id).await.map_err(|error| error.to_string())?;
    Ok(format!("The tax record {id} is entered by hand.\n"))
}
