//! The warehouse's stock at the start.

use crate::state::AppState;
use crate::store;
use crate::store::order::stock;

/// Adds the stock of garments that are new in the catalogue. The stock of the others stays as it is.
pub async fn fill(state: &AppState) -> store::Result<()> {
    let mut tx = state.db.write().await?;
    for garment in &state.data.catalogue.items {
        for size in &garment.sizes {
            stock::begin_with(&mut tx, &garment.id, &size.size, i64::from(size.stock)).await?;
        }
    }
    tx.commit().await
}
