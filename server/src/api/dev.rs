//! `/dev/outbox`: the sent e-mails, in demo mode. Outside demo mode it does not exist.

use crate::http::page;
use crate::platform::error::AppResult;
use crate::state::AppState;
use crate::store::message::outbox::{self, MailRow};
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use std::fmt::Write;
use stylebox_core::brand;

/// How many e-mails the page shows.
const SHOWN: i64 = 200;

const STYLE: &str = include_str!("outbox.css");

/// The fonts of the built page: the family, the beginning of its Latin file's name, and its weights.
const FONTS: [(&str, &str, &str); 2] = [
    ("Libre Caslon Display", "assets/libre-caslon-display-latin-400", "400"),
    ("Hanken Grotesk Variable", "assets/hanken-grotesk-latin-wght", "100 900"),
];

pub(super) fn router(state: &AppState) -> Router<AppState> {
    if !state.settings.demo {
        return Router::new();
    }
    Router::new().route("/dev/outbox", get(outbox)).route("/dev/outbox.css", get(style))
}

async fn style() -> impl IntoResponse {
    let mut css = String::new();
    for (family, begins, weights) in FONTS {
        if let Some(file) = page::file_names().find(|name| name.starts_with(begins) && name.ends_with(".woff2")) {
            let source = format!("url({}{file}) format(\"woff2\")", page::ROOT);
            let _ = writeln!(
                css,
                "@font-face {{ font-family: \"{family}\"; font-weight: {weights}; font-display: swap; src: {source} }}"
            );
        }
    }
    css.push_str(STYLE);
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], css)
}

async fn outbox(State(state): State<AppState>) -> AppResult<impl IntoResponse> {
    let mut tx = state.db.read().await?;
    let mails = outbox::newest(&mut tx, SHOWN).await?;
    tx.commit().await?;
    let (product, retailer, members) = (brand::PRODUCT, brand::RETAILER, page::ROOT);
    let mut html = format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sent e-mails · {product}</title>
<link rel="stylesheet" href="/dev/outbox.css">
</head>
<body>
<header class="top"><span class="name">{product} <small>by {retailer}</small></span><a href="{members}">Members’ area</a></header>
<main>
<h1>Sent e-mails</h1>
<p class="lead">This is a demonstration: nothing leaves this machine. What customers would have received is here, the newest
first.</p>
"#
    );
    if mails.is_empty() {
        html.push_str("<p>Nothing yet.</p>\n");
    }
    for (place, mail) in mails.iter().enumerate() {
        show(&mut html, mail, place == 0);
    }
    html.push_str("</main>\n</body>\n</html>\n");
    Ok(Html(html))
}

fn show(html: &mut String, mail: &MailRow, is_open: bool) {
    let (recipient, subject) = (escaped(&mail.recipient), escaped(&mail.subject));
    let letter: Vec<String> = mail.body.trim_end().split('\n').map(with_links).collect();
    let (at, when) = (mail.created_at.instant(), mail.created_at.in_words());
    let open = if is_open { " open" } else { "" };
    let _ = writeln!(
        html,
        r#"<details{open}>
<summary><h2 class="subject">{subject}</h2><time datetime="{at}">{when}</time><p class="to">To {recipient}</p></summary>
<div class="letter">{}</div>
</details>"#,
        letter.join("\n")
    );
}

/// A line that is an address becomes a link.
fn with_links(line: &str) -> String {
    let text = escaped(line);
    let is_link = line.starts_with("http://") || line.starts_with("https://");
    if is_link { format!("<a href=\"{text}\">{text}</a>") } else { text }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
