//! The questionnaire and its answers, pictures, photos, and suggestions beside a box.

mod pictures;
pub mod style_profiles;
pub mod suggested_items;
pub mod uploads;

use crate::state::AppState;
use utoipa_axum::router::OpenApiRouter;

/// The calls of the area.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(pictures::router())
        .merge(style_profiles::router())
        .merge(suggested_items::router())
        .merge(uploads::router())
}
