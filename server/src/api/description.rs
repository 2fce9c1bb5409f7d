//! What holds for many calls alike, said of each of them in the description: who may call, and what every body, every changing
//! call and every limit can be answered with. A handler describes what is its own.
//!
//! A call needs a session unless its handler says `security(())`.

use axum::http::header::RETRY_AFTER;
use stylebox_core::account::session::{ApiCall, needs_csrf};
use stylebox_core::policy::limits;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Object, OpenApi, Ref, RefOr, Response, ResponseBuilder, Type};

use crate::http::forgery::FORGERY_HEADER;
use crate::http::session::SESSION_COOKIE;

/// The name of the session's cookie among the ways of proving who calls.
const SESSION: &str = "session";
/// The name of the anti-forgery token among them.
const ANTI_FORGERY: &str = "anti_forgery";

/// Adds to every call what its handler has not said.
pub(super) fn complete(description: &mut OpenApi) {
    let schemes = description.components.get_or_insert_default();
    let cookie = ApiKeyValue::with_description(SESSION_COOKIE, "The session that signing in has opened.");
    schemes.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let token = ApiKeyValue::with_description(FORGERY_HEADER, "The value of the cookie XSRF-TOKEN.");
    schemes.add_security_scheme(ANTI_FORGERY, SecurityScheme::ApiKey(ApiKey::Header(token)));
    for (path, item) in &mut description.paths.paths {
        for (method, operation) in operations(item) {
            say_who_may_call(operation, method, path);
            say_what_can_happen(operation, method, path);
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let PathItem { get, put, post, delete, patch, .. } = item;
    let all = [("GET", get), ("PUT", put), ("POST", post), ("DELETE", delete), ("PATCH", patch)];
    all.into_iter().filter_map(|(method, operation)| operation.as_mut().map(|operation| (method, operation)))
}

fn say_who_may_call(operation: &mut Operation, method: &str, path: &str) {
    if operation.security.is_some() {
        return;
    }
    let no_scopes: [&str; 0] = [];
    let mut needed = SecurityRequirement::new(SESSION, no_scopes);
    if needs_csrf(&ApiCall { method: method.to_owned(), path: path.to_owned() }) {
        needed = needed.add(ANTI_FORGERY, no_scopes);
    }
    operation.security = Some(vec![needed]);
    add(operation, "401", "`not_authorized`: not signed in, or not any more");
}

fn say_what_can_happen(operation: &mut Operation, method: &str, path: &str) {
    if method != "GET" {
        add(operation, "403", "`not_authorized`: not from our own pages, or without the session's anti-forgery token");
    }
    if path.contains('{') {
        add(operation, "404", "`not_found`: there is nothing of the kind, or it is somebody else's");
    }
    if operation.request_body.is_some() {
        let rate = limits::BODY_KIB_PER_SECOND;
        let too_slow =
            format!("`request_timeout`: the body stopped arriving, or came at less than {rate} KiB a second");
        add(operation, "408", &too_slow);
    }
    // A call that reads its body in a way of its own says itself what can come of it.
    if operation.request_body.is_some() && !operation.responses.responses.contains_key("413") {
        add(operation, "400", "`request_invalid`: the body is no JSON");
        add(operation, "413", "`too_large`: the body is over 64 KiB");
        add(operation, "415", "`request_invalid`: the body is not said to be JSON");
        add(operation, "422", "`request_invalid`: the body is not of the form");
    }
    if let Some(RefOr::T(limited)) = operation.responses.responses.get_mut("429") {
        let seconds = HeaderBuilder::new()
            .description(Some("Seconds until it may be tried again."))
            .schema(Some(Object::with_type(Type::Integer)))
            .build();
        limited.headers.insert(RETRY_AFTER.to_string(), seconds.into());
    }
}

/// Adds a refusal, unless the handler has described that status.
fn add(operation: &mut Operation, status: &str, description: &str) {
    let responses = &mut operation.responses.responses;
    responses.entry(status.to_owned()).or_insert_with(|| refusal(description).into());
}

fn refusal(description: &str) -> Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    ResponseBuilder::new().description(description).content("application/json", body).build()
}
