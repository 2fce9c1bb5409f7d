//! Checks every answer that a test gets against the description in `server/openapi.json`, so that no body differs from what the
//! page's types say.

use super::client::Reply;
use axum::http::{Method, header};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use stylebox_core::values::business_time::{Date, Instant};

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
});

/// Panics if a call's answer does not match the description. A refusal that is not described is not checked, because the
/// refusals that every call can give are not listed for each call.
pub fn check(method: &Method, path: &str, reply: &Reply) {
    let (status, text) = (reply.status, &reply.text);
    if reply.headers.contains_key(header::CONTENT_ENCODING) {
        return;
    }
    let Some(operation) = path.strip_prefix("/api").and_then(|path| operation(method, path)) else { return };
    let Some(response) = operation["responses"].get(status.as_str()) else {
        assert!(!status.is_success(), "{method} {path} answered {status}, which is not described");
        return;
    };
    let schema = &response["content"]["application/json"]["schema"];
    if let Some(Err(fault)) = schema.is_object().then(|| fits(&serde_json::from_str(text).unwrap(), schema, "")) {
        panic!("{method} {path} answered {status} with a body that does not match its description: {fault}\n{text}");
    }
}

/// The described paths, in their parts; those with fewer parameters come first.
static PATHS: LazyLock<Vec<(Vec<&str>, &Value)>> = LazyLock::new(|| {
    let described = DESCRIPTION["paths"].as_object().unwrap();
    let mut paths: Vec<(Vec<&str>, &Value)> =
        described.iter().map(|(template, item)| (template.split('/').collect(), item)).collect();
    paths.sort_by_key(|(parts, _)| parts.iter().filter(|part| part.starts_with('{')).count());
    paths
});

/// The operation at a path: of the templates that fit, the one with the fewest parameters.
fn operation(method: &Method, path: &str) -> Option<&'static Value> {
    let given: Vec<&str> = path.split('/').collect();
    let fits = |parts: &[&str]| {
        parts.len() == given.len()
            && parts.iter().zip(&given).all(|(part, given)| part.starts_with('{') || part == given)
    };
    let (_, item) = PATHS.iter().find(|(parts, _)| fits(parts))?;
    item.get(method.as_str().to_lowercase())
}

/// Checks that a value fits a schema. The error says what does not fit and where.
fn fits(value: &Value, schema: &Value, place: &str) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        return fits(value, DESCRIPTION.pointer(name.trim_start_matches('#')).unwrap(), place);
    }
    if let Some(alternatives) = schema["oneOf"].as_array() {
        let faults: Vec<_> = alternatives.iter().filter_map(|one| fits(value, one, place).err()).collect();
        return if faults.len() < alternatives.len() { Ok(()) } else { Err(faults.join("; ")) };
    }
    let is_a = |kind: &Value| match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the check does not know the type {other}"),
    };
    let has_type = match &schema["type"] {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(is_a),
        kind => is_a(kind),
    };
    let is_listed = schema["enum"].as_array().is_none_or(|words| words.contains(value));
    if !has_type || !is_listed || !value.as_str().is_none_or(|text| has_format(text, schema)) {
        return Err(format!("{place} is {value}"));
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        fits(item, &schema["items"], &format!("{place}/{index}"))?;
    }
    match value.as_object() {
        Some(fields) if schema["properties"].is_object() => {
            let required = schema["required"].as_array().into_iter().flatten();
            if let Some(missing) = required.filter_map(Value::as_str).find(|name| !fields.contains_key(*name)) {
                return Err(format!("{place}/{missing} is missing"));
            }
            fields.iter().try_for_each(|(name, field)| match schema["properties"].get(name) {
                Some(schema) => fits(field, schema, &format!("{place}/{name}")),
                None => Err(format!("{place}/{name} is not described")),
            })
        }
        Some(fields) if schema["additionalProperties"].is_object() => fields
            .iter()
            .try_for_each(|(name, field)| fits(field, &schema["additionalProperties"], &format!("{place}/{name}"))),
        _ => Ok(()),
    }
}

/// Whether a text has the format or the pattern of its schema.
fn has_format(text: &str, schema: &Value) -> bool {
    match (schema["format"].as_str(), schema["pattern"].as_str()) {
        (Some("date"), _) => text.parse::<Date>().is_ok(),
        (Some("date-time"), _) => text.parse::<Instant>().is_ok(),
        (_, Some(r"^\d+\.\d\d$")) => text.split_once('.').is_some_and(|(dollars, cents)| {
            let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number(dollars) && is_number(cents) && cents.len() == 2
        }),
        (_, Some(other)) => panic!("the check does not know the pattern {other}"),
        _ => true,
    }
}
