//! The store of customers' photos. The service checks what may be uploaded and who may see it.

pub mod database;

use crate::platform::future::BoxFuture;
use crate::providers::reach::{self, Reach};
use crate::store::StoreError;
use std::error::Error;

/// The photos cannot be reached at the moment.
#[derive(Debug, thiserror::Error)]
#[error("the photo provider fails: {0}")]
pub struct PhotosFail(#[from] Box<dyn Error + Send + Sync>);

impl From<StoreError> for PhotosFail {
    fn from(error: StoreError) -> Self {
        Self(error.into())
    }
}

/// What the provider gives.
pub type Result<T> = std::result::Result<T, PhotosFail>;

/// Keeps photos, each under an id.
pub trait PhotoStore: Send + Sync {
    /// Keeps a photo. It replaces one of the same id.
    fn put<'a>(&'a self, id: &'a str, content: &'a [u8]) -> BoxFuture<'a, Result<()>>;

    /// The photo of an id.
    fn get<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>>>;

    /// Deletes a photo. It is no error if there is none.
    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<()>>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}
