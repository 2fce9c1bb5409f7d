//! Completes the description of each call with what many calls share: who may call, and how a body, a change and a limit can be
//! refused. A handler describes only what is special about it.
//!
//! A call needs a session unless its handler says `security(())`.

use axum::http::header::RETRY_AFTER;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use stylebox_core::policy::limits;
use stylebox_core::screens::session::{ApiCall, needs_csrf};
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Object, OpenApi, Ref, RefOr, Response, ResponseBuilder, Type};

use crate::http::forgery::FORGERY_HEADER;
use crate::http::session::SESSION_COOKIE;

/// The security scheme of the session's cookie.
const SESSION: &str = "session";
/// Its description. The header is not listed with each call: only a page in several tabs needs it.
const SESSION_WORDS: &str = "The session. Signing in sets it. A call with the header X-Customer-Id, which has the id of an account, \
    counts as made without a session if the session is another customer's.";
/// The security scheme of the anti-forgery token.
const ANTI_FORGERY: &str = "anti_forgery";

/// Adds what the handlers have not described.
pub(super) fn complete(description: &mut OpenApi) {
    let schemes = description.components.get_or_insert_default();
    let cookie = ApiKeyValue::with_description(SESSION_COOKIE, SESSION_WORDS);
    schemes.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let token = ApiKeyValue::with_description(FORGERY_HEADER, "The value of the cookie XSRF-TOKEN.");
    schemes.add_security_scheme(ANTI_FORGERY, SecurityScheme::ApiKey(ApiKey::Header(token)));
    for (path, item) in &mut description.paths.paths {
        for (method, operation) in operations(item) {
            operation.operation_id = Some(id_of(method, path));
            say_who_may_call(operation, method, path);
            say_what_can_happen(operation, method, path);
        }
    }
}

/// `get_orders_id`: no two calls share a method and a path.
fn id_of(method: &str, path: &str) -> String {
    let words = path.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    format!("{}_{}", method.to_lowercase(), words.join("_"))
}

/// The description as JSON.
///
/// Answers have all their fields: an `Option` is written as null. A schema's derive does not know that and calls such a field
/// optional, so it is made required here in every body that is only answered. A field that is left out of an answer
/// (`skip_serializing_if`) is described as never null, and stays optional.
///
/// # Errors
/// If the description cannot be written as JSON.
pub(super) fn written(description: &OpenApi) -> Result<String, serde_json::Error> {
    let mut document = serde_json::to_value(description)?;
    let (mut sent, mut answered) = (BTreeSet::new(), BTreeSet::new());
    let schemas = document.pointer("/components/schemas").cloned().unwrap_or_default();
    for operation in document.get("paths").into_iter().flat_map(parts).flat_map(parts) {
        operation.get("requestBody").into_iter().for_each(|body| collect(body, &schemas, &mut sent));
        operation.get("responses").into_iter().for_each(|body| collect(body, &schemas, &mut answered));
    }
    for name in answered.difference(&sent) {
        let schema = document.pointer_mut(&format!("/components/schemas/{name}")).and_then(Value::as_object_mut);
        let Some(schema) = schema else { continue };
        // The own fields of a body that is flattened into another.
        let parts = schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten();
        parts.filter_map(Value::as_object_mut).for_each(require_nullable_fields);
        require_nullable_fields(schema);
    }
    serde_json::to_string(&document)
}

/// Adds every field that can be null to the required ones, in the order of the fields.
fn require_nullable_fields(schema: &mut Map<String, Value>) {
    let declared = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let is_required =
        |(name, field): &(&String, &Value)| can_be_null(field) || declared.iter().any(|known| known == *name);
    let required: Vec<Value> = fields.filter(is_required).map(|(name, _)| name.as_str().into()).collect();
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
}

/// Whether a field's schema takes null: by its type, or as one of its alternatives.
fn can_be_null(field: &Value) -> bool {
    let is_null = |schema: &Value| schema.get("type").is_some_and(|kind| kind == "null");
    let types = field.get("type").and_then(Value::as_array).into_iter().flatten();
    let alternatives = field.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    types.into_iter().any(|kind| kind == "null") || alternatives.into_iter().any(is_null)
}

fn parts(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_object().into_iter().flat_map(Map::values)
}

/// Adds the names of the schemas that a part of the document refers to, itself or through others.
fn collect(part: &Value, schemas: &Value, found: &mut BTreeSet<String>) {
    match part {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
            if let Some(name) = name.filter(|name| found.insert((*name).to_owned())) {
                schemas.get(name).into_iter().for_each(|schema| collect(schema, schemas, found));
            }
            fields.values().for_each(|value| collect(value, schemas, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, schemas, found)),
        _ => {}
    }
}

/// The calls of a path, each with its method.
pub(super) fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
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
    add(operation, "401", "`not_authorized`: not signed in");
}

fn say_what_can_happen(operation: &mut Operation, method: &str, path: &str) {
    if method != "GET" {
        add(operation, "403", "`not_authorized`: another site's page calls, or the anti-forgery token is missing");
    }
    if path.contains('{') {
        add(operation, "404", "`not_found`: it does not exist, or belongs to somebody else");
    }
    if operation.request_body.is_some() {
        let rate = limits::BODY_KIB_PER_SECOND;
        let too_slow =
            format!("`request_timeout`: the body stopped arriving, or came at less than {rate} KiB a second");
        add(operation, "408", &too_slow);
    }
    // A call that reads its body itself describes its own refusals.
    if operation.request_body.is_some() && !operation.responses.responses.contains_key("413") {
        add(operation, "400", "`request_invalid`: the body is not JSON");
        add(operation, "413", "`too_large`: the body is over 64 KiB");
        add(operation, "415", "`request_invalid`: the content type is not JSON");
        add(operation, "422", "`request_invalid`: the body is malformed");
    }
    if let Some(RefOr::T(limited)) = operation.responses.responses.get_mut("429") {
        let seconds = HeaderBuilder::new()
            .description(Some("Seconds until the next try is allowed."))
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
