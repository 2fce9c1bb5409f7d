//! `ops receive`: what has come back.

use crate::fulfilment::receive;
use crate::ops::order_code::OrderCode;
use crate::state::AppState;
use clap::Args;
use stylebox_core::messages::staff::goes_back;
use stylebox_core::order::Actor;

/// What has come back.
#[derive(Debug, Args)]
pub struct Received {
    /// The order.
    #[command(flatten)]
    code: OrderCode,
    /// The garments that have come, if not all that are due back have, or if others have: one that was written off, or one that was
    /// bought, whose price goes back. P001.
    garments: Vec<String>,
}

/// Runs the command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, Received { code, garments }: Received) -> Result<String, String> {
    let id = code.find(state).await?.id;
    let garments: Vec<String> = garments.iter().map(|garment| garment.to_uppercase()).collect();
    let back = receive::receive(state, &id, &garments, Actor::Ops).await.map_err(|error| error.to_string())?;
    let order = code.find(state).await?;
    let money = goes_back(back.card, back.gift_card).map(|money| format!("{money}.\n")).unwrap_or_default();
    Ok(format!("Order {} is now {}.\n{money}", order.code, order.status))
}
