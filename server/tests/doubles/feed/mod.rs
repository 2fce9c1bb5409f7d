//! A stand-in for the feed of theme boxes: it answers like `GET /api/current_themeboxes`, or with what a test sets.

use crate::doubles::http::{HttpDouble, HttpFault};
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stylebox_server::platform::config::BaseUrl;
use stylebox_server::providers::theme_boxes::feed::settings::FeedSettings;

#[derive(Clone)]
pub struct FeedDouble {
    http: HttpDouble,
    book: Arc<Mutex<Book>>,
}

struct Book {
    status: u16,
    body: String,
    calls: usize,
}

/// A theme box with this name, whose picture is at the double's only origin for pictures.
pub fn theme_box(theme: &str) -> Value {
    json!({
        "theme": theme,
        "label": format!("The {theme}"),
        "description": "For now.",
        "attachment": {"href": format!("https://pictures.example/{theme}.webp")},
    })
}

impl FeedDouble {
    pub async fn start(boxes: &[Value]) -> Self {
        let book = Arc::new(Mutex::new(Book { status: 200, body: json!({"results": boxes}).to_string(), calls: 0 }));
        let router = Router::new().route("/boxes.json", get(answer)).with_state(book.clone());
        Self { http: HttpDouble::start(router).await, book }
    }

    pub fn settings(&self) -> FeedSettings {
        FeedSettings {
            url: BaseUrl::parse("--theme-boxes-url", &format!("{}/boxes.json", self.http.url())).unwrap(),
            pictures: vec!["https://pictures.example".to_owned()],
            timeout: Duration::from_millis(500),
        }
    }

    pub fn set(&self, fault: HttpFault) {
        self.http.set(fault);
    }

    pub fn answers(&self, status: u16, body: impl ToString) {
        let mut book = self.book.lock().unwrap();
        (book.status, book.body) = (status, body.to_string());
    }

    pub fn calls(&self) -> usize {
        self.book.lock().unwrap().calls
    }
}

async fn answer(
    State(book): State<Arc<Mutex<Book>>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> (StatusCode, String) {
    let mut book = book.lock().unwrap();
    book.calls += 1;
    assert!(query.is_none() && headers["accept"] == "application/json" && !headers.contains_key("cookie"));
    (StatusCode::from_u16(book.status).unwrap(), book.body.clone())
}
