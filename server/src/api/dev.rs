//! `/dev/outbox`: the messages that were sent, in demo mode: emails as text and beside it as HTML, and text messages. Outside demo mode it does not exist. The other pages of demo mode look like it.

use crate::http::page;
use crate::platform::error::AppResult;
use crate::service::mail::outbox;
use crate::state::AppState;
use crate::store::mail::outbox::{Channel, MailRow};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use std::fmt::Write;
use stylebox_core::brand;
use stylebox_core::messages::refusals::Refusal;

/// How many messages the page shows.
const SHOWN: i64 = 200;

/// Begins with the page's colors.
const STYLE: &str = concat!(include_str!("../../../ui/src/styles/tokens.css"), include_str!("dev.css"));

/// The fonts of the built page: the family, the beginning of its Latin file's name, and its weights.
const FONTS: [(&str, &str, &str); 2] = [
    ("Libre Caslon Display", "assets/libre-caslon-display-latin-400", "400"),
    ("Hanken Grotesk Variable", "assets/hanken-grotesk-latin-wght", "100 900"),
];

pub(super) fn router(state: &AppState) -> Router<AppState> {
    if !state.settings.is_demo() {
        return Router::new();
    }
    Router::new()
        .route("/dev/outbox", get(outbox))
        .route("/dev/outbox/{id}", get(as_html))
        .route("/dev/style.css", get(style))
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

/// The HTML part of an email by itself, which `/dev/outbox` frames: it may style itself, and nothing else. Its links leave the frame.
async fn as_html(State(state): State<AppState>, Path(id): Path<String>) -> AppResult<impl IntoResponse> {
    let html = outbox::html(&state, &id).await?.ok_or(Refusal::NotFound)?;
    let html = html.replacen("<head>", "<head>\n<base target=\"_top\">", 1);
    Ok(([(header::CONTENT_SECURITY_POLICY, EMAIL_POLICY)], Html(html)))
}

const EMAIL_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The content policy of the page that frames the emails.
const OUTBOX_POLICY: &str = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; \
                             form-action 'none'; frame-ancestors 'none'";

async fn outbox(State(state): State<AppState>) -> AppResult<impl IntoResponse> {
    let mails = outbox::newest(&state, SHOWN).await?;
    let (product, retailer, members) = (brand::PRODUCT, brand::RETAILER, page::ROOT);
    let top = format!(
        r#"<span class="name">{product} <small>by {retailer}</small></span><a href="{members}">Members’ area</a>"#
    );
    let mut html = String::from(
        r#"<h1>Sent messages</h1>
<p class="lead">This is a demonstration: nothing leaves this machine. What customers would have received is here, the newest
first.</p>
"#,
    );
    if mails.is_empty() {
        html.push_str("<p>Nothing yet.</p>\n");
    }
    for (place, mail) in mails.iter().enumerate() {
        show(&mut html, mail, place == 0);
    }
    Ok(([(header::CONTENT_SECURITY_POLICY, OUTBOX_POLICY)], Html(document("Sent messages", &top, &html))))
}

/// A page of demo mode, from the HTML of its header and of its main part. Its own referrer policy lets the browser name the origin
/// of a form: under the policy of the other responses, the origin would be hidden.
pub(super) fn document(title: &str, top: &str, main: &str) -> String {
    let (product, root) = (brand::PRODUCT, page::ROOT);
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>{title} · {product}</title>
<link rel="icon" href="{root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/dev/style.css">
</head>
<body>
<header class="top">{top}</header>
<main>
{main}</main>
</body>
</html>
"#
    )
}

/// The text of a message, and of an email beside it the HTML, as wide as a phone.
fn show(html: &mut String, mail: &MailRow, is_open: bool) {
    let subject = if mail.channel == Channel::Sms { "Text message" } else { &mail.subject };
    let (recipient, subject) = (escaped(&mail.recipient), escaped(subject));
    let text: Vec<String> = mail.body.trim_end().split('\n').map(with_links).collect();
    let (at, when) = (mail.created_at.instant(), mail.created_at.in_words());
    let open = if is_open { " open" } else { "" };
    let as_html = if mail.html.is_empty() {
        String::new()
    } else {
        let id = &mail.id;
        format!(
            r#"<div class="shown"><iframe src="/dev/outbox/{id}" title="As a mail program shows it" loading="lazy" sandbox="allow-top-navigation-by-user-activation"></iframe>
<p><a href="/dev/outbox/{id}">As a mail program shows it</a></p></div>"#
        )
    };
    let _ = writeln!(
        html,
        r#"<details{open}>
<summary><h2 class="subject">{subject}</h2><time datetime="{at}">{when}</time><p class="to">To {recipient}</p></summary>
<div class="both">
<div class="text">{}</div>
{as_html}
</div>
</details>"#,
        text.join("\n")
    );
}

/// A line that is an address becomes a link.
fn with_links(line: &str) -> String {
    let text = escaped(line);
    let is_link = line.starts_with("http://") || line.starts_with("https://");
    if is_link { format!("<a href=\"{text}\">{text}</a>") } else { text }
}

/// The text as HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
