//! Asks outside parties to forget a person whose account has ended: the gateway keeps their cards, and the reviews service the
//! author of a review. The gateway is also asked to forget a card that was never put on file, or was replaced.
//!
//! The transaction that erases the person stores what each of them has to forget. They are asked once it is committed, and the job
//! `forgetting` asks again until they have answered. The request about a card is stored by
//! [`to_forget`](crate::service::card::to_forget).

use crate::platform::batch::Batch;
use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::providers::reviews::{self, AuthoredReview};
use crate::service::account::mfa;
use crate::service::card::on_file::CardPatch;
use crate::service::card::to_forget;
use crate::service::payment::gateway;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::forget_requests::{self, ForgetRow, Party};
use crate::store::account::mfa as mfa_store;
use crate::store::card::{cards, gateway_customers};
use crate::store::checkout::reviews::{self as posted, ReviewRow};
use crate::store::mail::outbox;
use crate::store::order::orders;
use crate::store::payment::payment_attempts;
use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

/// How long the request about a card waits while a payment with that card is open.
const UNTIL_SETTLED: Duration = Duration::from_secs(60 * 60);
/// How long to wait after a review was claimed: longer than it can take to post it.
const UNTIL_POSTED: Duration = Duration::from_secs(2 * 60);
/// Timeout of the reviews service.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Stores what outside parties have to forget of the customer. Call it before the rows that it reads are emptied. Returns what they
/// can be asked immediately: a review that a server is just handing over is forgotten only after that.
pub async fn ask_for(state: &AppState, tx: &mut CustomerTx, customer_id: &str) -> AppResult<Vec<ForgetRow>> {
    let now = state.clock.now();
    let row = |party, reference, author_email| ForgetRow {
        id: state.new_id(),
        party,
        reference,
        author_email,
        created_at: now,
        due_at: now,
    };
    let kept = cards::all_of_customer(tx, customer_id).await?.into_iter();
    let waiting = mfa_store::changes_of_customer(tx, customer_id).await?;
    let waiting = waiting.iter().filter_map(mfa::read::<CardPatch>).map(CardPatch::into_card);
    let tokens = kept.chain(waiting).map(|card| card.gateway_token);
    // A replaced card loses its token after a while: the gateway was asked to forget it when it was replaced.
    let tokens: BTreeSet<String> = tokens.filter(|token| !token.is_empty()).collect();
    for token in &tokens {
        to_forget::withdraw(tx, token).await?;
    }
    // The gateway can know the customer without any card of theirs being kept.
    let known = gateway_customers::reference(tx, customer_id).await?;
    let known = known.filter(|reference| !tokens.iter().any(|token| token.starts_with(&format!("{reference}:"))));
    let tokens = tokens.into_iter().chain(known);
    let mut rows: Vec<ForgetRow> = tokens.map(|token| row(Party::GatewayCustomer, token, None)).collect();
    let order_ids: Vec<String> =
        orders::of_customer(tx, customer_id).await?.into_iter().map(|order| order.id).collect();
    let reviews = posted::of_orders(tx, &order_ids).await?;
    let mut is_being_posted = false;
    for review in &reviews {
        outbox::remove_unclaimed(tx, &review.id, now).await?;
        is_being_posted |= outbox::is_unsent(tx, &review.id).await?;
    }
    // All requests wait: a party can forget everything of a person in one call, and then takes no other for a while.
    let due_at = if is_being_posted { now.plus(UNTIL_POSTED) } else { now };
    let of_review =
        |review: ReviewRow| ForgetRow { due_at, ..row(Party::Reviews, review.order_id, Some(review.email)) };
    rows.extend(reviews.into_iter().map(of_review));
    ForgetRow::insert_all(&rows, tx).await?;
    rows.retain(|row| row.due_at <= now);
    Ok(rows)
}

/// Asks again for all that was not forgotten yet. Returns how much has been. It can be stopped at any point; the next run continues.
pub async fn ask_again(state: &AppState) -> StaffResult<Batch<usize>> {
    let open = forget_requests::open(&mut state.db.read().await?, state.clock.now()).await?;
    Ok(ask(state, open).await)
}

/// Asks the parties to forget. Returns how much has been forgotten. If a party does not answer once, it is not asked about the rest:
/// that is left to [`ask_again`].
pub async fn ask(state: &AppState, rows: Vec<ForgetRow>) -> Batch<usize> {
    let mut batch = Batch::from(0);
    let mut down = HashSet::new();
    for row in rows {
        if down.contains(&row.party) {
            continue;
        }
        // Named by its id: what it refers to is personal, or a card's token.
        let name = format!("what {} has to forget, {}", row.party, row.id);
        match batch.record(&name, forget(state, &row).await) {
            Some(is_forgotten) => batch.done += usize::from(is_forgotten),
            None => {
                batch.record(&name, ask_last(state, &row).await);
                down.insert(row.party);
            }
        }
    }
    batch
}

/// Lets the others come first the next time: the party may never answer about this one.
async fn ask_last(state: &AppState, row: &ForgetRow) -> StaffResult<()> {
    let mut tx = state.db.write().await?;
    forget_requests::postpone(&mut tx, &row.id, state.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Returns whether it is forgotten now.
async fn forget(state: &AppState, row: &ForgetRow) -> StaffResult<bool> {
    match row.party {
        Party::GatewayCard if cards::is_on_file(&mut state.db.read().await?, &row.reference).await? => {}
        Party::GatewayCard if payment_attempts::any_open_with(&mut state.db.read().await?, &row.reference).await? => {
            wait(state, row).await?;
            return Ok(false);
        }
        Party::GatewayCard => {
            let answer = gateway::in_time(state, state.providers.payment.forget_card(&row.reference)).await;
            answer.map_err(StaffError::unexpected)?;
        }
        Party::GatewayCustomer => {
            gateway::in_time(state, state.providers.payment.forget(&row.reference))
                .await
                .map_err(StaffError::unexpected)?;
        }
        Party::Reviews => {
            let email = row.author_email.clone().ok_or_else(|| AppError::unexpected("a review without its author"))?;
            let review = AuthoredReview { order_id: row.reference.clone(), email };
            let answer = tokio::time::timeout(TIMEOUT, state.providers.reviews.forget_author(&review)).await;
            answer.unwrap_or(Err(reviews::NoAnswer)).map_err(StaffError::unexpected)?;
        }
    }
    let mut tx = state.db.write().await?;
    forget_requests::remove(&mut tx, &row.id).await?;
    tx.commit().await?;
    Ok(true)
}

/// A payment with the card is still open: it may need the card, so the gateway is asked to forget it later.
async fn wait(state: &AppState, row: &ForgetRow) -> StaffResult<()> {
    let mut tx = state.db.write().await?;
    forget_requests::postpone(&mut tx, &row.id, state.clock.now().plus(UNTIL_SETTLED)).await?;
    Ok(tx.commit().await?)
}
