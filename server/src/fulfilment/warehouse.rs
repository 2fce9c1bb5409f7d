//! What lies in the warehouse at the start.

use crate::state::AppState;
use crate::store;
use crate::store::order::stock;

/// Puts the garments of the catalogue that are new into the warehouse. What is known of the others stays.
pub async fn fill(state: &AppState) -> store::Result<()> {
    let mut tx = state.db.write().await?;
    for garment in &state.data.catalogue.items {
        for size in &garment.sizes {
            stock::begin_with(&mut tx, &garment.id, &size.size, i64::from(size.stock)).await?;
        }
    }
    tx.commit().await
}
