//! The built page: `/members/…`. It is in `ui/dist`: each file, and beside it the same file as brotli and as gzip if that is smaller.

#[cfg(not(debug_assertions))]
mod carried;
mod file;
#[cfg(debug_assertions)]
mod folder;

use super::encoding::Encoding;
use super::headers::content_policy;
use super::session::{FORGERY_COOKIE, cookie};
use super::unchanged::is_known;
use crate::platform::error::AppError;
use axum::extract::{Path, RawQuery};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
#[cfg(not(debug_assertions))]
use carried as files;
use file::File;
#[cfg(debug_assertions)]
use folder as files;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use stylebox_core::messages::refusals::Refusal;

/// Where the page's root is.
pub const ROOT: &str = "/members/";
/// The HTML file of every screen.
const INDEX: &str = "index.html";
/// The folder of the screens that were rendered when the page was built, and the list of them.
const RENDERED: &str = "screens/";
const LIST: &str = "screens/screens.json";
/// The folder of the files whose names change with their contents.
const HASHED: &str = "assets/";

#[derive(Clone, Default, Deserialize)]
struct Rendered {
    /// Each screen by its path.
    screens: HashMap<String, RenderedScreen>,
}

/// A screen that a visitor can see before any script has come (`ui/scripts/prerender.ts`).
#[derive(Clone, Deserialize)]
struct RenderedScreen {
    file: String,
    /// Parameters of the query with which the screen is another one.
    unless: Vec<String>,
    /// The hashes of its inline scripts.
    scripts: Vec<String>,
    styles: Vec<String>,
}

impl RenderedScreen {
    /// Whether it is what this browser will show: a customer may see something else, and so may a visitor with that query.
    fn is_for(&self, query: &str, headers: &HeaderMap) -> bool {
        let is_named = |pair: &str| {
            let name = pair.split_once('=').map_or(pair, |(name, _)| name);
            self.unless.iter().any(|unless| unless == name)
        };
        cookie(headers, FORGERY_COOKIE).is_none() && !query.split('&').any(is_named)
    }
}

/// The names of the page's files, relative to [`ROOT`]. Their compressed forms are not listed.
pub fn file_names() -> impl Iterator<Item = Cow<'static, str>> {
    files::names().filter(|name| !is_compressed(name))
}

/// `GET /` and `GET /members`: to the page.
pub async fn to_root() -> Redirect {
    Redirect::permanent(ROOT)
}

/// `GET /members/…`: a file of the page; any other path is a screen of it.
pub async fn serve(path: Option<Path<String>>, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    let path = path.map(|Path(path)| path).unwrap_or_default();
    respond(&path, query.as_deref().unwrap_or_default(), &headers, files::find)
}

fn is_compressed(name: &str) -> bool {
    Encoding::ALL.iter().any(|encoding| name.ends_with(encoding.ending()))
}

fn respond(path: &str, query: &str, headers: &HeaderMap, find: impl Fn(&str) -> Option<File>) -> Response {
    if path != INDEX
        && !path.starts_with(RENDERED)
        && !is_compressed(path)
        && let Some(file) = find(path)
    {
        return answer(path, file, headers, find);
    }
    if path.starts_with(HASHED) {
        return AppError::from(Refusal::NotFound).into_response();
    }
    let rendered = rendered(path, &find);
    // The choice of the document depends on the session too.
    let by_session = rendered.is_some();
    if let Some(screen) = rendered.filter(|screen| screen.is_for(query, headers))
        && let Some(policy) = content_policy(&screen.scripts, &screen.styles)
        && let Some(file) = find(&screen.file)
    {
        let mut response = varied(answer(&screen.file, file, headers, find), by_session);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        return response;
    }
    match find(INDEX) {
        Some(index) => varied(answer(INDEX, index, headers, find), by_session),
        None => (StatusCode::SERVICE_UNAVAILABLE, "The page is not built yet: build the folder ui, and start again.\n")
            .into_response(),
    }
}

/// The rendered screen of a path, if there is one. A trailing slash changes nothing, as it does in the page.
fn rendered(path: &str, find: impl Fn(&str) -> Option<File>) -> Option<RenderedScreen> {
    let path = path.strip_suffix('/').unwrap_or(path);
    list(&find(LIST)?).screens.get(&format!("/{path}")).cloned()
}

/// The list that was read last, by its file's hash: only a development build gets another one.
static LAST_READ: Mutex<Option<(String, Arc<Rendered>)>> = Mutex::new(None);

/// The list of the rendered screens. One that cannot be read is logged once, and every screen is the index.
fn list(file: &File) -> Arc<Rendered> {
    let mut last_read = LAST_READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((hash, list)) = &*last_read
        && *hash == file.hash
    {
        return list.clone();
    }
    let list = Arc::new(serde_json::from_slice(&file.contents).unwrap_or_else(|error| {
        tracing::error!(%error, file = LIST, "the rendered screens are not served: their list cannot be read");
        Rendered::default()
    }));
    *last_read = Some((file.hash.clone(), list.clone()));
    list
}

fn varied(mut response: Response, by_session: bool) -> Response {
    if by_session {
        let headers = HeaderValue::from_static("accept-encoding, cookie");
        response.headers_mut().insert(header::VARY, headers);
    }
    response
}

fn answer(path: &str, plain: File, headers: &HeaderMap, find: impl Fn(&str) -> Option<File>) -> Response {
    let compressed = Encoding::accepted(headers)
        .find_map(|encoding| find(&format!("{path}{}", encoding.ending())).map(|file| (Some(encoding), file)));
    let (encoding, file) = compressed.unwrap_or((None, plain));
    let tag = format!("\"{}\"", file.hash);
    // A file with a hashed name never changes; a browser asks about any other file each time.
    let keep = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_known = is_known(headers, &tag);
    let kept = [(header::ETAG, tag)];
    let always = [(header::CACHE_CONTROL, keep), (header::VARY, "accept-encoding")];
    let media_type = media_type(path);
    let mut response = if is_known {
        (StatusCode::NOT_MODIFIED, kept, always).into_response()
    } else {
        ([(header::CONTENT_TYPE, media_type)], kept, always, file.contents).into_response()
    };
    if media_type.starts_with("font/") {
        // The frames in which a gateway shows its fields load our text's font from here, so that they look like ours.
        let everybody = HeaderValue::from_static("*");
        response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, everybody);
    }
    if let Some(encoding) = encoding
        && !is_known
    {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    response
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    /// What a small build would hold. The picture is too small to be compressed, and gzip makes nothing of the WebAssembly.
    fn built(name: &str) -> Option<File> {
        let contents: &[u8] = match name {
            "index.html" => b"<!doctype html>",
            "index.html.br" => b"index as brotli",
            "index.html.gz" => b"index as gzip",
            "assets/core-3f2a.wasm" => b"\0asm",
            "assets/core-3f2a.wasm.br" => b"core as brotli",
            "favicon.svg" => b"<svg/>",
            "assets/text-7c1d.woff2" => b"wOF2",
            "screens/screens.json" => {
                br#"{"screens":{"/login":{"file":"screens/login.html","unless":["themebox"],"styles":["sha256-b"],"scripts":["sha256-a"]}}}"#
            }
            "screens/login.html" => b"<title>Sign in</title>",
            "screens/login.html.br" => b"login as brotli",
            _ => return None,
        };
        Some(File { hash: format!("hash-of-{name}"), contents: contents.into() })
    }

    fn header_of(response: &Response, name: header::HeaderName) -> &str {
        response.headers()[name].to_str().unwrap()
    }

    fn accepting(encodings: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(encodings))])
    }

    #[test]
    fn a_hashed_file_is_kept_for_good_and_has_its_type() {
        let response = respond("assets/core-3f2a.wasm", "", &HeaderMap::new(), built);
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(header_of(&response, header::CONTENT_TYPE), "application/wasm");
        assert_eq!(header_of(&response, header::CACHE_CONTROL), "public, max-age=31536000, immutable");
    }

    #[test]
    fn fonts_alone_are_shared_with_the_frames_of_a_gateway() {
        let known = HeaderMap::from_iter([(
            header::IF_NONE_MATCH,
            HeaderValue::from_static("\"hash-of-assets/text-7c1d.woff2\""),
        )]);
        for headers in [HeaderMap::new(), known] {
            let response = respond("assets/text-7c1d.woff2", "", &headers, built);
            assert_eq!(header_of(&response, header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
        }
        for path in ["assets/core-3f2a.wasm", "quiz/1", "favicon.svg"] {
            let response = respond(path, "", &HeaderMap::new(), built);
            assert!(response.headers().get(header::ACCESS_CONTROL_ALLOW_ORIGIN).is_none(), "{path}");
        }
    }

    #[test]
    fn every_screen_is_the_index_and_is_asked_about_each_time() {
        for screen in ["", "index.html", "quiz/1", "reset_password", "screens/login.html", "screens/screens.json"] {
            let response = respond(screen, "", &HeaderMap::new(), built);
            assert_eq!(header_of(&response, header::CONTENT_TYPE), "text/html; charset=utf-8", "{screen}");
            assert_eq!(header_of(&response, header::CACHE_CONTROL), "no-cache", "{screen}");
        }
    }

    #[tokio::test]
    async fn a_file_is_sent_in_the_best_form_that_lies_there_and_the_browser_takes() {
        let (index, core, icon) = ("quiz/1", "assets/core-3f2a.wasm", "favicon.svg");
        for (path, accepted, encoding, contents) in [
            (index, "gzip, deflate, br, zstd", Some("br"), "index as brotli"),
            (index, "gzip", Some("gzip"), "index as gzip"),
            (index, "br;q=0.5, gzip", Some("gzip"), "index as gzip"),
            (index, "identity", None, "<!doctype html>"),
            (core, "gzip, br", Some("br"), "core as brotli"),
            (core, "gzip", None, "\0asm"),
            (icon, "gzip, br", None, "<svg/>"),
        ] {
            let response = respond(path, "", &accepting(accepted), built);
            let case = format!("{path} for {accepted}");
            let tag = format!(
                "\"hash-of-{}{}\"",
                if path == index { INDEX } else { path },
                match encoding {
                    Some("br") => ".br",
                    Some(_) => ".gz",
                    None => "",
                }
            );
            let said = response.headers().get(header::CONTENT_ENCODING).map(|encoding| encoding.to_str().unwrap());
            assert_eq!(said, encoding, "{case}");
            assert_eq!(header_of(&response, header::ETAG), tag, "{case}");
            assert_eq!(header_of(&response, header::VARY), "accept-encoding", "{case}");
            assert_eq!(
                header_of(&response, header::CONTENT_TYPE),
                media_type(if path == index { INDEX } else { path })
            );
            let body = axum::body::to_bytes(response.into_body(), 100).await.unwrap();
            assert_eq!(body, contents, "{case}");
        }
    }

    #[test]
    fn a_compressed_form_has_no_address_of_its_own() {
        assert_eq!(respond("assets/core-3f2a.wasm.br", "", &HeaderMap::new(), built).status(), StatusCode::NOT_FOUND);
        let screen = respond("index.html.gz", "", &HeaderMap::new(), built);
        assert_eq!(header_of(&screen, header::ETAG), "\"hash-of-index.html\"", "it is a path like any other");
    }

    #[test]
    fn a_file_that_the_browser_has_is_not_sent_again() {
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static("\"hash-of-favicon.svg\""));
        assert_eq!(respond("favicon.svg", "", &headers, built).status(), StatusCode::NOT_MODIFIED);
        let several = HeaderValue::from_static("\"older\", W/\"hash-of-favicon.svg\"");
        headers.insert(header::IF_NONE_MATCH, several);
        assert_eq!(respond("favicon.svg", "", &headers, built).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(respond("", "", &headers, built).status(), StatusCode::OK);
    }

    #[test]
    fn the_tag_of_one_encoding_does_not_match_another() {
        let mut headers = accepting("gzip");
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static("\"hash-of-index.html.gz\""));
        let known = respond("", "", &headers, built);
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(header_of(&known, header::VARY), "accept-encoding");
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
        assert_eq!(respond("", "", &headers, built).status(), StatusCode::OK);
    }

    #[test]
    fn a_missing_asset_is_not_answered_with_the_index() {
        assert_eq!(respond("assets/core-0000.wasm", "", &HeaderMap::new(), built).status(), StatusCode::NOT_FOUND);
    }

    #[test]
    fn without_a_build_the_answer_says_so() {
        assert_eq!(respond("login", "", &HeaderMap::new(), |_| None).status(), StatusCode::SERVICE_UNAVAILABLE);
    }

    #[test]
    fn a_rendered_screen_that_is_known_already_is_not_sent_again() {
        let mut headers = accepting("br");
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static("\"hash-of-screens/login.html.br\""));
        let known = respond("login", "", &headers, built);
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(header_of(&known, header::VARY), "accept-encoding, cookie");
        assert!(header_of(&known, header::CONTENT_SECURITY_POLICY).contains("'sha256-a'"));
        // The index is known by another tag: who has signed in meanwhile gets it.
        headers.insert(header::COOKIE, HeaderValue::from_static("XSRF-TOKEN=token"));
        assert_eq!(respond("login", "", &headers, built).status(), StatusCode::OK);
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static("\"hash-of-index.html.br\""));
        assert_eq!(respond("login", "", &headers, built).status(), StatusCode::NOT_MODIFIED);
    }

    #[tokio::test]
    async fn a_trailing_slash_changes_nothing() {
        assert_eq!(text(respond("login/", "", &HeaderMap::new(), built)).await, "<title>Sign in</title>");
        assert_eq!(text(respond("login//", "", &HeaderMap::new(), built)).await, "<!doctype html>");
    }

    #[tokio::test]
    async fn with_a_list_that_cannot_be_read_every_screen_is_the_index() {
        for broken in ["", "{", r#"{"screens":{"/login":{}}}"#] {
            let find = |name: &str| {
                let file = built(name)?;
                let is_list = name == LIST;
                Some(if is_list {
                    File { hash: format!("broken {broken}"), contents: broken.as_bytes().into() }
                } else {
                    file
                })
            };
            assert_eq!(text(respond("login", "", &HeaderMap::new(), find)).await, "<!doctype html>", "{broken}");
        }
        // A rebuilt list is read again.
        assert_eq!(text(respond("login", "", &HeaderMap::new(), built)).await, "<title>Sign in</title>");
    }

    async fn text(response: Response) -> String {
        let body = axum::body::to_bytes(response.into_body(), 100).await.unwrap();
        String::from_utf8(body.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn a_visitor_gets_a_screen_that_was_rendered() {
        for query in ["", "utm_campaign=spring", "next=themebox", "payment=true&x"] {
            let response = respond("login", query, &HeaderMap::new(), built);
            assert_eq!(header_of(&response, header::CACHE_CONTROL), "no-cache", "{query}");
            assert_eq!(header_of(&response, header::CONTENT_TYPE), "text/html; charset=utf-8", "{query}");
            assert_eq!(text(response).await, "<title>Sign in</title>", "{query}");
        }
        let response = respond("login", "", &accepting("br"), built);
        assert_eq!(header_of(&response, header::CONTENT_ENCODING), "br");
        assert_eq!(text(response).await, "login as brotli");
    }

    #[tokio::test]
    async fn a_customer_gets_the_index_and_so_does_a_visitor_whose_query_changes_the_screen() {
        let signed_in = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static("a=b; XSRF-TOKEN=token"))]);
        for (query, headers) in
            [("", signed_in), ("themebox=Work", HeaderMap::new()), ("a=b&themebox", HeaderMap::new())]
        {
            let response = respond("login", query, &headers, built);
            assert_eq!(header_of(&response, header::VARY), "accept-encoding, cookie", "{query}");
            assert!(!response.headers().contains_key(header::CONTENT_SECURITY_POLICY), "{query}");
            assert_eq!(text(response).await, "<!doctype html>", "{query}");
        }
    }

    #[test]
    fn only_a_rendered_screen_may_have_its_own_styles_and_script() {
        let response = respond("login", "", &HeaderMap::new(), built);
        assert_eq!(header_of(&response, header::VARY), "accept-encoding, cookie");
        let policy = header_of(&response, header::CONTENT_SECURITY_POLICY);
        assert!(
            policy.contains("; script-src 'self' 'wasm-unsafe-eval' 'sha256-a'; style-src 'self' 'sha256-b'; "),
            "{policy}"
        );
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        let other = respond("quiz/1", "", &HeaderMap::new(), built);
        assert!(!other.headers().contains_key(header::CONTENT_SECURITY_POLICY));
    }
}
