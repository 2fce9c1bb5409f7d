//! The embedded provider of photos, over the store: they are in the database, so that every server on it has them.

use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::photos::{PhotoStore, PhotosFail, Result};
use crate::store::style::photo_files;
use crate::store::{Db, StoreError};

#[derive(Debug, Clone)]
pub struct DatabasePhotos(pub Db);

impl From<StoreError> for PhotosFail {
    fn from(error: StoreError) -> Self {
        Self::Silent(error.into())
    }
}

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
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn put<'a>(&'a self, id: &'a str, content: &'a [u8], _: &'static str) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.write(id, content))
    }

    fn get<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>>> {
        Box::pin(self.read(id))
    }

    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.delete(id))
    }
}
