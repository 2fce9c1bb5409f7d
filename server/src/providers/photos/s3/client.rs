//! A bucket: how its addresses are signed, and the calls that this service makes there.
//!
//! `rusty-s3` signs addresses, by Signature Version 4 in the query, and calls nobody.

use crate::platform::clock::Clock;
use crate::providers::common::http_client::{Answer, HttpClient, NoAnswer};
use crate::providers::photos::s3::settings::{S3Settings, S3Style};
use crate::providers::photos::{AnnouncedFile, PhotosFail, Result};
use jiff::Timestamp;
use reqwest::Method;
use rusty_s3::actions::{DeleteObject, GetObject, PutObject};
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::policy;
use url::{Position, Url};

/// How long the address of a call of this service is signed for. The store may allow its clock to differ from ours.
const CALL_LASTS: Duration = Duration::from_secs(5 * 60);

/// The most bytes of an answer: a photo, or the store's text about a mistake.
const LARGEST_ANSWER: usize = policy::PHOTO_MAX_BYTES + 64 * 1024;

/// A bucket with the key to it.
pub(super) struct S3Bucket {
    http: HttpClient,
    bucket: Bucket,
    credentials: Credentials,
    clock: Arc<dyn Clock>,
}

impl S3Bucket {
    /// The bucket's address, with a slash at its end.
    pub(super) fn address(&self) -> &str {
        self.bucket.base_url().as_str()
    }

    /// # Errors
    /// A sentence that says why there is no client.
    pub(super) fn new(settings: &S3Settings, clock: Arc<dyn Clock>) -> std::result::Result<Self, String> {
        let S3Settings { url, region, bucket, style, prefix: _, access_key, secret_key, timeout } = settings;
        let style = match style {
            S3Style::Host => UrlStyle::VirtualHost,
            S3Style::Path => UrlStyle::Path,
        };
        let no_address = |_| {
            format!("The bucket {bucket:?} has no address at {url}: if that is an IP address, use --s3-style path.")
        };
        let endpoint = Url::parse(&url.to_string()).map_err(|error| error.to_string())?;
        let bucket = Bucket::new(endpoint, style, bucket.clone(), region.clone()).map_err(no_address)?;
        let base = url.of_same_party("--s3-url", &origin_of(&bucket)).map_err(|error| error.to_string())?;
        let http = HttpClient::new("photos", &base)?.with_timeout(*timeout).with_largest_answer(LARGEST_ANSWER);
        let credentials = Credentials::new(access_key.clone(), secret_key.expose());
        Ok(Self { http, bucket, credentials, clock })
    }

    pub(super) fn name(&self) -> &str {
        self.bucket.name()
    }

    /// Scheme and host.
    pub(super) fn origin(&self) -> String {
        origin_of(&self.bucket)
    }

    /// The address to which exactly this file can be `PUT`.
    pub(super) fn put_url(&self, key: &str, file: AnnouncedFile<'_>, lasts: Duration) -> Url {
        let mut action = PutObject::new(&self.bucket, Some(&self.credentials), key);
        action.headers_mut().insert("content-length", file.size.to_string());
        action.headers_mut().insert("content-type", file.media_type);
        self.sign(&action, lasts)
    }

    /// The address that shows the file at a key. No cache keeps it.
    pub(super) fn view_url(&self, key: &str, lasts: Duration) -> Url {
        let mut action = GetObject::new(&self.bucket, Some(&self.credentials), key);
        action.query_mut().insert("response-cache-control", "no-store");
        self.sign(&action, lasts)
    }

    /// Signs an action. The store compares the time with its own, so it is the real one.
    fn sign<'a>(&self, action: &impl S3Action<'a>, lasts: Duration) -> Url {
        let now = Timestamp::from_second(self.clock.real_now().seconds()).unwrap_or_default();
        action.sign_with_time(lasts, &now)
    }

    /// Writes a file.
    pub(super) async fn write(
        &self,
        key: &str,
        content: &[u8],
        media_type: &'static str,
    ) -> std::result::Result<Answer, NoAnswer> {
        let size = u64::try_from(content.len()).unwrap_or(u64::MAX);
        let url = self.put_url(key, AnnouncedFile { size, media_type }, CALL_LASTS);
        self.http.call(Method::PUT, below_host(&url)).body(media_type, content.to_vec()).send().await
    }

    /// Reads a file, or its first `most` bytes.
    pub(super) async fn read(&self, key: &str, most: Option<u64>) -> std::result::Result<Answer, NoAnswer> {
        let url = self.sign(&GetObject::new(&self.bucket, Some(&self.credentials), key), CALL_LASTS);
        let call = self.http.call(Method::GET, below_host(&url));
        let call = match most {
            Some(most) => call.header("range", &format!("bytes=0-{}", most.saturating_sub(1))),
            None => call,
        };
        call.send().await
    }

    /// Deletes a file.
    pub(super) async fn delete(&self, key: &str) -> std::result::Result<Answer, NoAnswer> {
        let url = self.sign(&DeleteObject::new(&self.bucket, Some(&self.credentials), key), CALL_LASTS);
        self.http.call(Method::DELETE, below_host(&url)).send().await
    }

    /// Reads a file as somebody without the key.
    pub(super) async fn read_as_anybody(&self, key: &str) -> std::result::Result<Answer, NoAnswer> {
        self.http.call(Method::GET, below_host(&self.bucket.object_url(key))).send().await
    }

    /// Asks what a browser asks before it sends a file from a page of that origin.
    pub(super) async fn preflight(&self, key: &str, origin: &str) -> std::result::Result<Answer, NoAnswer> {
        let call = self
            .http
            .call(Method::OPTIONS, below_host(&self.bucket.object_url(key)))
            .header("origin", origin)
            .header("access-control-request-method", "PUT")
            .header("access-control-request-headers", "content-type");
        call.send().await
    }

    /// Deletes a file. It is no error if there is none.
    pub(super) async fn remove(&self, key: &str) -> Result<()> {
        let answer = self.delete(key).await.map_err(failed)?;
        if answer.is_success() || is_missing(&answer) { Ok(()) } else { Err(refused(&answer)) }
    }

    /// The file at a key, or its first `most` bytes.
    pub(super) async fn get(&self, key: &str, most: Option<u64>) -> Result<Option<Vec<u8>>> {
        let answer = self.read(key, most).await.map_err(failed)?;
        match answer.status {
            200 | 206 => Ok(Some(answer.body)),
            // An empty file has no first byte.
            416 => Ok(Some(Vec::new())),
            _ if is_missing(&answer) => Ok(None),
            _ => Err(refused(&answer)),
        }
    }

    /// The keys that begin with a text, by ListObjectsV2. They have no letters that XML writes in another way.
    pub(super) async fn keys(&self, prefix: &str) -> Result<Vec<String>> {
        let mut keys: Vec<String> = Vec::new();
        loop {
            // The list is read at the address of the bucket itself.
            let mut action = GetObject::new(&self.bucket, Some(&self.credentials), "");
            action.query_mut().insert("list-type", "2");
            action.query_mut().insert("prefix", prefix.to_owned());
            if let Some(last) = keys.last() {
                action.query_mut().insert("start-after", last.clone());
            }
            let url = self.sign(&action, CALL_LASTS);
            let answer = self.http.call(Method::GET, below_host(&url)).send().await.map_err(failed)?;
            if answer.status != 200 {
                return Err(refused(&answer));
            }
            let text = String::from_utf8_lossy(&answer.body);
            let before = keys.len();
            keys.extend(text.split("<Key>").skip(1).filter_map(|rest| Some(rest.split_once("</Key>")?.0.to_owned())));
            if keys.len() == before || !text.contains("<IsTruncated>true</IsTruncated>") {
                return Ok(keys);
            }
        }
    }

    /// Writes a file. It replaces one of the same key.
    pub(super) async fn put(&self, key: &str, content: &[u8], media_type: &'static str) -> Result<()> {
        let answer = self.write(key, content, media_type).await.map_err(failed)?;
        if answer.is_success() { Ok(()) } else { Err(refused(&answer)) }
    }
}

fn origin_of(bucket: &Bucket) -> String {
    bucket.base_url().origin().ascii_serialization()
}

/// Path and query of an address.
fn below_host(url: &Url) -> &str {
    &url[Position::BeforePath..]
}

/// Whether the store says that there is nothing at the key. That the bucket itself is missing is another thing.
pub(super) fn is_missing(answer: &Answer) -> bool {
    answer.status == 404 && code(answer) == "NoSuchKey"
}

/// The store's name of a mistake: `NoSuchKey`, `AccessDenied`; empty if it names none. The rest of its answer is not read: it
/// repeats what was signed.
pub(super) fn code(answer: &Answer) -> String {
    let text = String::from_utf8_lossy(&answer.body);
    let code = text.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>")).map(|(code, _)| code);
    let is_name = |code: &&str| code.len() <= 64 && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    code.filter(is_name).unwrap_or_default().to_owned()
}

fn failed(no_answer: NoAnswer) -> PhotosFail {
    PhotosFail::Silent(no_answer.into())
}

fn refused(answer: &Answer) -> PhotosFail {
    let why = format!("the bucket answers {} {}", answer.status, code(answer)).trim_end().into();
    if answer.is_down() { PhotosFail::Silent(why) } else { PhotosFail::Refused(why) }
}
