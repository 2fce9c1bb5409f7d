//! A store that speaks S3, written from Amazon's documentation: presigned addresses (Signature Version 4 in the query), PutObject,
//! GetObject, DeleteObject, ListObjectsV2 and the preflight of CORS, with one bucket in path style.
//!
//! It computes each signature again. It refuses an address that is unsigned, expired, from the future, or signed for another method, key,
//! size or media type, headers `x-amz-…` that are not signed, and parameters that a call does not have.

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::NaiveDateTime;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::config::BaseUrl;
use stylebox_server::providers::common::http_client::{Answer, HttpClient};
use stylebox_server::providers::photos::s3::settings::{S3Settings, S3Style};
use url::form_urlencoded;

const BUCKET: &str = "marlowe-photos";
const REGION: &str = "us-east-1";
const ACCESS_KEY: &str = "AKIAIOSFODNN7EXAMPLE";
const SECRET_KEY: &str = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

/// How far a caller's clock may be ahead, in seconds.
const SKEW: i64 = 15 * 60;

/// How many keys a page of a list has; Amazon's have 1,000.
const LISTED: usize = 2;

/// The parameters that a signed address must have.
const SIGNED: [&str; 6] =
    ["X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires", "X-Amz-SignedHeaders", "X-Amz-Signature"];

/// A stored file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    pub content: Vec<u8>,
    pub media_type: String,
}

#[derive(Clone, Default)]
struct Store(Arc<Mutex<Inside>>);

#[derive(Default)]
struct Inside {
    clock: Option<Arc<dyn Clock>>,
    objects: BTreeMap<String, Object>,
    /// The origin whose pages may send files; `*` for all.
    cors: Option<String>,
    /// Everybody can read the objects whose keys begin with this text.
    public: Option<&'static str>,
    /// The methods that the access key may not use, each with the beginning of the objects' keys.
    denied: Vec<(Method, &'static str)>,
    /// Objects whose keys begin with this text are given back with another first byte.
    corrupted: Option<&'static str>,
    calls: Vec<String>,
}

pub struct S3Double {
    http: HttpDouble,
    store: Store,
}

impl S3Double {
    /// A private bucket, to which pages of `http://stylebox.test` may send files.
    pub async fn start() -> Self {
        let store = Store::default();
        store.0.lock().unwrap().cors = Some("http://stylebox.test".to_owned());
        let router = Router::new().fallback(answer).with_state(store.clone());
        Self { http: HttpDouble::start(router).await, store }
    }

    /// Compares times with this clock.
    pub fn follow(&self, clock: Arc<dyn Clock>) {
        self.inside(|inside| inside.clock = Some(clock));
    }

    pub fn set(&self, fault: HttpFault) {
        self.http.set(fault);
    }

    /// Misbehaves only at calls whose object's key ends with `key`.
    pub fn set_at(&self, key: &str, fault: HttpFault) {
        self.http.set_at(format!("/{BUCKET}/{key}").leak(), fault);
    }

    pub fn allow_pages_of(&self, origin: Option<&str>) {
        self.inside(|inside| inside.cors = origin.map(ToOwned::to_owned));
    }

    /// From now on everybody can read the objects whose keys begin with `begins`.
    pub fn make_public(&self, begins: &'static str) {
        self.inside(|inside| inside.public = Some(begins));
    }

    /// From now on the access key may not use these methods for objects whose keys begin with the given text.
    pub fn deny(&self, denied: &[(Method, &'static str)]) {
        self.inside(|inside| inside.denied = denied.to_vec());
    }

    /// From now on objects whose keys begin with this text are given back with another first byte.
    pub fn corrupt(&self, begins: Option<&'static str>) {
        self.inside(|inside| inside.corrupted = begins);
    }

    pub fn settings(&self) -> S3Settings {
        S3Settings {
            url: self.http.base(),
            region: REGION.to_owned(),
            bucket: BUCKET.to_owned(),
            style: S3Style::Path,
            prefix: String::new(),
            access_key: ACCESS_KEY.to_owned(),
            secret_key: secret(SECRET_KEY),
            timeout: Duration::from_millis(500),
        }
    }

    pub fn keys(&self) -> Vec<String> {
        self.inside(|inside| inside.objects.keys().cloned().collect())
    }

    /// The keys without the marks of erased people.
    pub fn keys_of_photos(&self) -> Vec<String> {
        self.keys().into_iter().filter(|key| !key.starts_with("erased/")).collect()
    }

    pub fn object(&self, key: &str) -> Object {
        self.inside(|inside| inside.objects.get(key).cloned().unwrap())
    }

    /// Stores a file without any check, like a store that does not check signatures.
    pub fn place(&self, key: &str, content: &[u8]) {
        let object = Object { content: content.to_vec(), media_type: "image/jpeg".to_owned() };
        self.inside(|inside| inside.objects.insert(key.to_owned(), object));
    }

    /// Loses a file.
    pub fn forget(&self, key: &str) {
        self.inside(|inside| inside.objects.remove(key)).unwrap();
    }

    /// The calls so far: method and key.
    pub fn calls(&self) -> Vec<String> {
        self.inside(|inside| inside.calls.clone())
    }

    pub fn url(&self) -> String {
        self.http.url()
    }

    /// Calls an address of the store from a browser. Returns the store's answer.
    pub async fn browser(&self, method: Method, address: &str, file: Option<(&'static str, Vec<u8>)>) -> Answer {
        browser_at(&self.url(), method, address, file).await
    }

    fn inside<T>(&self, work: impl FnOnce(&mut Inside) -> T) -> T {
        work(&mut self.store.0.lock().unwrap())
    }
}

/// Calls an address below `base` from a browser that shows a page of the shop.
pub async fn browser_at(base: &str, method: Method, address: &str, file: Option<(&'static str, Vec<u8>)>) -> Answer {
    let path = address.strip_prefix(base).unwrap_or_else(|| panic!("{address} is not below {base}"));
    let client = HttpClient::new("browser", &BaseUrl::parse("--url", base).unwrap()).unwrap();
    let call = client.call(method, path).header("origin", "http://stylebox.test");
    let call = match file {
        Some((media_type, content)) => call.body(media_type, content),
        None => call,
    };
    call.send().await.unwrap()
}

/// A refusal: status and code.
type Refused = (u16, &'static str);

async fn answer(State(store): State<Store>, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    // If the connection has broken off, there is no body.
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let mut inside = store.0.lock().unwrap();
    let Some((bucket, key)) = parts.uri.path().trim_start_matches('/').split_once('/') else {
        return refusal((400, "InvalidRequest"));
    };
    inside.calls.push(format!("{} {key}", parts.method));
    if bucket != BUCKET {
        return refusal((404, "NoSuchBucket"));
    }
    if parts.method == Method::OPTIONS {
        return preflight(&inside, &parts.headers);
    }
    let query: Vec<(String, String)> =
        form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    let checked = if query.is_empty() {
        let is_public = inside.public.is_some_and(|begins| key.starts_with(begins));
        if is_public && parts.method == Method::GET { Ok(()) } else { Err((403, "AccessDenied")) }
    } else {
        check(&inside, &parts.method, parts.uri.path(), &query, &parts.headers)
    };
    if let Err(refused) = checked {
        return refusal(refused);
    }
    if inside.denied.iter().any(|(method, begins)| *method == parts.method && key.starts_with(begins)) {
        return refusal((403, "AccessDenied"));
    }
    let mut done = carry_out(&mut inside, &parts.method, key, &query, &parts.headers, body);
    if let Some(allowed) = inside.cors.as_ref().filter(|allowed| allows(allowed, &parts.headers)) {
        done.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, allowed.parse().unwrap());
    }
    done
}

fn carry_out(
    inside: &mut Inside,
    method: &Method,
    key: &str,
    query: &[(String, String)],
    headers: &HeaderMap,
    body: Bytes,
) -> Response {
    match *method {
        Method::PUT => {
            if text(headers, "content-length") != body.len().to_string() {
                return refusal((411, "MissingContentLength"));
            }
            let media_type = text(headers, "content-type").to_owned();
            inside.objects.insert(key.to_owned(), Object { content: body.to_vec(), media_type });
            StatusCode::OK.into_response()
        }
        Method::GET if key.is_empty() => list(inside, query),
        Method::GET => {
            let Some(object) = inside.objects.get(key) else { return refusal((404, "NoSuchKey")) };
            let mut stored = object.content.clone();
            if inside.corrupted.is_some_and(|begins| key.starts_with(begins)) {
                stored.iter_mut().take(1).for_each(|byte| *byte = !*byte);
            }
            let (status, content) = match headers.get(header::RANGE) {
                None => (StatusCode::OK, stored),
                Some(_) if stored.is_empty() => return refusal((416, "InvalidRange")),
                Some(range) => {
                    let last: usize = range.to_str().unwrap().strip_prefix("bytes=0-").unwrap().parse().unwrap();
                    stored.truncate(last + 1);
                    (StatusCode::PARTIAL_CONTENT, stored)
                }
            };
            let mut response = (status, [(header::CONTENT_TYPE, object.media_type.clone())], content).into_response();
            for (name, value) in query {
                if name == "response-cache-control" {
                    response.headers_mut().insert(header::CACHE_CONTROL, value.parse().unwrap());
                }
            }
            response
        }
        Method::DELETE => {
            inside.objects.remove(key);
            StatusCode::NO_CONTENT.into_response()
        }
        _ => refusal((405, "MethodNotAllowed")),
    }
}

/// A page of the keys that begin with a text, in their order.
fn list(inside: &Inside, query: &[(String, String)]) -> Response {
    let said = |wanted: &str| query.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    if said("list-type") != Some("2") {
        return refusal((400, "InvalidArgument"));
    }
    let (prefix, after) = (said("prefix").unwrap_or_default(), said("start-after").unwrap_or_default());
    let mut found = inside.objects.keys().filter(|key| key.starts_with(prefix) && key.as_str() > after);
    let page: String = found.by_ref().take(LISTED).fold(String::new(), |mut page, key| {
        write!(page, "<Contents><Key>{key}</Key><Size>0</Size></Contents>").unwrap();
        page
    });
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\
         <IsTruncated>{}</IsTruncated>{page}</ListBucketResult>",
        found.next().is_some()
    );
    (StatusCode::OK, [(header::CONTENT_TYPE, "application/xml")], body).into_response()
}

/// Compares the signature with a signature that is computed from the call.
fn check(
    inside: &Inside,
    method: &Method,
    path: &str,
    query: &[(String, String)],
    headers: &HeaderMap,
) -> Result<(), Refused> {
    let is_list = path.trim_matches('/') == BUCKET;
    let own: &[&str] = if is_list { &["list-type", "prefix", "start-after"] } else { &["response-cache-control"] };
    let is_known = |name: &str| SIGNED.contains(&name) || (*method == Method::GET && own.contains(&name));
    if query.iter().any(|(name, _)| !is_known(name)) {
        return Err((400, "InvalidArgument"));
    }
    let mut named = [""; SIGNED.len()];
    for (value, name) in named.iter_mut().zip(SIGNED) {
        let found: Vec<&str> =
            query.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect();
        let [only] = found[..] else { return Err((400, "AuthorizationQueryParametersError")) };
        *value = only;
    }
    let [algorithm, credential, date, expires, signed_headers, signature] = named;
    let scope = format!("{}/{REGION}/s3/aws4_request", date.get(..8).unwrap_or_default());
    let Some((access_key, signed_scope)) = credential.split_once('/') else {
        return Err((400, "AuthorizationQueryParametersError"));
    };
    if algorithm != "AWS4-HMAC-SHA256" || signed_scope != scope {
        return Err((400, "AuthorizationQueryParametersError"));
    }
    if access_key != ACCESS_KEY {
        return Err((403, "InvalidAccessKeyId"));
    }
    check_time(inside, date, expires)?;
    let names: Vec<&str> = signed_headers.split(';').collect();
    let needed: &[&str] = if *method == Method::PUT { &["content-length", "content-type", "host"] } else { &["host"] };
    if names != needed || headers.keys().any(|name| name.as_str().starts_with("x-amz-")) {
        return Err((403, "AccessDenied"));
    }
    let canonical = canonical_request(method, path, query, &names, headers);
    let digest = hex(&Sha256::digest(canonical.as_bytes()));
    let to_sign = format!("AWS4-HMAC-SHA256\n{date}\n{scope}\n{digest}");
    let mut key = format!("AWS4{SECRET_KEY}").into_bytes();
    for part in scope.split('/') {
        key = mac(&key, part);
    }
    if hex(&mac(&key, &to_sign)) == signature { Ok(()) } else { Err((403, "SignatureDoesNotMatch")) }
}

fn check_time(inside: &Inside, date: &str, expires: &str) -> Result<(), Refused> {
    let malformed = (400, "AuthorizationQueryParametersError");
    let signed_at = NaiveDateTime::parse_from_str(date, "%Y%m%dT%H%M%SZ").map_err(|_| malformed)?.and_utc().timestamp();
    let lasts: i64 = expires.parse().map_err(|_| malformed)?;
    if !(1..=604_800).contains(&lasts) {
        return Err(malformed);
    }
    let now = inside.clock.as_ref().unwrap().real_now().seconds();
    if signed_at > now + SKEW {
        return Err((403, "RequestTimeTooSkewed"));
    }
    if now >= signed_at + lasts { Err((403, "AccessDenied")) } else { Ok(()) }
}

fn canonical_request(
    method: &Method,
    path: &str,
    query: &[(String, String)],
    signed: &[&str],
    headers: &HeaderMap,
) -> String {
    let mut pairs: Vec<String> = query
        .iter()
        .filter(|(name, _)| name != "X-Amz-Signature")
        .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
        .collect();
    pairs.sort();
    let mut text_of_headers = String::new();
    for name in signed {
        writeln!(text_of_headers, "{name}:{}", text(headers, name).trim()).unwrap();
    }
    format!("{method}\n{path}\n{}\n{text_of_headers}\n{}\nUNSIGNED-PAYLOAD", pairs.join("&"), signed.join(";"))
}

/// Encodes a text for Signature Version 4: everything except letters, digits and `-._~`.
fn encoded(text: &str) -> String {
    let mut done = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            done.push(char::from(byte));
        } else {
            write!(done, "%{byte:02X}").unwrap();
        }
    }
    done
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mac = Hmac::<Sha256>::new_from_slice(key).unwrap().chain_update(text);
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
}

/// Whether the caller is a page of the allowed origin.
fn allows(origin: &str, headers: &HeaderMap) -> bool {
    headers.contains_key(header::ORIGIN) && (origin == "*" || text(headers, "origin") == origin)
}

fn preflight(inside: &Inside, headers: &HeaderMap) -> Response {
    let asks_for = (text(headers, "access-control-request-method"), text(headers, "access-control-request-headers"));
    match &inside.cors {
        Some(origin) if allows(origin, headers) && asks_for == ("PUT", "content-type") => (
            StatusCode::OK,
            [
                (header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone()),
                (header::ACCESS_CONTROL_ALLOW_METHODS, "PUT".to_owned()),
                (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type".to_owned()),
            ],
        )
            .into_response(),
        _ => refusal((403, "AccessForbidden")),
    }
}

/// A refusal as the store writes it. It contains the access key.
fn refusal((status, code): Refused) -> Response {
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>{code}</Code><Message>No.</Message>\
         <AWSAccessKeyId>{ACCESS_KEY}</AWSAccessKeyId></Error>"
    );
    (StatusCode::from_u16(status).unwrap(), [(header::CONTENT_TYPE, "application/xml")], body).into_response()
}
