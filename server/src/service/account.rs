//! A customer's own record, read whole.

use super::subscription;
use crate::http::error::{AppError, AppResult, NOT_SIGNED_IN};
use crate::state::AppState;
use crate::store::customers::CustomerRow;
use crate::store::shipping_addresses::{self, AddressRow};
use crate::store::{Tx, customers, style_profiles};
use stylebox_core::stores::{self, StoreChoice, StoreLocation};

/// A customer's record and what belongs to it.
#[derive(Debug)]
pub struct AccountRecord {
    /// The record itself.
    pub customer: CustomerRow,
    /// The addresses, the primary one first.
    pub addresses: Vec<AddressRow>,
    /// The card's expiration, `MM/YY`.
    pub card_expiration: Option<String>,
    /// Whether every required question of the quiz is answered.
    pub style_profile_complete: bool,
}

/// A customer's record.
///
/// # Errors
/// Where there is no such customer any more, or the database fails.
pub async fn read(state: &AppState, customer_id: &str) -> AppResult<AccountRecord> {
    let mut tx = state.db.read().await?;
    let record = read_in(state, &mut tx, customer_id).await?;
    tx.commit().await?;
    Ok(record)
}

/// The same in a transaction.
///
/// # Errors
/// Where there is no such customer any more, or the database fails.
pub async fn read_in(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<AccountRecord> {
    let customer = customers::by_id(tx, customer_id).await?.ok_or(NOT_SIGNED_IN)?;
    let addresses = shipping_addresses::of_customer(tx, customer_id).await?;
    let card_expiration = customers::card_expiration(tx, customer_id).await?;
    let style_profile_complete = match style_profiles::of_customer(tx, customer_id).await? {
        Some(profile) => {
            let answers = style_profiles::answers(tx, &profile.id).await?;
            state
                .data
                .questionnaire
                .is_complete(&answers, customer.dressing_room_to_go_signup)
                .map_err(AppError::unexpected)?
        }
        None => false,
    };
    Ok(AccountRecord { customer, addresses, card_expiration, style_profile_complete })
}

/// What an answer of the questionnaire means for the record (spec A, section 4): the store, the stylist, how often.
pub fn follow_answer(state: &AppState, customer: &mut CustomerRow, question: &str, answer: &str) {
    match question {
        "match_with_stylist_2" | "preferred_store" => {
            let known = state.data.locations.iter();
            let locations = known.map(|at| StoreLocation { id: at.id.clone(), name: at.name.clone() }).collect();
            let chosen = StoreChoice { choice: answer.to_owned(), locations };
            customer.assigned_location_id = stores::assigned_location(&chosen).map(ToOwned::to_owned);
        }
        "match_with_stylist" => customer.preferred_stylist = Some(answer.to_owned()),
        "subscription_type" => {
            // One that is taken back ends no subscription.
            if let Ok(chosen) = answer.parse() {
                subscription::choose(customer, Some(chosen), false);
            }
        }
        _ => {}
    }
}
