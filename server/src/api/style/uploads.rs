//! Photos: requesting an address to upload to, uploading, saying that a file is there, and viewing.

use crate::api::answers::TooManyTries;
use crate::http::body::JsonBody;
use crate::http::body::{self, Largest};
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::platform::metrics;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::SignedIn;
use crate::service::style::photo_intake;
use crate::service::style::photos::{self, ReturnedLink, Shown};
use crate::service::style::profile;
use crate::state::AppState;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
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

/// Upload addresses of one customer.
const LINKS: Limit = Limit::new("upload_urls", limits::UPLOAD_LINKS);
/// Photos that one customer says are in the store: each is read there.
const FINISHES: Limit = Limit::new("photo_finishes", limits::PHOTO_FINISHES);
/// A large photo takes long on a slow connection.
const LONGEST_UPLOAD: Duration = Duration::from_millis(policy::REQUEST_TIMEOUT_MS as u64);

const LARGEST_PHOTO: Largest = Largest { bytes: policy::PHOTO_MAX_BYTES, refusal: Refusal::PhotoTooLarge };

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(link)).routes(routes!(show)).routes(routes!(finish))
}

/// Takes uploads. The signed address is the permission: the session and the media type are not checked.
pub(in crate::api) fn outside() -> Router<AppState> {
    metrics::may_fail("PUT", "/uploads/{id}");
    body::limit(Router::new().route("/uploads/{id}", put(receive)), LARGEST_PHOTO)
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, LONGEST_UPLOAD))
}

/// The photo to upload.
#[derive(Deserialize, ToSchema)]
pub struct NewPhoto {
    /// Its name, in any form: the type is read from the file.
    #[expect(dead_code, reason = "the name says nothing of the file")]
    filename: String,
    /// How many bytes it has; over 10 MB is refused (413, `too_large`). Needed if the store of photos takes them from the browser; the page always names it.
    size: Option<u64>,
    /// The `Content-Type` with which it is sent; the type is read from the file. Needed if the store of photos takes them from the
    /// browser; the page always names it.
    media_type: Option<String>,
}

/// The addresses of a photo.
#[derive(Serialize, ToSchema)]
pub struct UploadUrls {
    /// The address to `PUT` the file to, within 10 minutes. It needs neither session nor token. If `finish_url` is given, it is the
    /// store's own, and takes only a file of the named size, with the named media type as its `Content-Type`; its answers are up to
    /// the store. Otherwise it takes any content type and at most 10 MB, once, and answers: 204 if the photo is saved; 401
    /// `not_authorized` if the account has ended meanwhile; 403 `not_authorized` or `upload_expired`; 408 `request_timeout`; 409
    /// `upload_used`; 413 `too_large`; 422 `form_invalid` with an issue of `photos` if it is no complete JPEG or PNG, has over 60
    /// megapixels or 10,000 pixels a side, or there are five photos; 503 `photos_unavailable` if it should be sent again.
    upload_url: String,
    /// The address at which only the customer sees it. It is the answer to a question for photos. A photo that is in no answer
    /// is deleted after an hour.
    download_url: String,
    /// The address to `POST` to once the file is there; null if the upload itself is enough.
    finish_url: Option<String>,
}

/// Makes an address to upload a photo to.
#[utoipa::path(
    post, path = "/style_profiles/{id}/upload_urls", tag = "style profile", request_body = NewPhoto,
    params(("id", description = "The profile's id, or `current`")),
    responses(
        (status = 200, body = UploadUrls),
        (status = 422, description = "`form_invalid` with an issue of `photos`: there are five; `request_invalid`: the store of photos needs `size` and `media_type`", body = ErrorBody),
        TooManyTries,
    )
)]
async fn link(
    State(state): State<AppState>,
    session: SignedIn,
    Path(id): Path<String>,
    JsonBody(NewPhoto { size, media_type, .. }): JsonBody<NewPhoto>,
) -> AppResult<Json<UploadUrls>> {
    LINKS.count(&state, &session.customer_id).await?;
    profile::owned(&state, &session.customer_id, &id).await?;
    let new = photos::NewPhoto { size, media_type };
    let link = photos::link(&state, &session.customer_id, &new).await?;
    let (upload_url, download_url, finish_url) = (link.upload_url, link.download_url, link.finish_url);
    Ok(Json(UploadUrls { upload_url, download_url, finish_url }))
}

/// The query of a signed address.
#[derive(Deserialize)]
struct Signed {
    expires: i64,
    signature: String,
}

/// Saves a photo. The address is checked and claimed before the photo is read.
async fn receive(
    State(state): State<AppState>,
    Path(id): Path<String>,
    signed: Result<Query<Signed>, QueryRejection>,
    request: Request,
) -> AppResult<StatusCode> {
    let Ok(Query(Signed { expires, signature })) = signed else { return Err(Refusal::NotAuthorized.into()) };
    let link = ReturnedLink { id, expires, signature };
    photos::check_link(&state, &link).await?;
    let reading = {
        let state = state.clone();
        async move {
            let read = Bytes::from_request(request, &state).await;
            let file =
                read.map_err(|rejection| body::refusal_of(&rejection, LARGEST_PHOTO, Refusal::PhotoIncomplete))?;
            Ok(file.into())
        }
    };
    photo_intake::receive(&state, &link.id, reading).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Says that a photo was sent to the store's own address: it is checked, and shown from then on. It can be repeated.
#[utoipa::path(
    post, path = "/photos/{id}/finish", tag = "style profile", params(("id", description = "The last part of the `download_url`")),
    responses(
        (status = 204, description = "The photo is saved, now or by an earlier call"),
        (status = 400, description = "`request_invalid`: nothing was sent, or not as much as was named", body = ErrorBody),
        (status = 403, description = "`upload_expired`", body = ErrorBody),
        (status = 422, description = "`form_invalid` with an issue of `photos`: it is no complete JPEG or PNG, has too many pixels, or there are five", body = ErrorBody),
        TooManyTries,
        (status = 503, description = "`photos_unavailable`: the same call can be made again", body = ErrorBody),
    )
)]
async fn finish(State(state): State<AppState>, session: SignedIn, Path(id): Path<String>) -> AppResult<StatusCode> {
    FINISHES.count(&state, &session.customer_id).await?;
    photo_intake::finish(&state, &session.customer_id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A photo's file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes the answer's bytes")]
struct Photo(Vec<u8>);

/// A photo, for its owner only.
#[utoipa::path(
    get, path = "/photos/{id}", tag = "style profile", params(("id", description = "The last part of the `download_url`")),
    responses(
        (status = 200, description = "The photo", content((Photo = "image/jpeg"), (Photo = "image/png"))),
        (status = 303, description = "The photo is at the address in `Location` for some minutes"),
        (status = 503, description = "`photos_unavailable`", body = ErrorBody),
    )
)]
async fn show(State(state): State<AppState>, session: SignedIn, Path(id): Path<String>) -> AppResult<Response> {
    Ok(match photos::show(&state, &session.customer_id, &id).await? {
        Shown::Content { media_type, content } => ([(header::CONTENT_TYPE, media_type)], content).into_response(),
        Shown::Elsewhere(url) => Redirect::to(&url).into_response(),
    })
}
