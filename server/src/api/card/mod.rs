//! The card on file.

pub mod credit_cards;

use crate::state::AppState;
use utoipa_axum::router::OpenApiRouter;

/// The calls of the area.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().merge(credit_cards::router())
}
