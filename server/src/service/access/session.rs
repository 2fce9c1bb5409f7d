//! Sessions: a random token. The database has only its hash.
//!
//! The anti-forgery token is made from the session's token and cannot be turned back into it, so it is bound to the session
//! without being stored.

use crate::platform::clock::Timestamp;
use crate::platform::digest::sha256;
use crate::platform::error::AppResult;
use crate::platform::random::hex;
use crate::providers::fraud;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::access::sessions;
use crate::store::account::customers;
use sha2::{Digest, Sha256};
use std::time::Duration;
use stylebox_core::policy::{self, limits};

/// How long a session lasts if it is not used.
pub const IDLE: Duration = Duration::from_secs(24 * 60 * 60 * policy::SESSION_IDLE_DAYS);
/// How long a session lasts at most.
pub const LONGEST: Duration = Duration::from_secs(24 * 60 * 60 * limits::SESSION_MAX_DAYS);
/// A session's use is recorded no more often than this, so that calls that read rarely write.
const TOUCH_INTERVAL: Duration = Duration::from_secs(60);

/// A signed-in customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    pub(crate) customer_id: String,
    pub(crate) session_id: String,
    /// When the session ends unless it is used before.
    pub(crate) expires_at: Timestamp,
    /// The anti-forgery token that belongs to the session.
    pub(crate) forgery_token: String,
    /// Where the session was opened.
    pub(crate) device: Device,
    /// The network from which this call comes.
    pub(crate) network: String,
    /// The session's id at the fraud check.
    pub(crate) kount_session_id: String,
}

/// The device on which a session is opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Device {
    /// As a customer recognizes it: `Chrome on Android`.
    pub(crate) name: String,
    /// The mark by which the account knows it; `None` for a store's tablet, which is nobody's device.
    pub(crate) hash: Option<String>,
}

/// The browser that makes a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Browser {
    pub(crate) session: Visitor,
    /// The id in its long-lived cookie, if it has one that the service has signed.
    pub(crate) device_id: Option<String>,
    /// As [`Device::name`].
    pub(crate) name: String,
}

impl SignedIn {
    /// For the program itself on behalf of a customer: there is no session, so no change can wait for a code.
    #[must_use]
    pub fn without_session(customer_id: &str, now: Timestamp) -> Self {
        let (session_id, forgery_token, device, network, kount_session_id) = Default::default();
        let customer_id = customer_id.to_owned();
        Self { customer_id, session_id, expires_at: now, forgery_token, device, network, kount_session_id }
    }
}

/// The caller, signed in or not.
pub type Visitor = Option<SignedIn>;

/// The open session of a token, which is recorded as used.
pub async fn find(state: &AppState, token: &str) -> AppResult<Option<SignedIn>> {
    let now = state.clock.now();
    let found = sessions::open_by_token(&mut state.db.read_single().await?, &sha256(token), now).await?;
    let Some(mut row) = found else { return Ok(None) };
    if now.since(row.last_seen_at) >= TOUCH_INTERVAL {
        row.expires_at = now.plus(IDLE).min(row.created_at.plus(LONGEST));
        let mut tx = state.db.write().await?;
        sessions::touch(&mut tx, &row.id, now, row.expires_at).await?;
        tx.commit().await?;
    }
    Ok(Some(SignedIn {
        customer_id: row.customer_id,
        session_id: row.id,
        expires_at: row.expires_at,
        forgery_token: forgery_token(token),
        device: Device { name: row.device_name, hash: row.device_hash },
        network: String::new(),
        kount_session_id: row.kount_session_id,
    }))
}

/// A session that was just opened, from which its cookies are made.
#[derive(Debug)]
pub struct Opened {
    pub(crate) session_id: String,
    /// The token, for the cookie.
    pub(crate) token: String,
    /// The id of the device for its long-lived cookie, after a sign-in.
    pub(crate) device_id: Option<String>,
    /// As in [`SignedIn`].
    pub(crate) kount_session_id: String,
}

/// Opens a session for a customer, once `tx` is committed. The caller's session before, if any, ends: a sign-in always gives a
/// new token.
pub async fn open(
    state: &AppState,
    tx: &mut CustomerTx,
    customer_id: &str,
    before: Option<&SignedIn>,
    device: &Device,
) -> AppResult<Opened> {
    if let Some(before) = before {
        sessions::remove(tx, &before.session_id).await?;
    }
    let now = state.clock.now();
    let token = state.random.secret();
    let row = sessions::SessionRow {
        id: state.random.id(now),
        token_hash: sha256(&token),
        customer_id: customer_id.to_owned(),
        created_at: now,
        last_seen_at: now,
        expires_at: now.plus(IDLE),
        device_name: device.name.clone(),
        device_hash: device.hash.clone(),
        kount_session_id: fraud::new_session_id(&*state.random),
    };
    row.insert(tx).await?;
    customers::set_kount_session(tx, customer_id, &row.kount_session_id).await?;
    Ok(Opened { session_id: row.id, token, device_id: None, kount_session_id: row.kount_session_id })
}

/// The anti-forgery token that belongs to a session's token.
#[must_use]
pub fn forgery_token(session_token: &str) -> String {
    hex(&Sha256::new().chain_update("stylebox anti-forgery ").chain_update(session_token).finalize())
}
