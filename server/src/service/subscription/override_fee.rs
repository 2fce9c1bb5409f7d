//! The code by which a customer pays another styling fee.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::account::{customer, record};
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;

/// Sets the code of the customer with this email address, or removes it. Returns the customer; `None` if there is none.
///
/// # Errors
/// A sentence if the customer has the code already.
pub async fn set(state: &AppState, email: &str, code: Option<String>) -> StaffResult<Option<CustomerRow>> {
    let found = customer::by_email(state, email).await?;
    let Some(found) = found else { return Ok(None) };
    let (mut tx, mut customer) = customer::locked(state, &found.id).await?;
    if customer.styling_fee_override_code == code {
        let stands =
            code.map_or_else(|| "no styling-fee code".to_owned(), |code| format!("the styling-fee code {code}"));
        return Err(StaffError::refused(format!("{} has {stands} already: nothing was changed.", customer.email)));
    }
    customer.styling_fee_override_code = code;
    record::write(state, &mut tx, &mut customer).await?;
    tx.commit().await?;
    Ok(Some(customer))
}
