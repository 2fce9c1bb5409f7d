//! `ops message`: emails that wait, as `ops attention` shows them.

use crate::service::mail::bounce;
use crate::state::AppState;
use clap::Subcommand;

/// The commands for messages.
#[derive(Debug, Subcommand)]
pub enum MessageCommand {
    /// Give up an email that waits and will never be taken, as spam for example. It counts as not sent, and its text is deleted.
    GiveUp {
        /// The id of the email.
        #[arg(value_name = "MESSAGE")]
        id: String,
    },
}

/// Runs a command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, command: MessageCommand) -> Result<String, String> {
    let MessageCommand::GiveUp { id } = command;
    bounce::give_up(state, &id).await.map_err(|error| error.to_string())?;
    Ok("The email is given up, and counts as not sent.\n".to_owned())
}
