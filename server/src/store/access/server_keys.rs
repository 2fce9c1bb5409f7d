//! Values that the servers share, by name. Before the service had a secret key outside the database, its keys were here too.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// The key of that name. If there is none, `fresh` becomes the key.
pub async fn get_or_add(tx: &mut Tx, name: &str, fresh: &str, now: Timestamp) -> Result<String> {
    execute!(
        tx,
        "INSERT INTO server_keys (name, value, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
        name,
        fresh,
        now
    )?;
    let (value,) = fetch_one!(tx, (String,), "SELECT value FROM server_keys WHERE name = $1", name)?;
    Ok(value)
}

/// The keys of these names, each with its name.
pub async fn of_names(tx: &mut Tx, [a, b, c, d]: [&str; 4]) -> Result<Vec<(String, String)>> {
    let sql = "SELECT name, value FROM server_keys WHERE name IN ($1, $2, $3, $4)";
    fetch_all!(tx, (String, String), sql, a, b, c, d)
}

/// Deletes the keys of these names that were there at a time. Returns how many.
pub async fn remove_before(tx: &mut Tx, [a, b, c, d]: [&str; 4], before: Timestamp) -> Result<u64> {
    let sql = "DELETE FROM server_keys WHERE name IN ($1, $2, $3, $4) AND created_at <= $5";
    execute!(tx, sql, a, b, c, d, before)
}

/// The key of that name.
pub async fn get(tx: &mut Tx, name: &str) -> Result<Option<String>> {
    let found = fetch_optional!(tx, (String,), "SELECT value FROM server_keys WHERE name = $1", name)?;
    Ok(found.map(|(value,)| value))
}
