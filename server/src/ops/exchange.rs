//! `ops exchange`: the other sizes leave, or are sold out after all.

use crate::ops::order_code::OrderCode;
use crate::service::returns::exchanges;
use crate::state::AppState;
use clap::Subcommand;
use stylebox_core::order::Actor;

/// What can be done with exchanges.
#[derive(Debug, Subcommand)]
pub enum ExchangeCommand {
    /// Send the other sizes of an order off, and print who receives them and where.
    Ship(OrderCode),
    /// The other size of a piece is not there after all: its price goes back, and the piece becomes a return.
    SoldOut {
        /// The order.
        #[command(flatten)]
        code: OrderCode,
        /// The garment, if several are exchanged: P001.
        garment: Option<String>,
    },
}

/// Does what was asked.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, command: ExchangeCommand) -> Result<String, String> {
    match command {
        ExchangeCommand::Ship(code) => {
            let order = code.find(state).await?;
            let to = exchanges::ship(state, &order.id, Actor::Ops).await.map_err(|error| error.to_string())?;
            Ok(format!("The exchanges of order {} go to:\n{to}\n", order.code))
        }
        ExchangeCommand::SoldOut { code, garment } => {
            let order = code.find(state).await?;
            let garment = garment.map(|garment| garment.to_uppercase());
            let done = exchanges::sold_out(state, &order.id, garment.as_deref(), Actor::Ops).await;
            done.map_err(|error| error.to_string())?;
            Ok(format!("The piece of order {} is a return now, and its price goes back.\n", order.code))
        }
    }
}
