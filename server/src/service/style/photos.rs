//! Photos that customers upload: each with a signed link, at most five for each customer, without the location where they were
//! taken, and visible only to their owner.

use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::platform::keys::Purpose;
use crate::providers::photos::{AnnouncedFile, DirectPhotos, PhotosFail};
use crate::service::account::customer;
use crate::state::AppState;
use crate::store::style::photos::{self, PhotoRow, PhotoStatus};
use crate::store::{CustomerTx, StoreError, Tx};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::style::photos::{JPEG_MEDIA_TYPE, PhotoFile, PhotosForm, validate};
use stylebox_core::style::quiz_answer::QuestionType;
use stylebox_core::values::count::Count;
use stylebox_core::values::message::Message;
use stylebox_core::{Issue, policy};

/// The provider's flag.
const PARTY: &str = "photos";

/// The largest photo, in bytes.
pub(super) const MOST_BYTES: u64 = policy::PHOTO_MAX_BYTES as u64;
/// The longest media type that is announced, in bytes.
const MEDIA_TYPE_MOST: usize = 100;
const LINK_LASTS: Duration = Duration::from_secs(60 * policy::PHOTO_LINK_MINUTES);
/// How long a photo that no answer shows is kept.
pub(super) const UNUSED_LASTS: Duration = Duration::from_secs(60 * policy::PHOTO_UNUSED_MINUTES);

/// The photo that is to be uploaded, as the page announces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPhoto {
    /// How many bytes it has. A store that browsers reach themselves needs that, and the media type.
    pub(crate) size: Option<u64>,
    pub(crate) media_type: Option<String>,
}

/// An upload link and the photo's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadLink {
    /// The address for the upload. It works once.
    pub upload_url: String,
    /// The address where its owner sees it. Answers refer to it.
    pub download_url: String,
    /// The address to say that the file is there; `None` if the upload itself is enough.
    pub finish_url: Option<String>,
}

/// An upload link that was used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnedLink {
    pub(crate) id: String,
    /// When it expires, in seconds since 1970.
    pub(crate) expires: i64,
    pub(crate) signature: String,
}

/// Makes an upload link for one photo.
///
/// # Errors
/// An issue of `photos` if there are five already. [`Refusal::PhotoTooLarge`] if it is announced as larger, and
/// [`Refusal::BodyMalformed`] if the store needs size and media type and they are not named.
pub async fn link(state: &AppState, customer_id: &str, new: &NewPhoto) -> AppResult<UploadLink> {
    let now = state.clock.now();
    let (mut tx, _) = customer::locked(state, customer_id).await?;
    check_room(&mut tx, customer_id, now).await?;
    if new.size.is_some_and(|size| size > MOST_BYTES) {
        return Err(Refusal::PhotoTooLarge.into());
    }
    let direct = match state.providers.photos.direct() {
        Some(store) => Some((store, announced(new)?)),
        None => None,
    };
    let link_ends = now.plus(LINK_LASTS);
    // The browser's call may begin at the last moment, and take long.
    let staged_until = direct.map(|_| now.plus(UNUSED_LASTS));
    let photo = PhotoRow {
        id: state.new_id(),
        customer_id: customer_id.to_owned(),
        status: PhotoStatus::Awaited,
        media_type: None,
        created_at: now,
        expires_at: Some(staged_until.unwrap_or(link_ends)),
        announced_size: direct.map(|(_, file)| i64::try_from(file.size)).transpose().map_err(AppError::unexpected)?,
        staged_until,
        delete_failed_at: None,
    };
    photo.insert(&mut tx).await?;
    tx.commit().await?;
    let id = &photo.id;
    let download_url = address(id);
    Ok(match direct {
        Some((store, file)) => {
            let upload_url = store.upload_url(id, file, LINK_LASTS);
            UploadLink { upload_url, finish_url: Some(format!("{download_url}/finish")), download_url }
        }
        None => {
            let expires = link_ends.seconds();
            let signature = state.keys.hash(Purpose::Uploads, &signed_text(id, expires));
            let upload_url = format!("/uploads/{id}?expires={expires}&signature={signature}");
            UploadLink { upload_url, finish_url: None, download_url }
        }
    })
}

/// The file that a browser sends to the store itself. The media type is that with which the browser sends it, whatever the file is:
/// the store compares the two.
fn announced(new: &NewPhoto) -> AppResult<AnnouncedFile<'_>> {
    let is_header =
        |text: &&str| (1..=MEDIA_TYPE_MOST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    match (new.size, new.media_type.as_deref().map(str::trim).filter(is_header)) {
        (Some(size), Some(media_type)) => Ok(AnnouncedFile { size, media_type }),
        _ => Err(AppError::refused(Refusal::BodyMalformed, "The photo's size and media_type are needed")),
    }
}

fn signed_text(id: &str, expires: i64) -> String {
    format!("PUT /uploads/{id}?expires={expires}")
}

/// The address where a photo's owner sees it.
fn address(id: &str) -> String {
    format!("{ADDRESSES}{id}")
}

const ADDRESSES: &str = "/api/photos/";

/// Checks that the customer may keep one more photo. What kind of file it is shows only when it is read.
pub(super) async fn check_room(tx: &mut Tx, customer_id: &str, now: Timestamp) -> AppResult<()> {
    let file = PhotoFile { name: String::new(), media_type: JPEG_MEDIA_TYPE.to_owned() };
    let existing = Count::new(photos::count(tx, customer_id, now).await?).unwrap_or_default();
    let issues = validate(&PhotosForm { existing, files: vec![file] });
    if issues.is_empty() { Ok(()) } else { Err(AppError::Form(issues)) }
}

/// Checks an upload link before the photo is read.
///
/// # Errors
/// If we did not sign the link, or it has expired or was used.
pub async fn check_link(state: &AppState, link: &ReturnedLink) -> AppResult<()> {
    if !state.keys.is_signed(Purpose::Uploads, &signed_text(&link.id, link.expires), &link.signature) {
        return Err(Refusal::NotAuthorized.into());
    }
    if state.clock.now().seconds() >= link.expires {
        return Err(Refusal::UploadExpired.into());
    }
    // Without its photo it has ended before its time, with the account.
    let photo = photos::by_id(&mut state.db.read_single().await?, &link.id).await?.ok_or(Refusal::UploadExpired)?;
    if photo.status == PhotoStatus::Awaited { Ok(()) } else { Err(Refusal::UploadUsed.into()) }
}

/// The refusal after a failure of the provider, which is logged here.
pub(super) fn unavailable(error: PhotosFail) -> AppError {
    tracing::error!(%error, "photos cannot be reached");
    Refusal::PhotosUnavailable.into()
}

/// How a photo is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    Content {
        /// `image/jpeg` or `image/png`.
        media_type: String,
        /// The file.
        content: Vec<u8>,
    },
    /// An address of the store that shows it for some minutes.
    Elsewhere(String),
}

/// A photo of the customer's.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none, or it is somebody else's.
pub async fn show(state: &AppState, customer_id: &str, id: &str) -> AppResult<Shown> {
    let photo = photos::by_id(&mut state.db.read().await?, id).await?;
    let is_theirs = |photo: &PhotoRow| photo.customer_id == customer_id && photo.status == PhotoStatus::Stored;
    let photo = photo.filter(is_theirs).ok_or(Refusal::NotFound)?;
    if let Some(store) = state.providers.photos.direct() {
        return Ok(Shown::Elsewhere(store.view_url(id)));
    }
    let content = state.providers.photos.get(id).await.map_err(unavailable)?.ok_or(Refusal::NotFound)?;
    Ok(Shown::Content { media_type: photo.media_type.unwrap_or_default(), content })
}

/// Checks that answers show only the customer's photos, keeps those, and discards those that no answer shows any more. `changed`
/// are the answers that are being written, `all` the answers afterwards.
///
/// # Errors
/// Issues of the questions whose answers name other photos.
pub async fn follow_answers(
    state: &AppState,
    tx: &mut CustomerTx,
    customer_id: &str,
    changed: &Map<String, Value>,
    all: &Map<String, Value>,
) -> AppResult<()> {
    let shows_photos = |reference: &str| {
        let question = state.data.questionnaire.question(reference);
        question.is_some_and(|question| question.asked.kind == QuestionType::FileUpload)
    };
    if !changed.keys().any(|reference| shows_photos(reference)) {
        return Ok(());
    }
    let (mut shown, mut issues) = (HashSet::new(), Vec::new());
    for (reference, answer) in all.iter().filter(|(reference, _)| shows_photos(reference)) {
        for url in texts(answer) {
            let id = url.strip_prefix(ADDRESSES).unwrap_or_default();
            if photos::keep(tx, customer_id, id).await? {
                shown.insert(id.to_owned());
            } else if changed.contains_key(reference) {
                issues.push(Issue::new(reference.clone(), Message::PHOTO_UNKNOWN));
                break;
            }
        }
    }
    if !issues.is_empty() {
        return Err(AppError::Form(issues));
    }
    for id in photos::kept(tx, customer_id).await? {
        if !shown.contains(&id) {
            photos::set_status(tx, &id, PhotoStatus::Discarded).await?;
        }
    }
    Ok(())
}

/// The texts of an answer, which is a list or a single text.
fn texts(answer: &Value) -> Vec<&str> {
    match answer {
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
        _ => answer.as_str().into_iter().collect(),
    }
}

/// Deletes photos that no answer shows, links that were not used, and what is left in the staging. Returns how many photos and links.
/// It can be stopped at any point; the next run continues. One that the provider does not delete delays no other: it comes last the next
/// time.
pub async fn clean_up(state: &AppState) -> AppResult<Batch<usize>> {
    let now = state.clock.now();
    let expired = photos::expired(&mut state.db.read().await?, now).await?;
    let mut batch = Batch::from(0);
    let mut run = match state.breakers().begin(PARTY, now) {
        Ok(run) => run,
        Err(rest) => {
            batch.record::<()>(PARTY, Err(rest));
            return Ok(batch);
        }
    };
    // Each in a transaction of its own, so that an answer which keeps photos and a clean-up do not deadlock.
    for id in expired {
        let outcome = take_away(state, &id).await;
        if let Err(error) = &outcome {
            ask_last(state, &id, error, &mut batch).await;
        }
        let is_gone = batch.record(&format!("photo {id}"), outcome).unwrap_or(false);
        batch.done += usize::from(is_gone);
        run.count_noted(state.clock.now());
        if let Some(rest) = run.over() {
            batch.record::<()>(PARTY, Err(rest));
            return Ok(batch);
        }
    }
    if let Some(store) = state.providers.photos.direct() {
        let left = photos::left_in_staging(&mut state.db.read_single().await?, now).await?;
        for id in left {
            let outcome = empty_staging(state, store, &id).await;
            if let Err(error) = &outcome {
                ask_last(state, &id, error, &mut batch).await;
            }
            batch.record(&format!("the staging of photo {id}"), outcome);
            run.count_noted(state.clock.now());
            if let Some(rest) = run.over() {
                batch.record::<()>(PARTY, Err(rest));
                break;
            }
        }
    }
    Ok(batch)
}

/// Why something is not deleted.
#[derive(Debug, thiserror::Error)]
enum NotDeleted {
    #[error(transparent)]
    Provider(PhotosFail),
    #[error(transparent)]
    Ours(#[from] StoreError),
}

/// Notes that the provider did not delete a photo, so that the others come first the next time: it may never delete this one.
async fn ask_last(state: &AppState, id: &str, error: &NotDeleted, batch: &mut Batch<usize>) {
    let NotDeleted::Provider(_) = error else { return };
    let noted = async {
        let mut tx = state.db.write().await?;
        photos::set_delete_failed(&mut tx, id, state.clock.now()).await?;
        tx.commit().await
    };
    batch.record(&format!("photo {id}"), noted.await);
}

/// Notes for the job's run whether the provider answered, and returns its answer.
fn answered(state: &AppState, answer: Result<(), PhotosFail>) -> Result<(), NotDeleted> {
    state.breakers().note(PARTY, !matches!(answer, Err(PhotosFail::Silent(_))));
    answer.map_err(NotDeleted::Provider)
}

/// Deletes what is staged for a photo, for good: nothing can be staged for it any more.
async fn empty_staging(state: &AppState, store: &dyn DirectPhotos, id: &str) -> Result<(), NotDeleted> {
    answered(state, store.remove_staged(id).await)?;
    let mut tx = state.db.write().await?;
    photos::set_unstaged(&mut tx, id).await?;
    Ok(tx.commit().await?)
}

/// The ids of all photos of a customer, and of links for them.
pub async fn all_of_customer(tx: &mut Tx, customer_id: &str) -> AppResult<Vec<String>> {
    Ok(photos::all_of_customer(tx, customer_id).await?)
}

/// Deletes discarded photos. Those that the provider cannot delete now are left to [`clean_up`].
pub async fn take_away_all(state: &AppState, ids: &[String]) {
    for id in ids {
        if let Err(error) = take_away(state, id).await {
            tracing::warn!(photo = id, %error, "a photo cannot be deleted now");
        }
    }
}

/// Deletes a photo, and what is staged for it. Its row stays while more could be staged, so that this is deleted too. Returns whether
/// all of it is gone.
async fn take_away(state: &AppState, id: &str) -> Result<bool, NotDeleted> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    let is_discarded = photos::discard(&mut tx, id, now).await?;
    let photo = photos::by_id(&mut tx, id).await?;
    tx.commit().await?;
    let Some(photo) = photo.filter(|_| is_discarded) else { return Ok(false) };
    let store = &state.providers.photos;
    answered(state, store.remove(id).await)?;
    if let (Some(staging), Some(staged_until)) = (store.direct(), photo.staged_until) {
        answered(state, staging.remove_staged(id).await)?;
        if staged_until > now {
            return Ok(false);
        }
    }
    let mut tx = state.db.write().await?;
    photos::remove(&mut tx, id).await?;
    tx.commit().await?;
    Ok(true)
}
