//! Photos in a bucket of any store that speaks S3: `--photos s3`.
//!
//! A browser sends a photo to the staging, by an address that is signed for exactly its size and type, and sees a photo by an address
//! that is signed for some minutes. All else is done by this service with calls that may be repeated: writing the same photo again,
//! reading and deleting.

pub mod settings;

mod client;
mod probe;

use crate::platform::clock::Clock;
use crate::platform::config::PublicUrl;
use crate::platform::future::BoxFuture;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::Reach;
use crate::providers::photos::s3::settings::S3Settings;
use crate::providers::photos::{AnnouncedFile, DirectPhotos, MarkStore, PhotoStore, Result};
use client::S3Bucket;
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::messages::forgetting::PartyKnowing;

/// How long a photo's address shows it: a browser follows the redirect immediately.
const VIEW_LASTS: Duration = Duration::from_secs(5 * 60);

/// Photos in a bucket.
pub struct S3Photos {
    bucket: S3Bucket,
    /// What all keys begin with.
    prefix: String,
    /// The page's origin, from which browsers send photos.
    page: String,
}

impl S3Photos {
    /// # Errors
    /// A sentence that says why there is no client.
    pub fn new(settings: &S3Settings, page: &PublicUrl, clock: Arc<dyn Clock>) -> std::result::Result<Self, String> {
        let bucket = S3Bucket::new(settings, clock)?;
        Ok(Self { bucket, prefix: settings.prefix.clone(), page: page.origin().to_owned() })
    }

    /// The key of a photo that is shown.
    fn photo_key(&self, id: &str) -> String {
        format!("{}photos/{id}", self.prefix)
    }

    /// What the keys of the marks of erased people begin with.
    fn marks_prefix(&self) -> String {
        format!("{}erased/", self.prefix)
    }

    /// The key of a file that a browser has sent. It is never shown.
    fn staging_key(&self, id: &str) -> String {
        format!("{}staging/{id}", self.prefix)
    }
}

impl MarkStore for S3Photos {
    fn place(&self) -> String {
        format!("{}{}", self.bucket.address(), self.marks_prefix())
    }

    fn put_mark<'a>(&'a self, mark: &'a str) -> BoxFuture<'a, Result<()>> {
        let key = format!("{}{mark}", self.marks_prefix());
        // An empty file would be sent without its size, which is signed.
        Box::pin(async move { self.bucket.put(&key, b"erased\n", "text/plain").await })
    }

    fn all_marks(&self) -> BoxFuture<'_, Result<Vec<String>>> {
        Box::pin(async {
            let prefix = self.marks_prefix();
            let keys = self.bucket.keys(&prefix).await?;
            Ok(keys.iter().filter_map(|key| key.strip_prefix(&prefix)).map(ToOwned::to_owned).collect())
        })
    }
}

impl PhotoStore for S3Photos {
    fn forgetting(&self) -> Forgetting {
        Forgetting::ByCall(PartyKnowing::PhotoStore)
    }

    fn put<'a>(&'a self, id: &'a str, content: &'a [u8], media_type: &'static str) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move { self.bucket.put(&self.photo_key(id), content, media_type).await })
    }

    fn get<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>>> {
        Box::pin(async move { self.bucket.get(&self.photo_key(id), None).await })
    }

    fn has<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<bool>> {
        // Its first byte. A HEAD would not say whether the photo is missing or the whole bucket.
        Box::pin(async move { Ok(self.bucket.get(&self.photo_key(id), Some(1)).await?.is_some()) })
    }

    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move { self.bucket.remove(&self.photo_key(id)).await })
    }

    fn direct(&self) -> Option<&dyn DirectPhotos> {
        Some(self)
    }

    fn marks(&self) -> Option<&dyn MarkStore> {
        Some(self)
    }

    fn browser_needs(&self) -> BrowserNeeds {
        let origin = vec![self.bucket.origin()];
        BrowserNeeds { connections: origin.clone(), images: origin, ..BrowserNeeds::default() }
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async {
            probe::reach(&self.bucket, &self.staging_key("check"), &self.photo_key("check"), &self.page).await
        })
    }
}

impl DirectPhotos for S3Photos {
    fn upload_url(&self, id: &str, file: AnnouncedFile<'_>, lasts: Duration) -> String {
        self.bucket.put_url(&self.staging_key(id), file, lasts).into()
    }

    fn staged<'a>(&'a self, id: &'a str, most: u64) -> BoxFuture<'a, Result<Option<Vec<u8>>>> {
        Box::pin(async move { self.bucket.get(&self.staging_key(id), Some(most)).await })
    }

    fn remove_staged<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move { self.bucket.remove(&self.staging_key(id)).await })
    }

    fn view_url(&self, id: &str) -> String {
        self.bucket.view_url(&self.photo_key(id), VIEW_LASTS).into()
    }
}
