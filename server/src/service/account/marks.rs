//! What stays when a customer leaves, or changes the email address or phone by which they are known: keyed marks of offers that
//! each person may use once, and of what was stopped as fraud. They belong to no account, so that closing one does not undo them.

use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::platform::keys::{Mark, Purpose};
use crate::state::AppState;
use crate::store;
use crate::store::account::customers::CustomerRow;
use crate::store::account::marks::{self, MarkKind, MarkRow};
use crate::store::checkout::discounts;
use crate::store::payment::fraud;
use crate::store::{CustomerTx, Tx};
use crate::values::place::Place;
use std::collections::HashSet;
use std::time::Duration;
use stylebox_core::policy;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// How far back the fraud check counts who orders to a place.
const CROWDED: Duration = Duration::from_secs(60 * 60 * policy::FRAUD_WINDOW_HOURS);
/// How many marks a transaction brings under another key.
const PAGE: i64 = 500;

/// Whether an offer that each person may use once was used with this email address, by its key, in an account that no longer has
/// it. A mark that the customer's own account has left does not count, if the address has come back to it: the account itself says
/// what it has used, and what was given back since.
pub async fn was_used(
    state: &AppState,
    tx: &mut Tx,
    offer: MarkKind,
    email_key: &str,
    customer_id: &str,
) -> AppResult<bool> {
    Ok(marks::any_of_others(tx, &state.keys, (offer, email_key), customer_id, state.clock.now()).await?)
}

/// Keeps what is known by the customer's email address and phone, before the address changes.
pub async fn keep(state: &AppState, tx: &mut CustomerTx, customer: &CustomerRow) -> AppResult<()> {
    keep_used(state, tx, customer, Some(&customer.id)).await?;
    keep_stopped(state, tx, customer).await
}

/// Keeps which offers were used with the customer's email address. `account` is theirs if it stays.
async fn keep_used(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &CustomerRow,
    account: Option<&str>,
) -> AppResult<()> {
    let mut kept = HashSet::new();
    if discounts::coupon_is_used(tx, &customer.id, &state.data.terms.welcome_coupon_code).await? {
        kept.insert((MarkKind::Welcome, customer.email_key.clone()));
    }
    if discounts::invitation_is_used(tx, &customer.id).await? {
        kept.insert((MarkKind::Invitation, customer.email_key.clone()));
    }
    insert(state, tx, policy::OFFER_MARK_DAYS, kept, account).await
}

/// Keeps what is known of stopped fraud, before the customer's phone changes. Offers are not marked by that: the account itself says
/// what it has used as long as it has its address, and a mark would count against the account too.
pub async fn keep_stopped(state: &AppState, tx: &mut CustomerTx, customer: &CustomerRow) -> AppResult<()> {
    let mut kept = HashSet::new();
    if fraud::was_stopped(tx, &customer.id, None).await? {
        kept.insert((MarkKind::Stopped, fraud::email_text_for_marks(&customer.email_key)));
        for phone in fraud::phones_of_stopped(tx, &customer.id).await?.into_iter().chain(customer.phone.clone()) {
            kept.insert((MarkKind::Stopped, fraud::phone_text_for_marks(&phone)));
        }
        for place in fraud::places_of_stopped(tx, &customer.id).await? {
            kept.insert((MarkKind::Stopped, place.text_for_marks()));
        }
    }
    insert(state, tx, policy::STOPPED_FRAUD_MARK_DAYS, kept, None).await
}

/// Stores marks that last for so many days.
async fn insert(
    state: &AppState,
    tx: &mut CustomerTx,
    days: u32,
    kept: HashSet<(MarkKind, String)>,
    account: Option<&str>,
) -> AppResult<()> {
    let now = state.clock.now();
    let row = |(kind, what): (MarkKind, String)| {
        let mark = marks::new_row(&state.keys, state.new_id(), kind, &what, (now, now.plus(DAY * days)));
        MarkRow { account: account.map(ToOwned::to_owned), ..mark }
    };
    let rows: Vec<MarkRow> = kept.into_iter().map(row).collect();
    Ok(MarkRow::insert_all(&rows, tx).await?)
}

/// Keeps what belongs to no account, before the person is erased. Returns the mark of the account, by which its refused cards stay
/// countable.
pub async fn keep_of_leaving(state: &AppState, tx: &mut CustomerTx, customer: &CustomerRow) -> AppResult<String> {
    keep_used(state, tx, customer, None).await?;
    keep_stopped(state, tx, customer).await?;
    marks::detach_account(tx, &customer.id).await?;
    let account = state.keys.hash(Purpose::CardTries, &customer.id);
    let since = state.clock.now().minus(CROWDED);
    let places: Vec<(Place, Timestamp)> = fraud::places_since(tx, &customer.id, since).await?;
    let row = |(place, at): (Place, Timestamp)| {
        let lasts = (at, at.plus(CROWDED));
        let mark = marks::new_row(&state.keys, state.new_id(), MarkKind::OrderedTo, &place.text_for_marks(), lasts);
        MarkRow { account: Some(account.clone()), ..mark }
    };
    let rows: Vec<MarkRow> = places.into_iter().map(row).collect();
    MarkRow::insert_all(&rows, tx).await?;
    Ok(account)
}

/// Brings all marks that are under a listed old key under the current one. It can be stopped at any point; the next start continues.
pub async fn follow_key(state: &AppState) -> store::Result<()> {
    for key_id in state.keys.old_ids() {
        loop {
            let mut tx = state.db.write().await?;
            let page = marks::under(&mut tx, &key_id, PAGE).await?;
            for (id, hash, sealed) in &page {
                let before = Mark { hash: hash.clone(), sealed: sealed.clone(), key_id: key_id.clone() };
                if let Some(mark) = state.keys.follow(Purpose::Marks, &before, id) {
                    marks::bring_under(&mut tx, id, &mark).await?;
                }
            }
            tx.commit().await?;
            if page.is_empty() {
                break;
            }
        }
    }
    Ok(())
}
