//! In demo mode only this machine's own names are served. A page of another site can have its name lead to this machine (DNS rebinding);
//! then the browser takes the demonstration for a part of that site, but it still says the other name.

use crate::platform::config::{PublicUrl, is_this_machine};
use crate::state::AppState;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Middleware: in demo mode a call to another host is answered with 421, before anything looks at it.
pub async fn check(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let settings = &state.settings;
    if settings.is_demo() && !is_own(request.headers(), request.uri(), &settings.public_url) {
        let words = format!(
            "This is a demonstration, which is served on this machine only: {}/members/\n",
            settings.public_url
        );
        return (StatusCode::MISDIRECTED_REQUEST, words).into_response();
    }
    next.run(request).await
}

/// Whether each host that a call names is this machine. A program that names none is no browser.
fn is_own(headers: &HeaderMap, uri: &Uri, public_url: &PublicUrl) -> bool {
    let named = headers.get_all(header::HOST).iter().map(|host| host.to_str().unwrap_or_default());
    named.chain(uri.authority().map(|authority| authority.as_str())).all(|authority| {
        let authority = authority.to_ascii_lowercase();
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => &authority,
        };
        host == public_url.host() || is_this_machine(host.trim_matches(['[', ']']))
    })
}
