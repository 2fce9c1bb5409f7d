//! The customer that a call is about: the row, locked for writing, and whether the account may still begin anything.

use crate::platform::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::{CustomerTx, Tx};
use stylebox_core::messages::refusals::Refusal;

/// The customer with this email address, however it is typed; `None` if there is none.
pub async fn by_email(state: &AppState, email: &str) -> AppResult<Option<CustomerRow>> {
    Ok(customers::by_email(&mut state.db.read_single().await?, &email.trim().to_lowercase()).await?)
}

/// The row of a customer who is signed in, read and not locked.
///
/// # Errors
/// As [`locked`]: another call may have ended the account since this one found its session.
pub async fn read(tx: &mut Tx, customer_id: &str) -> AppResult<CustomerRow> {
    let found = customers::by_id(tx, customer_id).await?;
    Ok(found.filter(|customer| customer.erased_at.is_none()).ok_or(Refusal::NotSignedIn)?)
}

/// Begins a transaction about the customer, with the row locked, for what the customer asks for.
///
/// # Errors
/// [`Refusal::NotSignedIn`] if there is no such customer any more, or the account has ended: what was begun before, such as saving a
/// card, writes nothing personal into it.
pub async fn locked(state: &AppState, customer_id: &str) -> AppResult<(CustomerTx, CustomerRow)> {
    let found = state.db.write_about(customer_id).await?;
    Ok(found.filter(|(_, customer)| customer.erased_at.is_none()).ok_or(Refusal::NotSignedIn)?)
}

/// The same also if the account has ended, for what has to be settled about it.
///
/// # Errors
/// If there is no such customer.
pub async fn locked_even_if_ended(state: &AppState, customer_id: &str) -> AppResult<(CustomerTx, CustomerRow)> {
    let found = state.db.write_about(customer_id).await?;
    found.ok_or_else(|| AppError::unexpected("a customer without their row"))
}

/// Refuses what nobody may begin while the account is being closed.
///
/// # Errors
/// [`Refusal::AccountClosing`].
pub fn refuse_closing(customer: &CustomerRow) -> AppResult<()> {
    if customer.closing_since.is_some() { Err(Refusal::AccountClosing.into()) } else { Ok(()) }
}
