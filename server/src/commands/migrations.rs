//! `migrate`: the tables of the database.

use crate::commands::open_and_migrate;
use crate::ops;
use crate::ops::table::table;
use crate::settings::Settings;
use crate::store::{Db, Look};

/// The answer of `migrate --dry-run` if there is nothing to do.
const UP_TO_DATE: &str = "The database is up to date.\n";

/// Migrates the database to this version, or lists the steps that this would take.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn migrate(settings: &Settings, is_dry_run: bool) -> Result<(), String> {
    if is_dry_run {
        let Look { lacks, .. } = Db::look(&settings.database_url).await.map_err(|error| error.to_string())?;
        let rows: Vec<_> = lacks.into_iter().map(|(number, name)| [number.to_string(), name.to_owned()]).collect();
        return ops::print(&if rows.is_empty() { UP_TO_DATE.to_owned() } else { table(&rows) });
    }
    open_and_migrate(settings).await?.close().await;
    tracing::info!("the database is up to date");
    Ok(())
}

/// Lists all steps of migration, and whether the database has had them.
///
/// # Errors
/// A sentence that says why `serve --no-migrate` would not start.
pub async fn list_migrations(settings: &Settings) -> Result<(), String> {
    let look = Db::look(&settings.database_url).await.map_err(|error| error.to_string())?;
    let rows: Vec<_> = look
        .steps()
        .into_iter()
        .map(|(number, name, state)| [number.to_string(), name, state.words().to_owned()])
        .collect();
    ops::print(&table(&rows))?;
    look.check(&settings.database_url).map_err(|error| error.to_string())
}
