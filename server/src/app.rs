//! The router, and the middleware in its order.

use crate::api;
use crate::http::{body, forgery, headers, own_host, page, plain_text, request_log, rules_version, session};
use crate::platform::error::AppError;
use crate::state::AppState;
use axum::Router;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::any::Any;
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

/// A call that takes longer is cancelled.
const LONGEST_CALL: Duration = Duration::from_secs(60);

/// The service: every call and page, behind the middleware.
pub fn router(state: AppState) -> Router {
    let calls = api::router(&state)
        .fallback(async || AppError::from(Refusal::NotFound))
        .method_not_allowed_fallback(async || AppError::from(Refusal::MethodNotAllowed));
    let everything = Router::new()
        .nest("/api", call_middleware(calls, &state))
        .merge(api::outside(&state))
        .route("/", get(page::to_root))
        .route("/members", get(page::to_root))
        .route("/members/", get(page::serve))
        .route("/members/{*path}", get(page::serve))
        .fallback(async || AppError::from(Refusal::NotFound))
        .layer(from_fn(plain_text::check_path))
        .layer(from_fn_with_state(state.clone(), own_host::check));
    response_middleware(everything, &state).with_state(state)
}

/// The middleware before a call's handler. The layer that is added last sees a request first.
fn call_middleware(calls: Router<AppState>, state: &AppState) -> Router<AppState> {
    let calls = calls
        .layer(from_fn_with_state(state.clone(), forgery::check))
        .layer(from_fn_with_state(state.clone(), session::load));
    body::limit(calls, body::LARGEST_BODY)
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, LONGEST_CALL))
        // Only answers to calls: the page's files are compressed already.
        .layer(CompressionLayer::new())
}

/// The middleware of every response, even that of a handler that panicked.
pub fn response_middleware(router: Router<AppState>, state: &AppState) -> Router<AppState> {
    router
        .layer(CatchPanicLayer::custom(after_a_panic))
        .layer(map_response(give_a_body_to_a_timeout))
        .layer(from_fn(rules_version::exchange))
        .layer(from_fn_with_state(state.clone(), headers::add))
        .layer(from_fn_with_state(state.clone(), request_log::write))
}

/// The time-out layer answers without a body.
async fn give_a_body_to_a_timeout(response: Response) -> Response {
    let is_bare = !response.headers().contains_key(axum::http::header::CONTENT_TYPE);
    if response.status() == StatusCode::SERVICE_UNAVAILABLE && is_bare {
        return AppError::from(Refusal::CallTimeout).into_response();
    }
    response
}

fn after_a_panic(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    AppError::unexpected(format!("a panic: {text}")).into_response()
}
