//! Photos: an address to send one to, the photo that is sent there, and looking at it.

use crate::http::JsonBody;
use crate::http::body::{self, Largest};
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::platform::rate_limit::Limit;
use crate::platform::session::SignedIn;
use crate::service::style::photos::{self, ReturnedLink};
use crate::service::style::profile;
use crate::state::AppState;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::put;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy;
use stylebox_core::policy::limits;
use tower_http::timeout::TimeoutLayer;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Addresses of one customer.
const LINKS: Limit = Limit::new("upload_urls", limits::UPLOAD_LINKS);
/// A large photo on a slow line takes its time.
const LONGEST_UPLOAD: Duration = Duration::from_millis(policy::REQUEST_TIMEOUT_MS as u64);

/// The largest photo.
const LARGEST_PHOTO: Largest = Largest { bytes: policy::PHOTO_MAX_BYTES, refusal: Refusal::PhotoTooLarge };

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(link)).routes(routes!(show))
}

/// Where photos are sent to. The address is the permission: a session is not looked at, and neither is the media type.
pub(super) fn outside() -> Router<AppState> {
    body::limit(Router::new().route("/uploads/{id}", put(receive)), LARGEST_PHOTO)
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, LONGEST_UPLOAD))
}

/// The photo that is to be sent.
#[derive(Deserialize, ToSchema)]
pub struct NewPhoto {
    /// Its name; it ends in `.jpg`, `.jpeg` or `.png`.
    filename: String,
}

/// Where a photo goes.
#[derive(Serialize, ToSchema)]
pub struct UploadUrls {
    /// The address to `PUT` the file to, as it is, whatever the content type: at most 10 MB, once, within 10 minutes. It needs
    /// neither session nor token. 204 where it is taken; 403 `not_authorized` or `upload_expired`, 408 `request_timeout`, 409
    /// `upload_used`, 413 `too_large`, 422 `form_invalid` with an issue on `photos` where it is no whole JPEG or PNG, has over 60
    /// megapixels or 10,000 pixels a side, or there are five photos, 503
    /// `photos_unavailable` where it is to be sent again.
    upload_url: String,
    /// The address that the customer alone sees it under: the answer to a question for photos. A photo that is in no answer
    /// goes after an hour.
    download_url: String,
}

/// An address to send a photo to.
#[utoipa::path(
    post, path = "/style_profiles/{id}/upload_urls", tag = "style profile", request_body = NewPhoto,
    params(("id", description = "The profile's id, or `current`")),
    responses(
        (status = 200, body = UploadUrls),
        (status = 404, description = "Not this customer's profile", body = ErrorBody),
        (status = 422, description = "`form_invalid` with an issue on `photos`: five are there, or the name is of another kind of file", body = ErrorBody),
        (status = 429, description = "`too_many_requests`, with Retry-After", body = ErrorBody),
    )
)]
async fn link(
    State(state): State<AppState>,
    session: SignedIn,
    Path(id): Path<String>,
    JsonBody(NewPhoto { filename }): JsonBody<NewPhoto>,
) -> AppResult<Json<UploadUrls>> {
    LINKS.count(&state, &session.customer_id).await?;
    profile::owned(&state, &session.customer_id, &id).await?;
    let link = photos::link(&state, &session.customer_id, &filename).await?;
    Ok(Json(UploadUrls { upload_url: link.upload_url, download_url: link.download_url }))
}

/// What a signed address says.
#[derive(Deserialize)]
struct Signed {
    expires: i64,
    signature: String,
}

/// Takes a photo. The address is checked before the photo is read.
async fn receive(
    State(state): State<AppState>,
    Path(id): Path<String>,
    signed: Result<Query<Signed>, QueryRejection>,
    request: Request,
) -> AppResult<StatusCode> {
    let Ok(Query(Signed { expires, signature })) = signed else { return Err(Refusal::NotAuthorized.into()) };
    let link = ReturnedLink { id, expires, signature };
    photos::check_link(&state, &link).await?;
    let read = Bytes::from_request(request, &state).await;
    let file = read.map_err(|rejection| body::refusal_of(&rejection, LARGEST_PHOTO, Refusal::PhotoIncomplete))?;
    photos::receive(&state, &link.id, file.into()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A photo's file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes the answer's bytes")]
struct Photo(Vec<u8>);

/// A photo, for its owner.
#[utoipa::path(
    get, path = "/photos/{id}", tag = "style profile", params(("id", description = "As the `download_url` has it")),
    responses(
        (status = 200, description = "The photo", content((Photo = "image/jpeg"), (Photo = "image/png"))),
        (status = 404, description = "Not this customer's photo, or none", body = ErrorBody),
        (status = 503, description = "`photos_unavailable`", body = ErrorBody),
    )
)]
async fn show(State(state): State<AppState>, session: SignedIn, Path(id): Path<String>) -> AppResult<Response> {
    let (media_type, content) = photos::read(&state, &session.customer_id, &id).await?;
    Ok(([(header::CONTENT_TYPE, media_type)], content).into_response())
}
