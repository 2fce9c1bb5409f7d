//! The cookies of a session, and the signed-in customer as an argument of a handler.

use crate::platform::error::{AppError, AppResult};
use crate::platform::session::{LONGEST, Opened, SignedIn, find, forgery_token};
use crate::state::AppState;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{AppendHeaders, Response};
use cookie::{Cookie, SameSite};
use std::convert::Infallible;
use stylebox_core::messages::refusals::Refusal;

/// The cookie with the session's token.
pub const SESSION_COOKIE: &str = "stylebox_session";
/// The cookie with the anti-forgery token, for the page's scripts to read.
pub const FORGERY_COOKIE: &str = "XSRF-TOKEN";

/// As an argument of a handler it refuses the call if nobody is signed in; as an `Option` it is `None` then.
impl<S: Send + Sync> FromRequestParts<S> for SignedIn {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AppError> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| Refusal::NotSignedIn.into())
    }
}

impl<S: Send + Sync> OptionalFromRequestParts<S> for SignedIn {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned())
    }
}

/// Middleware: finds the session of a call, for [`SignedIn`] and the anti-forgery check.
pub async fn load(State(state): State<AppState>, mut request: Request, next: Next) -> AppResult<Response> {
    let Some(token) = cookie(request.headers(), SESSION_COOKIE) else { return Ok(next.run(request).await) };
    let Some(session) = find(&state, &token).await? else { return Ok(next.run(request).await) };
    let lost = cookie(request.headers(), FORGERY_COOKIE).is_none_or(|sent| sent != session.forgery_token);
    let renewed = lost.then(|| forgery_cookie(&state, session.forgery_token.clone()));
    request.extensions_mut().insert(session);
    let mut response = next.run(request).await;
    // A page that lost the readable cookie gets it again, unless the call itself opened or ended a session, or a cache may give
    // the response to others.
    let is_taken = response.headers().contains_key(header::SET_COOKIE) || is_public(response.headers());
    if let Some(renewed) = renewed.filter(|_| !is_taken) {
        response.headers_mut().append(header::SET_COOKIE, renewed);
    }
    Ok(response)
}

fn is_public(headers: &HeaderMap) -> bool {
    let directives = headers.get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok()).unwrap_or_default();
    directives.split(',').any(|directive| directive.trim() == "public")
}

/// The headers of a response.
pub type Cookies = AppendHeaders<[(header::HeaderName, HeaderValue); 2]>;

impl Opened {
    /// The session's two cookies.
    pub fn cookies(self, state: &AppState) -> Cookies {
        let forgery = forgery_cookie(state, forgery_token(&self.token));
        let session = written(build(state, SESSION_COOKIE, self.token).http_only(true));
        AppendHeaders([(header::SET_COOKIE, session), (header::SET_COOKIE, forgery)])
    }
}

/// Deletes both cookies.
pub fn no_cookies(state: &AppState) -> Cookies {
    let gone = |name| {
        let cookie = build(state, name, String::new()).http_only(name == SESSION_COOKIE);
        (header::SET_COOKIE, written(cookie.max_age(cookie::time::Duration::ZERO)))
    };
    AppendHeaders([gone(SESSION_COOKIE), gone(FORGERY_COOKIE)])
}

fn forgery_cookie(state: &AppState, token: String) -> HeaderValue {
    written(build(state, FORGERY_COOKIE, token))
}

fn build(state: &AppState, name: &'static str, value: String) -> cookie::CookieBuilder<'static> {
    let longest = cookie::time::Duration::seconds(i64::try_from(LONGEST.as_secs()).unwrap_or(i64::MAX));
    Cookie::build((name, value))
        .path("/")
        .same_site(SameSite::Lax)
        .secure(state.settings.public_url.is_https())
        .max_age(longest)
}

fn written(cookie: cookie::CookieBuilder<'static>) -> HeaderValue {
    // Names and values are ours: letters, digits, `-` and `_`.
    HeaderValue::from_str(&cookie.build().to_string()).unwrap_or(HeaderValue::from_static(""))
}

/// The value of a cookie that the call came with.
#[must_use]
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let lists = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = lists.flat_map(|list| Cookie::split_parse(list.to_owned())).filter_map(Result::ok);
    cookies.find(|cookie| cookie.name() == name).map(|cookie| cookie.value().to_owned())
}
