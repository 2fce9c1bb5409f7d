//! The store of customers' photos. The service checks what may be uploaded and who may see it.

pub mod choice;
pub mod s3;

use crate::platform::future::BoxFuture;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::{self, Reach};
use std::error::Error;
use std::time::Duration;

/// A photo cannot be kept, read or deleted at the moment.
#[derive(Debug, thiserror::Error)]
pub enum PhotosFail {
    /// The provider does not answer, and would not about other photos either.
    #[error("the photo provider fails: {0}")]
    Silent(Box<dyn Error + Send + Sync>),
    /// It answers, and refuses. That says nothing about other photos.
    #[error("the photo provider refuses: {0}")]
    Refused(Box<dyn Error + Send + Sync>),
}

/// The result of a call of the provider.
pub type Result<T> = std::result::Result<T, PhotosFail>;

/// Keeps photos, each under an id.
pub trait PhotoStore: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    /// Keeps a photo. It replaces one of the same id.
    fn put<'a>(&'a self, id: &'a str, content: &'a [u8], media_type: &'static str) -> BoxFuture<'a, Result<()>>;

    fn get<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>>>;

    /// Whether it keeps a photo under that id. It need not be read whole.
    fn has<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move { Ok(self.get(id).await?.is_some()) })
    }

    /// Deletes a photo. It is no error if there is none.
    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<()>>;

    /// How browsers reach the store themselves; `None` if photos come and go through this service.
    fn direct(&self) -> Option<&dyn DirectPhotos> {
        None
    }

    /// Where marks of erased people are kept beside the photos; `None` if the photos go with the database.
    fn marks(&self) -> Option<&dyn MarkStore> {
        None
    }

    fn browser_needs(&self) -> BrowserNeeds {
        BrowserNeeds::default()
    }

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}

/// Keeps marks of erased people: names of files, which say nothing else.
pub trait MarkStore: Send + Sync {
    /// Where they are: another place has other marks.
    fn place(&self) -> String;

    /// Keeps a mark. It is no error if it is there.
    fn put_mark<'a>(&'a self, mark: &'a str) -> BoxFuture<'a, Result<()>>;

    /// The marks that were kept so far, in no order.
    fn all_marks(&self) -> BoxFuture<'_, Result<Vec<String>>>;
}

/// A store that browsers reach themselves, by signed addresses. What a browser sends is only staged: nobody is shown it, and only
/// what the service has checked is kept as a photo.
pub trait DirectPhotos: Send + Sync {
    /// The address to `PUT` a file of exactly this size and type to, for as long as `lasts`.
    fn upload_url(&self, id: &str, file: AnnouncedFile<'_>, lasts: Duration) -> String;

    /// The file that is staged for an id: its first `most` bytes.
    fn staged<'a>(&'a self, id: &'a str, most: u64) -> BoxFuture<'a, Result<Option<Vec<u8>>>>;

    /// Deletes what is staged for an id. It is no error if there is nothing.
    fn remove_staged<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<()>>;

    /// The address that shows the photo of an id to everybody who has it, for some minutes.
    fn view_url(&self, id: &str) -> String;
}

/// A file that a browser is about to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnnouncedFile<'a> {
    /// How many bytes it has.
    pub size: u64,
    /// The `Content-Type` with which it is sent.
    pub media_type: &'a str,
}
