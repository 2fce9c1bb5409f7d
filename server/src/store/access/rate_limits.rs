//! Hits of rate limits, counted for all servers together.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// Counts one more hit in the window that began at `window_start`.
pub async fn hit(tx: &mut Tx, bucket: &str, window_start: Timestamp, window_end: Timestamp) -> Result<i64> {
    let (hits,) = fetch_one!(
        tx,
        (i64,),
        "INSERT INTO rate_limits (bucket, window_start, hits, expires_at) VALUES ($1, $2, 1, $3)
         ON CONFLICT (bucket, window_start) DO UPDATE SET hits = rate_limits.hits + 1 RETURNING hits",
        bucket,
        window_start,
        window_end
    )?;
    Ok(hits)
}

/// Counts one more hit in the window that began at `window_start`, if it has fewer than `most`. Returns whether it had.
pub async fn hit_below(tx: &mut Tx, bucket: &str, window: (Timestamp, Timestamp), most: i64) -> Result<bool> {
    let (window_start, window_end) = window;
    let hit = fetch_optional!(
        tx,
        (i64,),
        "INSERT INTO rate_limits (bucket, window_start, hits, expires_at) VALUES ($1, $2, 1, $3)
         ON CONFLICT (bucket, window_start) DO UPDATE SET hits = rate_limits.hits + 1 WHERE rate_limits.hits < $4
         RETURNING hits",
        bucket,
        window_start,
        window_end,
        most
    )?;
    Ok(hit.is_some())
}

/// How many hits the window has that began at `window_start`.
pub async fn hits(tx: &mut Tx, bucket: &str, window_start: Timestamp) -> Result<i64> {
    let sql = "SELECT hits FROM rate_limits WHERE bucket = $1 AND window_start = $2";
    let found = fetch_optional!(tx, (i64,), sql, bucket, window_start)?;
    Ok(found.map_or(0, |(hits,)| hits))
}

/// Forgets the hits of a bucket.
pub async fn forget(tx: &mut Tx, bucket: &str) -> Result<()> {
    execute!(tx, "DELETE FROM rate_limits WHERE bucket = $1", bucket)?;
    Ok(())
}
