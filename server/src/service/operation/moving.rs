//! Moving a shop: all rows into another database, of the same or the other engine, and the photos of the database into a bucket. No server
//! may serve meanwhile. Each can be cut off at any point; the next call goes on.

use crate::platform::clock::{Clock, SystemClock};
use crate::platform::digest::sha256;
use crate::platform::secret_url::SecretUrl;
use crate::state::AppState;
use crate::store::operation::jobs;
use crate::store::operation::shop_facts::{self, JobsLookedAt};
use crate::store::operation::whole::{self, Connection, Tally};
use crate::store::place::{forgets_move, forgets_target};
use crate::store::style::{photo_files, photos};
use crate::store::{self, Db, Look, StoreError};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

/// If a server looked for jobs less than this ago, it may still run: a look may be late, because a party did not answer the one before.
const AT_REST: Duration = JobsLookedAt::EVERY.saturating_mul(3);

/// The answer if a program was not stopped that works on the old database.
const IN_USE: &str = "Another program works on the old database: stop all servers, and whatever else has it open, such as Litestream. Then run the command again, which goes on.";

/// The answer if a program works on the new database, such as a call that was cut off and has not ended.
const NEW_IN_USE: &str =
    "Another program works on the new database: stop it, and run the command again, which goes on.";

/// The answer if a program writes once the copy is let go: the copy lacks that.
const WRITTEN_TO: &str = "Another program waits to write to the old database, which the copy would lack: stop all servers, empty the new database, and run the command again.";

/// What a call has done for the copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copied {
    /// It has compared both databases, which hold this.
    Compared(Tally),
    /// The call before had compared them, and was cut off before its last step.
    Ended,
}

/// Copies all rows of the database at `from` into the one at `to`, which is empty or half a copy, and compares both. No server starts on
/// either meanwhile, and none on the old one afterwards. `tell` hears the name of each table and how many rows were copied by this call.
///
/// # Errors
/// A sentence that says what is in the way.
pub async fn copy(from: &SecretUrl, to: &SecretUrl, tell: impl FnMut(&str, u64)) -> Result<Copied, String> {
    let look = Db::look(from).await.map_err(|error| error.to_string())?;
    if look.moved_to.as_ref().is_some_and(|moved_to| *moved_to == to.to_string()) {
        return end_again(to).await;
    }
    check_source(from, to, &look).await?;
    let mut source = open(from, "old").await?;
    let noted = whole::note_target(&mut source, &to.to_string()).await;
    if !noted.map_err(|error| sentence("The old database cannot note that it is moved", &error))? {
        return Err(IN_USE.to_owned());
    }
    if let Err(why) = prepare(from, to).await {
        if look.moving_to.is_none() {
            let removed = whole::remove_note(&mut source).await;
            removed.map_err(|error| format!("{why} And the old database cannot note that it stays: {error}."))?;
        }
        return Err(why);
    }
    let held = whole::hold_still(&mut source).await;
    if !held.map_err(|error| sentence("The old database cannot be held still", &error))? {
        return Err(in_use(&mut source).await);
    }
    let mut target = open(to, "new").await?;
    let taken = whole::take_target(&mut target).await;
    if !taken.map_err(|error| sentence("The new database cannot be taken", &error))? {
        return Err(NEW_IN_USE.to_owned());
    }
    let copied = whole::copy_all(&mut source, &mut target, tell).await;
    copied.map_err(|error| sentence("The copy is not complete, and goes on if the command is run again", &error))?;
    let before =
        whole::tally(&mut source).await.map_err(|error| sentence("The old database cannot be counted", &error))?;
    let after =
        whole::tally(&mut target).await.map_err(|error| sentence("The new database cannot be counted", &error))?;
    let compared = before.compare(&after);
    compared.map_err(|differences| {
        format!("The new database differs {differences} Empty it, and run the command again.")
    })?;
    let waits = whole::has_waiting_writer(&mut source).await;
    if waits.map_err(|error| sentence("It cannot be read whether a server waits", &error))? {
        return Err(WRITTEN_TO.to_owned());
    }
    let ended = whole::end_copy(&mut source, &mut target, &to.to_string()).await;
    ended.map_err(|error| sentence("The copy is whole, and cannot be ended; run the command again", &error))?;
    // Servers may connect now. Nothing is lost if a database was gone before.
    let _ = (source.close().await, target.close().await);
    Ok(Copied::Compared(before))
}

/// An earlier call has compared both and closed the old database, and may have been cut off before its last step.
async fn end_again(to: &SecretUrl) -> Result<Copied, String> {
    let look = Db::look(to).await.map_err(|error| error.to_string())?;
    if !look.is_half_copied {
        return Err(format!(
            "The old database was moved there before, and nothing was compared now. To copy it once more, remove its note: {}.",
            forgets_move()
        ));
    }
    let ended = whole::let_servers_start(&mut open(to, "new").await?).await;
    ended.map_err(|error| sentence("The copy is whole, and cannot be ended; run the command again", &error))?;
    Ok(Copied::Ended)
}

/// The answer with who works on the old database, as far as it says.
async fn in_use(source: &mut Connection) -> String {
    match whole::who_is_there(source).await {
        Ok(found) if !found.is_empty() => format!("{IN_USE} PostgreSQL names {}.", found.join(", ")),
        _ => IN_USE.to_owned(),
    }
}

async fn open(url: &SecretUrl, which: &str) -> Result<Connection, String> {
    Connection::open(url).await.map_err(|error| format!("The {which} database cannot be opened: {error}."))
}

fn sentence(what: &str, error: &dyn Display) -> String {
    format!("{what}: {error}.")
}

/// The old database has this version's tables, is not on its way to another place, and no server runs on it.
async fn check_source(url: &SecretUrl, to: &SecretUrl, look: &Look) -> Result<(), String> {
    if let Some(another) = look.moving_to.as_ref().filter(|moving_to| **moving_to != to.to_string()) {
        return Err(format!(
            "The database {url} is being moved to {another}: name that one with --to. If you have named the wrong one before, empty it, run {} in \
             the old database, and run the command again.",
            forgets_target()
        ));
    }
    if look.moving_to.is_some() {
        let held = whole::is_taken_alone(&mut open(url, "old").await?).await;
        if held.map_err(|error| sentence("It cannot be read whether another copy is under way", &error))? {
            return Err(IN_USE.to_owned());
        }
    }
    let db = Db::open_half_moved(url, look).await.map_err(|error| error.to_string())?;
    let rests = check_at_rest(&db).await;
    db.close().await;
    rests?;
    if look.later.is_empty() {
        Ok(())
    } else {
        Err("The old database has the tables of the next release: move it with that one.".to_owned())
    }
}

/// No server runs on a database.
async fn check_at_rest(db: &Db) -> Result<(), String> {
    let looked = async {
        let mut tx = db.read().await?;
        let now = jobs::lease_time(&mut tx, SystemClock::default().real_now()).await?;
        store::Result::Ok((shop_facts::jobs_looked_at(&mut tx).await?, now))
    };
    let (looked, now) =
        looked.await.map_err(|error| format!("It cannot be read whether a server works on the database: {error}."))?;
    match looked {
        Some(looked) if looked.last.plus(AT_REST) > now => Err(format!(
            "A server has worked on the database {} seconds ago: stop all of them, and run the command again {} minutes later.",
            now.since(looked.last).as_secs(),
            AT_REST.as_secs() / 60
        )),
        _ => Ok(()),
    }
}

/// Makes the tables of the new database, unless half a copy of the old one is there.
async fn prepare(from: &SecretUrl, url: &SecretUrl) -> Result<(), String> {
    let look = Db::look(url).await.map_err(|error| error.to_string())?;
    if look.moving_to.is_some() {
        return Err("--from and --to name the same database, or the new one is being moved itself.".to_owned());
    }
    if look.is_half_copied {
        let source = whole::source_of(&mut open(url, "new").await?).await;
        let source = source.map_err(|error| sentence("The new database cannot be read", &error))?;
        if source != from.to_string() {
            return Err(format!(
                "The new database is half a copy of {source}: name that one with --from, or an empty database with --to."
            ));
        }
        return Ok(());
    }
    Db::open(url).await.map_err(|error| error.to_string())?.close().await;
    let begun = whole::begin_target(&mut open(url, "new").await?, &from.to_string()).await;
    match begun.map_err(|error| sentence("The new database cannot be prepared", &error))? {
        Some(table) => {
            Err(format!("The new database has rows, such as in {table}, and is left as it is: name an empty one."))
        }
        None => Ok(()),
    }
}

/// So many photos, and their bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Photos {
    pub photos: usize,
    pub bytes: u64,
}

impl Photos {
    fn add(&mut self, content: &[u8]) {
        self.photos += 1;
        self.bytes += content.len() as u64;
    }
}

/// What was moved into the bucket.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PhotosMoved {
    /// What this call has moved, and the bucket has given back with the same hashes.
    pub moved: Photos,
    /// What was in the bucket before, and it gives back.
    pub moved_before: Photos,
    /// How many stored photos the database lists.
    pub listed: usize,
}

/// Moves the photos of the database into the bucket of the settings: each is put there, read again and compared, and only then removed from
/// the database. At the end, those that were in the bucket before are read as well.
///
/// # Errors
/// A sentence that says what is in the way. What has been moved stays moved.
pub async fn photos_into_bucket(state: &AppState) -> Result<PhotosMoved, String> {
    if state.settings.parties.photos.is_in_database() {
        return Err("The settings name no bucket: add --photos s3, with its settings.".to_owned());
    }
    check_at_rest(&state.db).await?;
    let (mut moved, mut ids) = (Photos::default(), BTreeSet::new());
    loop {
        let next = async {
            let mut tx = state.db.read().await?;
            let Some(id) = photo_files::first(&mut tx).await? else { return Ok(None) };
            let content = photo_files::get(&mut tx, &id).await?;
            let row = photos::by_id(&mut tx, &id).await?;
            store::Result::Ok(Some((id, content, row)))
        };
        let Some((id, content, row)) = next.await.map_err(unreadable)? else { break };
        // It was discarded since it was found, and its file with it.
        let (Some(content), Some(row)) = (content, row) else { continue };
        let bucket = &state.providers.photos;
        let put = bucket.put(&id, &content, row.media_type()).await;
        put.map_err(|error| format!("The photo {id} cannot be put into the bucket: {error}."))?;
        let there = from_bucket(state, &id).await?;
        if there.as_ref().is_none_or(|there| sha256(there) != sha256(&content)) {
            return Err(format!("The bucket has another photo {id} than was put there; it stays in the database."));
        }
        let removed = async {
            let mut tx = state.db.write().await?;
            photo_files::remove(&mut tx, &id).await?;
            tx.commit().await
        };
        removed.await.map_err(|error| format!("The photo {id} cannot be removed from the database: {error}."))?;
        moved.add(&content);
        ids.insert(id);
    }
    let (moved_before, listed) = read_moved_before(state, &ids).await?;
    Ok(PhotosMoved { moved, moved_before, listed })
}

/// Reads all photos that the database lists from the bucket, but those with these ids, which this call has read. Returns what it has read, and
/// how many are listed.
async fn read_moved_before(state: &AppState, ids: &BTreeSet<String>) -> Result<(Photos, usize), String> {
    let (mut given_back, mut number, mut missing, mut last) = (Photos::default(), 0, Vec::new(), String::new());
    loop {
        let listed = async { photos::stored_after(&mut state.db.read_single().await?, &last).await };
        let listed = listed.await.map_err(unreadable)?;
        let Some(newest) = listed.last() else { break };
        last.clone_from(newest);
        number += listed.len();
        for id in listed.into_iter().filter(|id| !ids.contains(id)) {
            match from_bucket(state, &id).await? {
                Some(content) => given_back.add(&content),
                None => missing.push(id),
            }
        }
    }
    let Some(first) = missing.first() else { return Ok((given_back, number)) };
    Err(format!(
        "The database has no photo any more; but the bucket lacks {} of the {number} that it lists, such as {first}.",
        missing.len()
    ))
}

async fn from_bucket(state: &AppState, id: &str) -> Result<Option<Vec<u8>>, String> {
    let read = state.providers.photos.get(id).await;
    read.map_err(|error| format!("The photo {id} cannot be read from the bucket: {error}."))
}

fn unreadable(error: StoreError) -> String {
    format!("The photos cannot be read: {error}.")
}
