//! `ops receive`: what has come back.

use crate::fulfilment::receive;
use crate::ops::order_code::OrderCode;
use crate::state::AppState;
use clap::Args;
use stylebox_core::order::Actor;
use stylebox_core::payment::refund::Refunded;

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
    let done = receive::receive(state, &id, &garments, Actor::Ops).await;
    let Refunded { card, gift_card } = done.map_err(|error| error.to_string())?;
    let order = code.find(state).await?;
    let money = if card.is_zero() && gift_card.is_zero() {
        String::new()
    } else {
        format!(
            "{} goes back to the customer's card, and {} to the gift card.\n",
            card.formatted(),
            gift_card.formatted()
        )
    };
    Ok(format!("Order {} is now {}.\n{money}", order.code, order.status))
}
