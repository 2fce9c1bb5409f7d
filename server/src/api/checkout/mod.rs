//! Invoices, checking out, and reviews.

pub mod body;
pub mod invoices;
pub mod reviews;

use crate::state::AppState;
use utoipa_axum::router::OpenApiRouter;

/// The calls of the area.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().merge(invoices::router()).merge(reviews::router())
}
