//! Moving a shop: all rows into another database, of the same or the other engine, and the photos of the database into a bucket. No server
//! may serve meanwhile. Each can be cut off at any point; the next call goes on.

use crate::platform::clock::{Clock, SystemClock};
use crate::platform::digest::sha256;
use crate::platform::secret_url::SecretUrl;
use crate::state::AppState;
use crate::store::operation::whole::{self, Connection, Tally};
use crate::store::operation::{jobs, shop_facts};
use crate::store::style::{photo_files, photos};
use crate::store::{self, Db, StoreError};
use std::fmt::Display;
use std::time::Duration;

/// A server has looked for jobs so recently that it may still run.
const AT_REST: Duration = Duration::from_secs(60);

/// Copies all rows of the database at `from` into the one at `to`, which is empty or half a copy, and compares both. Then no server starts
/// on the old one any more. `tell` hears the name of each table and how many rows were copied by this call.
///
/// # Errors
/// A sentence that says what is in the way.
pub async fn copy(from: &SecretUrl, to: &SecretUrl, tell: impl FnMut(&str, u64)) -> Result<Tally, String> {
    if from == to {
        return Err("--from and --to name the same database.".to_owned());
    }
    let look = Db::look(from).await.map_err(|error| error.to_string())?;
    if look.moved_to.is_some_and(|moved_to| moved_to == to.to_string()) {
        return end_again(to).await;
    }
    check_at_rest(from).await?;
    prepare(to).await?;
    let mut source =
        Connection::open(from).await.map_err(|error| sentence("The old database cannot be opened", &error))?;
    let mut target =
        Connection::open(to).await.map_err(|error| sentence("The new database cannot be opened", &error))?;
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
    let ended = whole::end_copy(&mut source, &mut target, &to.to_string()).await;
    ended.map_err(|error| sentence("The copy is whole, and cannot be ended; run the command again", &error))?;
    Ok(before)
}

/// An earlier call has compared both and closed the old database, and may have been cut off before its last step.
async fn end_again(to: &SecretUrl) -> Result<Tally, String> {
    let mut target =
        Connection::open(to).await.map_err(|error| sentence("The new database cannot be opened", &error))?;
    let ended = whole::let_servers_start(&mut target).await;
    ended.map_err(|error| sentence("The copy is whole, and cannot be ended; run the command again", &error))?;
    whole::tally(&mut target).await.map_err(|error| sentence("The new database cannot be counted", &error))
}

fn sentence(what: &str, error: &dyn Display) -> String {
    format!("{what}: {error}.")
}

/// The old database has this version's tables, and no server runs on it.
async fn check_at_rest(url: &SecretUrl) -> Result<(), String> {
    let look = Db::look(url).await.map_err(|error| error.to_string())?;
    look.check(url).map_err(|error| error.to_string())?;
    if !look.later.is_empty() {
        return Err("The old database has the tables of the next release: move it with that one.".to_owned());
    }
    let db = Db::open_migrated(url, None).await.map_err(|error| error.to_string())?;
    let looked = async {
        let mut tx = db.read().await?;
        let now = jobs::lease_time(&mut tx, SystemClock::default().real_now()).await?;
        store::Result::Ok((shop_facts::jobs_looked_at(&mut tx).await?, now))
    };
    let looked = looked.await;
    db.close().await;
    let (looked, now) = looked.map_err(|error: StoreError| format!("The old database cannot be read: {error}."))?;
    match looked {
        Some(looked) if looked.last.plus(AT_REST) > now => Err(format!(
            "A server has worked on the old database {} seconds ago: stop all of them, and run the command again a minute later.",
            now.since(looked.last).as_secs()
        )),
        _ => Ok(()),
    }
}

/// Makes the tables of the new database, unless half a copy is there.
async fn prepare(url: &SecretUrl) -> Result<(), String> {
    let look = Db::look(url).await.map_err(|error| error.to_string())?;
    if look.is_half_copied {
        return Ok(());
    }
    let has_tables = look.found.unwrap_or_default() > 0;
    let db = Db::open(url).await.map_err(|error| error.to_string())?;
    let any = async { store::account::customers::any_exists(&mut db.read().await?).await };
    let any = any.await;
    db.close().await;
    match any {
        Ok(true) if has_tables => {
            Err("The new database has customers, and is left as it is: name an empty one.".to_owned())
        }
        Ok(_) => Ok(()),
        Err(error) => Err(format!("The new database cannot be read: {error}.")),
    }
}

/// What was moved into the bucket.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PhotosMoved {
    pub photos: usize,
    pub bytes: u64,
}

/// Moves the photos of the database into the bucket of the settings: each is put there, read again and compared, and only then removed from
/// the database.
///
/// # Errors
/// A sentence that says what is in the way. What has been moved stays moved.
pub async fn photos_into_bucket(state: &AppState) -> Result<PhotosMoved, String> {
    if state.settings.parties.photos.is_in_database() {
        return Err("The settings name no bucket: add --photos s3, with its settings.".to_owned());
    }
    let cannot = |error: StoreError| format!("The photos cannot be read: {error}.");
    let mut moved = PhotosMoved::default();
    loop {
        let next = async {
            let mut tx = state.db.read().await?;
            let Some(id) = photo_files::first(&mut tx).await? else { return Ok(None) };
            let content = photo_files::get(&mut tx, &id).await?;
            let row = photos::by_id(&mut tx, &id).await?;
            // A file without its row belongs to nobody any more; its type does not matter.
            let media_type = row.map_or("image/jpeg", |row| row.media_type());
            store::Result::Ok(Some((id, content.unwrap_or_default(), media_type)))
        };
        let Some((id, content, media_type)) = next.await.map_err(cannot)? else { return Ok(moved) };
        let bucket = &state.providers.photos;
        let put = bucket.put(&id, &content, media_type).await;
        put.map_err(|error| format!("The photo {id} cannot be put into the bucket: {error}."))?;
        let there = bucket.get(&id).await.map_err(|error| format!("The photo {id} cannot be read again: {error}."))?;
        if there.as_ref().is_none_or(|there| sha256(there) != sha256(&content)) {
            return Err(format!("The bucket has another photo {id} than was put there; it stays in the database."));
        }
        let removed = async {
            let mut tx = state.db.write().await?;
            photo_files::remove(&mut tx, &id).await?;
            tx.commit().await
        };
        removed.await.map_err(|error| format!("The photo {id} cannot be removed from the database: {error}."))?;
        moved.photos += 1;
        moved.bytes += content.len() as u64;
    }
}
