//! Photos that customers upload.

use crate::support::camera::{self, link, send};
use crate::support::{Client, Reply, TestApp, crowded, two_transactions};
use axum::body::{Body, Bytes};
use http_body_util::{BodyExt, Limited};
use hyper::body::Frame;
use serde_json::{Value, json};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use stylebox_server::service::style::photos;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;

pub(super) const LINKS: &str = "/api/style_profiles/current/upload_urls";
pub(super) async fn customer(app: &TestApp, email: &str) -> Client {
    let mut client = app.client();
    client.register(email).await;
    client
}

pub(super) async fn answer(client: &mut Client, photos: &Value) -> Reply {
    client.patch("/api/style_profiles/current", json!({"responses": {"photos": photos}})).await
}

#[track_caller]
pub(super) fn assert_issue(reply: &Reply, field: &str, code: &str) {
    let body = reply.expect(422);
    assert_eq!((&body["issues"][0]["field"], &body["issues"][0]["code"]), (&json!(field), &json!(code)));
}

#[tokio::test]
async fn an_uploaded_photo_is_served_to_its_owner() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, download) = link(&mut ann, "Me & the dog.JPEG").await;
    assert!(upload.starts_with("/uploads/"), "{upload}");
    ann.get(&download).await.refused(404, "not_found");

    send(&app, &upload, camera::jpeg(1)).await.expect(204);
    let shown = ann.get(&download).await;
    assert_eq!((shown.status.as_u16(), shown.header("content-type")), (200, Some("image/jpeg")));
    assert_eq!(shown.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(shown.header("cache-control"), Some("no-store"));
    answer(&mut ann, &json!([download])).await.expect(200);
    let body = ann.get("/api/questionnaire").await.expect(200);
    assert_eq!(body["responses"]["photos"], json!([download]));
}

#[tokio::test]
async fn an_upload_link_works_once_for_ten_minutes_and_only_unchanged() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, download) = link(&mut ann, "me.jpg").await;
    let (path, query) = upload.split_once('?').unwrap();
    let (expires, signature) = query.split_once('&').unwrap();
    let until: i64 = expires.strip_prefix("expires=").unwrap().parse().unwrap();
    let (other, _) = link(&mut ann, "other.jpg").await;
    let forged = [
        path.to_owned(),
        format!("{path}?{expires}"),
        format!("{path}?{signature}"),
        format!("{path}?expires={}&{signature}", until + 1),
        format!("{path}?expires=soon&{signature}"),
        format!("{upload}0"),
        format!("{}?{query}", other.split_once('?').unwrap().0),
        format!("/uploads/none?{query}"),
    ];
    for url in forged {
        send(&app, &url, camera::jpeg(1)).await.refused(403, "not_authorized");
    }
    send(&app, &upload, camera::jpeg(1)).await.expect(204);
    send(&app, &upload, camera::jpeg(2)).await.refused(409, "upload_used");
    assert_eq!(ann.get(&download).await.status, 200);

    app.clock.advance(Duration::from_secs(10 * 60 - 1));
    send(&app, &other, camera::jpeg(1)).await.expect(204);
    let (late, _) = link(&mut ann, "late.jpg").await;
    app.clock.advance(Duration::from_secs(10 * 60));
    send(&app, &late, camera::jpeg(1)).await.refused(403, "upload_expired");
}

#[tokio::test]
async fn an_interrupted_upload_can_be_repeated() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, _) = link(&mut ann, "me.jpg").await;
    let whole = camera::upload_request(&upload, camera::jpeg(1));
    let broken = whole.map(|body| Body::new(Limited::new(body, 10).map_err(|_| io::Error::other("the line is cut"))));
    let said = app.client().send(broken).await.refused(400, "request_invalid");
    assert_eq!(said, "The photo did not arrive whole");
    send(&app, &upload, camera::jpeg(1)).await.expect(204);
}

#[tokio::test]
async fn a_photo_of_more_than_ten_megabytes_is_refused() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, download) = link(&mut ann, "me.jpg").await;
    let mut file = camera::jpeg(1);
    file.resize(10 * 1024 * 1024 + 1, 0);
    let words = send(&app, &upload, file.clone()).await.refused(413, "too_large");
    assert_eq!(words, "The photo is larger than 10 MB");
    file.pop();
    send(&app, &upload, file).await.expect(204);
    assert!(ann.get(&download).await.bytes.len() < 1_000, "bytes after the picture's end are not stored");
}

#[tokio::test]
async fn a_customer_has_at_most_five_photos() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let mut links = Vec::new();
    for _ in 0..6 {
        links.push(link(&mut ann, "me.jpg").await);
    }
    for (upload, _) in &links[..5] {
        send(&app, upload, camera::jpeg(1)).await.expect(204);
    }
    assert_issue(&send(&app, &links[5].0, camera::jpeg(1)).await, "photos", "too_many_photos");
    assert_issue(&ann.post(LINKS, json!({"filename": "me.jpg"})).await, "photos", "too_many_photos");

    let mut shown: Vec<&String> = links[..5].iter().map(|(_, download)| download).collect();
    answer(&mut ann, &json!(shown)).await.expect(200);
    let gone = shown.pop().unwrap();
    answer(&mut ann, &json!(shown)).await.expect(200);
    ann.get(gone).await.refused(404, "not_found");
    send(&app, &links[5].0, camera::jpeg(1)).await.expect(204);
}

#[tokio::test]
async fn of_six_simultaneous_photos_five_are_stored() {
    let app = TestApp::with(crowded).await;
    let mut ann = customer(&app, "ann@example.com").await;
    let mut sent = Vec::new();
    for _ in 0..6 {
        let (upload, _) = link(&mut ann, "me.jpg").await;
        sent.push(upload);
    }
    let all = tokio::join!(
        send(&app, &sent[0], camera::jpeg(1)),
        send(&app, &sent[1], camera::jpeg(1)),
        send(&app, &sent[2], camera::jpeg(1)),
        send(&app, &sent[3], camera::jpeg(1)),
        send(&app, &sent[4], camera::jpeg(1)),
        send(&app, &sent[5], camera::jpeg(1)),
    );
    let replies = [all.0, all.1, all.2, all.3, all.4, all.5];
    assert_eq!(replies.iter().filter(|reply| reply.status == 204).count(), 5);
    assert_eq!(replies.iter().filter(|reply| reply.status == 422).count(), 1);
}

#[tokio::test]
async fn a_link_is_claimed_before_its_photo_is_read() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, _) = link(&mut ann, "me.jpg").await;
    let (line, slow) = send_slowly(&app, &upload).await;
    send(&app, &upload, camera::jpeg(1)).await.refused(409, "upload_used");
    line.send(Err(io::Error::other("the line is cut"))).await.unwrap();
    slow.await.unwrap().refused(400, "request_invalid");
    send(&app, &upload, camera::jpeg(1)).await.expect(204);
}

#[tokio::test]
async fn after_the_caller_hangs_up_the_link_can_be_used_again() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, _) = link(&mut ann, "me.jpg").await;
    let (line, gone) = send_slowly(&app, &upload).await;
    gone.abort();
    assert!(gone.await.unwrap_err().is_cancelled());
    line.send(Err(io::Error::other("the line is cut"))).await.unwrap();
    line.closed().await;
    // The call releases the link by itself, a moment later.
    let until = tokio::time::Instant::now() + Duration::from_secs(5);
    while app.count("SELECT COUNT(*) FROM photos WHERE status = 'arriving'").await > 0 {
        assert!(tokio::time::Instant::now() < until, "the link stays claimed");
        tokio::task::yield_now().await;
    }
    send(&app, &upload, camera::jpeg(1)).await.expect(204);
}

/// Begins to send a photo, and waits until the service reads it. Returns the channel for more bytes, and the call.
async fn send_slowly(app: &TestApp, upload: &str) -> (Sender<io::Result<Bytes>>, JoinHandle<Reply>) {
    let (line, arriving) = channel(1);
    let request = camera::upload_request(upload, Vec::new()).map(|_| Body::new(Line(arriving)));
    let mut client = app.client();
    let call = tokio::spawn(async move { client.send(request).await });
    line.send(Ok(Bytes::from_static(&[0xff, 0xd8]))).await.unwrap();
    // The channel has room for another piece once the service has read the first one.
    drop(line.reserve().await.unwrap());
    (line, call)
}

/// A body that arrives in pieces.
struct Line(Receiver<io::Result<Bytes>>);

impl axum::body::HttpBody for Line {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}

#[tokio::test]
async fn an_announced_photo_is_checked_before_anything_is_sent() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let mut announce = async |size: u64, media_type: &str| {
        ann.post(LINKS, json!({"filename": "me.jpg", "size": size, "media_type": media_type})).await
    };
    announce(10 * 1024 * 1024 + 1, "image/jpeg").await.refused(413, "too_large");
    // The file's content decides its type.
    announce(1, "image/gif").await.expect(200);
    let links = announce(10 * 1024 * 1024, "image/jpeg").await.expect(200);
    assert_eq!(links["finish_url"], Value::Null, "with photos in the database, the upload needs no finish call");
    let upload = links["upload_url"].as_str().unwrap().to_owned();
    let finish = format!("{}/finish", links["download_url"].as_str().unwrap());
    ann.post(&finish, json!({})).await.refused(400, "request_invalid");
    send(&app, &upload, camera::jpeg(1)).await.expect(204);
    ann.post(&finish, json!({})).await.expect(204);
}

#[tokio::test]
async fn one_upload_link_accepts_one_of_two_simultaneous_photos() {
    let app = TestApp::with(two_transactions).await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, _) = link(&mut ann, "me.jpg").await;
    let (one, other) = tokio::join!(send(&app, &upload, camera::jpeg(1)), send(&app, &upload, camera::png()));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 409]);
}

#[tokio::test]
async fn an_answer_accepts_only_the_customers_own_uploaded_photos() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let mut ben = customer(&app, "ben@example.com").await;
    let anns_photo = camera::upload(&app, &mut ann).await;
    let (_, not_sent) = link(&mut ann, "me.jpg").await;
    let bens_photo = camera::upload(&app, &mut ben).await;
    for photo in [&bens_photo, &not_sent, &"https://elsewhere.example/me.jpg".to_owned(), &"/api/photos/".to_owned()] {
        assert_issue(&answer(&mut ann, &json!([anns_photo, photo])).await, "photos", "photo_unknown");
    }
    assert_issue(
        &answer(&mut ann, &json!([&anns_photo, &anns_photo, &anns_photo, &anns_photo, &anns_photo, &anns_photo])).await,
        "photos",
        "too_many_photos",
    );
    let profile = ann.get("/api/style_profiles/current").await.expect(200);
    assert_eq!(profile["data"]["responses"], json!({}), "nothing was taken");
    answer(&mut ann, &json!([anns_photo])).await.expect(200);
    // A photo that is removed from the answer is deleted.
    answer(&mut ann, &json!([])).await.expect(200);
    ann.get(&anns_photo).await.refused(404, "not_found");
    assert_issue(&answer(&mut ann, &json!([anns_photo])).await, "photos", "photo_unknown");
}

#[tokio::test]
async fn only_its_owner_sees_a_photo() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let photo = camera::upload(&app, &mut ann).await;
    let profile = ann.get("/api/style_profiles/current").await.json()["id"].as_str().unwrap().to_owned();
    let mut ben = customer(&app, "ben@example.com").await;
    ben.get(&photo).await.refused(404, "not_found");
    app.client().get(&photo).await.refused(401, "not_authorized");
    let links = format!("/api/style_profiles/{profile}/upload_urls");
    ben.post(&links, json!({"filename": "me.jpg"})).await.refused(404, "not_found");
    app.client().post(&links, json!({"filename": "me.jpg"})).await.refused(401, "not_authorized");
    ann.post(&links, json!({"filename": "me.jpg"})).await.expect(200);
}

#[tokio::test]
async fn photos_that_are_in_no_answer_are_deleted() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (kept, unused) = (camera::upload(&app, &mut ann).await, camera::upload(&app, &mut ann).await);
    link(&mut ann, "never.jpg").await;
    answer(&mut ann, &json!([kept])).await.expect(200);
    // The other photo is in no answer yet, but may still be added to one.
    assert_eq!(ann.get(&unused).await.status, 200);
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 0);
    app.clock.advance(Duration::from_secs(60 * 60));
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 2, "the unused photo, and the photo that was never sent");
    assert_eq!(ann.get(&kept).await.status, 200);
    ann.get(&unused).await.refused(404, "not_found");
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 0);
}
