//! Photos whose store fails, or whose account ends while they are stored.

use super::photos::customer;
use crate::support::camera::{self, link, send};
use crate::support::{PASSWORD, TestApp, ops};
use serde_json::json;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stylebox_server::jobs::find;
use stylebox_server::jobs::runner::{JobOutcome, run_now};
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::photos::{PhotoStore, PhotosFail};
use stylebox_server::service::style::photos;
use stylebox_server::state::AppState;

/// The error of a provider that is down.
fn down() -> PhotosFail {
    PhotosFail::Silent("down".into())
}

/// A provider that is down.
struct Down;

impl PhotoStore for Down {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn put<'a>(&'a self, _: &'a str, _: &'a [u8], _: &'static str) -> BoxFuture<'a, Result<(), PhotosFail>> {
        Box::pin(async { Err(down()) })
    }

    fn get<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, PhotosFail>> {
        Box::pin(async { Err(down()) })
    }

    fn remove<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<(), PhotosFail>> {
        Box::pin(async { Err(down()) })
    }
}

#[tokio::test]
async fn an_outage_of_the_photo_store_loses_no_photos() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (down, mut there) = app.with_photos(Arc::new(Down));
    let (upload, download) = link(&mut ann, "me.jpg").await;
    there.send(camera::upload_request(&upload, camera::jpeg(1))).await.refused(503, "photos_unavailable");
    send(&app, &upload, camera::jpeg(1)).await.expect(204);
    there.cookies = ann.cookies.clone();
    there.get(&download).await.refused(503, "photos_unavailable");
    assert_eq!(ann.get(&download).await.status, 200);

    app.clock.advance(Duration::from_secs(60 * 60));
    assert!(photos::clean_up(&down).await.unwrap().failures().unwrap().starts_with("1 failed: photo "));
    ann.get(&download).await.refused(404, "not_found");
    assert_eq!(
        photos::clean_up(&app.state).await.unwrap(),
        1,
        "a photo that could not be deleted is deleted the next time"
    );
}

/// When something happens while a photo is being stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// Before the provider has it.
    Before,
    After,
    /// Before the provider fails.
    BeforeItFails,
}

/// The embedded provider, while something else happens.
struct Meanwhile {
    store: Arc<dyn PhotoStore>,
    moment: Moment,
    happens: Mutex<Option<BoxFuture<'static, ()>>>,
}

impl Meanwhile {
    async fn store(&self, id: &str, content: &[u8], media_type: &'static str) -> Result<(), PhotosFail> {
        let happens = self.happens.lock().unwrap().take().unwrap();
        if self.moment == Moment::After {
            self.store.put(id, content, media_type).await?;
            happens.await;
            return Ok(());
        }
        happens.await;
        if self.moment == Moment::BeforeItFails { Err(down()) } else { self.store.put(id, content, media_type).await }
    }
}

impl PhotoStore for Meanwhile {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn put<'a>(
        &'a self,
        id: &'a str,
        content: &'a [u8],
        media_type: &'static str,
    ) -> BoxFuture<'a, Result<(), PhotosFail>> {
        Box::pin(self.store(id, content, media_type))
    }

    fn get<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, PhotosFail>> {
        self.store.get(id)
    }

    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<(), PhotosFail>> {
        self.store.remove(id)
    }
}

#[tokio::test]
async fn a_photo_that_is_being_stored_while_the_account_ends_is_refused_and_not_kept() {
    for moment in [Moment::Before, Moment::After, Moment::BeforeItFails] {
        let app = TestApp::start().await;
        let mut ann = customer(&app, "ann@example.com").await;
        let (upload, _) = link(&mut ann, "me.jpg").await;
        let happens = async move {
            let closed = ann.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
            assert_eq!(closed, json!({"closing": null}));
        };
        let happens: Mutex<Option<BoxFuture<'static, ()>>> = Mutex::new(Some(Box::pin(happens)));
        let store = app.state.providers.photos.clone();
        let (_, mut there) = app.with_photos(Arc::new(Meanwhile { store, moment, happens }));
        there.send(camera::upload_request(&upload, camera::jpeg(1))).await.refused(401, "not_authorized");
        for table in ["photos", "photo_files"] {
            assert_eq!(app.count(&format!("SELECT COUNT(*) FROM {table}")).await, 0, "{moment:?}: {table}");
        }
    }
}

#[tokio::test]
async fn a_partly_stored_photo_is_deleted_after_the_account_has_ended() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    camera::upload(&app, &mut ann).await;
    // The server died before it recorded that the provider has the photo.
    app.execute("UPDATE photos SET status = 'arriving'").await;
    ann.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    app.clock.advance(Duration::from_secs(60 * 60));
    photos::clean_up(&app.state).await.unwrap();
    for table in ["photos", "photo_files"] {
        assert_eq!(app.count(&format!("SELECT COUNT(*) FROM {table}")).await, 0, "{table}");
    }
}

#[tokio::test]
async fn an_upload_link_ends_with_the_account() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, _) = link(&mut ann, "me.jpg").await;
    ann.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    send(&app, &upload, camera::jpeg(1)).await.refused(403, "upload_expired");
}

/// The embedded provider, which does not delete some photos.
struct KeepsSome {
    store: Arc<dyn PhotoStore>,
    kept: Vec<String>,
    error: fn() -> PhotosFail,
}

impl PhotoStore for KeepsSome {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn put<'a>(
        &'a self,
        id: &'a str,
        content: &'a [u8],
        media_type: &'static str,
    ) -> BoxFuture<'a, Result<(), PhotosFail>> {
        self.store.put(id, content, media_type)
    }

    fn get<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, PhotosFail>> {
        self.store.get(id)
    }

    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<(), PhotosFail>> {
        if self.kept.iter().any(|kept| kept == id) {
            return Box::pin(async { Err((self.error)()) });
        }
        self.store.remove(id)
    }
}

/// Makes four photos that are in no answer. Returns the state of a server whose store never deletes the first two, and their ids.
async fn four_photos_with_two_to_stay(app: &TestApp, error: fn() -> PhotosFail) -> (AppState, Vec<String>) {
    let mut ann = customer(app, "ann@example.com").await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        let (upload, download) = link(&mut ann, "me.jpg").await;
        send(app, &upload, camera::jpeg(1)).await.expect(204);
        ids.push(download.rsplit('/').next().unwrap().to_owned());
        app.clock.advance(Duration::from_secs(1));
    }
    app.clock.advance(Duration::from_secs(60 * 60));
    ids.truncate(2);
    let store = app.state.providers.photos.clone();
    let (state, _) = app.with_photos(Arc::new(KeepsSome { store, kept: ids.clone(), error }));
    (state, ids)
}

#[tokio::test]
async fn photos_that_the_store_refuses_to_delete_do_not_delay_others_and_staff_see_them() {
    let app = TestApp::start().await;
    let refuses = || PhotosFail::Refused("AccessDenied".into());
    let (state, kept) = four_photos_with_two_to_stay(&app, refuses).await;
    let JobOutcome::InPart(said) = run_now(&state, find("photos").unwrap()).await.unwrap() else { panic!("in part") };
    assert!(said.starts_with("2 photos that no answer shows were taken away; 2 failed: "), "{said}");
    let attention = ops(&app, "attention").await.unwrap();
    for id in &kept {
        let line = format!("photo {id}: the photo provider refuses: AccessDenied");
        assert!(attention.contains(&line), "{line}: {attention}");
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM photos").await, 2);
    // Photos that expire later are deleted, too.
    let mut ben = customer(&app, "ben@example.com").await;
    camera::upload(&app, &mut ben).await;
    app.clock.advance(Duration::from_secs(60 * 60));
    assert_eq!(photos::clean_up(&state).await.unwrap().done, 1);
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 2, "once the store deletes photos again, it is asked");
}

#[tokio::test]
async fn photos_that_the_store_never_answers_about_come_last() {
    let app = TestApp::start().await;
    let (state, _) = four_photos_with_two_to_stay(&app, down).await;
    // Two silences end the run before the other photos are deleted.
    let first = photos::clean_up(&state).await.unwrap();
    assert!(first.failures().unwrap().contains("the party photos does not answer"), "{first:?}");
    assert_eq!(first.done, 0);
    app.clock.advance(Duration::from_secs(10 * 60));
    let second = photos::clean_up(&state).await.unwrap();
    assert_eq!(second.done, 2);
    assert!(second.failures().unwrap().contains("the party photos does not answer"), "{second:?}");
}
