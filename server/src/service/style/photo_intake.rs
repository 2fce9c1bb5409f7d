//! Photos that arrive: in the body of a call, or in the store's staging, where the browser has put them itself.
//!
//! A photo's link is claimed before a byte is read, so that one link takes one photo, and only so many are read at once.

use crate::platform::error::{AppError, AppResult};
use crate::providers::photos::DirectPhotos;
use crate::service::account::customer;
use crate::service::style::photos::{MOST_BYTES, UNUSED_LASTS, check_room, take_away_all, unavailable};
use crate::service::style::picture::{self, Picture};
use crate::state::AppState;
use crate::store::style::photos::{self, PhotoRow, PhotoStatus};
use stylebox_core::messages::refusals::Refusal;
use tokio::sync::Semaphore;

/// How many photos a server reads at once. Each takes twice its size of memory. A customer has five of them at most, because a
/// claimed link counts as a photo.
static READ_AT_ONCE: Semaphore = Semaphore::const_new(32);

/// Stores the photo that is sent to a checked link; `file` reads it. A file that is no picture, or could not be stored, does not use
/// up the link. It goes on if the caller hangs up.
///
/// # Errors
/// Those of `file`; if it is no JPEG or PNG, has too many pixels, there are five already, another was sent to the link at the same
/// time, or the provider fails. [`Refusal::NotSignedIn`] if the account ended meanwhile: then nothing is kept.
pub async fn receive(
    state: &AppState,
    id: &str,
    file: impl Future<Output = AppResult<Vec<u8>>> + Send + 'static,
) -> AppResult<()> {
    // The link was there a moment ago: it has ended since, by its time or with the account.
    let photo = photos::by_id(&mut state.db.read_single().await?, id).await?.ok_or(Refusal::UploadExpired)?;
    let state = state.clone();
    let work = tokio::spawn(async move { take_in(&state, &photo, Refusal::UploadUsed, file).await });
    work.await.map_err(AppError::unexpected)?
}

/// Takes the photo from the staging, where its owner's browser has put it: checks it, and stores what is shown from then on. A
/// repeat gets the same answer. It goes on if the caller hangs up.
///
/// # Errors
/// As [`receive`]; [`Refusal::NotFound`] if the photo is not this customer's, [`Refusal::PhotoIncomplete`] if nothing is there, or not
/// as much as was announced, and [`Refusal::PhotosUnavailable`] if another call is still working on it.
pub async fn finish(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let photo = photos::by_id(&mut state.db.read_single().await?, id).await?;
    let photo = photo.filter(|photo| photo.customer_id == customer_id).ok_or(Refusal::NotFound)?;
    match photo.status {
        PhotoStatus::Stored => return Ok(()),
        PhotoStatus::Arriving => return Err(Refusal::PhotosUnavailable.into()),
        PhotoStatus::Discarded => return Err(Refusal::UploadExpired.into()),
        PhotoStatus::Awaited => {}
    }
    if photo.expires_at.is_none_or(|expires_at| expires_at <= state.clock.now()) {
        return Err(Refusal::UploadExpired.into());
    }
    let state = state.clone();
    let work = tokio::spawn(async move { take_from_staging(&state, photo).await });
    work.await.map_err(AppError::unexpected)?
}

async fn take_from_staging(state: &AppState, photo: PhotoRow) -> AppResult<()> {
    let Some(staging) = state.providers.photos.direct() else { return Err(Refusal::PhotoIncomplete.into()) };
    let done = take_in(state, &photo, Refusal::PhotosUnavailable, staged(staging, &photo)).await;
    // Unless the provider failed, it is not needed again. The clean-up deletes what is not deleted now.
    let is_open =
        matches!(&done, Err(AppError::Refused { refusal: Refusal::PhotosUnavailable, .. } | AppError::Unexpected(_)));
    if !is_open && let Err(error) = staging.remove_staged(&photo.id).await {
        tracing::warn!(photo = photo.id, %error, "the staging of a photo cannot be emptied now");
    }
    done
}

/// The staged file. One that is larger than announced is not read to its end.
async fn staged(staging: &dyn DirectPhotos, photo: &PhotoRow) -> AppResult<Vec<u8>> {
    let announced = photo.announced_size.and_then(|size| u64::try_from(size).ok()).unwrap_or(MOST_BYTES);
    let file = staging.staged(&photo.id, announced.saturating_add(1)).await.map_err(unavailable)?;
    let is_whole = |file: &Vec<u8>| u64::try_from(file.len()).is_ok_and(|length| length == announced);
    file.filter(is_whole).ok_or_else(|| Refusal::PhotoIncomplete.into())
}

/// Claims the link of a photo, reads its file, and stores it. `used` is the refusal if the link was claimed before.
async fn take_in(
    state: &AppState,
    photo: &PhotoRow,
    used: Refusal,
    file: impl Future<Output = AppResult<Vec<u8>>> + Send,
) -> AppResult<()> {
    claim(state, photo, used).await?;
    let stored = read_and_store(state, &photo.id, file).await;
    let found = state.db.write_about(&photo.customer_id).await?;
    let (mut tx, customer) = found.ok_or_else(|| AppError::unexpected("a photo of nobody"))?;
    // The end of an account leaves a photo that is being stored to this call, which alone knows when the provider has it.
    let has_ended = customer.erased_at.is_some();
    match &stored {
        _ if has_ended => photos::set_status(&mut tx, &photo.id, PhotoStatus::Discarded).await?,
        Ok(media_type) => photos::set_stored(&mut tx, &photo.id, media_type).await?,
        Err(_) => photos::set_status(&mut tx, &photo.id, PhotoStatus::Awaited).await?,
    }
    tx.commit().await?;
    if has_ended {
        take_away_all(state, std::slice::from_ref(&photo.id)).await;
        return Err(Refusal::NotSignedIn.into());
    }
    stored.map(|_| ())
}

async fn claim(state: &AppState, photo: &PhotoRow, used: Refusal) -> AppResult<()> {
    let now = state.clock.now();
    let (mut tx, _) = customer::locked(state, &photo.customer_id).await?;
    // Looked at first: a photo that another call is working on is one of the five.
    let found = photos::by_id(&mut tx, &photo.id).await?;
    if found.is_none_or(|found| found.status != PhotoStatus::Awaited) {
        return Err(used.into());
    }
    check_room(&mut tx, &photo.customer_id, now).await?;
    if !photos::claim(&mut tx, &photo.id, now.plus(UNUSED_LASTS)).await? {
        return Err(used.into());
    }
    Ok(tx.commit().await?)
}

/// Reads a file, cleans it, and gives it to the provider. Returns its media type.
async fn read_and_store(
    state: &AppState,
    id: &str,
    file: impl Future<Output = AppResult<Vec<u8>>> + Send,
) -> AppResult<&'static str> {
    let _place = READ_AT_ONCE.acquire().await.map_err(AppError::unexpected)?;
    let file = file.await?;
    let cleaned = tokio::task::spawn_blocking(move || picture::cleaned(&file)).await.map_err(AppError::unexpected)?;
    let Picture { media_type, content } = cleaned.map_err(|issue| AppError::Form(vec![issue]))?;
    state.providers.photos.put(id, &content, media_type).await.map_err(unavailable)?;
    Ok(media_type)
}
