//! Closed dates, stores, ZIP codes with the nearest stores, and parcels.

mod holidays;
pub mod locations;
pub mod parcels;
pub mod postal_codes;

use crate::state::AppState;
use utoipa_axum::router::OpenApiRouter;

/// The calls of the area.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().merge(holidays::router()).merge(locations::router()).merge(postal_codes::router())
}
