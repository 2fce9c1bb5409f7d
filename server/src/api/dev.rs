//! `/dev/outbox`: in demo mode, the e-mails that were sent, to be read. Outside demo mode it does not exist.

use crate::http::error::AppResult;
use crate::state::AppState;
use crate::store::outbox::{self, MailRow};
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use std::fmt::Write;
use stylebox_core::brand;

/// How many e-mails the page shows.
const SHOWN: i64 = 200;

const STYLE: &str =
    "body { font: 16px/1.5 Georgia, serif; color: #222; max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
h1 { font-weight: 400 }
article { border-top: 1px solid #ccc; padding: 1.5rem 0 }
h2 { font-size: 1.1rem; margin: 0 }
.to { color: #666; font: 0.85rem/1.6 sans-serif; margin: 0 }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 1rem 0 0 }
a { color: #7a3b2e }
";

pub(super) fn router(state: &AppState) -> Router<AppState> {
    if !state.settings.demo {
        return Router::new();
    }
    let style = async || ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE);
    Router::new().route("/dev/outbox", get(page)).route("/dev/outbox.css", get(style))
}

async fn page(State(state): State<AppState>) -> AppResult<impl IntoResponse> {
    let mut tx = state.db.read().await?;
    let mails = outbox::newest(&mut tx, SHOWN).await?;
    tx.commit().await?;
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Outbox · {0}</title><link rel=\"stylesheet\" href=\"/dev/outbox.css\">\
         <main><h1>What {0} has sent</h1>",
        brand::PRODUCT
    );
    if mails.is_empty() {
        html.push_str("<p>Nothing yet.</p>");
    }
    mails.iter().for_each(|mail| show(&mut html, mail));
    html.push_str("</main></html>\n");
    Ok(Html(html))
}

fn show(html: &mut String, mail: &MailRow) {
    let (recipient, subject) = (escaped(&mail.recipient), escaped(&mail.subject));
    let body: Vec<String> = mail.body.split('\n').map(with_links).collect();
    let at = mail.created_at.instant();
    let _ = write!(
        html,
        "<article><h2>{subject}</h2><p class=\"to\">To {recipient} · <time datetime=\"{at}\">{at}</time></p>\
         <pre>{}</pre></article>",
        body.join("\n")
    );
}

/// A line that is an address becomes a link.
fn with_links(line: &str) -> String {
    let text = escaped(line);
    let is_link = line.starts_with("http://") || line.starts_with("https://");
    if is_link { format!("<a href=\"{text}\">{text}</a>") } else { text }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
