//! The headers that every response has.

use crate::state::AppState;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

/// The content policy. WebAssembly needs 'wasm-unsafe-eval'; the human check works in blob workers; a chosen photo is shown from
/// a blob before it is uploaded. No form is ever sent by the browser itself, which would write its fields into the address.
macro_rules! content_policy {
    ($scripts:literal, $styles:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
            $scripts,
            "; style-src 'self'",
            $styles,
            "; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
    };
}

const CONTENT_POLICY: HeaderValue = HeaderValue::from_static(content_policy!("", ""));

/// The content policy of a document with scripts and styles of its own, which are named by their hashes.
pub(super) fn content_policy(scripts: &[String], styles: &[String]) -> Option<HeaderValue> {
    let sources = |hashes: &[String]| hashes.iter().map(|hash| format!(" '{hash}'")).collect::<String>();
    format!(content_policy!("{}", "{}"), sources(scripts), sources(styles)).parse().ok()
}

const ALWAYS: [(HeaderName, HeaderValue); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
];

/// Middleware: adds the headers, and the content policy and `no-store` if the handler set none of its own.
pub async fn add(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, value);
    }
    let policy = headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(CONTENT_POLICY);
    // One document shows every screen, so each one allows what any screen needs.
    let needs = state.browser_needs();
    if !needs.is_empty() {
        let allowed = policy.to_str().ok().and_then(|text| needs.allowed_by(text).parse().ok());
        *policy = allowed.unwrap_or(CONTENT_POLICY);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if state.settings.public_url.is_https() {
        let a_year = if state.settings.hsts_subdomains {
            HeaderValue::from_static("max-age=31536000; includeSubDomains")
        } else {
            HeaderValue::from_static("max-age=31536000")
        };
        headers.insert(header::STRICT_TRANSPORT_SECURITY, a_year);
    }
    response
}
