//! The devices from which customers have signed in, each by a hash.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

table! {
    pub struct KnownDeviceRow in "known_devices", columns columns, written in Tx {
        /// A hash of the account and of the id in the device's cookie.
        pub device_hash: String,
        pub customer_id: String,
        pub first_seen_at: Timestamp,
        /// When it is forgotten unless it signs in before.
        pub expires_at: Timestamp,
    }
}

/// Whether the customer has signed in from this device.
pub async fn is_known(tx: &mut Tx, customer_id: &str, device_hash: &str, now: Timestamp) -> Result<bool> {
    let sql = "SELECT customer_id FROM known_devices WHERE device_hash = $1 AND customer_id = $2 AND expires_at > $3";
    Ok(fetch_optional!(tx, (String,), sql, device_hash, customer_id, now)?.is_some())
}

/// Whether the customer has signed in from any device that is known.
pub async fn any_of_customer(tx: &mut Tx, customer_id: &str) -> Result<bool> {
    let sql = "SELECT device_hash FROM known_devices WHERE customer_id = $1 LIMIT 1";
    Ok(fetch_optional!(tx, (String,), sql, customer_id)?.is_some())
}

/// Remembers a known device longer.
pub async fn keep(tx: &mut Tx, device_hash: &str, expires_at: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE known_devices SET expires_at = $2 WHERE device_hash = $1", device_hash, expires_at)?;
    Ok(())
}

/// Forgets a device: its next sign-in is that of a new one.
pub async fn forget(tx: &mut Tx, device_hash: &str) -> Result<()> {
    execute!(tx, "DELETE FROM known_devices WHERE device_hash = $1", device_hash)?;
    Ok(())
}

/// Forgets all devices of a customer but one. `kept` is empty if none is kept.
pub async fn forget_others(tx: &mut Tx, customer_id: &str, kept: &str) -> Result<()> {
    execute!(tx, "DELETE FROM known_devices WHERE customer_id = $1 AND device_hash <> $2", customer_id, kept)?;
    Ok(())
}
