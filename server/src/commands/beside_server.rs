//! Commands that work on the database of a running server: they have to be started with its settings.

use crate::commands::open;
use crate::fulfilment::warehouse;
use crate::ops::{self, OpsCommand};
use crate::service::operation::{opening, secret_key};
use crate::settings::Settings;
use crate::state::AppState;
use crate::store::Db;

/// The answer if the server works with another secret key.
const ANOTHER_KEY: &str = "The server on this database works with another STYLEBOX_SECRET_KEY, and would not find what this command issues: run it with the server's settings, such as its environment file.";

/// Runs a command for staff. Its emails link to the server's address, unless the settings name another one. Returns the program's exit
/// code.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn ops(settings: Settings, names_public_url: bool, command: OpsCommand) -> Result<u8, String> {
    let state = open_beside_server(settings, names_public_url).await?;
    warehouse::fill(&state).await.map_err(|error| format!("The warehouse cannot be filled: {error}."))?;
    let done = ops::run(&state, command).await;
    state.db.close().await;
    done
}

/// Opens the database for a command beside a server.
pub(super) async fn open_beside_server(settings: Settings, names_public_url: bool) -> Result<AppState, String> {
    beside_server(open(&settings).await?, settings, names_public_url).await
}

/// The state of a command beside a server, whose database is open.
pub(super) async fn beside_server(db: Db, settings: Settings, names_public_url: bool) -> Result<AppState, String> {
    let state = opening::state_beside_server(db, settings, names_public_url).await?;
    let is_another = secret_key::is_another(&state).await;
    if is_another.map_err(|error| format!("What the server works with cannot be read: {error}."))? {
        return Err(ANOTHER_KEY.to_owned());
    }
    Ok(state)
}
