//! `backup`, `restore`, `copy` and `move-photos`: the shop in another place.

use crate::commands::beside_server::{beside_server, open_beside_server};
use crate::commands::open;
use crate::ops;
use crate::ops::table::table;
use crate::platform::clock::{Clock, SystemClock};
use crate::platform::config::DatabaseOptions;
use crate::platform::secret_url::SecretUrl;
use crate::service::operation::backup::{self, Backup, BackupOptions, Manifest};
use crate::service::operation::moving::{self, Copied, Photos, PhotosMoved};
use crate::service::operation::opening;
use crate::service::operation::restore::{self, Finished};
use crate::settings::Settings;
use crate::store::Db;
use std::path::{Path, PathBuf};
use stylebox_core::values::business_time::Instant;

/// Backs up the database and the photos of a bucket, and prints the proof.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn back_up(
    settings: Settings,
    names_public_url: bool,
    directory: &Path,
    options: BackupOptions,
) -> Result<(), String> {
    let state = open_beside_server(settings, names_public_url).await?;
    let done = backup::back_up(&state, directory, options).await;
    state.db.close().await;
    let Backup { folder, manifest, removed } = done?;
    let mut rows = vec![["backup".to_owned(), folder.display().to_string()]];
    rows.extend(proof(&manifest));
    rows.extend(removed.iter().map(|folder| ["removed".to_owned(), folder.display().to_string()]));
    ops::print(&table(&rows))
}

/// Puts a backup into an empty database, and prints the proof.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn restore(
    settings: Settings,
    names_public_url: bool,
    backup: &Path,
    are_marks_lost: bool,
) -> Result<(), String> {
    let (folder, manifest) = put_back(&settings, backup, are_marks_lost, false).await?;
    let state = restore::open(settings, names_public_url).await?;
    let done = restore::finish(&state, &folder, are_marks_lost).await;
    state.db.close().await;
    let done = done?;
    let mut rows = vec![["restored".to_owned(), folder.display().to_string()]];
    rows.extend(proof(&manifest));
    rows.push(["photos put back into the bucket".to_owned(), done.photos.to_string()]);
    if done.photos_lost > 0 {
        rows.push(["photos that are lost: the log names them".to_owned(), done.photos_lost.to_string()]);
    }
    rows.extend(caught_up(done));
    ops::print(&table(&rows))
}

/// Does for a database that another program has put back what [`restore`] does for its own.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn restored(
    settings: Settings,
    names_public_url: bool,
    at: Instant,
    are_marks_lost: bool,
) -> Result<(), String> {
    let opened = Db::open_put_back(&settings.database_url, settings.database_connections).await;
    let state = beside_server(opened.map_err(|error| error.to_string())?, settings, names_public_url).await?;
    let done = restore::finish_for_other_program(&state, at.into(), are_marks_lost).await;
    state.db.close().await;
    let mut rows = vec![["restored as it was at".to_owned(), at.to_string()]];
    rows.extend(caught_up(done?));
    ops::print(&table(&rows))
}

/// What was done to a database that is as it was at an earlier time.
fn caught_up(Finished { sessions, marks, erased, being_erased, .. }: Finished) -> Vec<[String; 2]> {
    let mut rows = vec![
        ["sessions ended".to_owned(), sessions.to_string()],
        ["marks of erased people".to_owned(), marks.to_string()],
        ["people erased again".to_owned(), erased.to_string()],
    ];
    rows.extend(being_erased.into_iter().map(|id| ["is erased once all is settled".to_owned(), id]));
    rows
}

/// Puts a backup into an empty database, checks its photos, and prints the proof. No outside party is asked, and no server starts on the
/// database.
///
/// # Errors
/// A sentence that says what is wrong with the backup.
pub async fn try_restore(settings: &Settings, backup: &Path, are_marks_lost: bool) -> Result<(), String> {
    let (folder, manifest) = put_back(settings, backup, are_marks_lost, true).await?;
    let photos = restore::check_photos(&folder)?;
    let mut rows = vec![["tried".to_owned(), folder.display().to_string()]];
    rows.extend(proof(&manifest));
    rows.extend([
        ["photos with their hashes".to_owned(), photos.to_string()],
        ["to be removed".to_owned(), format!("the database {}, on which no server starts", settings.database_url)],
    ]);
    ops::print(&table(&rows))
}

/// What a trial does, too: the newest backup at a path is put into the database. Returns its folder and what it holds.
async fn put_back(
    settings: &Settings,
    backup: &Path,
    are_marks_lost: bool,
    is_trial: bool,
) -> Result<(PathBuf, Manifest), String> {
    let folder = restore::newest(backup, SystemClock::default().real_now())?;
    if !are_marks_lost {
        restore::check_marks(settings, &folder, is_trial)?;
    }
    let manifest = restore::put_back(settings, &folder, is_trial).await?;
    Ok((folder, manifest))
}

/// Copies a database into another one, and prints the proof.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn copy(from: SecretUrl, to: SecretUrl) -> Result<(), String> {
    let (from, to) = (DatabaseOptions::check(from), DatabaseOptions::check(to));
    let (from, to) = (from.map_err(|error| error.to_string())?, to.map_err(|error| error.to_string())?);
    let tell = |table: &str, rows: u64| {
        if rows > 0 {
            tracing::info!(table, rows, "copied");
        }
    };
    let copied = moving::copy(&from, &to, tell).await?;
    let mut rows = vec![["copied to".to_owned(), to.to_string()]];
    let compared = match copied {
        Copied::Compared(tally) => {
            rows.extend(tally.tables.iter().map(|(name, table)| [format!("{name}, rows"), table.rows.to_string()]));
            rows.extend(tally.sums.iter().map(|(name, sum)| [name.clone(), sum.to_string()]));
            "rows, values and sums"
        }
        Copied::Ended => "compared by the call before, which was cut off at its last step",
    };
    rows.push(["the same on both sides".to_owned(), compared.to_owned()]);
    ops::print(&table(&rows))
}

/// Moves the photos of the database into the bucket, and prints the proof.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn move_photos(settings: Settings) -> Result<(), String> {
    settings.check_for_data().map_err(|error| error.to_string())?;
    let state = opening::state_on(open(&settings).await?, settings).await?;
    let moved = moving::photos_into_bucket(&state).await;
    state.db.close().await;
    let PhotosMoved { moved, moved_before, listed } = moved?;
    let words = |Photos { photos, bytes }| format!("{photos} photos, {bytes} bytes");
    ops::print(&table(&[
        ["moved now, and given back with the same hashes".to_owned(), words(moved)],
        ["in the bucket before, and given back".to_owned(), words(moved_before)],
        ["listed by the database".to_owned(), format!("{listed} photos")],
    ]))
}

/// What a backup holds: the same after it was taken and after it was restored.
fn proof(manifest: &Manifest) -> Vec<[String; 2]> {
    let rows = format!("{} in {} tables", manifest.holds.rows(), manifest.holds.tables.len());
    let mut all = vec![
        ["taken at".to_owned(), manifest.taken_at.clone()],
        ["version of the database".to_owned(), manifest.database_version.to_string()],
        ["rows".to_owned(), rows],
        ["photos of a bucket".to_owned(), manifest.photos.to_string()],
    ];
    if manifest.photos_missing > 0 {
        all.push(["photos that the bucket had lost".to_owned(), manifest.photos_missing.to_string()]);
    }
    if manifest.photos_unread > 0 {
        all.push([
            "photos that are not in it, because the bucket could not be read".to_owned(),
            manifest.photos_unread.to_string(),
        ]);
    }
    all.extend(manifest.holds.sums.iter().map(|(name, sum)| [name.clone(), sum.to_string()]));
    all
}
