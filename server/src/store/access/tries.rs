//! Tries that are limited, counted for all servers together. A subject's tries of one limit are one row, and a try is one statement;
//! [`tries`](crate::platform::tries) says how they are kept, and why.

use crate::platform::clock::Timestamp;
use crate::platform::tries::{Made, Window};
use crate::store::{Result, StoreError, Tx};

/// The digits of a time: whole microseconds since 1970, from 2001 to 2286.
const DIGITS: usize = 16;
const LAST_TIME: i64 = 9_999_999_999_999_999;

/// Adds a try at `$2`. It joins the newest time if that counts (later than `$5`, not later than `$6`) and stands for fewer than `$4`
/// tries; otherwise it is a time of its own, and of the times the newest `$7` digits stay. The oldest of a full log begins at `$8`.
macro_rules! add {
    ($condition:literal) => {
        concat!(
            "INSERT INTO tries (bucket, made_at, at_newest, expires_at) VALUES ($1, $2, 1, $3)
             ON CONFLICT (bucket) DO UPDATE SET
               made_at = CASE WHEN tries.at_newest < $4 AND SUBSTR(tries.made_at, 1, 16) > $5 AND SUBSTR(tries.made_at, 1, 16) <= $6
                 THEN excluded.made_at || SUBSTR(tries.made_at, 17) ELSE SUBSTR(excluded.made_at || tries.made_at, 1, $7) END,
               at_newest = CASE WHEN tries.at_newest < $4 AND SUBSTR(tries.made_at, 1, 16) > $5 AND SUBSTR(tries.made_at, 1, 16) <= $6
                 THEN tries.at_newest + 1 ELSE 1 END,
               expires_at = excluded.expires_at",
            $condition
        )
    };
}

/// The places of a log's digits, as the statement takes them.
struct Places {
    kept: i32,
    oldest: i32,
}

impl Places {
    fn of(window: &Window) -> Self {
        let digits = |times: u32| i32::try_from(times.saturating_mul(16)).unwrap_or(i32::MAX);
        Self { kept: digits(window.times), oldest: digits(window.times.saturating_sub(1)).saturating_add(1) }
    }
}

/// A time as its digits. Texts of the same length sort as the times do.
fn written(at: Timestamp) -> String {
    format!("{:016}", at.0.clamp(0, LAST_TIME))
}

/// Counts a try, if one is left. Returns whether one was.
pub async fn count(tx: &mut Tx, bucket: &str, window: &Window, now: Timestamp) -> Result<bool> {
    // The statement finds out by the row of the tries before whether one is left: the first has none.
    if window.times == 0 {
        return Ok(false);
    }
    let (since, until) = window.bounds(now);
    let Places { kept, oldest } = Places::of(window);
    let counted = execute!(
        tx,
        add!(
            "
             WHERE LENGTH(tries.made_at) < $7 OR SUBSTR(tries.made_at, $8, 16) <= $5 OR SUBSTR(tries.made_at, $8, 16) > $6
               OR (tries.at_newest < $4 AND SUBSTR(tries.made_at, 1, 16) > $5 AND SUBSTR(tries.made_at, 1, 16) <= $6)"
        ),
        bucket,
        written(now),
        now.plus(window.length),
        i64::from(window.tries_per_time),
        written(since),
        written(until),
        kept,
        oldest
    )?;
    Ok(counted == 1)
}

/// Counts a try that was made, whether or not one is left.
pub async fn note(tx: &mut Tx, bucket: &str, window: &Window, now: Timestamp) -> Result<()> {
    let (since, until) = window.bounds(now);
    execute!(
        tx,
        add!(""),
        bucket,
        written(now),
        now.plus(window.length),
        i64::from(window.tries_per_time),
        written(since),
        written(until),
        Places::of(window).kept
    )?;
    Ok(())
}

/// When the next try is allowed; `None` if it is allowed now.
pub async fn used_up_until(tx: &mut Tx, bucket: &str, window: &Window, now: Timestamp) -> Result<Option<Timestamp>> {
    let sql = "SELECT made_at, at_newest FROM tries WHERE bucket = $1";
    let found = fetch_optional!(tx, (String, i64), sql, bucket)?;
    let made = found.map(|(times, at_newest)| read(&times, at_newest)).transpose()?;
    Ok(made.unwrap_or_default().used_up_until(window, now))
}

fn read(times: &str, at_newest: i64) -> Result<Made> {
    let corrupt = || StoreError::Corrupt { what: "tries.made_at".to_owned(), why: format!("{times} tells no times") };
    let time = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.len() == DIGITS);
        digits.and_then(|digits| digits.parse().ok()).map(Timestamp).ok_or_else(corrupt)
    };
    let times = times.as_bytes().chunks(DIGITS).map(time).collect::<Result<_>>()?;
    Ok(Made { times, at_newest: u32::try_from(at_newest).map_err(|_| corrupt())? })
}

/// Forgets the tries of a bucket.
pub async fn forget(tx: &mut Tx, bucket: &str) -> Result<()> {
    execute!(tx, "DELETE FROM tries WHERE bucket = $1", bucket)?;
    Ok(())
}
