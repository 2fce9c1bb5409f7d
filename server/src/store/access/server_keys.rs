//! Values that the servers share, by name.

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

/// The key of that name.
pub async fn get(tx: &mut Tx, name: &str) -> Result<Option<String>> {
    let found = fetch_optional!(tx, (String,), "SELECT value FROM server_keys WHERE name = $1", name)?;
    Ok(found.map(|(value,)| value))
}
