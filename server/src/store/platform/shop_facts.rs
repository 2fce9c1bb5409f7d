//! Facts about the shop for every program on the database.

use crate::platform::clock::Timestamp;
use crate::platform::config::PublicUrl;
use crate::store::{Result, StoreError, Tx};

const PUBLIC_URL: &str = "public_url";

/// The public address of the server that started last.
pub async fn public_url(tx: &mut Tx) -> Result<Option<PublicUrl>> {
    let found = fetch_optional!(tx, (String,), "SELECT value FROM shop_facts WHERE name = $1", PUBLIC_URL)?;
    let parse =
        |(text,): (String,)| PublicUrl::parse(&text).map_err(|error| StoreError::corrupt("shop_facts.value", error));
    found.map(parse).transpose()
}

/// Stores the public address.
pub async fn set_public_url(tx: &mut Tx, url: &PublicUrl, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO shop_facts (name, value, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
        PUBLIC_URL,
        url.origin(),
        now
    )?;
    Ok(())
}
