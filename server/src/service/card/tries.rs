//! Cards that are tried out: nobody shall find out here which stolen numbers are good.
//!
//! Every refusal is kept, and counted by account, by the caller's network, and by card, whoever sends it. Once one of them has had too
//! many, no further card is looked at for a while: neither the gateway nor a bank is asked. Staff see it if the whole shop has too many.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult, StaffResult};
use crate::platform::session::SignedIn;
use crate::platform::signature::sign;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::card::card_refusals::{self, CardRefusalRow, Reason, Subject};
use crate::store::platform::server_keys;
use std::time::Duration;
use stylebox_core::policy::limits::{self, Tries};

/// The name of the key of the hashes.
const KEY: &str = "card_refusals";

/// Who tries a card, as the refusals know them.
pub(super) struct Trier<'a> {
    customer_id: &'a str,
    /// A hash of the caller's network.
    network: String,
    key: String,
}

impl<'a> Trier<'a> {
    /// The caller of a session.
    pub(super) async fn of(state: &AppState, session: &'a SignedIn) -> AppResult<Self> {
        let known = server_keys::get(&mut state.db.read_single().await?, KEY).await?;
        let key = match known {
            Some(key) => key,
            None => new_key(state).await?,
        };
        let network = sign(&key, &session.network);
        Ok(Self { customer_id: &session.customer_id, network, key })
    }

    /// Checks that neither the customer nor the network had too many cards refused.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if one had.
    pub(super) async fn may_try(&self, state: &AppState) -> AppResult<()> {
        let now = state.clock.now();
        let mut tx = state.db.read().await?;
        check(&mut tx, Subject::Customer(self.customer_id), limits::CARD_REFUSALS_OF_CUSTOMER, now).await?;
        check(&mut tx, Subject::Network(&self.network), limits::CARD_REFUSALS_BY_NETWORK, now).await
    }

    /// The same of a card, by what the gateway knows its number by.
    pub(super) async fn may_try_card(&self, state: &AppState, fingerprint: Option<&str>) -> AppResult<()> {
        let Some(card) = self.card(fingerprint) else { return Ok(()) };
        let now = state.clock.now();
        check(&mut state.db.read().await?, Subject::Card(&card), limits::CARD_REFUSALS_OF_CARD, now).await
    }

    /// Keeps that a card was refused.
    pub(super) async fn refused(&self, state: &AppState, fingerprint: Option<&str>, reason: Reason) -> AppResult<()> {
        let row = CardRefusalRow {
            id: state.new_id(),
            customer_id: self.customer_id.to_owned(),
            network: self.network.clone(),
            card: self.card(fingerprint),
            reason,
            created_at: state.clock.now(),
        };
        let mut tx = state.db.write().await?;
        row.insert(&mut tx).await?;
        Ok(tx.commit().await?)
    }

    fn card(&self, fingerprint: Option<&str>) -> Option<String> {
        fingerprint.map(|fingerprint| sign(&self.key, fingerprint))
    }
}

/// Makes the key of the hashes. The first server to do so decides.
async fn new_key(state: &AppState) -> AppResult<String> {
    let mut tx = state.db.write().await?;
    let key = server_keys::get_or_add(&mut tx, KEY, &state.random.secret(), state.clock.now()).await?;
    tx.commit().await?;
    Ok(key)
}

async fn check(tx: &mut Tx, of: Subject<'_>, limit: Tries, now: Timestamp) -> AppResult<()> {
    let window = Duration::from_secs(60 * limit.minutes);
    let newer = i64::from(limit.most).saturating_sub(1);
    match card_refusals::nth_newest(tx, of, newer, now.minus(window)).await? {
        // The oldest of them no longer counts then.
        Some(oldest) => Err(AppError::TooMany(oldest.plus(window).since(now))),
        None => Ok(()),
    }
}

/// How many cards were refused within the last hour, and to how many customers, if that looks like a wave.
pub async fn wave(state: &AppState) -> StaffResult<Option<(i64, i64)>> {
    let Tries { most, minutes } = limits::CARD_REFUSALS_OF_SHOP;
    let since = state.clock.now().minus(Duration::from_secs(60 * minutes));
    let (cards, customers) = card_refusals::count(&mut state.db.read().await?, since).await?;
    Ok((cards >= i64::from(most)).then_some((cards, customers)))
}
