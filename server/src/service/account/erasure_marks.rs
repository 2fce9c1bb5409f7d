//! Keyed marks of the people who were erased, outside the database: a backup that is restored brings them back, and by their marks
//! they are found and erased again.
//!
//! A mark is an empty file whose name is a keyed hash of the customer's id. It tells nothing without the secret key, and it can be
//! written again at any time. The marks lie in the folder that `--erasure-marks` names, in the bucket of the photos, and beside each
//! backup.

use crate::platform::error::{StaffError, StaffResult};
use crate::platform::files::file_error;
use crate::platform::keys::{Keys, Purpose};
use crate::providers::photos::MarkStore;
use crate::state::AppState;
use crate::store;
use crate::store::account::customers;
use crate::store::operation::shop_facts::{self, ErasuresMarked};
use std::collections::HashSet;
use std::fs::DirEntry;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How far before the last written mark the erased are looked for again: clocks of servers differ.
const OVERLAP: Duration = Duration::from_secs(24 * 60 * 60);
/// How many marks are written before it is noted how far they are written.
const PAGE: i64 = 500;

/// Writes the mark of a person who was just erased. In a place that is not noted yet, those of everybody are written with it. If it cannot be
/// written, [`write_due`] writes it later.
///
/// # Errors
/// If the folder or the bucket cannot be written to.
pub async fn write_of(state: &AppState, customer_id: &str) -> StaffResult<()> {
    let (folder, bucket) = (state.settings.erasure_marks.as_deref(), state.providers.photos.marks());
    if folder.is_none() && bucket.is_none() {
        return Ok(());
    }
    let noted = noted(state).await?;
    let is_noted = |place: &String| noted.as_ref().is_some_and(|noted| noted.places.contains(place));
    let refused = folder.and_then(|folder| prepare(folder, noted.as_ref()).err());
    // What is noted says to a restore where marks have to be.
    if refused.is_none() && !places(folder, bucket).iter().all(is_noted) {
        return Box::pin(write_due(state)).await.map(drop);
    }
    put(folder.filter(|_| refused.is_none()), bucket, &mark(&state.keys, customer_id)).await?;
    refused.map_or(Ok(()), |why| Err(StaffError::refused(why)))
}

/// Writes the marks of those who were erased since the last ones were written. It can be stopped at any point; the next run continues.
/// Returns how many people were erased since then.
///
/// # Errors
/// If the folder or the bucket cannot be written to.
pub async fn write_due(state: &AppState) -> StaffResult<usize> {
    let (folder, bucket) = (state.settings.erasure_marks.as_deref(), state.providers.photos.marks());
    if folder.is_none() && bucket.is_none() {
        return Ok(0);
    }
    let places = places(folder, bucket);
    let before = noted(state).await?;
    let mut refused = None;
    if let Some(folder) = folder {
        refused = prepare(folder, before.as_ref()).err();
    }
    // The bucket gets its marks all the same. How far they are written is not noted then: the folder needs them, too.
    let folder = folder.filter(|_| refused.is_none());
    let now = state.clock.now();
    // A new place gets the marks of everybody. All places do if it was noted while the clock was ahead.
    let until = before.filter(|before| before.places == places && before.until <= now).map(|before| before.until);
    let mut new = 0;
    let mut since = until.map(|until| until.minus(OVERLAP));
    let mut after = String::new();
    loop {
        let page = customers::erased_since(&mut state.db.read().await?, since, &after, PAGE).await?;
        let Some((last_id, last_at)) = page.last().cloned() else {
            return refused.map_or(Ok(new), |why| Err(StaffError::refused(why)));
        };
        for (id, at) in &page {
            put(folder, bucket, &mark(&state.keys, id)).await?;
            new += usize::from(until.is_none_or(|until| *at > until));
        }
        if refused.is_none() {
            let mut tx = state.db.write().await?;
            let marked = ErasuresMarked { until: last_at.min(now), places: places.clone() };
            shop_facts::set_erasures_marked(&mut tx, &marked, now).await?;
            tx.commit().await?;
        }
        (since, after) = (Some(last_at), last_id);
    }
}

/// Where the settings say that marks are kept.
#[must_use]
pub fn kept_in(state: &AppState) -> Vec<String> {
    places(state.settings.erasure_marks.as_deref(), state.providers.photos.marks())
}

/// Where marks are kept, as it is noted.
fn places(folder: Option<&Path>, bucket: Option<&dyn MarkStore>) -> Vec<String> {
    folder.map(place).into_iter().chain(bucket.map(MarkStore::place)).collect()
}

/// Writes a mark wherever marks are kept.
async fn put(folder: Option<&Path>, bucket: Option<&dyn MarkStore>, mark: &str) -> StaffResult<()> {
    if let Some(folder) = folder {
        write(folder, mark).map_err(|error| StaffError::refused(file_error(folder, &error)))?;
    }
    if let Some(bucket) = bucket {
        bucket.put_mark(mark).await.map_err(StaffError::unexpected)?;
    }
    Ok(())
}

/// How far marks are written, and where; `None` if none is yet.
pub async fn noted(state: &AppState) -> store::Result<Option<ErasuresMarked>> {
    shop_facts::erasures_marked(&mut state.db.read_single().await?).await
}

/// A folder, as it is noted where marks are: the same however it is spelled.
#[must_use]
pub fn place(folder: &Path) -> String {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    absolute.components().collect::<PathBuf>().display().to_string()
}

/// Makes a folder for marks, unless some were written there before. Then it is missing or empty only if its disk is not mounted, and marks that
/// are written under it would not be found.
///
/// # Errors
/// A sentence, if the marks that were there are not, or if the folder cannot be made.
pub fn prepare(folder: &Path, before: Option<&ErasuresMarked>) -> Result<(), String> {
    if !before.is_some_and(|before| before.places.contains(&place(folder))) {
        return make(folder).map_err(|error| file_error(folder, &error));
    }
    if marks_in(folder).is_ok_and(|mut marks| marks.next().is_some()) {
        return Ok(());
    }
    Err(format!(
        "The marks of erased people are not in {} any more: mount its disk or, if they are lost, name another folder with \
         --erasure-marks, which gets all of them.",
        folder.display()
    ))
}

/// The mark of a customer under the current key.
#[must_use]
pub fn mark(keys: &Keys, customer_id: &str) -> String {
    keys.hash(Purpose::Erasures, customer_id)
}

/// Makes a folder for marks, unless it is there. The folder around it has to be there: without it, a disk is not mounted, and marks that are
/// written elsewhere would not be found.
fn make(folder: &Path) -> std::io::Result<()> {
    match std::fs::create_dir(folder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// Writes a mark, unless it is there.
///
/// # Errors
/// If the folder is not there, or cannot be written to.
pub fn write(folder: &Path, mark: &str) -> std::io::Result<()> {
    match std::fs::OpenOptions::new().write(true).create_new(true).open(folder.join(mark)) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        written => written.and_then(|file| file.sync_all()),
    }
}

/// The marks in a folder.
///
/// # Errors
/// If the folder is not there, or cannot be read.
pub fn read(folder: &Path) -> std::io::Result<HashSet<String>> {
    marks_in(folder)?.collect()
}

/// The files of a folder, one by one. A disk has folders of its own, such as lost+found.
fn marks_in(folder: &Path) -> std::io::Result<impl Iterator<Item = std::io::Result<String>>> {
    let mark = |entry: std::io::Result<DirEntry>| {
        let entry = entry?;
        Ok(entry.file_type()?.is_file().then(|| entry.file_name().to_string_lossy().into_owned()))
    };
    Ok(std::fs::read_dir(folder)?.filter_map(move |entry| mark(entry).transpose()))
}

/// Whether a customer has one of the marks, under any of the keys.
#[must_use]
pub fn is_marked(keys: &Keys, marks: &HashSet<String>, customer_id: &str) -> bool {
    keys.hashes(Purpose::Erasures, customer_id).iter().any(|mark| marks.contains(mark))
}
