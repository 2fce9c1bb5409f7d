//! A customer's own record: reading it whole, and changing some of it.

use super::registration::taken;
use crate::http::Refusal;
use crate::http::error::{AppError, AppResult, NOT_SIGNED_IN};
use crate::state::AppState;
use crate::store::customers::CustomerRow;
use crate::store::shipping_addresses::{self, AddressRow};
use crate::store::{self, Tx, customers, style_profiles};
use axum::http::StatusCode;
use stylebox_core::account_change::{AccountChange, ProtectedChange, needs_mfa};
use stylebox_core::messages::errors::MFA_NEEDED;
use stylebox_core::stores::{self, StoreChoice, StoreLocation};

/// A change that needs a code first. The words are what the page knows it by.
pub const MFA_REQUIRED: Refusal = Refusal::new(StatusCode::FORBIDDEN, "mfa_required", MFA_NEEDED);
/// A location that there is not.
pub const NO_SUCH_LOCATION: Refusal =
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "location_unknown", "There is no such store");

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

async fn read_in(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<AccountRecord> {
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

/// What else an account change may hold: what no form asks for.
#[derive(Debug, Default)]
pub struct Background {
    /// What the analytics service knows the customer by.
    pub google_analytics_client_id: Option<String>,
    /// Whether the customer signs up to pick up at a store.
    pub dressing_room_to_go_signup: Option<bool>,
}

/// Changes some of a customer's record.
///
/// # Errors
/// [`MFA_REQUIRED`], [`EMAIL_TAKEN`](super::registration::EMAIL_TAKEN), [`NO_SUCH_LOCATION`], or the database fails.
pub async fn change(
    state: &AppState,
    customer_id: &str,
    change: AccountChange,
    background: Background,
) -> AppResult<AccountRecord> {
    let mut tx = state.db.write().await?;
    store::lock_customer(&mut tx, customer_id).await?;
    let before = customers::by_id(&mut tx, customer_id).await?.ok_or(NOT_SIGNED_IN)?;
    let protected = ProtectedChange {
        password: change.password.is_some(),
        contact_or_card: changes_contact(&before, &change),
        has_ordered: customers::has_ordered(&mut tx, customer_id).await?,
        verified_recently: false,
    };
    if needs_mfa(&protected) {
        return Err(MFA_REQUIRED.into());
    }
    let mut after = CustomerRow { updated_at: state.clock.now(), ..before };
    apply(state, &mut after, change, background)?;
    customers::update(&mut tx, &after).await.map_err(taken)?;
    let record = read_in(state, &mut tx, customer_id).await?;
    tx.commit().await?;
    Ok(record)
}

fn changes_contact(before: &CustomerRow, change: &AccountChange) -> bool {
    let email = change.email.as_ref().is_some_and(|email| email.to_key() != before.email_key);
    let phone = change.phone.as_ref().is_some_and(|phone| Some(phone.as_str()) != before.phone.as_deref());
    email || phone
}

fn apply(state: &AppState, customer: &mut CustomerRow, change: AccountChange, background: Background) -> AppResult<()> {
    if let Some(email) = change.email {
        customer.email_key = email.to_key();
        customer.email = email.to_string();
    }
    if let Some(first_name) = change.first_name {
        customer.first_name = first_name.to_string();
    }
    if let Some(last_name) = change.last_name {
        customer.last_name = last_name.to_string();
    }
    if let Some(phone) = change.phone {
        customer.phone = Some(phone.to_string());
    }
    customer.subscription_type = change.subscription_type.or(customer.subscription_type);
    if let Some(location) = change.assigned_location_id {
        if !state.data.locations.iter().any(|known| known.id == location.as_str()) {
            return Err(NO_SUCH_LOCATION.into());
        }
        customer.assigned_location_id = Some(location.to_string());
    }
    if let Some(stylist) = change.preferred_stylist {
        customer.preferred_stylist = Some(stylist.to_string());
    }
    if let Some(client) = background.google_analytics_client_id {
        customer.google_analytics_client_id = Some(client);
    }
    if let Some(pick_up) = background.dressing_room_to_go_signup {
        customer.dressing_room_to_go_signup = pick_up;
    }
    Ok(())
}

/// What an answer of the questionnaire means for the record (spec A, section 4): the store, the stylist, how often.
pub fn follow_answer(state: &AppState, customer: &mut CustomerRow, question: &str, answer: &str) {
    match question {
        "match_with_stylist_2" => {
            let known = state.data.locations.iter();
            let locations = known.map(|at| StoreLocation { id: at.id.clone(), name: at.name.clone() }).collect();
            let chosen = StoreChoice { choice: answer.to_owned(), locations };
            customer.assigned_location_id = stores::assigned_location(&chosen).map(ToOwned::to_owned);
        }
        "match_with_stylist" => customer.preferred_stylist = Some(answer.to_owned()),
        "subscription_type" => customer.subscription_type = answer.parse().ok(),
        _ => {}
    }
}
