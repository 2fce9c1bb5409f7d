//! Phone links, by which a customer of a store continues on their own phone, in another session.

use crate::platform::digest::sha256;
use crate::platform::error::AppResult;
use crate::platform::source::Source;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::{Browser, Opened, SignedIn};
use crate::service::account::{customer, devices};
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::account::phone_links::{self, PhoneLinkRow};
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy;
use stylebox_core::policy::limits;

const MADE_BY_CUSTOMER: Limit = Limit::new("phone-link", limits::PHONE_LINKS);
/// Tokens tried by a caller. Nobody guesses one, so each server counts for itself, and a wrong one costs no write.
const TRIED_BY_CALLER: Limit = Limit::new("phone-link-try", limits::PHONE_LINKS_BY_CALLER);

/// How long a link works.
const LIFETIME: Duration = Duration::from_secs(60 * policy::PHONE_LINK_MINUTES);

#[derive(Debug)]
pub struct NewPhoneLink {
    /// Its address. The token is in the fragment, which no server is sent.
    pub link: String,
    /// How long it works.
    pub lifetime: Duration,
}

/// Makes a link for the session of a customer who registered in a store, in the place of the one before.
///
/// # Errors
/// [`Refusal::NotAuthorized`] for any other customer, or too many links.
pub async fn make(state: &AppState, session: &SignedIn, path: String) -> AppResult<NewPhoneLink> {
    MADE_BY_CUSTOMER.count(state, &session.customer_id).await?;
    let (mut tx, customer) = customer::locked(state, &session.customer_id).await?;
    if !customer.registered_in_store {
        return Err(Refusal::NotAuthorized.into());
    }
    phone_links::remove(&mut tx, &session.session_id).await?;
    let (now, token) = (state.clock.now(), state.random.secret());
    let row = PhoneLinkRow {
        session_id: session.session_id.clone(),
        token_hash: sha256(&token),
        customer_id: customer.id,
        path,
        created_at: now,
        expires_at: now.plus(LIFETIME),
        used_at: None,
    };
    row.insert(&mut tx).await?;
    tx.commit().await?;
    let page = format!("/{}-store-signup-phone#token={token}", stylebox_core::brand::SLUG);
    Ok(NewPhoneLink { link: state.settings.public_url.page_link(&page), lifetime: LIFETIME })
}

/// Whether the link of this session was used.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none.
pub async fn is_used(state: &AppState, session: &SignedIn) -> AppResult<bool> {
    let mut tx = state.db.read().await?;
    let link = phone_links::of_session(&mut tx, &session.session_id).await?.ok_or(Refusal::NotFound)?;
    Ok(link.used_at.is_some())
}

/// Opens a session by the token of a link. Returns the customer and the path to continue at.
///
/// # Errors
/// [`Refusal::PhoneLinkInvalid`] or too many tries.
pub async fn redeem(
    state: &AppState,
    token: &str,
    caller: Source,
    browser: &Browser,
) -> AppResult<(CustomerRow, String, Opened)> {
    TRIED_BY_CALLER.count_in_memory(state, &caller.to_string())?;
    let (now, hash) = (state.clock.now(), sha256(token));
    let customer_id = phone_links::customer_id(&mut state.db.read_single().await?, &hash, now).await?;
    let customer_id = customer_id.ok_or(Refusal::PhoneLinkInvalid)?;
    let (mut tx, customer) = state.db.write_about(&customer_id).await?.ok_or(Refusal::PhoneLinkInvalid)?;
    let path = phone_links::take(&mut tx, &hash, now).await?.ok_or(Refusal::PhoneLinkInvalid)?;
    let opened = devices::open_session(state, &mut tx, &customer, browser).await?;
    tx.commit().await?;
    Ok((customer, path, opened))
}
