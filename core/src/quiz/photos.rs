//! Photos of the customer (spec A, section 5).

use crate::{
    messages::Message,
    policy,
    values::{count::Count, issue::Issue},
    wire::{Input, or_empty},
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
    /// The files to add.
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

/// What is wrong with a photo's size in pixels: a side too long, or too many in all. Only the server calls it, because it has
/// read the file; the limits are in [`policy`].
#[must_use]
pub fn dimensions_issue(width: u32, height: u32) -> Option<Issue> {
    let pixels = u64::from(width).saturating_mul(u64::from(height));
    let is_taken = width.max(height) <= policy::PHOTO_MAX_SIDE && pixels <= policy::PHOTO_MAX_PIXELS;
    (!is_taken).then(|| Issue::new("photos", Message::PhotoTooManyPixels))
}

#[cfg(test)]
mod tests {
    use super::dimensions_issue;

    #[test]
    fn a_photo_has_60_megapixels_and_10_000_pixels_a_side_at_most() {
        for (width, height, is_taken) in [
            (1, 1, true),
            (8_064, 6_048, true),
            (10_000, 6_000, true),
            (6_000, 10_000, true),
            (10_000, 6_001, false),
            (6_001, 10_000, false),
            (10_001, 1, false),
            (1, 10_001, false),
            (12_000, 5_700, false),
            (65_535, 65_535, false),
            (u32::MAX, u32::MAX, false),
        ] {
            let issue = dimensions_issue(width, height);
            assert_eq!(issue.is_none(), is_taken, "{width} x {height}");
            assert!(issue.is_none_or(|issue| issue.field == "photos"), "{width} x {height}");
        }
    }
}
