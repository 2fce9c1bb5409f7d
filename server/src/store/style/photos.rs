//! Customers' photos: whose they are and how far they have come. The photos themselves are the provider's.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

words! {
    /// How far a photo has come.
    pub enum PhotoStatus {
        /// An address was given out to send it to.
        Awaited = "awaited",
        /// It has come, and is on its way to the provider.
        Arriving = "arriving",
        /// The provider has it.
        Stored = "stored",
        /// Nothing shows it any more; the provider is to take it away.
        Discarded = "discarded",
    }
}

table! {
    /// A photo.
    pub struct PhotoRow in "photos", columns columns, written in Tx {
        /// Its id.
        pub id: String,
        /// Whose it is.
        pub customer_id: String,
        /// How far it has come.
        pub status: PhotoStatus,
        /// `image/jpeg` or `image/png`, once it has come.
        pub media_type: Option<String>,
        /// When the address was given out.
        pub created_at: Timestamp,
        /// When it goes; never while an answer shows it.
        pub expires_at: Option<Timestamp>,
    }
}

/// A photo.
pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<PhotoRow>> {
    fetch_optional!(tx, PhotoRow, concat!("SELECT ", columns!(), " FROM photos WHERE id = $1"), id)
}

/// How many photos a customer has that have come and stay.
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

/// Claims a photo that has come; says whether it was still awaited.
pub async fn claim(tx: &mut Tx, id: &str, media_type: &str, expires_at: Timestamp) -> Result<bool> {
    let rows = execute!(
        tx,
        "UPDATE photos SET status = 'arriving', media_type = $2, expires_at = $3 WHERE id = $1 AND status = 'awaited'",
        id,
        media_type,
        expires_at
    )?;
    Ok(rows == 1)
}

/// Sets how far a photo has come.
pub async fn set_status(tx: &mut Tx, id: &str, status: PhotoStatus) -> Result<()> {
    execute!(tx, "UPDATE photos SET status = $2 WHERE id = $1", id, status.as_str())?;
    Ok(())
}

/// Keeps a photo of the customer's that an answer shows; says whether there is one.
pub async fn keep(tx: &mut Tx, customer_id: &str, id: &str) -> Result<bool> {
    let rows = execute!(
        tx,
        "UPDATE photos SET expires_at = NULL WHERE id = $1 AND customer_id = $2 AND status = 'stored'",
        id,
        customer_id
    )?;
    Ok(rows == 1)
}

/// The customer's photos that an answer shows, or showed until now.
pub async fn kept(tx: &mut Tx, customer_id: &str) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT id FROM photos WHERE customer_id = $1 AND status = 'stored' AND expires_at IS NULL",
        customer_id
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The photos that have run their time, and those that the provider is still to take away.
pub async fn expired(tx: &mut Tx, now: Timestamp) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT id FROM photos WHERE expires_at <= $1 AND status <> 'discarded'
         UNION ALL SELECT id FROM photos WHERE status = 'discarded'",
        now
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Discards a photo that has run its time; says whether it is to go: an answer may have taken it up meanwhile.
pub async fn discard(tx: &mut Tx, id: &str, now: Timestamp) -> Result<bool> {
    let rows = execute!(
        tx,
        "UPDATE photos SET status = 'discarded' WHERE id = $1 AND (expires_at <= $2 OR status = 'discarded')",
        id,
        now
    )?;
    Ok(rows == 1)
}

/// Forgets a photo.
pub async fn remove(tx: &mut Tx, id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM photos WHERE id = $1", id)?;
    Ok(())
}
