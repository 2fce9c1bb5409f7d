//! A restored backup: what is put back, what must not come back with it, and the proof that all is there.

use crate::platform::clock::Timestamp;
use crate::platform::config::secret_key::{OLD_KEYS, SECRET_KEY};
use crate::platform::files::{self, file_error};
use crate::platform::random::SystemRandom;
use crate::platform::secret_url::SecretUrl;
use crate::service::account::{closing, erasure_marks};
use crate::service::operation::backup::{self, Manifest};
use crate::service::operation::opening;
use crate::service::payment::{gateway_list, restored_money};
use crate::settings::Settings;
use crate::state::AppState;
use crate::store::Db;
use crate::store::access::after_restore;
use crate::store::account::customers;
use crate::store::operation::whole::Begun;
use crate::store::operation::{jobs, shop_facts, whole};
use crate::store::place::RestoreUnderWay;
use crate::store::style::photos;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use stylebox_core::values::business_time::Instant;

/// How many customers are looked at together.
const PAGE: i64 = 500;

/// What was done after the database was put back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Finished {
    /// Photos that the bucket did not have any more.
    pub photos: usize,
    /// Photos of the backup that the bucket does not have, and that are missing or damaged in the backup, too. The log names them.
    pub photos_lost: usize,
    /// Sessions that were ended: everybody signs in again.
    pub sessions: u64,
    /// Marks of people who were erased, wherever they are kept.
    pub marks: usize,
    /// People who were erased again.
    pub erased: usize,
    /// Customers who were erased, and whose accounts end only when their boxes and payments are settled.
    pub being_erased: Vec<String>,
}

/// The backup at `path`: it itself, or the newest complete one in it, by the clock that says `now`.
///
/// # Errors
/// A sentence, if there is none.
pub fn newest(path: &Path, now: Timestamp) -> Result<PathBuf, String> {
    if backup::is_complete(path) {
        return Ok(path.to_owned());
    }
    backup::check_readable(path)?;
    let found = backup::all(path, now)?;
    found.into_iter().next_back().ok_or_else(|| format!("There is no complete backup in {}.", path.display()))
}

/// Checks that the marks of erased people are there, beside a backup and in the folder of the settings: before the first row is put back. For a
/// trial, the settings need not name where the others are kept.
///
/// # Errors
/// A sentence that names the place where they are missing.
pub fn check_marks(settings: &Settings, folder: &Path, is_trial: bool) -> Result<(), String> {
    let expected = Expected::of(&backup::manifest(folder)?, false);
    let marks = marks_in_folders(settings, Some(&backup::marks_beside(folder)), &expected)?;
    if is_trial { Ok(()) } else { marks.check_unless_in_bucket(settings, &expected) }
}

/// Puts the database of a backup in the place of the empty one of the settings, and compares it with the manifest. What an earlier call has
/// done for the same backup is not done again. No server starts on the database before [`finish`] has ended, and never if `is_trial`.
///
/// # Errors
/// A sentence that says what is in the way. A database that is not empty is left as it is.
pub async fn put_back(settings: &Settings, folder: &Path, is_trial: bool) -> Result<Manifest, String> {
    let manifest = backup::manifest(folder)?;
    check_settings(settings, &manifest)?;
    let url = &settings.database_url;
    let look = Db::look(url).await.map_err(|error| error.to_string())?;
    let has_rows = look.found.unwrap_or_default() > 0;
    match look.restore {
        Some(RestoreUnderWay::Trial) if !is_trial => {
            return Err("The database holds a trial of a backup: remove it, or name an empty one.".to_owned());
        }
        Some(RestoreUnderWay::Real) if is_trial => {
            return Err("The database is half restored, and not by a trial: name an empty one.".to_owned());
        }
        Some(_) | None => {}
    }
    let begun = if look.restore.is_some() { whole::restoring(url).await } else { Ok(None) };
    match begun.map_err(|error| cannot("The database cannot be read", &error))? {
        Some(other) if other.backup != manifest.sha256 && has_rows => {
            return Err(
                "The database is half restored from another backup: go on with that one, or name an empty database."
                    .to_owned(),
            );
        }
        Some(begun) if begun.is_compared => return Ok(manifest),
        Some(_) if has_rows => return compare(url, manifest).await,
        None if has_rows => {
            return Err("The database is not empty, and is left as it is: restore into an empty one.".to_owned());
        }
        Some(_) | None => {}
    }
    if manifest.database_version > look.own() {
        return Err(format!(
            "The backup was made by version {}, and its database has version {}: restore it with that version or a later one.",
            manifest.program, manifest.database_version
        ));
    }
    let file = folder.join(&manifest.file);
    if files::sha256(&file).map_err(|error| file_error(&file, &error))? != manifest.sha256 {
        return Err(format!("{} is damaged: its hash is not that of the manifest.", file.display()));
    }
    let begun = Begun { backup: &manifest.sha256, is_trial };
    let there = whole::restore(url, &file, manifest.schema.as_deref(), begun).await;
    there.map_err(|error| cannot("The database cannot be restored", &error))?;
    compare(url, manifest).await
}

/// Compares the restored rows with the manifest, and notes that they are the same.
async fn compare(url: &SecretUrl, manifest: Manifest) -> Result<Manifest, String> {
    let there = whole::count(url).await.map_err(|error| cannot("The restored database cannot be counted", &error))?;
    let compared = manifest.holds.compare(&there);
    compared.map_err(|differences| format!("The restored database is not that of the backup {differences}"))?;
    whole::note_compared(url).await.map_err(|error| cannot("The restored database cannot be written to", &error))?;
    Ok(manifest)
}

fn cannot(what: &str, error: &dyn std::fmt::Display) -> String {
    format!("{what}: {error}.")
}

/// Before the first row is put back: with another gateway, the charges since the backup would not be found, and made again; with another
/// secret key, gift cards, codes and the marks of erased people would not be found.
fn check_settings(settings: &Settings, manifest: &Manifest) -> Result<(), String> {
    let settings = settings.clone().in_mode_of(&manifest.choices);
    let others = settings.differences(&manifest.choices);
    if !others.is_empty() {
        return Err(opening::not_of_the_server("The server that was backed up worked", &others));
    }
    settings.check_for_data().map_err(|error| error.to_string())?;
    let keys = opening::keys(&settings, &SystemRandom)?;
    if keys.id() == manifest.secret_key_id || keys.old_ids().contains(&manifest.secret_key_id) {
        return Ok(());
    }
    Err(format!(
        "The backup was made under the secret key with the id {}, which is neither {SECRET_KEY} nor in {OLD_KEYS}.",
        manifest.secret_key_id
    ))
}

/// Opens the restored database, and brings it up to date. Emails link to the address of its server, unless the settings name another one.
///
/// # Errors
/// A sentence that says what is in the way.
pub async fn open(settings: Settings, names_public_url: bool) -> Result<AppState, String> {
    let opened = Db::open_half_restored(&settings.database_url, settings.database_connections).await;
    opening::state_beside_server(opened.map_err(|error| error.to_string())?, settings, names_public_url).await
}

/// Pauses charges and refunds until it is known what the gateway did since the backup, ends all sessions, erases again who was erased since,
/// and gives the bucket back the photos that it has lost. Then servers may start. It can be repeated. If `are_marks_lost`, people
/// without a mark stay as the backup has them.
///
/// # Errors
/// A sentence that says what is in the way.
pub async fn finish(state: &AppState, folder: &Path, are_marks_lost: bool) -> Result<Finished, String> {
    let manifest = backup::manifest(folder)?;
    let (beside, expected) = (backup::marks_beside(folder), Expected::of(&manifest, are_marks_lost));
    let taken_at = taken_at(&manifest)?;
    let mut finished = catch_up(state, taken_at, Some(&beside), &expected).await?;
    // A database is copied before it can note that its copy is complete: without this, an alarm would ring until the next backup.
    let noted = backup::note_newest(state, taken_at, manifest.photos_unread).await;
    noted.map_err(|error| cannot("The database cannot note its backup", &error))?;
    if !state.settings.parties.photos.is_in_database() {
        (finished.photos, finished.photos_lost) = put_photos_back(state, folder).await?;
    }
    let ended = whole::end_restore(&state.settings.database_url).await;
    ended.map_err(|error| cannot("The restore cannot be ended; run the command again", &error))?;
    Ok(finished)
}

/// For a database that another program has put back as it was at a time, such as Litestream or PostgreSQL: does what [`finish`] does, except
/// for photos. It can be repeated.
///
/// # Errors
/// A sentence that says what is in the way.
pub async fn finish_for_other_program(
    state: &AppState,
    at: Timestamp,
    are_marks_lost: bool,
) -> Result<Finished, String> {
    if at > state.clock.real_now() {
        return Err("The time of --at is in the future.".to_owned());
    }
    let marked = erasure_marks::noted(state).await.map_err(|error| cannot("The database cannot be read", &error))?;
    let marks_in = marked.map(|marked| marked.places).unwrap_or_default();
    let expected = Expected { beside: 0, marks_in, kept_in: Vec::new(), are_lost: are_marks_lost };
    marks_in_folders(&state.settings, None, &expected)?.check_unless_in_bucket(&state.settings, &expected)?;
    catch_up(state, at, None, &expected).await
}

/// What has to be done to a database that is as it was at an earlier time, before servers start on it.
async fn catch_up(
    state: &AppState,
    taken_at: Timestamp,
    beside: Option<&Path>,
    expected: &Expected,
) -> Result<Finished, String> {
    let begun = async {
        let mut tx = state.db.write().await?;
        restored_money::pause(state, &mut tx, taken_at).await?;
        // When it was due as the backup was taken says nothing any more.
        jobs::make_due(&mut tx, gateway_list::JOB, state.clock.now()).await?;
        let sessions = after_restore::end_all(&mut tx).await?;
        if expected.are_lost {
            // All are written again.
            shop_facts::forget_erasures_marked(&mut tx).await?;
        }
        tx.commit().await?;
        crate::store::Result::Ok(sessions)
    };
    let sessions = begun.await.map_err(|error| cannot("Charges cannot be paused, nor sessions ended", &error))?;
    let mut finished = Finished { sessions, ..Finished::default() };
    let marks = marks(state, beside, expected).await?;
    finished.marks = marks.len();
    for id in marked_customers(state, &marks).await? {
        let erased = closing::close_again(state, &id).await;
        match erased.map_err(|error| cannot("A person cannot be erased again", &error))? {
            true => finished.erased += 1,
            false => finished.being_erased.push(id),
        }
    }
    Ok(finished)
}

fn taken_at(manifest: &Manifest) -> Result<Timestamp, String> {
    let at: Instant = manifest.taken_at.parse().map_err(|_| "The manifest does not say when the backup was taken.")?;
    Ok(at.into())
}

/// The marks of erased people that have to be there.
struct Expected {
    /// How many at least are beside the backup.
    beside: usize,
    /// The places that have some.
    marks_in: Vec<String>,
    /// The places that the settings of the server named. They have some if people were erased since.
    kept_in: Vec<String>,
    /// Whether to go on without those that are missing.
    are_lost: bool,
}

impl Expected {
    fn of(manifest: &Manifest, are_lost: bool) -> Self {
        let (marks_in, kept_in) = (manifest.marks_in.clone(), manifest.marks_kept_in.clone());
        Self { beside: manifest.erased, marks_in, kept_in, are_lost }
    }

    /// How many marks have to be in a place.
    fn least_in(&self, place: &str) -> usize {
        usize::from(!self.are_lost && self.marks_in.iter().any(|known| known == place))
    }
}

/// Marks that were read.
#[derive(Default)]
struct Marks {
    beside: HashSet<String>,
    /// Those in the folder of the settings and in the bucket. They have those of the people who were erased since the backup, too.
    elsewhere: HashSet<String>,
}

impl Marks {
    /// Refuses to go on without the marks of people who were erased since the backup: some were elsewhere, and none was found there.
    fn check(&self, expected: &Expected) -> Result<(), String> {
        if expected.are_lost || expected.marks_in.is_empty() || !self.elsewhere.is_empty() {
            return Ok(());
        }
        let places = expected.marks_in.join(" and ");
        Err(without_marks(&format!("some were in {places}, and none is where the settings say that they are kept.")))
    }

    /// The same, unless the bucket may have some. If the server kept marks, the settings have to say where, also if there was none yet.
    fn check_unless_in_bucket(&self, settings: &Settings, expected: &Expected) -> Result<(), String> {
        if !settings.parties.photos.is_in_database() {
            return Ok(());
        }
        if settings.erasure_marks.is_none() && !expected.are_lost && !expected.kept_in.is_empty() {
            let places = expected.kept_in.join(" and ");
            return Err(without_marks(&format!("the server kept them in {places}, and the settings name no place.")));
        }
        self.check(expected)
    }
}

/// The marks of everybody who was erased, as far as they are known. `beside` is the folder of marks beside a backup.
async fn marks(state: &AppState, beside: Option<&Path>, expected: &Expected) -> Result<HashSet<String>, String> {
    let mut marks = marks_in_folders(&state.settings, beside, expected)?;
    if let Some(bucket) = state.providers.photos.marks() {
        let place = bucket.place();
        // Also if marks are lost: a bucket that is down has not lost them.
        let kept = bucket.all_marks().await;
        let kept = kept.map_err(|error| cannot("The marks of erased people in the bucket cannot be read", &error))?;
        marks.elsewhere.extend(enough(&place, kept.into_iter().collect(), expected.least_in(&place))?);
    }
    marks.check(expected)?;
    marks.elsewhere.extend(marks.beside);
    Ok(marks.elsewhere)
}

/// The marks beside a backup and in the folder of the settings.
fn marks_in_folders(settings: &Settings, beside: Option<&Path>, expected: &Expected) -> Result<Marks, String> {
    let mut marks = Marks::default();
    if let Some(folder) = beside {
        marks.beside = marks_in(folder, expected.beside, expected)?;
    }
    if let Some(folder) = &settings.erasure_marks {
        marks.elsewhere = marks_in(folder, expected.least_in(&erasure_marks::place(folder)), expected)?;
    }
    Ok(marks)
}

/// The marks in a folder that has to have so many.
fn marks_in(folder: &Path, least: usize, expected: &Expected) -> Result<HashSet<String>, String> {
    match erasure_marks::read(folder) {
        Ok(read) if expected.are_lost => Ok(read),
        Ok(read) => enough(&folder.display().to_string(), read, least),
        Err(_) if expected.are_lost => Ok(HashSet::new()),
        Err(error) => Err(without_marks(&file_error(folder, &error))),
    }
}

/// Refuses fewer marks than have to be there.
fn enough(place: &str, marks: HashSet<String>, least: usize) -> Result<HashSet<String>, String> {
    if marks.len() < least {
        return Err(without_marks(&format!("{place} has {}, and had at least {least}.", marks.len())));
    }
    Ok(marks)
}

fn without_marks(why: &str) -> String {
    format!(
        "Marks of erased people are missing, and without them these people would be back: {why} Mount their disk, name it with --erasure-marks, or \
         make the folder if it is a new one. If they are lost, add --marks-lost."
    )
}

async fn marked_customers(state: &AppState, marks: &HashSet<String>) -> Result<Vec<String>, String> {
    let (mut found, mut after) = (Vec::new(), String::new());
    loop {
        let page = async { customers::ids_after(&mut state.db.read().await?, &after, PAGE).await };
        let page =
            page.await.map_err(|error: crate::store::StoreError| format!("The customers cannot be read: {error}."))?;
        let Some(last) = page.last().cloned() else { return Ok(found) };
        found.extend(page.into_iter().filter(|id| erasure_marks::is_marked(&state.keys, marks, id)));
        after = last;
    }
}

/// Checks the hashes of all photos of a backup. Returns how many there are.
///
/// # Errors
/// A sentence, if one is missing or damaged.
pub fn check_photos(folder: &Path) -> Result<usize, String> {
    let photos = backup::photos_of(folder)?;
    for (id, hash) in &photos {
        checked_photo(folder, id, hash)?;
    }
    Ok(photos.len())
}

/// The file of a photo that is as it was copied.
fn checked_photo(folder: &Path, id: &str, hash: &str) -> Result<PathBuf, String> {
    let file = backup::photo_beside(folder, id);
    if files::sha256(&file).map_err(|error| file_error(&file, &error))? == hash {
        Ok(file)
    } else {
        Err(format!("{} is damaged: its hash is not that of the list.", file.display()))
    }
}

/// Gives the bucket back the photos that it has lost. Returns how many, and how many the backup does not have as they were either: the shop has
/// to start without those.
async fn put_photos_back(state: &AppState, folder: &Path) -> Result<(usize, usize), String> {
    let (mut put, mut lost) = (0, 0);
    for (id, hash) in backup::photos_of(folder)? {
        let row = async { photos::by_id(&mut state.db.read().await?, &id).await };
        let row =
            row.await.map_err(|error: crate::store::StoreError| format!("The photos cannot be read: {error}."))?;
        // Their customer was erased, or they have discarded it.
        let Some(row) = row else { continue };
        if state.providers.photos.has(&id).await.map_err(|error| format!("The bucket cannot be read: {error}."))? {
            continue;
        }
        let file = checked_photo(folder, &id, &hash);
        let read = file.and_then(|file| std::fs::read(&file).map_err(|error| file_error(&file, &error)));
        let content = match read {
            Ok(content) => content,
            Err(why) => {
                tracing::warn!(photo = id, why, "a photo cannot be put back");
                lost += 1;
                continue;
            }
        };
        let kept = state.providers.photos.put(&id, &content, row.media_type()).await;
        kept.map_err(|error| format!("The photo {id} cannot be put back: {error}."))?;
        put += 1;
    }
    Ok((put, lost))
}
