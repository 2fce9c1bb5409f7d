//! `GET /account/export`: everything that is kept about the customer, as one document to keep.

use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::account::export;
use crate::service::account::export::document::Export;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use stylebox_core::brand;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read))
}

/// The name of the file, as a browser saves it.
fn file_name() -> String {
    format!("{}-my-data.json", brand::RETAILER.to_lowercase())
}

/// Everything that is kept about the customer, as a file to save.
#[utoipa::path(
    get, path = "/account/export", tag = "account",
    responses(
        (status = 200, body = Export),
        (status = 429, description = "Too many exports; Retry-After says how long to wait", body = ErrorBody),
    )
)]
async fn read(
    State(state): State<AppState>,
    session: SignedIn,
) -> AppResult<([(HeaderName, String); 1], Json<Export>)> {
    let rows = export::of_session(&state, &session).await?;
    let disposition = format!("attachment; filename=\"{}\"", file_name());
    Ok(([(header::CONTENT_DISPOSITION, disposition)], Json(rows.into())))
}
