//! `GET /metrics` on an address of its own, which only the operator's Prometheus reaches.

use crate::platform::metrics;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;

/// Answers until the program ends.
pub async fn serve(listener: TcpListener) {
    if let Err(error) = axum::serve(listener, router()).await {
        tracing::error!(%error, "the metrics are served no more");
    }
}

pub fn router() -> Router {
    Router::new().route("/metrics", get(text))
}

async fn text() -> impl IntoResponse {
    const TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    match metrics::text() {
        Ok(text) => (StatusCode::OK, [(header::CONTENT_TYPE, TYPE)], text),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, [(header::CONTENT_TYPE, "text/plain")], String::new()),
    }
}
