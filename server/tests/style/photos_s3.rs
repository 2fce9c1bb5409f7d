//! Photos in a bucket: the browser sends them there, the service checks them, and signed addresses show them for some minutes.

use crate::doubles::http::HttpFault;
use crate::doubles::s3::S3Double;
use crate::support::camera::{self, PLACE, holds};
use crate::support::{Client, PASSWORD, Reply, TestApp, two_transactions};
use axum::http::Method;
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::providers::photos::choice::PhotosChoice;
use stylebox_server::service::style::photos;

const LINKS: &str = "/api/style_profiles/current/upload_urls";
const MINUTE: Duration = Duration::from_secs(60);

/// A shop with its photos in a bucket.
async fn shop() -> (TestApp, S3Double) {
    let bucket = S3Double::start().await;
    let app = TestApp::with(|settings| {
        two_transactions(settings);
        settings.parties.photos = PhotosChoice::S3(bucket.settings());
    })
    .await;
    bucket.follow(app.clock.clone());
    (app, bucket)
}

async fn customer(app: &TestApp, email: &str) -> Client {
    let mut client = app.client();
    client.register(email).await;
    client
}

/// The answer to the page's announcement of a photo.
struct Links {
    upload: String,
    download: String,
    finish: String,
    /// The photo's id.
    id: String,
}

async fn announce(client: &mut Client, file: &[u8], media_type: &str) -> Links {
    let new = json!({"filename": "me.jpg", "size": file.len(), "media_type": media_type});
    let links = client.post(LINKS, new).await.expect(200);
    let text = |name: &str| links[name].as_str().unwrap().to_owned();
    let download = text("download_url");
    let id = download.strip_prefix("/api/photos/").unwrap().to_owned();
    Links { upload: text("upload_url"), download, finish: text("finish_url"), id }
}

async fn put(bucket: &S3Double, links: &Links, file: &[u8]) -> u16 {
    bucket.browser(Method::PUT, &links.upload, Some(("image/jpeg", file.to_vec()))).await.status
}

async fn finish(client: &mut Client, links: &Links) -> Reply {
    client.post(&links.finish, json!({})).await
}

/// Announces a JPEG and sends it to the bucket, without the finish call.
async fn staged(bucket: &S3Double, client: &mut Client) -> Links {
    let file = camera::jpeg(1);
    let links = announce(client, &file, "image/jpeg").await;
    assert_eq!(put(bucket, &links, &file).await, 200);
    assert_eq!(
        bucket.keys().iter().filter(|key| key.ends_with(&links.id)).collect::<Vec<_>>(),
        [&format!("staging/{}", links.id)]
    );
    links
}

/// Uploads a photo. Returns its id.
pub async fn upload_to_bucket(bucket: &S3Double, client: &mut Client) -> String {
    let links = staged(bucket, client).await;
    finish(client, &links).await.expect(204);
    links.id
}

async fn count(app: &TestApp) -> i64 {
    app.count("SELECT COUNT(*) FROM photos").await
}

#[tokio::test]
async fn a_photo_is_sent_to_the_bucket_checked_and_shown_for_minutes() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let file = camera::jpeg(6);
    assert!(holds(&file, PLACE));
    let links = announce(&mut ann, &file, "image/jpeg").await;
    assert_eq!(links.finish, format!("/api/photos/{}/finish", links.id));
    assert_eq!(put(&bucket, &links, &file).await, 200);
    // A photo before its finish call is not shown, and no answer can name it.
    ann.get(&links.download).await.refused(404, "not_found");
    let answer = json!({"responses": {"photos": [links.download]}});
    ann.patch("/api/style_profiles/current", answer.clone()).await.expect(422);

    finish(&mut ann, &links).await.expect(204);
    assert_eq!(bucket.keys(), [format!("photos/{}", links.id)]);
    let kept = bucket.object(&format!("photos/{}", links.id));
    assert_eq!(kept.media_type, "image/jpeg");
    assert!(!holds(&kept.content, PLACE), "its location is removed");
    ann.patch("/api/style_profiles/current", answer).await.expect(200);

    let shown = ann.get(&links.download).await;
    assert_eq!((shown.status.as_u16(), shown.header("cache-control")), (303, Some("no-store")));
    assert_eq!(shown.header("referrer-policy"), Some("no-referrer"));
    let address = shown.header("location").unwrap();
    let seen = bucket.browser(Method::GET, address, None).await;
    assert_eq!((seen.status, &seen.body), (200, &kept.content));
    assert_eq!((seen.header("content-type"), seen.header("cache-control")), (Some("image/jpeg"), Some("no-store")));
    app.clock.advance(5 * MINUTE);
    assert_eq!(bucket.browser(Method::GET, address, None).await.status, 403, "the address has expired");
}

#[tokio::test]
async fn an_address_accepts_only_the_announced_file() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let file = camera::jpeg(1);
    let links = announce(&mut ann, &file, "image/jpeg").await;
    let other = announce(&mut ann, &file, "image/png").await;
    let longer = [&file[..], &[0]].concat();
    let mut refused = vec![
        bucket.browser(Method::PUT, &links.upload, Some(("image/jpeg", longer))).await,
        bucket.browser(Method::PUT, &links.upload, Some(("image/jpeg", file[1..].to_vec()))).await,
        bucket.browser(Method::PUT, &links.upload, Some(("text/html", file.clone()))).await,
        bucket.browser(Method::GET, &links.upload, None).await,
        bucket.browser(Method::DELETE, &links.upload, None).await,
    ];
    let elsewhere = links.upload.replace(&links.id, &other.id);
    let shown = links.upload.replace("/staging/", "/photos/");
    let unsigned = links.upload.split('?').next().unwrap();
    let longer_lasting = links.upload.replace("X-Amz-Expires=600", "X-Amz-Expires=6000");
    for address in [elsewhere.as_str(), &shown, unsigned, &longer_lasting] {
        assert_ne!(address, links.upload);
        refused.push(bucket.browser(Method::PUT, address, Some(("image/jpeg", file.clone()))).await);
    }
    app.clock.advance(10 * MINUTE);
    refused.push(bucket.browser(Method::PUT, &links.upload, Some(("image/jpeg", file.clone()))).await);
    for (number, answer) in refused.iter().enumerate() {
        assert_eq!(answer.status, 403, "call {number}: {}", String::from_utf8_lossy(&answer.body));
    }
    assert_eq!(bucket.keys(), Vec::<String>::new());
}

#[tokio::test]
async fn a_photos_size_and_type_have_to_be_announced() {
    let (app, _bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let named = |media_type: &str| json!({"size": 10, "media_type": media_type});
    for lacking in [
        json!({}),
        json!({"size": 10}),
        json!({"media_type": "image/jpeg"}),
        named(" "),
        named("image/jpeg\r\nx-amz-acl: public-read"),
        named(&"a".repeat(101)),
    ] {
        let mut new = json!({"filename": "me.jpg"});
        new.as_object_mut().unwrap().extend(lacking.as_object().unwrap().clone());
        ann.post(LINKS, new).await.refused(422, "request_invalid");
    }
    assert_eq!(count(&app).await, 0);
}

#[tokio::test]
async fn a_photo_is_stored_with_its_real_type_whatever_was_announced() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    for (announced, file, kind) in [
        ("image/pjpeg", camera::jpeg(1), "image/jpeg"),
        ("application/octet-stream", camera::png(), "image/png"),
        ("image/png", camera::jpeg(1), "image/jpeg"),
    ] {
        let links = announce(&mut ann, &file, announced).await;
        let sent = bucket.browser(Method::PUT, &links.upload, Some((announced, file))).await;
        assert_eq!(sent.status, 200, "{announced}");
        finish(&mut ann, &links).await.expect(204);
        assert_eq!(bucket.object(&format!("photos/{}", links.id)).media_type, kind, "{announced}");
    }
}

#[tokio::test]
async fn a_file_that_is_not_the_announced_picture_is_refused_and_can_be_sent_again() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let file = camera::jpeg(1);
    let links = announce(&mut ann, &file, "image/jpeg").await;
    let staging = format!("staging/{}", links.id);
    let said = finish(&mut ann, &links).await.refused(400, "request_invalid");
    assert_eq!(said, "The photo did not arrive whole", "nothing was sent");
    for wrong in [&file[1..], &[&file[..], &file[..]].concat(), &[]] {
        bucket.place(&staging, wrong);
        finish(&mut ann, &links).await.refused(400, "request_invalid");
        assert_eq!(bucket.keys(), Vec::<String>::new(), "it is not stored");
    }
    bucket.place(&staging, &vec![b'x'; file.len()]);
    let issue = finish(&mut ann, &links).await.expect(422);
    assert_eq!(issue["issues"][0]["code"], "photo_type_invalid");
    assert_eq!(bucket.keys(), Vec::<String>::new());
    ann.get(&links.download).await.refused(404, "not_found");

    assert_eq!(put(&bucket, &links, &file).await, 200);
    finish(&mut ann, &links).await.expect(204);
}

#[tokio::test]
async fn repeating_the_finish_call_gets_the_same_answer_and_changes_nothing() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let links = staged(&bucket, &mut ann).await;
    let (mut one, mut other) = (ann.clone(), ann.clone());
    let (first, second) = tokio::join!(finish(&mut one, &links), finish(&mut other, &links));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert!(statuses == [204, 204] || statuses == [204, 503], "{statuses:?}: one works on it at a time");
    let calls = bucket.calls();
    finish(&mut ann, &links).await.expect(204);
    assert_eq!(bucket.calls(), calls);
    // A file that is sent to the address again is ignored, and the next clean-up after the address has expired deletes it.
    assert_eq!(put(&bucket, &links, &camera::jpeg(1)).await, 200);
    finish(&mut ann, &links).await.expect(204);
    ann.patch("/api/style_profiles/current", json!({"responses": {"photos": [links.download]}})).await.expect(200);
    app.clock.advance(60 * MINUTE);
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 0, "the photo stays");
    assert_eq!(bucket.keys(), [format!("photos/{}", links.id)]);
    let calls = bucket.calls();
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 0);
    assert_eq!(bucket.calls(), calls, "the staging is emptied");
}

#[tokio::test]
async fn the_fifth_photo_does_not_count_twice_while_it_is_checked() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let mut links = Vec::new();
    for _ in 0..5 {
        let one = announce(&mut ann, &camera::jpeg(1), "image/jpeg").await;
        assert_eq!(put(&bucket, &one, &camera::jpeg(1)).await, 200);
        links.push(one);
    }
    let fifth = links.pop().unwrap();
    for one in &links {
        finish(&mut ann, one).await.expect(204);
    }
    let calls = (0..4).map(|_| {
        let (mut same, finish) = (ann.clone(), fifth.finish.clone());
        tokio::spawn(async move { same.post(&finish, json!({})).await.status.as_u16() })
    });
    let calls: Vec<_> = calls.collect();
    for call in calls {
        let status = call.await.unwrap();
        assert!(matches!(status, 204 | 503), "{status}");
    }
    finish(&mut ann, &fifth).await.expect(204);
    assert_eq!(bucket.keys().len(), 5);
}

#[tokio::test]
async fn while_the_bucket_is_down_only_the_finish_call_fails() {
    for fault in [HttpFault::Down, HttpFault::Silent, HttpFault::LosesAnswer, HttpFault::HalfAnswer] {
        let (app, bucket) = shop().await;
        let mut ann = customer(&app, "ann@example.com").await;
        bucket.set(fault);
        // Signing an address does not call the bucket.
        let links = announce(&mut ann, &camera::jpeg(1), "image/jpeg").await;
        bucket.set(HttpFault::None);
        assert_eq!(put(&bucket, &links, &camera::jpeg(1)).await, 200);
        bucket.set(fault);
        finish(&mut ann, &links).await.refused(503, "photos_unavailable");
        ann.get(&links.download).await.refused(404, "not_found");
        bucket.set(HttpFault::None);
        assert_eq!(bucket.keys(), [format!("staging/{}", links.id)], "{fault:?}: it is still there");
        finish(&mut ann, &links).await.expect(204);
        bucket.set(fault);
        assert_eq!(ann.get(&links.download).await.status, 303, "{fault:?}");
    }
}

#[tokio::test]
async fn if_the_answer_to_storing_a_photo_is_lost_a_repeat_succeeds() {
    for fault in [HttpFault::LosesAnswer, HttpFault::DoesAndFails] {
        let (app, bucket) = shop().await;
        let mut ann = customer(&app, "ann@example.com").await;
        let links = staged(&bucket, &mut ann).await;
        let key = format!("photos/{}", links.id);
        bucket.set_at(&key, fault);
        finish(&mut ann, &links).await.refused(503, "photos_unavailable");
        assert!(bucket.keys().contains(&key), "{fault:?}: it was written");
        ann.get(&links.download).await.refused(404, "not_found");
        bucket.set(HttpFault::None);
        finish(&mut ann, &links).await.expect(204);
        assert_eq!(bucket.keys(), [key], "{fault:?}");
        assert_eq!(ann.get(&links.download).await.status, 303);
    }
}

#[tokio::test]
async fn a_photo_that_was_stored_but_never_finished_is_deleted() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let links = staged(&bucket, &mut ann).await;
    bucket.set_at(&format!("photos/{}", links.id), HttpFault::LosesAnswer);
    finish(&mut ann, &links).await.refused(503, "photos_unavailable");
    bucket.set(HttpFault::None);
    assert_eq!(bucket.keys().len(), 2);
    app.clock.advance(60 * MINUTE);
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 1);
    assert_eq!((bucket.keys(), count(&app).await), (Vec::new(), 0));
}

#[tokio::test]
async fn a_staged_file_that_could_not_be_deleted_is_deleted_by_the_clean_up() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let links = staged(&bucket, &mut ann).await;
    bucket.deny(&[(Method::DELETE, "staging/")]);
    finish(&mut ann, &links).await.expect(204);
    let both = [format!("photos/{}", links.id), format!("staging/{}", links.id)];
    assert_eq!(bucket.keys(), both);
    ann.patch("/api/style_profiles/current", json!({"responses": {"photos": [links.download]}})).await.expect(200);
    app.clock.advance(60 * MINUTE);
    let failed = photos::clean_up(&app.state).await.unwrap().failures().unwrap();
    assert!(failed.starts_with("1 failed: the staging of photo "), "{failed}");
    bucket.deny(&[]);
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 0);
    assert_eq!(bucket.keys(), both[..1]);
}

#[tokio::test]
async fn an_upload_that_is_never_finished_is_deleted_and_cannot_be_finished_later() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let links = staged(&bucket, &mut ann).await;
    app.clock.advance(60 * MINUTE - Duration::from_secs(1));
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 0, "a slow upload may still be finished");
    app.clock.advance(Duration::from_secs(1));
    finish(&mut ann, &links).await.refused(403, "upload_expired");
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 1);
    assert_eq!((bucket.keys(), count(&app).await), (Vec::new(), 0));
    finish(&mut ann, &links).await.refused(404, "not_found");
}

#[tokio::test]
async fn only_its_owner_finishes_and_sees_a_photo() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let mut ben = customer(&app, "ben@example.com").await;
    let links = staged(&bucket, &mut ann).await;
    finish(&mut ben, &links).await.refused(404, "not_found");
    finish(&mut app.client(), &links).await.refused(401, "not_authorized");
    finish(&mut ann, &links).await.expect(204);
    finish(&mut ben, &links).await.refused(404, "not_found");
    ben.get(&links.download).await.refused(404, "not_found");
    app.client().get(&links.download).await.refused(401, "not_authorized");
}

#[tokio::test]
async fn a_customer_has_at_most_five_photos() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let mut all = Vec::new();
    for _ in 0..6 {
        let links = announce(&mut ann, &camera::jpeg(1), "image/jpeg").await;
        assert_eq!(put(&bucket, &links, &camera::jpeg(1)).await, 200);
        all.push(links);
    }
    for links in &all[..5] {
        finish(&mut ann, links).await.expect(204);
    }
    let issue = finish(&mut ann, &all[5]).await.expect(422);
    assert_eq!(issue["issues"][0]["code"], "too_many_photos");
    assert_eq!(bucket.keys().len(), 5);
}

#[tokio::test]
async fn stored_and_staged_photos_end_with_the_account() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let kept = staged(&bucket, &mut ann).await;
    finish(&mut ann, &kept).await.expect(204);
    ann.patch("/api/style_profiles/current", json!({"responses": {"photos": [kept.download]}})).await.expect(200);
    let export = ann.get("/api/account/export").await.expect(200);
    assert_eq!(export["photos"], json!([kept.download]));
    let file = camera::jpeg(1);
    let sent = announce(&mut ann, &file, "image/jpeg").await;
    assert_eq!(put(&bucket, &sent, &file).await, 200);
    let closed = ann.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    assert_eq!(closed["closing"], Value::Null);
    assert_eq!(bucket.keys_of_photos(), Vec::<String>::new());
    finish(&mut ann, &sent).await.refused(401, "not_authorized");

    // The address is still valid for some minutes. A file that is sent there is deleted once it has expired.
    assert_eq!(put(&bucket, &sent, &file).await, 200);
    app.clock.advance(60 * MINUTE);
    photos::clean_up(&app.state).await.unwrap();
    assert_eq!((bucket.keys_of_photos(), count(&app).await), (Vec::new(), 0));
}

#[tokio::test]
async fn an_account_ends_even_if_the_bucket_is_down() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let links = staged(&bucket, &mut ann).await;
    finish(&mut ann, &links).await.expect(204);
    bucket.set(HttpFault::Down);
    ann.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    assert_eq!(bucket.keys().len(), 1);
    bucket.set(HttpFault::None);
    app.clock.advance(60 * MINUTE);
    photos::clean_up(&app.state).await.unwrap();
    assert_eq!((bucket.keys(), count(&app).await), (Vec::new(), 0));
}

#[tokio::test]
async fn a_photo_whose_account_ends_while_it_is_checked_is_not_stored() {
    let (app, bucket) = shop().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let links = staged(&bucket, &mut ann).await;
    let mut same = ann.clone();
    bucket.set_at(&format!("photos/{}", links.id), HttpFault::Silent);
    let finishing = tokio::spawn(async move { (finish(&mut same, &links).await, links) });
    let until = tokio::time::Instant::now() + Duration::from_secs(5);
    while app.count("SELECT COUNT(*) FROM photos WHERE status = 'arriving'").await == 0 {
        assert!(tokio::time::Instant::now() < until, "nothing is being checked");
        tokio::task::yield_now().await;
    }
    ann.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    let (reply, _) = finishing.await.unwrap();
    reply.refused(401, "not_authorized");
    bucket.set(HttpFault::None);
    app.clock.advance(60 * MINUTE);
    photos::clean_up(&app.state).await.unwrap();
    assert_eq!((bucket.keys_of_photos(), count(&app).await), (Vec::new(), 0));
}
