//! Photos that customers upload: each with a signed link, at most five for each customer, without the location where they were
//! taken, and visible only to their owner.

use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::platform::signature::{is_signed, sign};
use crate::providers::photos::PhotosFail;
use crate::service::account::customer;
use crate::service::style::picture::{self, Picture};
use crate::state::AppState;
use crate::store::platform::server_keys;
use crate::store::style::photos::{self, PhotoRow, PhotoStatus};
use crate::store::{CustomerTx, Tx};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::time::Duration;
use stylebox_core::messages::Message;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::quiz::photos::{PhotoFile, PhotosForm, validate};
use stylebox_core::quiz::quiz_answer::QuestionType;
use stylebox_core::values::count::Count;
use stylebox_core::{Issue, policy};

/// The name of the key that signs links.
const KEY: &str = "uploads";
const LINK_LASTS: Duration = Duration::from_secs(60 * policy::PHOTO_LINK_MINUTES);
const UNUSED_LASTS: Duration = Duration::from_secs(60 * policy::PHOTO_UNUSED_MINUTES);

/// An upload link and the photo's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadLink {
    /// The address for the upload. It works once.
    pub upload_url: String,
    /// The address where its owner sees it. Answers refer to it.
    pub download_url: String,
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
/// Issues of `photos` if there are five already, or the file's extension is of another type.
pub async fn link(state: &AppState, customer_id: &str, filename: &str) -> AppResult<UploadLink> {
    let now = state.clock.now();
    let (mut tx, _) = customer::locked(state, customer_id).await?;
    let file = PhotoFile { name: filename.to_owned(), media_type: media_type_of(filename).to_owned() };
    check(&mut tx, customer_id, file, now).await?;
    let expires_at = now.plus(LINK_LASTS);
    let photo = PhotoRow {
        id: state.new_id(),
        customer_id: customer_id.to_owned(),
        status: PhotoStatus::Awaited,
        media_type: None,
        created_at: now,
        expires_at: Some(expires_at),
    };
    photo.insert(&mut tx).await?;
    let key = server_keys::get_or_add(&mut tx, KEY, &state.random.secret(), now).await?;
    tx.commit().await?;
    let expires = expires_at.seconds();
    let signature = sign(&key, &signed_text(&photo.id, expires));
    Ok(UploadLink {
        upload_url: format!("/uploads/{}?expires={expires}&signature={signature}", photo.id),
        download_url: address(&photo.id),
    })
}

fn signed_text(id: &str, expires: i64) -> String {
    format!("PUT /uploads/{id}?expires={expires}")
}

/// The address where a photo's owner sees it.
fn address(id: &str) -> String {
    format!("{ADDRESSES}{id}")
}

const ADDRESSES: &str = "/api/photos/";

/// The media type of a file name; empty if it is not accepted.
fn media_type_of(filename: &str) -> &'static str {
    let ending = filename.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("png") => "image/png",
        _ => "",
    }
}

/// Checks the file, and that the customer may keep one more.
async fn check(tx: &mut Tx, customer_id: &str, file: PhotoFile, now: Timestamp) -> AppResult<()> {
    let existing = Count::new(photos::count(tx, customer_id, now).await?).unwrap_or_default();
    let issues = validate(&PhotosForm { existing, files: vec![file] });
    if issues.is_empty() { Ok(()) } else { Err(AppError::Form(issues)) }
}

/// Checks an upload link before the photo is read.
///
/// # Errors
/// If we did not sign the link, or it has expired or was used.
pub async fn check_link(state: &AppState, link: &ReturnedLink) -> AppResult<()> {
    let mut tx = state.db.read().await?;
    let key = server_keys::get(&mut tx, KEY).await?.ok_or(Refusal::NotAuthorized)?;
    if !is_signed(&key, &signed_text(&link.id, link.expires), &link.signature) {
        return Err(Refusal::NotAuthorized.into());
    }
    if state.clock.now().seconds() >= link.expires {
        return Err(Refusal::UploadExpired.into());
    }
    // Without its photo it has ended before its time, with the account.
    let photo = photos::by_id(&mut tx, &link.id).await?.ok_or(Refusal::UploadExpired)?;
    if photo.status == PhotoStatus::Awaited { Ok(()) } else { Err(Refusal::UploadUsed.into()) }
}

/// Stores the photo that was sent to a checked link. A file that is no picture, or could not be stored, does not use up the link.
///
/// # Errors
/// If it is no JPEG or PNG, has too many pixels, there are five already, another was sent to the link at the same time, or the
/// provider fails. [`Refusal::NotSignedIn`] if the account ended meanwhile: then nothing is kept.
pub async fn receive(state: &AppState, id: &str, file: Vec<u8>) -> AppResult<()> {
    let cleaned = tokio::task::spawn_blocking(move || picture::cleaned(&file)).await.map_err(AppError::unexpected)?;
    let Picture { media_type, content } = cleaned.map_err(|issue| AppError::Form(vec![issue]))?;
    let customer_id = claim(state, id, media_type).await?;
    let kept = state.providers.photos.put(id, &content).await;
    let found = state.db.write_about(&customer_id).await?;
    let (mut tx, customer) = found.ok_or_else(|| AppError::unexpected("a photo of nobody"))?;
    // The end of an account leaves a photo that is being stored to this call, which alone knows when the provider has it.
    let has_ended = customer.erased_at.is_some();
    let status = match &kept {
        _ if has_ended => PhotoStatus::Discarded,
        Ok(()) => PhotoStatus::Stored,
        Err(_) => PhotoStatus::Awaited,
    };
    photos::set_status(&mut tx, id, status).await?;
    tx.commit().await?;
    if has_ended {
        take_away_all(state, &[id.to_owned()]).await;
        return Err(Refusal::NotSignedIn.into());
    }
    kept.map_err(unavailable)
}

/// The refusal after a failure of the provider, which is logged here.
fn unavailable(error: PhotosFail) -> AppError {
    tracing::error!(%error, "photos cannot be reached");
    Refusal::PhotosUnavailable.into()
}

/// Claims the link of a photo that is about to be stored. Returns whose it is.
async fn claim(state: &AppState, id: &str, media_type: &str) -> AppResult<String> {
    let now = state.clock.now();
    // The link was there a moment ago: it has ended since, by its time or with the account.
    let photo = photos::by_id(&mut state.db.read_single().await?, id).await?.ok_or(Refusal::UploadExpired)?;
    let (mut tx, _) = customer::locked(state, &photo.customer_id).await?;
    let file = PhotoFile { name: String::new(), media_type: media_type.to_owned() };
    check(&mut tx, &photo.customer_id, file, now).await?;
    if !photos::claim(&mut tx, id, media_type, now.plus(UNUSED_LASTS)).await? {
        return Err(Refusal::UploadUsed.into());
    }
    tx.commit().await?;
    Ok(photo.customer_id)
}

/// A photo of the customer's.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none, or it is somebody else's.
pub async fn read(state: &AppState, customer_id: &str, id: &str) -> AppResult<(String, Vec<u8>)> {
    let photo = photos::by_id(&mut state.db.read().await?, id).await?;
    let is_theirs = |photo: &PhotoRow| photo.customer_id == customer_id && photo.status == PhotoStatus::Stored;
    let photo = photo.filter(is_theirs).ok_or(Refusal::NotFound)?;
    let content = state.providers.photos.get(id).await.map_err(unavailable)?.ok_or(Refusal::NotFound)?;
    Ok((photo.media_type.unwrap_or_default(), content))
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
                issues.push(Issue::new(reference.clone(), Message::PhotoUnknown));
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

/// Deletes photos that no answer shows, and links that were not used. Returns how many. It can be stopped at any point; the next
/// run continues.
pub async fn clean_up(state: &AppState) -> AppResult<Batch<usize>> {
    let expired = photos::expired(&mut state.db.read().await?, state.clock.now()).await?;
    let mut batch = Batch::from(0);
    // Each in a transaction of its own, so that an answer which keeps photos and a clean-up do not deadlock.
    for id in expired {
        let is_gone = batch.record(&format!("photo {id}"), take_away(state, &id).await).unwrap_or(false);
        batch.done += usize::from(is_gone);
    }
    Ok(batch)
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

async fn take_away(state: &AppState, id: &str) -> AppResult<bool> {
    let mut tx = state.db.write().await?;
    let is_discarded = photos::discard(&mut tx, id, state.clock.now()).await?;
    tx.commit().await?;
    if is_discarded {
        state.providers.photos.remove(id).await.map_err(AppError::unexpected)?;
        let mut tx = state.db.write().await?;
        photos::remove(&mut tx, id).await?;
        tx.commit().await?;
    }
    Ok(is_discarded)
}
