//! The check of a bucket of photos for the operator, and the content policy for the browser.

use crate::doubles::http::HttpFault;
use crate::doubles::s3::S3Double;
use crate::doubles::secrets::secret;
use crate::support::TestApp;
use axum::http::Method;
use std::sync::Arc;
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::config::{BaseUrl, PublicUrl};
use stylebox_server::providers::common::browser_needs::BrowserNeeds;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::photos::choice::PhotosChoice;
use stylebox_server::providers::photos::s3::S3Photos;
use stylebox_server::providers::photos::s3::settings::{S3Settings, S3Style};
use stylebox_server::providers::photos::{AnnouncedFile, PhotoStore};

const FORBIDDEN: &str = "the bucket's CORS rules do not let the page at http://stylebox.test send photos: allow that origin the method \
    PUT and the header content-type";

fn page() -> PublicUrl {
    PublicUrl::parse("http://stylebox.test").unwrap()
}

fn store(settings: &S3Settings, clock: Arc<dyn Clock>) -> S3Photos {
    S3Photos::new(settings, &page(), clock).unwrap()
}

async fn bucket_of(app: &TestApp) -> S3Double {
    let bucket = S3Double::start().await;
    bucket.follow(app.clock.clone());
    bucket
}

#[tokio::test]
async fn checking_a_working_bucket_leaves_no_object_in_it() {
    let app = TestApp::start().await;
    let bucket = bucket_of(&app).await;
    for settings in [bucket.settings(), S3Settings { prefix: "shop/".to_owned(), ..bucket.settings() }] {
        assert_eq!(store(&settings, app.clock.clone()).reach().await, Reach::Reached);
    }
    assert_eq!(bucket.keys(), Vec::<String>::new());
    let written: Vec<String> = bucket.calls().into_iter().filter(|call| call.starts_with("PUT")).collect();
    assert_eq!(written, ["PUT photos/check", "PUT staging/check", "PUT shop/photos/check", "PUT shop/staging/check"]);
}

#[tokio::test]
async fn the_check_names_a_wrong_setting() {
    let app = TestApp::start().await;
    let bucket = bucket_of(&app).await;
    let settings = bucket.settings();
    let wrong = [
        (
            S3Settings { bucket: "no-such".to_owned(), ..settings.clone() },
            "there is no bucket \"no-such\" (--s3-bucket)",
        ),
        (
            S3Settings { access_key: "AKIAUNKNOWN".to_owned(), ..settings.clone() },
            "the store does not know the access key (--s3-access-key)",
        ),
        (
            S3Settings { secret_key: secret("another"), ..settings.clone() },
            "the store does not take the signature: the secret key is another one (STYLEBOX_S3_SECRET_KEY)",
        ),
        (
            S3Settings { region: "eu-central-1".to_owned(), ..settings.clone() },
            "the bucket is in another region (--s3-region, --s3-url)",
        ),
    ];
    for (settings, sentence) in wrong {
        assert_eq!(store(&settings, app.clock.clone()).reach().await, Reach::Refused(sentence.to_owned()));
    }
    let ahead = TestApp::start().await;
    ahead.clock.set("2026-11-18T16:00:00Z");
    let sentence = "this machine's clock differs from the store's";
    assert_eq!(store(&settings, ahead.clock.clone()).reach().await, Reach::Refused(sentence.to_owned()));
}

#[tokio::test]
async fn the_check_names_a_missing_permission() {
    let app = TestApp::start().await;
    let denied = [
        (Method::PUT, "the access key may not write (s3:PutObject)"),
        (Method::DELETE, "the access key may not delete (s3:DeleteObject)"),
        (Method::GET, "the access key may not read, or learn that there is nothing (s3:GetObject and s3:ListBucket)"),
    ];
    for (method, sentence) in denied {
        let bucket = bucket_of(&app).await;
        bucket.deny(&[(method, "staging/")]);
        let store = store(&bucket.settings(), app.clock.clone());
        assert_eq!(store.reach().await, Reach::Refused(sentence.to_owned()));
    }
    for origin in [None, Some("http://other.test")] {
        let bucket = bucket_of(&app).await;
        bucket.allow_pages_of(origin);
        let store = store(&bucket.settings(), app.clock.clone());
        assert_eq!(store.reach().await, Reach::Refused(FORBIDDEN.to_owned()), "{origin:?}");
    }
    for begins in ["", "photos/", "staging/"] {
        let bucket = bucket_of(&app).await;
        bucket.make_public(begins);
        let sentence = "everybody can read what is in the bucket: it has to be private";
        let reach = store(&bucket.settings(), app.clock.clone()).reach().await;
        assert_eq!(reach, Reach::Refused(sentence.to_owned()), "{begins}");
        assert_eq!(bucket.keys(), Vec::<String>::new(), "nothing is left there");
    }
}

#[tokio::test]
async fn a_bucket_that_is_down_is_not_reachable() {
    let app = TestApp::start().await;
    let bucket = bucket_of(&app).await;
    let store = store(&bucket.settings(), app.clock.clone());
    for fault in [HttpFault::Down, HttpFault::Silent, HttpFault::LosesAnswer] {
        bucket.set(fault);
        assert_eq!(store.reach().await, Reach::NotReachable, "{fault:?}");
    }
}

#[tokio::test]
async fn the_bucket_is_in_the_addresses_host_or_path() {
    let app = TestApp::start().await;
    let settings = S3Settings {
        url: BaseUrl::parse("--s3-url", "https://s3.eu-central-1.amazonaws.com").unwrap(),
        style: S3Style::Host,
        prefix: "shop/".to_owned(),
        ..S3Double::start().await.settings()
    };
    let host = store(&settings, app.clock.clone());
    let path = store(&S3Settings { style: S3Style::Path, ..settings.clone() }, app.clock.clone());
    let origins = ["https://marlowe-photos.s3.eu-central-1.amazonaws.com", "https://s3.eu-central-1.amazonaws.com"];
    for (store, origin, begins) in [(host, origins[0], ""), (path, origins[1], "/marlowe-photos")] {
        let needs = BrowserNeeds {
            connections: vec![origin.to_owned()],
            images: vec![origin.to_owned()],
            ..BrowserNeeds::default()
        };
        assert_eq!(store.browser_needs(), needs);
        let direct = store.direct().unwrap();
        let view = direct.view_url("1");
        assert!(view.starts_with(&format!("{origin}{begins}/shop/photos/1?")), "{view}");
        let file = AnnouncedFile { size: 7, media_type: "image/png" };
        let upload = direct.upload_url("1", file, std::time::Duration::from_secs(600));
        assert!(upload.starts_with(&format!("{origin}{begins}/shop/staging/1?")), "{upload}");
        assert!(upload.contains("X-Amz-SignedHeaders=content-length%3Bcontent-type%3Bhost&"), "{upload}");
        assert!(upload.contains("X-Amz-Expires=600&") && view.contains("X-Amz-Expires=300&"), "{upload} {view}");
    }
    let ip = S3Settings { url: BaseUrl::parse("--s3-url", "https://192.0.2.1").unwrap(), ..settings };
    let refused = S3Photos::new(&ip, &page(), app.clock.clone()).err().unwrap();
    assert!(refused.contains("--s3-style path"), "{refused}");
}

#[tokio::test]
async fn the_content_policy_allows_only_what_photos_in_the_bucket_need() {
    let bucket = S3Double::start().await;
    let settings = bucket.settings();
    let app = TestApp::with(|all| {
        all.parties.photos = PhotosChoice::S3(settings);
    })
    .await;
    let before = TestApp::start().await.client().get("/members/login").await;
    let before = before.header("content-security-policy").unwrap();
    let policy = app.client().get("/members/login").await;
    let policy = policy.header("content-security-policy").unwrap();
    let origin = bucket.url();
    let expected = before
        .replace("connect-src 'self'", &format!("connect-src 'self' {origin}"))
        .replace("img-src 'self' blob: data:", &format!("img-src 'self' blob: data: {origin}"));
    assert_eq!(policy, expected);
    assert_eq!(policy.matches(&origin).count(), 2);
}
