//! The feed's last good answer, in the database.

use crate::data::ThemeBox;
use crate::platform::clock::Clock;
use crate::platform::future::BoxFuture;
use crate::providers::theme_boxes::{KeptAnswer, NotKept};
use crate::store::operation::shop_facts;
use crate::store::{self, Db, StoreError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The answer in the database, where all servers read it.
pub struct KeptThemeBoxes {
    db: Db,
    clock: Arc<dyn Clock>,
}

/// What is kept: the boxes, and whose they are. Those of an address that is no longer set do not count.
#[derive(Serialize, Deserialize)]
struct StoredAnswer {
    url: String,
    results: Vec<ThemeBox>,
}

fn corrupt(error: serde_json::Error) -> StoreError {
    StoreError::corrupt("shop_facts.value", error)
}

impl KeptThemeBoxes {
    /// The answer that is kept in `db`.
    pub fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    async fn kept(&self, url: &str) -> store::Result<Vec<ThemeBox>> {
        let text = shop_facts::theme_boxes(&mut self.db.read_single().await?).await?;
        let Some(text) = text else { return Ok(Vec::new()) };
        let kept: StoredAnswer = serde_json::from_str(&text).map_err(corrupt)?;
        Ok(if kept.url == url { kept.results } else { Vec::new() })
    }

    async fn keep(&self, kept: StoredAnswer) -> store::Result<()> {
        let text = serde_json::to_string(&kept).map_err(corrupt)?;
        let mut tx = self.db.write().await?;
        shop_facts::set_theme_boxes(&mut tx, &text, self.clock.now()).await?;
        tx.commit().await
    }
}

impl KeptAnswer for KeptThemeBoxes {
    fn read<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<Vec<ThemeBox>, NotKept>> {
        Box::pin(async move { Ok(self.kept(url).await?) })
    }

    fn write<'a>(&'a self, url: &'a str, results: Vec<ThemeBox>) -> BoxFuture<'a, Result<(), NotKept>> {
        Box::pin(async move { Ok(self.keep(StoredAnswer { url: url.to_owned(), results }).await?) })
    }
}
