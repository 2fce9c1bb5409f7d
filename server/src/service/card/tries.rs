//! Cards that are tried out: nobody may find out here which stolen numbers are good.
//!
//! Every refusal is kept, and counted by account, by the caller's network, and by card, whoever sends it. Once one of them has had too
//! many, no further card is looked at for a while: neither the gateway nor a bank is asked. Staff see it if the whole shop has too many.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::platform::keys::Purpose;
use crate::providers::payment::NoAnswer;
use crate::providers::payment::card::CardVerdict;
use crate::service::access::rate_limit;
use crate::service::access::session::SignedIn;
use crate::service::payment::gateway;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::card::card_refusals::{self, CardRefusalRow, Reason, Subject};
use crate::store::card::cards::mark_with_end;
use crate::store::card::declined_cards;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits::{self, Tries};
use stylebox_core::values::expiration::Expiration;

/// Who tries a card, as the refusals know them.
pub(super) struct Trier<'a> {
    customer_id: &'a str,
    /// The caller's network.
    network: &'a str,
}

impl<'a> Trier<'a> {
    /// The caller of a session.
    pub(super) fn of(session: &'a SignedIn) -> Self {
        Self { customer_id: &session.customer_id, network: &session.network }
    }

    /// Begins to try a card, if neither the customer, the network nor the card had too many refused. It counts as refused from now on
    /// until its answer is settled: so a customer's tries at the same time are limited like tries one after the other. A token that
    /// comes again is the same try.
    ///
    /// # Errors
    /// [`AppError::TooMany`] if one of them had.
    pub(super) async fn begin(
        &self,
        state: &AppState,
        token: Option<&str>,
        fingerprint: Option<&str>,
    ) -> AppResult<Try> {
        let now = state.clock.now();
        // What was refused under an old key counts too.
        let hashes = |text: &str| state.keys.hashes(Purpose::CardTries, text);
        let (networks, cards) = (hashes(self.network), fingerprint.map(hashes).unwrap_or_default());
        let ids = token.map_or_else(|| vec![state.new_id()], hashes);
        let (mut tx, _) = state.db.write_about(self.customer_id).await?.ok_or(Refusal::NotSignedIn)?;
        check(&mut tx, &[Subject::Customer(self.customer_id)], limits::CARD_REFUSALS_OF_CUSTOMER, now).await?;
        let of_network: Vec<_> = networks.iter().map(|network| Subject::Network(network)).collect();
        check(&mut tx, &of_network, limits::CARD_REFUSALS_BY_NETWORK, now).await?;
        let of_card: Vec<_> = cards.iter().map(|card| Subject::Card(card)).collect();
        check(&mut tx, &of_card, limits::CARD_REFUSALS_OF_CARD, now).await?;
        let before = find(&mut tx, &ids).await?;
        let row = CardRefusalRow {
            id: before.as_ref().map(|before| before.id.clone()).or_else(|| ids.into_iter().next()).unwrap_or_default(),
            customer_id: Some(self.customer_id.to_owned()),
            network: networks.into_iter().next().unwrap_or_default(),
            card: cards.into_iter().next(),
            reason: Reason::Unanswered,
            created_at: now,
        };
        match before {
            Some(_) => row.update(&mut tx).await?,
            None => row.insert(&mut tx).await?,
        }
        tx.commit().await?;
        Ok(Try { row, before })
    }
}

/// A card that is being tried.
pub(super) struct Try {
    row: CardRefusalRow,
    /// What was known of it when it came before.
    before: Option<CardRefusalRow>,
}

impl Try {
    /// Its bank has answered, or not.
    pub(super) async fn answered(self, state: &AppState, answer: Result<CardVerdict, NoAnswer>) -> AppResult<()> {
        match answer {
            Ok(CardVerdict::Good) => self.passed(state).await,
            Ok(CardVerdict::Declined) => self.ended(state, Reason::Declined).await,
            Ok(CardVerdict::ToConfirm) => self.ended(state, Reason::ToConfirm).await,
            Err(NoAnswer) => self.without_answer(state).await,
        }
    }

    /// It was refused, or its cardholder has to confirm it.
    pub(super) async fn ended(self, state: &AppState, reason: Reason) -> AppResult<()> {
        keep(state, &CardRefusalRow { reason, ..self.row }).await
    }

    /// It is good.
    pub(super) async fn passed(self, state: &AppState) -> AppResult<()> {
        let mut tx = state.db.write().await?;
        card_refusals::remove(&mut tx, &self.row.id).await?;
        Ok(tx.commit().await?)
    }

    /// There was no answer: all is as it was before.
    pub(super) async fn without_answer(self, state: &AppState) -> AppResult<()> {
        match &self.before {
            Some(before) => keep(state, before).await,
            None => self.passed(state).await,
        }
    }
}

async fn keep(state: &AppState, row: &CardRefusalRow) -> AppResult<()> {
    let mut tx = state.db.write().await?;
    row.update(&mut tx).await?;
    Ok(tx.commit().await?)
}

/// Asks the gateway about the confirmation of a card after a notice of it. If another card was tried with its secret, that counts as
/// a refusal of the same customer and network.
///
/// # Errors
/// If the gateway does not answer.
pub async fn note_other_card(state: &AppState, reference: &str) -> StaffResult<()> {
    let answer = gateway::in_time(state, state.providers.payment.look_at_confirmation(reference)).await;
    let Some(tried) = answer.map_err(StaffError::unexpected)? else { return Ok(()) };
    let hash = |text: &str| state.keys.hash(Purpose::CardTries, text);
    let mut tx = state.db.write().await?;
    let asked = find(&mut tx, &state.keys.hashes(Purpose::CardTries, &tried.token)).await?;
    let Some(asked) = asked else { return Ok(()) };
    tracing::warn!(customer = asked.customer_id, "another card was tried in the place of one that is to be confirmed");
    let row = CardRefusalRow {
        id: state.new_id(),
        card: tried.fingerprint.as_deref().map(hash),
        reason: Reason::OtherCard,
        created_at: state.clock.now(),
        ..asked
    };
    row.insert(&mut tx).await?;
    Ok(tx.commit().await?)
}

/// The hash under which a card's number is known. One under an old key stays if the card was declined for good under it, so that saving
/// it again after a change of the key does not free it.
pub(super) async fn hashed(state: &AppState, fingerprint: &str, expiration: Expiration) -> AppResult<String> {
    let hashes = state.keys.hashes(Purpose::CardTries, fingerprint);
    let mut tx = state.db.read().await?;
    for hash in &hashes {
        if declined_cards::is_marked(&mut tx, hash, &mark_with_end(hash, expiration)).await? {
            return Ok(hash.clone());
        }
    }
    Ok(hashes.into_iter().next().unwrap_or_default())
}

/// The refusal whose id is one of these: it may be under an old key.
async fn find(tx: &mut Tx, ids: &[String]) -> AppResult<Option<CardRefusalRow>> {
    for id in ids {
        if let Some(found) = card_refusals::by_id(tx, id).await? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Checks the limit of what is known by several hashes.
async fn check(tx: &mut Tx, of: &[Subject<'_>], limit: Tries, now: Timestamp) -> AppResult<()> {
    let since = now.minus(rate_limit::window(limit));
    let mut refused = Vec::new();
    for subject in of {
        refused.extend(card_refusals::newest(tx, *subject, i64::from(limit.most), since).await?);
    }
    refused.sort_unstable_by(|one, other| other.cmp(one));
    rate_limit::wait(limit, &refused, now).map_or(Ok(()), |wait| Err(AppError::TooMany(wait)))
}

/// How many cards were refused within the last hour, and to how many customers, if that is unusually many.
pub async fn unusual_refusals(state: &AppState) -> StaffResult<Option<(i64, i64)>> {
    let limit = limits::CARD_REFUSALS_OF_SHOP;
    let since = state.clock.now().minus(rate_limit::window(limit));
    let (cards, customers) = card_refusals::count(&mut state.db.read().await?, since).await?;
    Ok((cards >= i64::from(limit.most)).then_some((cards, customers)))
}
