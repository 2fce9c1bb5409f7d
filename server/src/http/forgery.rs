//! Protection against cross-site requests: calls that another site's page makes with a customer's cookies.

use crate::platform::error::{AppError, AppResult};
use crate::service::access::session::SignedIn;
use crate::state::AppState;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::screens::session::{self, ApiCall};
use subtle::ConstantTimeEq;

/// The header in which the page sends the anti-forgery cookie back.
pub const FORGERY_HEADER: &str = "x-xsrf-token";

/// Middleware: a call that changes something must come from our own pages and, in a session, bring the session's token. Core says
/// which calls need the token.
///
/// # Errors
/// [`Refusal::NotAuthorized`] if it does not.
pub async fn check(State(state): State<AppState>, request: Request, next: Next) -> AppResult<Response> {
    let (method, headers) = (request.method(), request.headers());
    let only_reads = method == Method::GET || method == Method::HEAD;
    let ours = only_reads || is_same_origin(headers, state.settings.public_url.origin());
    if !ours {
        return Err(Refusal::NotAuthorized.into());
    }
    if let Some(session) = request.extensions().get::<SignedIn>()
        && needs_token(method, request.uri().path())
    {
        let sent = headers.get(FORGERY_HEADER).map(|value| value.as_bytes()).unwrap_or_default();
        if !bool::from(sent.ct_eq(session.forgery_token.as_bytes())) {
            return Err(AppError::from(Refusal::NotAuthorized));
        }
    }
    Ok(next.run(request).await)
}

fn needs_token(method: &Method, path: &str) -> bool {
    let below_api = path.strip_prefix("/api").unwrap_or(path);
    session::needs_csrf(&ApiCall { method: method.as_str().to_owned(), path: below_api.to_owned() })
}

/// Whether the browser says that the call comes from our own pages. Other programs send no such header, and have no cookies to
/// be misused.
pub(crate) fn is_same_origin(headers: &HeaderMap, public_origin: &str) -> bool {
    let text = |name| headers.get(name).map(|value: &header::HeaderValue| value.to_str().unwrap_or("?"));
    if let Some(origin) = text(header::ORIGIN) {
        // The same host under another scheme is another origin: what is sent in the clear can be written by anybody on the way.
        let scheme = public_origin.split_once("://").map_or("", |(scheme, _)| scheme);
        let own = text(header::HOST).map(|host| format!("{scheme}://{host}"));
        return origin == public_origin || own.is_some_and(|own| own == origin);
    }
    match text(header::HeaderName::from_static("sec-fetch-site")) {
        Some(site) => matches!(site, "same-origin" | "none"),
        None => true,
    }
}
