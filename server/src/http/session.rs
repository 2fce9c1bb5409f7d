//! Sessions: a random token in a cookie that scripts cannot read; the database has its hash.
//!
//! The anti-forgery token is made from the session's token and cannot be turned back into it, so it is bound to the session
//! without being stored.

use crate::http::error::{AppError, AppResult, NOT_SIGNED_IN};
use crate::platform::clock::Timestamp;
use crate::platform::random::hex;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::sessions;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{AppendHeaders, Response};
use cookie::{Cookie, SameSite};
use sha2::{Digest, Sha256};
use std::convert::Infallible;
use std::time::Duration;
use stylebox_core::policy::limits;

/// The cookie with the session's token.
pub const SESSION_COOKIE: &str = "stylebox_session";
/// The cookie with the anti-forgery token, for the page's scripts to read.
pub const FORGERY_COOKIE: &str = "XSRF-TOKEN";

/// How long a session lasts without being used.
pub const IDLE: Duration = Duration::from_secs(24 * 60 * 60 * limits::SESSION_IDLE_DAYS);
/// How long a session lasts however much it is used.
pub const LONGEST: Duration = Duration::from_secs(24 * 60 * 60 * limits::SESSION_MAX_DAYS);
/// Use is noted no more often than this, so that reading writes little.
const NOTED_EVERY: Duration = Duration::from_secs(60);

/// The customer who calls. As an argument of a handler, it refuses the call where nobody is signed in; as an `Option`, it
/// is none then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// Who calls.
    pub customer_id: String,
    /// The session's id.
    pub session_id: String,
    /// When the session ends if it is not used before.
    pub expires_at: Timestamp,
    /// The anti-forgery token that belongs to the session.
    pub(super) forgery_token: String,
}

impl SignedIn {
    /// The program itself on behalf of a customer who has just been made: there is no session, so nothing can wait in it.
    #[must_use]
    pub fn without_session(customer_id: &str, now: Timestamp) -> Self {
        let (session_id, forgery_token) = Default::default();
        Self { customer_id: customer_id.to_owned(), session_id, expires_at: now, forgery_token }
    }
}

/// Whoever calls, signed in or not.
pub type Visitor = Option<SignedIn>;

impl<S: Send + Sync> FromRequestParts<S> for SignedIn {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AppError> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| NOT_SIGNED_IN.into())
    }
}

impl<S: Send + Sync> OptionalFromRequestParts<S> for SignedIn {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned())
    }
}

/// Middleware: finds the session of a call, for [`SignedIn`] and the anti-forgery check.
///
/// # Errors
/// Where the database fails.
pub async fn load(State(state): State<AppState>, mut request: Request, next: Next) -> AppResult<Response> {
    let Some(token) = cookie(request.headers(), SESSION_COOKIE) else { return Ok(next.run(request).await) };
    let Some(session) = find(&state, &token).await? else { return Ok(next.run(request).await) };
    let lost = cookie(request.headers(), FORGERY_COOKIE).is_none_or(|sent| sent != session.forgery_token);
    let renewed = lost.then(|| forgery_cookie(&state, session.forgery_token.clone()));
    request.extensions_mut().insert(session);
    let mut response = next.run(request).await;
    // A page that lost the readable cookie gets it again, unless the call itself opened or ended a session.
    if let Some(renewed) = renewed.filter(|_| !response.headers().contains_key(header::SET_COOKIE)) {
        response.headers_mut().append(header::SET_COOKIE, renewed);
    }
    Ok(response)
}

/// The open session of a token; it is noted as used.
async fn find(state: &AppState, token: &str) -> AppResult<Option<SignedIn>> {
    let now = state.clock.now();
    let found = sessions::open_by_token(&mut state.db.read_single().await?, &hash(token), now).await?;
    let Some(mut row) = found else { return Ok(None) };
    if now.since(row.last_seen_at) >= NOTED_EVERY {
        row.expires_at = now.plus(IDLE).min(row.created_at.plus(LONGEST));
        let mut tx = state.db.write().await?;
        sessions::touch(&mut tx, &row.id, now, row.expires_at).await?;
        tx.commit().await?;
    }
    Ok(Some(SignedIn {
        customer_id: row.customer_id,
        session_id: row.id,
        expires_at: row.expires_at,
        forgery_token: forgery_token(token),
    }))
}

/// A session that was just opened: what its cookies are made of.
#[derive(Debug)]
pub struct Opened {
    /// The session's id.
    pub session_id: String,
    token: String,
}

/// Opens a session for a customer; it holds once `tx` is committed. The session that the caller had before, if any, ends: a
/// sign-in always gives a new token.
///
/// # Errors
/// Where the database fails.
pub async fn open(state: &AppState, tx: &mut Tx, customer_id: &str, before: Option<&SignedIn>) -> AppResult<Opened> {
    if let Some(before) = before {
        sessions::remove(tx, &before.session_id).await?;
    }
    let now = state.clock.now();
    let token = state.random.secret();
    let row = sessions::SessionRow {
        id: state.random.id(now),
        customer_id: customer_id.to_owned(),
        created_at: now,
        last_seen_at: now,
        expires_at: now.plus(IDLE),
    };
    sessions::add(tx, &row, &hash(&token)).await?;
    Ok(Opened { session_id: row.id, token })
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

/// Takes both cookies away.
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

/// A token as the database knows it.
#[must_use]
pub fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

fn forgery_token(session_token: &str) -> String {
    hex(&Sha256::new().chain_update("stylebox anti-forgery ").chain_update(session_token).finalize())
}
