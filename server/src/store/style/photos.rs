//! Customers' photos: their owner and status. The provider has the photos themselves.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::word_enum;

word_enum! {
    /// The status of a photo.
    pub enum PhotoStatus {
        /// An upload link was given out.
        Awaited = "awaited",
        /// It was uploaded, and is being stored by the provider.
        Arriving = "arriving",
        /// The provider has it.
        Stored = "stored",
        /// No answer shows it any more; the provider has to delete it.
        Discarded = "discarded",
    }
}

stored_as_text!(PhotoStatus);

table! {
    pub struct PhotoRow in "photos", columns columns, written in Tx {
        pub id: String,
        pub customer_id: String,
        pub status: PhotoStatus,
        /// `image/jpeg` or `image/png`; `None` until it is stored.
        pub media_type: Option<String>,
        /// When the upload link was given out.
        pub created_at: Timestamp,
        /// When it is deleted; `None` while an answer shows it.
        pub expires_at: Option<Timestamp>,
        /// How many bytes were announced, if the browser sends them to the store itself.
        pub announced_size: Option<i64>,
        /// Until when something may be staged for it; `None` if the staging is empty.
        pub staged_until: Option<Timestamp>,
        /// When the provider last failed to delete it.
        pub delete_failed_at: Option<Timestamp>,
    }
}

impl PhotoRow {
    /// The type under which its provider keeps it. JPEG, if none is stored.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        if self.media_type.as_deref() == Some("image/png") { "image/png" } else { "image/jpeg" }
    }
}

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<PhotoRow>> {
    fetch_optional!(tx, PhotoRow, concat!("SELECT ", columns!(), " FROM photos WHERE id = $1"), id)
}

/// How many uploaded photos a customer has.
pub async fn count(tx: &mut Tx, customer_id: &str, now: Timestamp) -> Result<u64> {
    let (there,) = fetch_one!(
        tx,
        (i64,),
        "SELECT COUNT(*) FROM photos WHERE customer_id = $1 AND status IN ('arriving', 'stored')
         AND (expires_at IS NULL OR expires_at > $2)",
        customer_id,
        now
    )?;
    Ok(u64::try_from(there).unwrap_or(0))
}

/// Claims the link of a photo that is about to be read. Returns false if it was used before.
pub async fn claim(tx: &mut Tx, id: &str, expires_at: Timestamp) -> Result<bool> {
    let rows = execute!(
        tx,
        "UPDATE photos SET status = 'arriving', expires_at = $2 WHERE id = $1 AND status = 'awaited'",
        id,
        expires_at
    )?;
    Ok(rows == 1)
}

/// Notes that the provider has the photo.
pub async fn set_stored(tx: &mut Tx, id: &str, media_type: &str) -> Result<()> {
    execute!(tx, "UPDATE photos SET status = 'stored', media_type = $2 WHERE id = $1", id, media_type)?;
    Ok(())
}

pub async fn set_status(tx: &mut Tx, id: &str, status: PhotoStatus) -> Result<()> {
    execute!(tx, "UPDATE photos SET status = $2 WHERE id = $1", id, status.as_str())?;
    Ok(())
}

/// Keeps a photo of the customer because an answer shows it. Returns false if there is no such photo.
pub async fn keep(tx: &mut Tx, customer_id: &str, id: &str) -> Result<bool> {
    let rows = execute!(
        tx,
        "UPDATE photos SET expires_at = NULL WHERE id = $1 AND customer_id = $2 AND status = 'stored'",
        id,
        customer_id
    )?;
    Ok(rows == 1)
}

/// The customer's photos that are kept because an answer shows them.
pub async fn kept(tx: &mut Tx, customer_id: &str) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT id FROM photos WHERE customer_id = $1 AND status = 'stored' AND expires_at IS NULL",
        customer_id
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// All photos of a customer, whatever their status.
pub async fn all_of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<String>> {
    let rows = fetch_all!(tx, (String,), "SELECT id FROM photos WHERE customer_id = $1", customer_id)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// How many ids [`stored_after`] returns at most.
const PAGE: i64 = 500;

/// The ids of the next stored photos after an id, in their order.
pub async fn stored_after(tx: &mut Tx, id: &str) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT id FROM photos WHERE id > $1 AND status = 'stored' ORDER BY id LIMIT $2",
        id,
        PAGE
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The expired photos, and those that the provider still has to delete. Those that it failed to delete come last, the newest failure
/// at the end, so that they keep no other from its turn.
pub async fn expired(tx: &mut Tx, now: Timestamp) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String, i64),
        "SELECT id, COALESCE(delete_failed_at, 0) AS failed FROM photos WHERE expires_at <= $1 AND status <> 'discarded'
         UNION ALL SELECT id, COALESCE(delete_failed_at, 0) AS failed FROM photos WHERE status = 'discarded'
         ORDER BY failed, id",
        now
    )?;
    Ok(rows.into_iter().map(|(id, _)| id).collect())
}

/// Notes that the provider failed to delete a photo, or what is staged for it.
pub async fn set_delete_failed(tx: &mut Tx, id: &str, now: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE photos SET delete_failed_at = $2 WHERE id = $1", id, now)?;
    Ok(())
}

/// Discards an expired photo. Returns false if it must stay, because an answer shows it by now.
pub async fn discard(tx: &mut Tx, id: &str, now: Timestamp) -> Result<bool> {
    let rows = execute!(
        tx,
        "UPDATE photos SET status = 'discarded' WHERE id = $1 AND (expires_at <= $2 OR status = 'discarded')",
        id,
        now
    )?;
    Ok(rows == 1)
}

/// The photos for which nothing can be staged any more, and whose staging is not emptied yet, in the order of [`expired`].
pub async fn left_in_staging(tx: &mut Tx, now: Timestamp) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT id FROM photos WHERE staged_until <= $1 ORDER BY COALESCE(delete_failed_at, 0), id",
        now
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Notes that nothing is staged for a photo any more.
pub async fn set_unstaged(tx: &mut Tx, id: &str) -> Result<()> {
    execute!(tx, "UPDATE photos SET staged_until = NULL WHERE id = $1", id)?;
    Ok(())
}

/// Deletes the row of a photo.
pub async fn remove(tx: &mut Tx, id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM photos WHERE id = $1", id)?;
    Ok(())
}
