//! Photos in backups: those of a bucket are copied beside the database, and what is lost of them stops nothing.

use super::backup::{Backups, app_with_bucket, restored};
use crate::doubles::http::HttpFault;
use crate::doubles::s3::S3Double;
use crate::style::photos_s3::upload_to_bucket;
use crate::support::camera::upload;
use crate::support::{Client, TestApp, ops};
use std::time::Duration;
use stylebox_server::service::operation::backup::{self, BackupOptions};
use stylebox_server::service::operation::restore;

/// A shop whose bucket has photos of a customer.
struct PhotoShop {
    app: TestApp,
    bucket: S3Double,
    ann: Client,
    ids: Vec<String>,
}

impl PhotoShop {
    /// With so many photos.
    async fn with(count: usize) -> Self {
        let (app, bucket) = app_with_bucket().await;
        let mut ann = app.client();
        ann.register("ann@example.com").await;
        let mut ids = Vec::new();
        for _ in 0..count {
            ids.push(upload_to_bucket(&bucket, &mut ann).await);
        }
        Self { app, bucket, ann, ids }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn photos_of_a_bucket_are_copied_once_and_put_back() {
    let PhotoShop { app, ids, .. } = PhotoShop::with(1).await;
    let (backups, id) = (Backups::new(), &ids[0]);
    let first = backups.take(&app).await;
    assert_eq!(first.manifest.photos, 1);
    let copy = backups.0.join("photos").join(id);
    let changed = std::fs::metadata(&copy).unwrap().modified().unwrap();
    app.clock.advance(Duration::from_secs(60));
    let second = backups.take(&app).await;
    assert_eq!(second.manifest.photos, 1);
    assert_eq!(std::fs::metadata(&copy).unwrap().modified().unwrap(), changed, "it is copied once");

    let content = app.state.providers.photos.get(id).await.unwrap().unwrap();
    app.state.providers.photos.remove(id).await.unwrap();
    let (restored, finished) = restored(&app, &second.folder).await;
    assert_eq!(finished.photos, 1);
    assert_eq!(restored.state.providers.photos.get(id).await.unwrap().unwrap(), content);
}

/// It may be the wrong bucket, or one that has lost a photo.
#[tokio::test(flavor = "multi_thread")]
async fn a_photo_that_the_bucket_has_lost_is_named() {
    let PhotoShop { app, ids, .. } = PhotoShop::with(2).await;
    app.state.providers.photos.remove(&ids[0]).await.unwrap();
    let taken = Backups::new().take(&app).await;
    assert_eq!((taken.manifest.photos, taken.manifest.photos_missing), (1, 1));
    app.state.providers.photos.remove(&ids[1]).await.unwrap();
    let elsewhere = Backups::new();
    let says = backup::back_up(&app.state, &elsewhere.0, BackupOptions::default()).await.unwrap_err();
    assert!(says.starts_with("The bucket has none of the 2 photos that the database has: "), "{says}");
}

/// The database counts more than one photo.
#[tokio::test(flavor = "multi_thread")]
async fn a_shop_is_restored_without_the_photos_that_are_lost() {
    let PhotoShop { app, ids, .. } = PhotoShop::with(3).await;
    let backups = Backups::new();
    let taken = backups.take(&app).await;
    for id in &ids {
        app.state.providers.photos.remove(id).await.unwrap();
    }
    std::fs::remove_file(backup::photo_beside(&taken.folder, &ids[0])).unwrap();
    std::fs::write(backup::photo_beside(&taken.folder, &ids[1]), "damaged").unwrap();
    assert!(restore::check_photos(&taken.folder).is_err(), "a trial says so");
    let (restored, finished) = restored(&app, &taken.folder).await;
    assert_eq!((finished.photos, finished.photos_lost), (1, 2));
    assert!(restored.state.providers.photos.has(&ids[2]).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_made_while_the_bucket_is_down_and_the_next_one_copies_the_photos() {
    let PhotoShop { app, bucket, mut ann, .. } = PhotoShop::with(1).await;
    let backups = Backups::new();
    backups.take(&app).await;
    for _ in 0..4 {
        upload_to_bucket(&bucket, &mut ann).await;
    }
    bucket.set(HttpFault::Down);
    app.clock.advance(Duration::from_secs(60));
    let asked = bucket.calls().len();
    let options = BackupOptions { keep: None, every: Some(24) };
    let during = backup::back_up(&app.state, &backups.0, options).await.unwrap();
    assert_eq!((during.manifest.photos, during.manifest.photos_unread), (1, 4));
    assert!(bucket.calls().len() <= asked + 3, "each question waits for the bucket");
    let shown = ops(&app, "attention").await.unwrap();
    assert!(shown.contains("lacks photos (4), because the bucket could not be read"), "{shown}");
    // It does not hide that no other one was made.
    app.clock.advance(Duration::from_secs(27 * 60 * 60));
    let shown = ops(&app, "attention").await.unwrap();
    assert!(shown.contains("one is made every 24 hours") && shown.contains("lacks photos (4)"), "{shown}");
    bucket.set(HttpFault::None);
    app.clock.advance(Duration::from_secs(60));
    let after = backups.take(&app).await;
    assert_eq!((after.manifest.photos, after.manifest.photos_unread), (5, 0));
    assert!(!ops(&app, "attention").await.unwrap().contains("backups"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_backup_keeps_its_photos() {
    let PhotoShop { app, .. } = PhotoShop::with(2).await;
    let backups = Backups::new();
    let first = backups.take(&app).await;
    let copy = backups.0.join("before-upgrade");
    std::fs::create_dir(&copy).unwrap();
    for file in ["manifest.json", "photos.txt"] {
        std::fs::copy(first.folder.join(file), copy.join(file)).unwrap();
    }
    // The customer discards both, so the newest backup has none.
    app.execute("DELETE FROM photos").await;
    let newest = async || {
        app.clock.advance(Duration::from_secs(60));
        let options = BackupOptions { keep: Some(1), every: None };
        assert_eq!(backup::back_up(&app.state, &backups.0, options).await.unwrap().manifest.photos, 0);
    };
    newest().await;
    assert_eq!(restore::check_photos(&copy).unwrap(), 2);
    // Once the copy is gone, so are its photos.
    std::fs::remove_dir_all(&copy).unwrap();
    newest().await;
    assert_eq!(std::fs::read_dir(backups.0.join("photos")).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_fails_leaves_nothing() {
    let PhotoShop { app, .. } = PhotoShop::with(1).await;
    let backups = Backups::new();
    std::fs::create_dir_all(&backups.0).unwrap();
    // Where the photos belong is a file, as on a disk that is broken.
    std::fs::write(backups.0.join("photos"), "").unwrap();
    let failed = backup::back_up(&app.state, &backups.0, BackupOptions::default()).await.unwrap_err();
    assert!(failed.contains("photos cannot be used"), "{failed}");
    assert_eq!(backups.names(), ["photos"]);
}

/// A photo in the database is part of its copy.
#[tokio::test(flavor = "multi_thread")]
async fn photos_in_the_database_come_with_it() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    upload(&app, &mut ann).await;
    let taken = backups.take(&app).await;
    assert_eq!(taken.manifest.photos, 0, "no bucket has any");
    let (restored, _) = restored(&app, &taken.folder).await;
    assert_eq!(restored.count("SELECT COUNT(*) FROM photo_files").await, 1);
}
