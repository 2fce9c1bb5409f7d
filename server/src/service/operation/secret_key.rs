//! A change of the service's own secret key: what stays in the database is brought under the new one, and a key that is not listed any
//! more is missed if something is still under it.

use crate::service::account::marks;
use crate::service::checkout::vouchers;
use crate::state::AppState;
use crate::store;
use crate::store::checkout::discounts;
use crate::store::operation::shop_facts;

/// Brings what is kept under the current key, and notes that a server works with it.
pub async fn follow(state: &AppState) -> store::Result<()> {
    vouchers::follow_key(state).await?;
    marks::follow_key(state).await?;
    let mut tx = state.db.write().await?;
    let mut ids = shop_facts::key_ids(&mut tx).await?;
    ids.retain(|id| *id != state.keys.id());
    ids.push(state.keys.id());
    shop_facts::set_key_ids(&mut tx, &ids, state.clock.now()).await?;
    tx.commit().await
}

/// A sentence for each key that is not listed though gift cards are under it: they are not found.
pub async fn missed(state: &AppState) -> store::Result<Vec<String>> {
    let listed = [vec![state.keys.id()], state.keys.old_ids()].concat();
    let mut tx = state.db.read().await?;
    let mut missed = Vec::new();
    for id in shop_facts::key_ids(&mut tx).await?.into_iter().filter(|id| !listed.contains(id)) {
        let cards = discounts::count_gift_cards_under(&mut tx, &id).await?;
        if cards > 0 {
            missed.push(format!(
                "{cards} gift cards cannot be found: they are under the secret key with the id {id}, which STYLEBOX_SECRET_KEYS_OLD does not list"
            ));
        }
    }
    Ok(missed)
}

/// Whether a server works with another key, so that it would not find what this program issues.
pub async fn is_another(state: &AppState) -> store::Result<bool> {
    let ids = shop_facts::key_ids(&mut state.db.read().await?).await?;
    Ok(ids.last().is_some_and(|latest| *latest != state.keys.id()))
}
