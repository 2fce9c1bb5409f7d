//! The version of the rules: the page sends its own with every call, and every answer has the server's. A page that was loaded
//! before an upgrade sees the difference, and offers to reload.
//!
//! No call is refused for it: this server's rules check what is sent, whichever version the page has.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use stylebox_core::rules_version;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::{ObjectBuilder, OpenApi, RefOr, Required, Schema, Type};

/// The header of the version, in calls and in answers.
pub const RULES_VERSION: HeaderName = HeaderName::from_static("x-rules-version");

/// Only calls have the header: a page's files have names that change with their contents.
const CALLS: &str = "/api/";

/// Middleware: every answer to a call has the version of the rules, refusals too.
pub async fn exchange(request: Request, next: Next) -> Response {
    let is_call = request.uri().path().starts_with(CALLS);
    let has_other_rules = request.headers().get(RULES_VERSION).is_some_and(|sent| sent != rules_version());
    if has_other_rules {
        tracing::debug!("the page has another version of the rules");
    }
    let mut response = next.run(request).await;
    if is_call {
        response.headers_mut().insert(RULES_VERSION, HeaderValue::from_static(rules_version()));
    }
    response
}

/// Adds the header to the description of all calls and of their answers.
pub fn describe(description: &mut OpenApi) {
    for path in description.paths.paths.values_mut() {
        path.parameters.get_or_insert_default().push(sent().into());
        for operation in operations(path) {
            for response in operation.responses.responses.values_mut() {
                if let RefOr::T(response) = response {
                    response.headers.insert(RULES_VERSION.to_string(), answered().into());
                }
            }
        }
    }
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = path;
    [get, put, post, delete, patch].into_iter().flatten()
}

fn sent() -> Parameter {
    ParameterBuilder::new()
        .name(RULES_VERSION.as_str())
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("The version of the rules that the caller runs, if it runs any."))
        .schema(Some(schema()))
        .build()
}

fn answered() -> Header {
    HeaderBuilder::new()
        .description(Some("The version of the rules that this server runs."))
        .schema(Some(schema()))
        .build()
}

fn schema() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).into()
}
