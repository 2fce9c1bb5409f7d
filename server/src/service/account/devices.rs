//! The devices on which a customer is signed in: recognizing them, listing them, ending their sessions.

use crate::platform::digest::sha256;
use crate::platform::error::AppResult;
use crate::service::access::session::{self, Browser, Device, Opened, SignedIn};
use crate::service::mail::alert::{self, Alert};
use crate::state::AppState;
use crate::store::access::sessions::{self, SessionRow};
use crate::store::account::customers::CustomerRow;
use crate::store::account::known_devices::{self, KnownDeviceRow};
use crate::store::{CustomerTx, Tx};
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;

/// How long an account remembers a device.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60 * limits::DEVICE_DAYS);

/// The mark by which an account knows a device.
fn hash_of(customer: &CustomerRow, device_id: &str) -> String {
    sha256(&format!("{} {device_id}", customer.id))
}

/// The mark of the browser's device, if the customer has signed in from it before.
pub async fn known(
    state: &AppState,
    tx: &mut Tx,
    customer: &CustomerRow,
    browser: &Browser,
) -> AppResult<Option<String>> {
    let Some(id) = browser.device_id.as_deref() else { return Ok(None) };
    let hash = hash_of(customer, id);
    let is_known = known_devices::is_known(tx, &customer.id, &hash, state.clock.now()).await?;
    Ok(is_known.then_some(hash))
}

/// Opens a session for a customer who has signed in, once `tx` is committed. If the account knows other devices but not this one,
/// the customer is told.
pub async fn open_session(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &CustomerRow,
    browser: &Browser,
) -> AppResult<Opened> {
    let id = browser.device_id.clone().unwrap_or_else(|| state.random.secret());
    let device_hash = hash_of(customer, &id);
    let now = state.clock.now();
    let row = KnownDeviceRow {
        device_hash: device_hash.clone(),
        customer_id: customer.id.clone(),
        first_seen_at: now,
        expires_at: now.plus(REMEMBERED),
    };
    let knows_others = known_devices::any_of_customer(tx, &customer.id).await?;
    if !row.insert_if_new(tx).await? {
        known_devices::keep(tx, &device_hash, row.expires_at).await?;
    } else if knows_others {
        alert::tell(state, tx, customer, &Alert::NewDevice { name: browser.name.clone() }).await?;
    }
    let device = Device { name: browser.name.clone(), hash: Some(device_hash) };
    let opened = session::open(state, tx, &customer.id, browser.session.as_ref(), &device).await?;
    Ok(Opened { device_id: Some(id), ..opened })
}

/// The open sessions of a customer, the newest first.
pub async fn list(state: &AppState, customer_id: &str) -> AppResult<Vec<SessionRow>> {
    Ok(sessions::open_of_customer(&mut state.db.read().await?, customer_id, state.clock.now()).await?)
}

/// Ends another session of the customer. Its device counts as a new one from then on.
///
/// # Errors
/// [`Refusal::CurrentDevice`], or [`Refusal::NotFound`] if it has ended or is somebody else's.
pub async fn end(state: &AppState, session: &SignedIn, id: &str) -> AppResult<()> {
    if id == session.session_id {
        return Err(Refusal::CurrentDevice.into());
    }
    let mut tx = state.db.write().await?;
    let ended = sessions::take(&mut tx, &session.customer_id, id).await?.ok_or(Refusal::NotFound)?;
    if let Some(device_hash) = ended.device_hash.filter(|hash| session.device.hash.as_ref() != Some(hash)) {
        known_devices::forget(&mut tx, &device_hash).await?;
    }
    Ok(tx.commit().await?)
}

/// Ends all other sessions of the customer, in the same way.
pub async fn end_others(state: &AppState, session: &SignedIn) -> AppResult<()> {
    let mut tx = state.db.write().await?;
    sessions::remove_others(&mut tx, &session.customer_id, &session.session_id).await?;
    let kept = session.device.hash.as_deref().unwrap_or_default();
    known_devices::forget_others(&mut tx, &session.customer_id, kept).await?;
    Ok(tx.commit().await?)
}
