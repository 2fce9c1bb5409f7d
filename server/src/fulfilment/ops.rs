//! The `ops` commands.

use crate::app::AppState;
use crate::store::orders;
use clap::Subcommand;
use std::io::Write;

/// What can be done at the back of the shop.
#[derive(Debug, Subcommand)]
pub enum OpsCommand {
    /// List the orders that are not finished, oldest first.
    List,
}

/// Does what was asked, and says so on standard output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn run(state: &AppState, command: OpsCommand) -> Result<(), String> {
    match command {
        OpsCommand::List => list(state).await,
    }
}

async fn list(state: &AppState) -> Result<(), String> {
    let mut tx = state.db.read().await.map_err(|error| error.to_string())?;
    let open = orders::for_ops(&mut tx, false).await.map_err(|error| error.to_string())?;
    let mut out = std::io::stdout().lock();
    for orders::OrderForOps { order, email } in open {
        writeln!(out, "{}  {:24}  {}  {}", order.code, order.status, order.ship_by_date, email)
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}
