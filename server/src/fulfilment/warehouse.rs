//! The warehouse's stock at the start.

use crate::state::AppState;
use crate::store;
use crate::store::order::stock;

/// Adds the stock of garments that are new in the catalogue. The stock of the others stays as it is.
pub async fn fill(state: &AppState) -> store::Result<()> {
    let mut garments = Vec::new();
    for garment in &state.data.catalogue.items {
        for size in &garment.sizes {
            garments.push((garment.id.as_str(), size.size.as_str(), size.stock));
        }
    }
    let mut tx = state.db.write().await?;
    stock::add_new(&mut tx, &garments).await?;
    tx.commit().await
}
