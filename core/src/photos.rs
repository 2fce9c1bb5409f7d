//! Photos of the customer (spec A, section 5).

use crate::{
    input::{Count, Input, or_empty},
    issue::Issue,
    messages::Message,
    policy,
};

/// A file that was chosen.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct PhotoFile {
    /// Its name.
    #[serde(default, deserialize_with = "or_empty")]
    pub name: String,
    /// What kind of file it is: `image/jpeg`.
    #[serde(default, deserialize_with = "or_empty")]
    pub media_type: String,
}

/// What was chosen.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct PhotosForm {
    /// How many photos are already kept.
    pub existing: Count,
    /// The files that shall be added.
    pub files: Vec<PhotoFile>,
}

/// `photos.validate` (spec A, section 5).
#[must_use]
pub fn validate(form: &PhotosForm) -> Vec<Issue> {
    let added = u64::try_from(form.files.len()).unwrap_or(u64::MAX);
    let is_taken = |file: &PhotoFile| policy::PHOTO_MEDIA_TYPES.contains(&file.media_type.trim());
    if form.existing.get().saturating_add(added) > policy::MAX_PHOTOS {
        vec![Issue::new("photos", Message::TooManyPhotos)]
    } else if form.files.iter().all(is_taken) {
        vec![]
    } else {
        vec![Issue::new("photos", Message::PhotoTypeInvalid)]
    }
}
