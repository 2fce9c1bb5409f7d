//! What the program does, by its commands.

mod beside_server;
mod copies;
mod health;
mod migrations;
mod serve;

use crate::service::operation::secret_key;
use crate::settings::Settings;
use crate::state::AppState;
use crate::store::Db;
pub use beside_server::ops;
pub use copies::{back_up, copy, move_photos, restore, restored, try_restore};
pub use health::{check, health};
pub use migrations::{list_migrations, migrate};
pub use serve::{serve, until_moved};

/// Opens the database, and migrates it to this version.
async fn open_and_migrate(settings: &Settings) -> Result<Db, String> {
    let opened = Db::open_with(&settings.database_url, settings.database_connections).await;
    opened.map_err(|error| error.to_string())
}

/// Opens the database as it is.
async fn open(settings: &Settings) -> Result<Db, String> {
    let opened = Db::open_migrated(&settings.database_url, settings.database_connections).await;
    opened.map_err(|error| error.to_string())
}

/// What was written under secret keys that this program lacks, a sentence for each.
async fn missed_keys(state: &AppState) -> Result<Vec<String>, String> {
    let missed = secret_key::missed(state).await;
    missed.map_err(|error| format!("It cannot be read which secret keys are missed: {error}."))
}
