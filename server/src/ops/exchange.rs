//! `ops exchange`: shipping exchanges, or recording that a size is sold out.

use crate::ops::order_code::OrderCode;
use crate::ops::shipping;
use crate::service::returns::exchanges;
use crate::state::AppState;
use clap::Subcommand;
use stylebox_core::messages::staff::goes_back;
use stylebox_core::order::Actor;

/// The commands for exchanges.
#[derive(Debug, Subcommand)]
pub enum ExchangeCommand {
    /// Ship the other sizes of an order, and print the recipient and address, and the label if the carrier's service makes it.
    Ship {
        /// The order.
        #[command(flatten)]
        code: OrderCode,
        /// The code under which the carrier knows the parcel, if its label was made elsewhere.
        #[arg(long, value_name = "CODE")]
        tracking: Option<String>,
    },
    /// The other size of an item is sold out: its price is refunded, and the item becomes a return.
    SoldOut {
        /// The order.
        #[command(flatten)]
        code: OrderCode,
        /// The garment, if several are exchanged: P001.
        garment: Option<String>,
    },
}

/// Runs a command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, command: ExchangeCommand) -> Result<String, String> {
    match command {
        ExchangeCommand::Ship { code, tracking } => {
            let order = code.find(state).await?;
            let to = exchanges::ship(state, &order.id, tracking.as_deref(), Actor::Ops).await;
            let output =
                format!("The exchanges of order {} go to:\n{}\n", order.code, to.map_err(|error| error.to_string())?);
            if state.providers.carrier.is_none() || tracking.is_some() {
                return Ok(output);
            }
            Ok(output + &shipping::labels(state, code).await?)
        }
        ExchangeCommand::SoldOut { code, garment } => {
            let order = code.find(state).await?;
            let garment = garment.map(|garment| garment.to_uppercase());
            let done = exchanges::sold_out(state, &order.id, garment.as_deref(), Actor::Ops).await;
            let back = done.map_err(|error| error.to_string())?;
            let money = goes_back(back.card, back.gift_card)
                .unwrap_or_else(|| "neither a card nor a gift card had paid anything for it".to_owned());
            Ok(format!("The item of order {} is a return now: {money}.\n", order.code))
        }
    }
}
