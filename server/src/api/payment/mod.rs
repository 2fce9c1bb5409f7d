//! The next charge, and what the bank or the fraud check needs from the browser.

pub mod bank;
pub mod confirmation;
pub mod fraud_collector;
pub mod next_charge;

use crate::state::AppState;
use utoipa_axum::router::OpenApiRouter;

/// The calls of the area.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().merge(confirmation::router()).merge(next_charge::router())
}
