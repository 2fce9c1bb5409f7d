//! The day on which a card of the daily deck was first answered. The answers themselves are in the style profile.

use crate::store::{CustomerTx, Result, StoreError, Tx};
use stylebox_core::style::reshuffle::AnsweredCard;
use stylebox_core::values::business_time::Date;

/// Records that a card was answered. The first day is kept.
pub async fn add(tx: &mut CustomerTx, profile_id: &str, card_id: &str, on: Date) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO reshuffle_answers (profile_id, card_id, answered_on) VALUES ($1, $2, $3)
         ON CONFLICT (profile_id, card_id) DO NOTHING",
        profile_id,
        card_id,
        on.to_string()
    )?;
    Ok(())
}

pub async fn of_profile(tx: &mut Tx, profile_id: &str) -> Result<Vec<AnsweredCard>> {
    let rows = fetch_all!(
        tx,
        (String, String),
        "SELECT card_id, answered_on FROM reshuffle_answers WHERE profile_id = $1 ORDER BY card_id",
        profile_id
    )?;
    let read = |(id, on): (String, String)| {
        let on = on.parse().map_err(|error| StoreError::corrupt("reshuffle_answers.answered_on", error))?;
        Ok(AnsweredCard { id, on })
    };
    rows.into_iter().map(read).collect()
}

/// Deletes all of a profile's, so that the deck begins again.
pub async fn clear(tx: &mut CustomerTx, profile_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM reshuffle_answers WHERE profile_id = $1", profile_id)?;
    Ok(())
}
