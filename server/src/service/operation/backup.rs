//! A backup: a folder with a copy of the database, the list of the photos that a bucket has, and a manifest that says what is in it.
//!
//! ```text
//! DIR/2026-11-28T030000Z/database.sqlite or database.dump
//!                        photos.txt        the photos in a bucket, as sha256sum writes them
//!                        manifest.json     counts, sums and hashes; written last
//! DIR/photos/            the photos of all backups, each once
//! DIR/erased/            marks of the people who were erased, of all backups
//! ```

use crate::platform::clock::Timestamp;
use crate::platform::digest::sha256;
use crate::platform::files::{self, file_error};
use crate::service::account::erasure_marks;
use crate::state::AppState;
use crate::store::operation::shop_facts::{self, Backups, Choices};
use crate::store::operation::whole::{self, BackupFile, Tally};
use crate::store::style::photos::{self, PhotoStatus};
use crate::store::{self, StoreError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The form of the folder that this version writes and reads.
pub(crate) const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";
const PHOTO_LIST: &str = "photos.txt";
const PHOTOS: &str = "photos";
const ERASED: &str = "erased";
/// Whoever locks this file may make a backup.
const LOCK: &str = ".lock";
/// If so many photos in a row cannot be read, the bucket is asked for no more.
const MOST_FAILED: usize = 3;
/// The beginning of the name of a folder whose backup is not complete.
const UNFINISHED: &str = ".unfinished-";

/// What a backup holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    /// The version of the program that made it.
    pub program: String,
    /// The number of the last migration of its database.
    pub database_version: i64,
    /// `2026-11-28T03:00:00Z`, by the clock of the machine.
    pub taken_at: String,
    /// Identifies the secret key of the service, and tells nothing else about it.
    pub secret_key_id: String,
    /// What its server worked with, such as `--payment`: a restore has to work with the same.
    pub choices: Choices,
    /// The file with the database, and its SHA-256.
    pub file: String,
    pub sha256: String,
    /// PostgreSQL only: the schema that its tables are in.
    pub schema: Option<String>,
    pub holds: Tally,
    /// How many photos of a bucket belong to it.
    pub photos: usize,
    /// How many photos the database has and the bucket had lost.
    #[serde(default)]
    pub photos_missing: usize,
    /// How many photos are not in it because the bucket could not be read.
    #[serde(default)]
    pub photos_unread: usize,
    /// How many people had been erased: each has a mark beside the backup.
    pub erased: usize,
    /// The other places that had marks of some of them: the folder of `--erasure-marks`, the bucket.
    pub marks_in: Vec<String>,
    /// The places that the settings named for marks, also if nobody was erased yet.
    #[serde(default)]
    pub marks_kept_in: Vec<String>,
}

/// How a backup is made.
#[derive(Debug, Clone, Copy, Default)]
pub struct BackupOptions {
    /// How many are kept, the newest ones; `None` for all.
    pub keep: Option<usize>,
    /// How often one is made, in hours; 0 if not regularly any more. `None` changes nothing about that.
    pub every: Option<u32>,
}

/// A backup that is complete.
#[derive(Debug)]
pub struct Backup {
    pub folder: PathBuf,
    pub manifest: Manifest,
    /// The backups that were removed because only so many are kept.
    pub removed: Vec<PathBuf>,
}

/// Makes a backup in a new folder of `directory`, while customers order and check out.
///
/// # Errors
/// A sentence that says what is in the way. An incomplete backup is no backup: its folder is removed now, or by the next backup if the
/// program was ended.
pub async fn back_up(
    state: &AppState,
    directory: &Path,
    BackupOptions { keep, every }: BackupOptions,
) -> Result<Backup, String> {
    let now = state.clock.real_now();
    if let Some(every) = every {
        warn_unless_noted(note_rhythm(state, every, now).await);
    }
    files::make_private_folder(directory).map_err(|error| file_error(directory, &error))?;
    let locked = files::lock(&directory.join(LOCK)).map_err(|error| file_error(directory, &error))?;
    let _lock = locked.ok_or_else(|| format!("Another backup is being made in {}.", directory.display()))?;
    remove_unfinished(directory)?;
    let name = folder_name(now);
    let (folder, unfinished) = (directory.join(&name), directory.join(format!("{UNFINISHED}{name}")));
    if folder.exists() {
        return Err(format!("There is a backup of this second: {}.", folder.display()));
    }
    files::make_private_folder(&unfinished).map_err(|error| file_error(&unfinished, &error))?;
    let filled = fill(state, directory, &unfinished, now).await;
    let manifest = filled.inspect_err(|_| {
        // A half copy of the database could fill the disk. The reason why the backup failed counts more than this one.
        if let Err(error) = std::fs::remove_dir_all(&unfinished) {
            tracing::warn!(%error, folder = %unfinished.display(), "an incomplete backup cannot be removed");
        }
    })?;
    std::fs::rename(&unfinished, &folder).map_err(|error| file_error(&folder, &error))?;
    warn_unless_noted(note_newest(state, now, manifest.photos_unread).await);
    let removed = match keep {
        Some(keep) => remove_old(directory, keep, &folder, now)?,
        None => Vec::new(),
    };
    Ok(Backup { folder, manifest, removed })
}

/// Notes how often a backup is made, before the first can fail.
async fn note_rhythm(state: &AppState, every: u32, now: Timestamp) -> store::Result<()> {
    let mut tx = state.db.write().await?;
    let before = shop_facts::backups(&mut tx).await?.unwrap_or(Backups {
        every,
        newest: now,
        is_complete: false,
        photos_unread: 0,
    });
    let backups = (every > 0).then_some(Backups { every, ..before });
    shop_facts::set_backups(&mut tx, backups, now).await?;
    tx.commit().await
}

/// Notes when the newest complete backup was begun, if they are made regularly.
pub(super) async fn note_newest(state: &AppState, begun_at: Timestamp, photos_unread: usize) -> store::Result<()> {
    let mut tx = state.db.write().await?;
    if let Some(before) = shop_facts::backups(&mut tx).await? {
        let backups = Backups { newest: begun_at, is_complete: true, photos_unread, ..before };
        shop_facts::set_backups(&mut tx, Some(backups), state.clock.real_now()).await?;
    }
    tx.commit().await
}

/// A backup also counts if the database cannot note it, for example because its disk is full.
fn warn_unless_noted(noted: store::Result<()>) {
    if let Err(error) = noted {
        tracing::warn!(%error, "the database cannot note its backup: `ops attention` does not know of it");
    }
}

/// Writes a backup into its folder, and what it shares with others beside it.
async fn fill(state: &AppState, directory: &Path, folder: &Path, now: Timestamp) -> Result<Manifest, String> {
    let marked = erasure_marks::noted(state).await.map_err(|error| format!("The database cannot be read: {error}."))?;
    let marks = directory.join(ERASED);
    erasure_marks::prepare(&marks, marked.as_ref())?;
    let taken = whole::take(&state.settings.database_url, folder).await;
    let BackupFile { name: file, tally, photos, erased, database_version, schema } =
        taken.map_err(|error| format!("The database cannot be copied: {error}."))?;
    for customer in &erased {
        let written = erasure_marks::write(&marks, &erasure_marks::mark(&state.keys, customer));
        written.map_err(|error| file_error(&marks, &error))?;
    }
    let photos = if state.settings.parties.photos.is_in_database() { Vec::new() } else { photos };
    let PhotosCopied { listed, missing, unread } = copy_photos(state, directory, &photos, now).await?;
    write(&folder.join(PHOTO_LIST), &list_of(&listed))?;
    let manifest = Manifest {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        database_version,
        taken_at: now.instant().to_string(),
        secret_key_id: state.keys.id(),
        choices: state.settings.choices(),
        file: file.to_owned(),
        schema,
        sha256: files::sha256(&folder.join(file)).map_err(|error| file_error(folder, &error))?,
        holds: tally,
        photos: listed.len(),
        photos_missing: missing,
        photos_unread: unread,
        erased: erased.len(),
        marks_in: marked.map(|marked| marked.places).unwrap_or_default(),
        marks_kept_in: erasure_marks::kept_in(state),
    };
    let text = serde_json::to_string_pretty(&manifest).map_err(|error| error.to_string())?;
    write(&folder.join(MANIFEST), &text)?;
    Ok(manifest)
}

/// `2026-11-28T030000Z`: names sort by their times.
fn folder_name(at: Timestamp) -> String {
    let text = at.instant().to_string();
    format!("{}Z", text.split(['.', 'Z']).next().unwrap_or(&text).replace(':', ""))
}

/// Whether a folder has a name of [`folder_name`]: copies that staff have made under other names are theirs.
fn is_named_by_us(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let form: String = name.chars().map(|each| if each.is_ascii_digit() { '0' } else { each }).collect();
    form == "0000-00-00T000000Z"
}

/// The complete backups in a directory, the oldest first. Those that are later than `now` were made while the clock was ahead: nobody
/// knows when, so they come before all others.
///
/// # Errors
/// A sentence, if the directory cannot be read.
pub fn all(directory: &Path, now: Timestamp) -> Result<Vec<PathBuf>, String> {
    let mut found = complete(directory)?;
    found.retain(|folder| is_named_by_us(folder));
    let now = folder_name(now);
    found.sort_by_cached_key(|folder| (folder.file_name() <= Some(OsStr::new(&now)), folder.clone()));
    Ok(found)
}

/// The complete backups in a directory, whatever their names are.
fn complete(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = files::paths_in(directory).map_err(|error| file_error(directory, &error))?;
    found.retain(|folder| is_complete(folder));
    Ok(found)
}

/// Checks that the backup at a path, or each backup in that directory, can be read as far as to say whether it is complete.
///
/// # Errors
/// A sentence that names a backup that cannot be read.
pub fn check_readable(path: &Path) -> Result<(), String> {
    let mut folders = files::paths_in(path).map_err(|error| file_error(path, &error))?;
    folders.retain(|folder| is_named_by_us(folder));
    folders.push(path.to_owned());
    for folder in folders {
        match folder.join(MANIFEST).metadata() {
            Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Err(file_error(&folder, &error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a folder is a backup that is complete. Its manifest may still be one that this version cannot read.
#[must_use]
pub fn is_complete(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file() && !is_unfinished(folder)
}

fn is_unfinished(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(UNFINISHED))
}

/// Removes what backups have left that were cut off. With the directory locked, none of them is under way.
fn remove_unfinished(directory: &Path) -> Result<(), String> {
    let paths = files::paths_in(directory).map_err(|error| file_error(directory, &error))?;
    for folder in paths.into_iter().filter(|path| is_unfinished(path)) {
        std::fs::remove_dir_all(&folder).map_err(|error| file_error(&folder, &error))?;
    }
    Ok(())
}

/// Removes all backups except the newest, to which `newest` belongs in any case, and the photos that no other has.
fn remove_old(directory: &Path, keep: usize, newest: &Path, now: Timestamp) -> Result<Vec<PathBuf>, String> {
    let mut kept = all(directory, now)?;
    kept.retain(|folder| folder != newest);
    kept.push(newest.to_owned());
    let removed: Vec<PathBuf> = kept.drain(..kept.len().saturating_sub(keep)).collect();
    for folder in &removed {
        // What is half removed is no backup any more: if this is cut off, the next backup ends it.
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let unfinished = directory.join(format!("{UNFINISHED}{name}"));
        std::fs::rename(folder, &unfinished).map_err(|error| file_error(folder, &error))?;
        std::fs::remove_dir_all(&unfinished).map_err(|error| file_error(&unfinished, &error))?;
    }
    let photos = directory.join(PHOTOS);
    if removed.is_empty() || !photos.exists() {
        return Ok(removed);
    }
    // Also those that staff have copied under other names.
    let (listed, are_whole) = photo_lists(&complete(directory)?);
    if !are_whole {
        tracing::warn!("no photo is removed, because a list of photos cannot be read");
        return Ok(removed);
    }
    for file in files::paths_in(&photos).map_err(|error| file_error(&photos, &error))? {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !listed.contains_key(&name) {
            std::fs::remove_file(&file).map_err(|error| file_error(&file, &error))?;
        }
    }
    Ok(removed)
}

/// Copies the photos that no earlier backup has. If the bucket cannot be read, the next backup copies them: the database counts more.
async fn copy_photos(
    state: &AppState,
    directory: &Path,
    ids: &[String],
    now: Timestamp,
) -> Result<PhotosCopied, String> {
    let folder = directory.join(PHOTOS);
    // Photos of a list that cannot be read are copied again.
    let (known, _) = photo_lists(&all(directory, now)?);
    let (mut copied, mut failed_in_a_row) = (PhotosCopied::default(), 0_usize);
    for id in ids {
        let file = folder.join(id);
        if let Some(hash) = known.get(id).filter(|_| file.is_file()) {
            copied.listed.insert(id.clone(), hash.clone());
            continue;
        }
        // Each further photo would wait for the bucket as long.
        if failed_in_a_row >= MOST_FAILED {
            copied.unread += 1;
            continue;
        }
        let content = match state.providers.photos.get(id).await {
            Ok(content) => content,
            Err(error) => {
                tracing::error!(photo = id, %error, "a photo cannot be read from the bucket: the backup is made without it");
                copied.unread += 1;
                failed_in_a_row += 1;
                continue;
            }
        };
        failed_in_a_row = 0;
        let Some(content) = content else {
            if is_stored(state, id).await? {
                tracing::warn!(photo = id, "the bucket does not have a photo that the database has");
                copied.missing += 1;
            }
            continue;
        };
        files::make_private_folder(&folder).map_err(|error| file_error(&folder, &error))?;
        files::write_private(&file, &content).map_err(|error| file_error(&file, &error))?;
        copied.listed.insert(id.clone(), sha256(&content));
    }
    if copied.missing > 0 && copied.unread == 0 && copied.listed.is_empty() {
        return Err(format!(
            "The bucket has none of the {} photos that the database has: check the settings of the bucket.",
            copied.missing
        ));
    }
    Ok(copied)
}

/// Whether the database still has a photo: it may have been deleted since the database was copied.
async fn is_stored(state: &AppState, id: &str) -> Result<bool, String> {
    let found = async { photos::by_id(&mut state.db.read_single().await?, id).await };
    let found = found.await.map_err(|error: StoreError| format!("The database cannot be read: {error}."))?;
    Ok(found.is_some_and(|photo| photo.status == PhotoStatus::Stored))
}

/// What was copied of the photos in a bucket.
#[derive(Debug, Default)]
struct PhotosCopied {
    /// The hash of each photo that the backup has.
    listed: BTreeMap<String, String>,
    /// How many the bucket has lost.
    missing: usize,
    /// How many could not be read.
    unread: usize,
}

/// The photos of these backups, with their hashes, and whether all lists could be read.
fn photo_lists(backups: &[PathBuf]) -> (BTreeMap<String, String>, bool) {
    let (mut all, mut are_whole) = (BTreeMap::new(), true);
    for backup in backups {
        match photos_of(backup) {
            Ok(photos) => all.extend(photos),
            Err(why) => {
                tracing::warn!(why, "a list of photos cannot be read");
                are_whole = false;
            }
        }
    }
    (all, are_whole)
}

/// The photos of a backup, with their hashes.
///
/// # Errors
/// A sentence, if the list cannot be read.
pub fn photos_of(backup: &Path) -> Result<BTreeMap<String, String>, String> {
    let file = backup.join(PHOTO_LIST);
    let text = std::fs::read_to_string(&file).map_err(|error| file_error(&file, &error))?;
    let (text, before_id) = (text.as_str(), format!("  ../{PHOTOS}/"));
    let line = |line: &str| line.split_once(&before_id).map(|(hash, id)| (id.to_owned(), hash.to_owned()));
    Ok(text.lines().filter_map(line).collect())
}

/// `sha256sum --check photos.txt` in the folder of the backup reads it.
fn list_of(photos: &BTreeMap<String, String>) -> String {
    photos.iter().fold(String::new(), |mut text, (id, hash)| {
        let _ = writeln!(text, "{hash}  ../{PHOTOS}/{id}");
        text
    })
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    files::write_private(file, text.as_bytes()).map_err(|error| file_error(file, &error))
}

/// The manifest of a backup.
///
/// # Errors
/// A sentence, if there is none, or one of another form.
pub fn manifest(backup: &Path) -> Result<Manifest, String> {
    let file = backup.join(MANIFEST);
    let text = std::fs::read_to_string(&file).map_err(|error| file_error(&file, &error))?;
    let manifest: Manifest =
        serde_json::from_str(&text).map_err(|error| format!("{} cannot be read: {error}.", file.display()))?;
    if manifest.format == FORMAT {
        Ok(manifest)
    } else {
        Err(format!("{} has the form {}, which this version does not know.", file.display(), manifest.format))
    }
}

/// The folder of the marks beside a backup.
#[must_use]
pub fn marks_beside(backup: &Path) -> PathBuf {
    beside(backup, ERASED)
}

/// The file of a photo beside a backup.
#[must_use]
pub fn photo_beside(backup: &Path, id: &str) -> PathBuf {
    beside(backup, PHOTOS).join(id)
}

fn beside(backup: &Path, name: &str) -> PathBuf {
    backup.parent().map_or_else(|| PathBuf::from(name), |directory| directory.join(name))
}
