//! Photos whose provider fails, or whose account ends while they are stored.

use super::photos::customer;
use crate::support::camera::{self, link, send};
use crate::support::{PASSWORD, TestApp};
use serde_json::json;
use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::forgetting::Forgetting;
use stylebox_server::providers::photos::{PhotoStore, PhotosFail};
use stylebox_server::service::style::photos;

/// The error of a provider that is down.
fn down() -> PhotosFail {
    PhotosFail::from(Box::<dyn Error + Send + Sync>::from("down"))
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
async fn an_outage_of_the_photo_provider_loses_nothing() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (down, mut there) = app.with_photos(Arc::new(Down));
    let (upload, download) = link(&mut ann, "me.jpg").await;
    there.send(camera::sending(&upload, camera::jpeg(1))).await.refused(503, "photos_unavailable");
    send(&app, &upload, camera::jpeg(1)).await.expect(204);
    there.cookies = ann.cookies.clone();
    there.get(&download).await.refused(503, "photos_unavailable");
    assert_eq!(ann.get(&download).await.status, 200);

    app.clock.advance(Duration::from_secs(60 * 60));
    assert!(photos::clean_up(&down).await.unwrap().failures().unwrap().starts_with("1 failed: photo "));
    ann.get(&download).await.refused(404, "not_found");
    assert_eq!(photos::clean_up(&app.state).await.unwrap(), 1, "what could not be taken away is, the next time");
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
        there.send(camera::sending(&upload, camera::jpeg(1))).await.refused(401, "not_authorized");
        for table in ["photos", "photo_files"] {
            assert_eq!(app.count(&format!("SELECT COUNT(*) FROM {table}")).await, 0, "{moment:?}: {table}");
        }
    }
}

#[tokio::test]
async fn a_photo_whose_storing_was_cut_off_before_the_account_ended_is_taken_away() {
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
async fn a_link_for_a_photo_ends_with_the_account() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, _) = link(&mut ann, "me.jpg").await;
    ann.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    send(&app, &upload, camera::jpeg(1)).await.refused(403, "upload_expired");
}
