//! `ops exchange`: shipping exchanges, or recording that a size is sold out.

use crate::ops::{Which, find};
use crate::service::returns::exchanges;
use crate::state::AppState;
use clap::Subcommand;
use stylebox_core::order::Actor;

/// The commands for exchanges.
#[derive(Debug, Subcommand)]
pub enum ExchangeCommand {
    /// Ship the other sizes of an order, and print the recipient and address.
    Ship(Which),
    /// The other size of an item is sold out: its price is refunded, and the item becomes a return.
    SoldOut {
        /// The order's code, as `ops list` shows it.
        code: String,
        /// Which garment, if several are exchanged: P001.
        garment: Option<String>,
    },
}

/// Runs a command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, command: ExchangeCommand) -> Result<String, String> {
    match command {
        ExchangeCommand::Ship(Which { code }) => {
            let order = find(state, &code).await?;
            let to = exchanges::ship(state, &order.id, Actor::Ops).await.map_err(|error| error.to_string())?;
            Ok(format!("The exchanges of order {} go to:\n{to}\n", order.code))
        }
        ExchangeCommand::SoldOut { code, garment } => {
            let order = find(state, &code).await?;
            let garment = garment.map(|garment| garment.to_uppercase());
            let done = exchanges::sold_out(state, &order.id, garment.as_deref(), Actor::Ops).await;
            done.map_err(|error| error.to_string())?;
            Ok(format!("The item of order {} is a return now, and its price is refunded.\n", order.code))
        }
    }
}
