//! Orders, theme boxes, and the note for the next box.

pub mod body;
pub mod detail;
pub mod fields;
pub mod next_box_note;
pub mod orders;
pub mod theme_boxes;

use crate::state::AppState;
use utoipa_axum::router::OpenApiRouter;

/// The calls of the area.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().merge(next_box_note::router()).merge(orders::router()).merge(theme_boxes::router())
}
