//! Tests our S3 client against another implementation: s3s-fs, behind a server that answers CORS. `just peers` starts both.

use crate::doubles::s3::browser_at;
use crate::doubles::secrets::secret;
use crate::support::camera::{self, PLACE, holds};
use crate::support::{Client, TestApp};
use axum::http::Method;
use serde_json::json;
use std::env;
use std::sync::Arc;
use std::time::Duration;
use stylebox_server::platform::clock::{Clock, SystemClock};
use stylebox_server::platform::config::{BaseUrl, PublicUrl};
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::photos::PhotoStore;
use stylebox_server::providers::photos::choice::PhotosChoice;
use stylebox_server::providers::photos::s3::S3Photos;
use stylebox_server::providers::photos::s3::settings::{S3Settings, S3Style};

/// The variable with the store's address, which `just peers` sets.
const URL: &str = "STYLEBOX_TEST_S3";

fn settings() -> S3Settings {
    S3Settings {
        url: BaseUrl::parse("--s3-url", &env::var(URL).unwrap()).unwrap(),
        region: "us-east-1".to_owned(),
        bucket: "marlowe-photos".to_owned(),
        style: S3Style::Path,
        prefix: "shop/".to_owned(),
        access_key: "peer".to_owned(),
        secret_key: secret("a secret of the peer"),
        timeout: Duration::from_secs(10),
    }
}

/// A shop whose clock has the real time, because the store checks it.
async fn shop() -> TestApp {
    let app = TestApp::with(|all| {
        all.parties.photos = PhotosChoice::S3(settings());
    })
    .await;
    app.clock.set(&SystemClock::default().now().instant().to_string());
    app
}

async fn announce(client: &mut Client, file: &[u8]) -> [String; 3] {
    let new = json!({"filename": "me.jpg", "size": file.len(), "media_type": "image/jpeg"});
    let links = client.post("/api/style_profiles/current/upload_urls", new).await.expect(200);
    ["upload_url", "download_url", "finish_url"].map(|name| links[name].as_str().unwrap().to_owned())
}

#[tokio::test]
#[ignore = "it needs s3s-fs: `just peers`"]
async fn s3s_fs_accepts_our_addresses_and_only_the_announced_file() {
    let app = shop().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let (base, file) = (settings().url.to_string(), camera::jpeg(6));
    let [upload, download, finish] = announce(&mut ann, &file).await;
    let put = async |media_type, content: &[u8]| {
        browser_at(&base, Method::PUT, &upload, Some((media_type, content.to_vec()))).await.status
    };
    assert_eq!(put("image/jpeg", &file[1..]).await, 403, "another size");
    assert_eq!(put("text/html", &file).await, 403, "another type");
    ann.post(&finish, json!({})).await.refused(400, "request_invalid");
    assert_eq!(put("image/jpeg", &file).await, 200);
    ann.post(&finish, json!({})).await.expect(204);
    ann.post(&finish, json!({})).await.expect(204);

    let shown = ann.get(&download).await;
    assert_eq!(shown.status, 303);
    let address = shown.header("location").unwrap().to_owned();
    let seen = browser_at(&base, Method::GET, &address, None).await;
    assert_eq!((seen.status, seen.header("content-type")), (200, Some("image/jpeg")));
    assert!(!holds(&seen.body, PLACE) && holds(&seen.body, b"ICC_PROFILE"));
    let unsigned = address.split('?').next().unwrap();
    assert_eq!(browser_at(&base, Method::GET, unsigned, None).await.status, 403);
    let staged = address.replace("/photos/0", "/staging/0");
    assert_eq!(browser_at(&base, Method::GET, &staged, None).await.status, 403, "signed for another key");

    let id = download.rsplit('/').next().unwrap();
    let store = &app.state.providers.photos;
    assert!(store.direct().unwrap().staged(id, 10).await.unwrap().is_none(), "the staging is empty");
    assert_eq!(store.get(id).await.unwrap().unwrap(), seen.body);
    store.remove(id).await.unwrap();
    store.remove(id).await.unwrap();
    assert!(store.get(id).await.unwrap().is_none());
}

#[tokio::test]
#[ignore = "it needs s3s-fs: `just peers`"]
async fn s3s_fs_is_reached_and_its_refusals_are_understood() {
    let clock = Arc::new(SystemClock::default());
    let page = PublicUrl::parse("http://stylebox.test").unwrap();
    let reach = async |settings: S3Settings| S3Photos::new(&settings, &page, clock.clone()).unwrap().reach().await;
    assert_eq!(reach(settings()).await, Reach::Reached);
    let another = S3Settings { secret_key: secret("another"), ..settings() };
    let sentence = "the store does not take the signature: the secret key is another one (STYLEBOX_S3_SECRET_KEY)";
    assert_eq!(reach(another).await, Reach::Refused(sentence.to_owned()));
    let elsewhere = PublicUrl::parse("http://other.test").unwrap();
    let Reach::Refused(sentence) = S3Photos::new(&settings(), &elsewhere, clock).unwrap().reach().await else {
        panic!("pages of another origin may not send photos")
    };
    assert!(sentence.contains("CORS") && sentence.contains("http://other.test"), "{sentence}");
}
