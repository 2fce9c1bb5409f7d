//! One row, which is written to see whether the database takes writes. It also has the latest time at which a server has written.

use crate::platform::clock::Timestamp;
use crate::store::{Db, Result, Tx};

/// Writes the row.
///
/// # Errors
/// If the database takes no writes.
pub async fn write(db: &Db, now: Timestamp) -> Result<()> {
    let mut tx = db.write().await?;
    execute!(
        &mut tx,
        "INSERT INTO readiness (id, written_at, latest_at) VALUES (1, $1, $1)
         ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at,
           latest_at = CASE WHEN readiness.latest_at < excluded.latest_at THEN excluded.latest_at ELSE readiness.latest_at END",
        now
    )?;
    tx.commit().await
}

/// The latest time at which a server has written.
pub async fn latest(tx: &mut Tx) -> Result<Timestamp> {
    let row = fetch_optional!(tx, (Timestamp,), "SELECT latest_at FROM readiness")?;
    Ok(row.map_or(Timestamp(0), |(latest,)| latest))
}

/// Notes that a server writes at this time.
pub async fn set_latest(tx: &mut Tx, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO readiness (id, written_at, latest_at) VALUES (1, $1, $1)
         ON CONFLICT (id) DO UPDATE SET latest_at = excluded.latest_at",
        now
    )?;
    Ok(())
}
