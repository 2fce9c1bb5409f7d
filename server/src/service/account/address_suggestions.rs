//! Addresses that are suggested while one is typed. They only help with typing: if nobody can suggest any, there are none.

use crate::platform::error::AppResult;
use crate::providers::address_suggestions::{Suggestion, Typed};
use crate::service::access::rate_limit::Limit;
use crate::state::AppState;
use stylebox_core::account::address::AddressForm;
use stylebox_core::policy::limits;

/// Questions by one customer.
const QUESTIONS: Limit = Limit::new("address-suggestions", limits::ADDRESS_SUGGESTIONS);

/// A text below this length could mean too many addresses.
const SHORTEST_TEXT: usize = 3;

/// No address has a longer first line. What is typed after it changes no suggestion.
const LONGEST_TEXT: usize = 100;

/// More do not fit below a field.
const MOST: usize = 5;

/// The addresses that may be meant, the likeliest first; none if the text is short, or nobody can say.
///
/// # Errors
/// Too many questions.
pub async fn suggest(state: &AppState, customer_id: &str, typed: &Typed) -> AppResult<Vec<Suggestion>> {
    let text: String = typed.text.trim().chars().take(LONGEST_TEXT).collect();
    if text.chars().count() < SHORTEST_TEXT {
        return Ok(Vec::new());
    }
    QUESTIONS.count_in_memory(state, customer_id)?;
    let Some(party) = &state.providers.address_suggestions else { return Ok(Vec::new()) };
    let mut found = party.suggest(&Typed { text, session: typed.session.clone() }).await.unwrap_or_default();
    found.truncate(MOST);
    Ok(found)
}

/// The address that was chosen; `None` if nobody can say.
///
/// # Errors
/// Too many questions.
pub async fn choose(state: &AppState, customer_id: &str, id: &str, session: &str) -> AppResult<Option<AddressForm>> {
    QUESTIONS.count_in_memory(state, customer_id)?;
    let Some(party) = &state.providers.address_suggestions else { return Ok(None) };
    Ok(party.choose(id, session).await.unwrap_or_default())
}
