//! The store of customers' photos. The service checks what may be uploaded and who may see it.

use crate::platform::future::BoxFuture;
use crate::store::style::photo_files;
use crate::store::{Db, StoreError};
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
}

/// The embedded store: photos are in the database, so that every server on it has them.
#[derive(Debug, Clone)]
pub struct DatabasePhotos(pub Db);

impl DatabasePhotos {
    async fn write(&self, id: &str, content: &[u8]) -> Result<()> {
        let mut tx = self.0.write().await?;
        photo_files::put(&mut tx, id, content).await?;
        Ok(tx.commit().await?)
    }

    async fn read(&self, id: &str) -> Result<Option<Vec<u8>>> {
        Ok(photo_files::get(&mut self.0.read().await?, id).await?)
    }

    async fn delete(&self, id: &str) -> Result<()> {
        let mut tx = self.0.write().await?;
        photo_files::remove(&mut tx, id).await?;
        Ok(tx.commit().await?)
    }
}

impl PhotoStore for DatabasePhotos {
    fn put<'a>(&'a self, id: &'a str, content: &'a [u8]) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.write(id, content))
    }

    fn get<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>>> {
        Box::pin(self.read(id))
    }

    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.delete(id))
    }
}
