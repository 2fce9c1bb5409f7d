//! The calls in the service's own description. Tests check the completeness of their tables against them.

use super::client::{Client, Reply};
use super::test_app::TestApp;
use axum::http::Method;
use serde_json::{Value, json};
use stylebox_core::screens::session::{ApiCall, needs_csrf};

#[derive(Debug, Clone)]
pub struct Call {
    pub method: Method,
    /// The template: `/orders/{id}`.
    pub path: String,
    pub operation: Value,
}

/// Every call that the service describes.
pub async fn calls(app: &TestApp) -> Vec<Call> {
    let description = app.client().get("/api/openapi.json").await.expect(200);
    let mut calls = Vec::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        for method in [Method::GET, Method::PUT, Method::POST, Method::PATCH, Method::DELETE] {
            if let Some(operation) = item.get(method.as_str().to_lowercase()) {
                calls.push(Call { method, path: path.clone(), operation: operation.clone() });
            }
        }
    }
    assert!(calls.len() > 30, "{calls:?}");
    calls
}

impl Call {
    /// `POST /orders/{id}/cancel`.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    pub fn changes(&self) -> bool {
        self.method != Method::GET
    }

    pub fn needs_session(&self) -> bool {
        let security = self.operation["security"].as_array();
        let security = security.unwrap_or_else(|| panic!("{} does not say who may call", self.name()));
        security.iter().all(|way| way.get("session").is_some())
    }

    /// Whether, in a session, it needs the anti-forgery token.
    pub fn needs_token(&self) -> bool {
        needs_csrf(&ApiCall { method: self.method.to_string(), path: self.path.clone() })
    }

    pub fn takes_body(&self) -> bool {
        self.operation.get("requestBody").is_some()
    }

    pub fn describes(&self, status: u16) -> bool {
        self.operation["responses"].get(status.to_string()).is_some()
    }

    pub fn has_query(&self, name: &str) -> bool {
        let parameters = self.operation["parameters"].as_array().cloned().unwrap_or_default();
        parameters.iter().any(|parameter| parameter["name"] == name && parameter["in"] == "query")
    }

    /// Whether a part of the address is an id.
    pub fn has_id(&self) -> bool {
        self.path.contains('{')
    }

    /// The address, with `id` in the place of each parameter.
    pub fn at(&self, id: &str) -> String {
        let parts = self.path.split('/').map(|part| if part.starts_with('{') { id } else { part });
        format!("/api{}", parts.collect::<Vec<_>>().join("/"))
    }

    /// Calls it with `id`, and with `body` if it takes one.
    pub async fn send(&self, browser: &mut Client, id: &str, body: &Value) -> Reply {
        let body = if self.takes_body() { Some(body.clone()) } else { self.changes().then(|| json!({})) };
        browser.headers.insert("idempotency-key", "a-key-of-a-test".parse().unwrap());
        let reply = browser.call(self.method.clone(), &self.at(id), body).await;
        browser.headers.remove("idempotency-key");
        reply
    }
}

/// Checks that a table has a row for each of the calls, and no others. `advice` says what to do after adding a call.
#[track_caller]
pub fn check_complete(table: &str, rows: &[&str], calls: &[String], advice: &str) {
    let missing: Vec<_> = calls.iter().filter(|call| !rows.contains(&call.as_str())).collect();
    assert!(missing.is_empty(), "{table} has no row for {missing:?}: {advice}");
    let gone: Vec<_> = rows.iter().filter(|row| !calls.iter().any(|call| call == *row)).collect();
    assert!(gone.is_empty(), "{table} has rows for calls that it is not about: {gone:?}");
}
