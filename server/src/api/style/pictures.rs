//! `GET /product_images/{id}`: the pictures of garments, outfits and choices.

use crate::data;
use crate::http::response::ErrorBody;
use crate::platform::error::{AppError, AppResult};
use crate::state::AppState;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use stylebox_core::messages::refusals::Refusal;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(product_image))
}

/// The picture of a garment, of an outfit of the shuffle, or of a choice of the quiz.
#[utoipa::path(
    get, path = "/product_images/{id}", tag = "reference", security(()),
    params(("id", description = "A garment's id such as `P001`, or a picture's name")),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 404, description = "There is no such picture", body = ErrorBody),
    )
)]
async fn product_image(Path(id): Path<String>) -> AppResult<Response> {
    let picture = data::image(&id).ok_or_else(|| AppError::from(Refusal::NotFound))?;
    let kept_for_a_day = (header::CACHE_CONTROL, "public, max-age=86400");
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), kept_for_a_day], picture).into_response())
}
