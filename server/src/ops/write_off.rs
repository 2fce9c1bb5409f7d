//! `ops write-off`: items that will not come back.

use crate::fulfilment::write_off;
use crate::ops::order_code::OrderCode;
use crate::state::AppState;
use clap::{Args, ValueEnum};
use stylebox_core::checkout::line_item::WriteOff;
use stylebox_core::order::Actor;

/// The items that will not come back, and why.
#[derive(Debug, Args)]
pub struct WrittenOff {
    /// The order.
    #[command(flatten)]
    code: OrderCode,
    /// Why they will not come back.
    why: WriteOffReason,
    /// The garments, if not all that are due back are meant: P001.
    garments: Vec<String>,
}

/// Why an item will not come back, as it is typed.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum WriteOffReason {
    /// The carrier has lost it.
    Lost,
    /// The customer has never sent it.
    NotSent,
}

/// Runs the command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, WrittenOff { code, why, garments }: WrittenOff) -> Result<String, String> {
    let id = code.find(state).await?.id;
    let garments: Vec<String> = garments.iter().map(|garment| garment.to_uppercase()).collect();
    let why = match why {
        WriteOffReason::Lost => WriteOff::LostOnWayBack,
        WriteOffReason::NotSent => WriteOff::NotReturned,
    };
    let done = write_off::write_off(state, &id, &garments, why, Actor::Ops).await;
    done.map_err(|error| error.to_string())?;
    let order = code.find(state).await?;
    Ok(format!("Order {} is now {}.\n", order.code, order.status))
}
