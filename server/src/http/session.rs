//! The cookies of a session, and the signed-in customer as an argument of a handler.

use crate::http::client_address::ClientAddress;
use crate::platform::error::{AppError, AppResult};
use crate::platform::keys::Purpose;
use crate::service::access::session::{LONGEST, Opened, SignedIn, find, forgery_token};
use crate::service::account::devices::REMEMBERED;
use crate::state::AppState;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{AppendHeaders, Response};
use cookie::{Cookie, SameSite};
use std::convert::Infallible;
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;

/// The cookie with the session's token.
pub const SESSION_COOKIE: &str = "stylebox_session";
/// The cookie with the anti-forgery token, for the page's scripts to read.
pub const FORGERY_COOKIE: &str = "XSRF-TOKEN";

/// The cookie by which accounts know a device. It outlives the session, and no script reads it.
pub const DEVICE_COOKIE: &str = "stylebox_device";

/// The header in which a page says for which customer it makes a call. The cookies are the whole browser's: in another tab somebody
/// else may have signed in, and nothing from this page may be saved for them.
pub const CUSTOMER_HEADER: HeaderName = HeaderName::from_static("x-customer-id");

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

/// Middleware: finds the session of a call, for [`SignedIn`] and the anti-forgery check. A call for another customer than the
/// session's is a visitor's.
pub async fn load(State(state): State<AppState>, request: Request, next: Next) -> AppResult<Response> {
    let Some(token) = cookie(request.headers(), SESSION_COOKIE) else { return Ok(next.run(request).await) };
    let session = find(&state, &token).await?.filter(|session| is_for(request.headers(), &session.customer_id));
    let Some(mut session) = session else { return Ok(next.run(request).await) };
    let (mut parts, body) = request.into_parts();
    let Ok(ClientAddress(caller)) = ClientAddress::from_request_parts(&mut parts, &state).await;
    session.network = caller.to_string();
    let mut request = Request::from_parts(parts, body);
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

/// Whether a call is for this customer, so far as it says for whom it is.
fn is_for(headers: &HeaderMap, customer_id: &str) -> bool {
    headers.get(CUSTOMER_HEADER).is_none_or(|meant| meant == customer_id)
}

fn is_public(headers: &HeaderMap) -> bool {
    let directives = headers.get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok()).unwrap_or_default();
    directives.split(',').any(|directive| directive.trim() == "public")
}

/// The headers of a response.
pub type Cookies = AppendHeaders<Vec<(HeaderName, HeaderValue)>>;

impl Opened {
    /// The session's two cookies, and after a sign-in that of the device.
    pub fn cookies(self, state: &AppState) -> Cookies {
        let forgery = forgery_cookie(state, forgery_token(&self.token));
        let session = written(build(state, SESSION_COOKIE, self.token).http_only(true));
        let device = self.device_id.map(|id| {
            let signature = state.keys.hash(Purpose::Devices, &id);
            let cookie =
                build(state, DEVICE_COOKIE, format!("{id}.{signature}")).http_only(true).max_age(lifetime(REMEMBERED));
            (header::SET_COOKIE, written(cookie))
        });
        AppendHeaders(
            [(header::SET_COOKIE, session), (header::SET_COOKIE, forgery)].into_iter().chain(device).collect(),
        )
    }
}

/// Deletes the cookies of the session. That of the device stays.
pub fn no_cookies(state: &AppState) -> Cookies {
    let gone = |name| {
        let cookie = build(state, name, String::new()).http_only(name == SESSION_COOKIE);
        (header::SET_COOKIE, written(cookie.max_age(cookie::time::Duration::ZERO)))
    };
    AppendHeaders(vec![gone(SESSION_COOKIE), gone(FORGERY_COOKIE)])
}

fn forgery_cookie(state: &AppState, token: String) -> HeaderValue {
    written(build(state, FORGERY_COOKIE, token))
}

fn build(state: &AppState, name: &'static str, value: String) -> cookie::CookieBuilder<'static> {
    Cookie::build((name, value))
        .path("/")
        .same_site(SameSite::Lax)
        .secure(state.settings.public_url.is_https())
        .max_age(lifetime(LONGEST))
}

fn lifetime(duration: Duration) -> cookie::time::Duration {
    cookie::time::Duration::seconds(i64::try_from(duration.as_secs()).unwrap_or(i64::MAX))
}

fn written(cookie: cookie::CookieBuilder<'static>) -> HeaderValue {
    // Names and values are ours: letters, digits, `-`, `_` and `.`.
    HeaderValue::from_str(&cookie.build().to_string()).unwrap_or(HeaderValue::from_static(""))
}

/// The value of a cookie that the call came with.
#[must_use]
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let lists = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = lists.flat_map(|list| Cookie::split_parse(list.to_owned())).filter_map(Result::ok);
    cookies.find(|cookie| cookie.name() == name).map(|cookie| cookie.value().to_owned())
}
