//! The built page, carried inside the program: `/members/…`.

use super::error::NOT_FOUND;
use crate::http::AppError;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

/// What the page's build wrote. In a development build it is read from the folder as it is at the moment.
#[derive(RustEmbed)]
#[folder = "../ui/dist/"]
#[allow_missing = true]
struct Page;

/// Where the page's root is.
pub const ROOT: &str = "/members/";
/// The folder of the files whose names change with their contents.
const HASHED: &str = "assets/";

/// `GET /` and `GET /members`: to the page.
pub async fn to_root() -> Redirect {
    Redirect::permanent(ROOT)
}

/// `GET /members/…`: a file of the page; any other path is a screen of it.
pub async fn serve(path: Option<Path<String>>, headers: HeaderMap) -> Response {
    let path = path.map(|Path(path)| path).unwrap_or_default();
    if let Some(file) = Page::get(&path).filter(|_| path != "index.html") {
        return answer(&path, file, &headers);
    }
    if path.starts_with(HASHED) {
        return AppError::from(NOT_FOUND).into_response();
    }
    match Page::get("index.html") {
        Some(index) => answer("index.html", index, &headers),
        None => (StatusCode::SERVICE_UNAVAILABLE, "The page is not built yet: build the folder ui, and start again.\n")
            .into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", crate::random::hex(&file.metadata.sha256_hash()));
    // A hashed name never means anything else; anything else is asked about each time.
    let keep = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kept = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, keep.to_owned())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    ([(header::CONTENT_TYPE, media_type(path))], kept, file.data).into_response()
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("woff") => "font/woff",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
