//! Parcels, and ZIP codes with the nearest stores.

pub mod parcels;
pub mod postal_codes;

use crate::state::AppState;
use utoipa_axum::router::OpenApiRouter;

/// The calls of the area.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().merge(postal_codes::router())
}
