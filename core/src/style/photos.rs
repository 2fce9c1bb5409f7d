//! Photos of the customer (spec A, section 5).

use crate::{
    policy,
    values::{count::Count, issue::Issue, message::Message},
    wire::{Input, or_empty},
};

/// `image/jpeg`: how uploads and answers name a JPEG.
pub const JPEG_MEDIA_TYPE: &str = policy::PHOTO_MEDIA_TYPES[0];

/// `image/png`: how uploads and answers name a PNG.
pub const PNG_MEDIA_TYPE: &str = policy::PHOTO_MEDIA_TYPES[1];

/// The first bytes of a JPEG.
const JPEG_SIGNATURE: [u8; 3] = [0xff, 0xd8, 0xff];

/// The first bytes of a PNG.
pub const PNG_SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// A file that was chosen.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct PhotoFile {
    /// The name that the device gave it; it does not say what the file is.
    #[serde(default, deserialize_with = "or_empty")]
    pub name: String,
    /// Its media type, such as `image/jpeg`. The page sends the answer of `photos.media_type`.
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

/// `photos.media_type`: the media type of a photo by its first bytes in hexadecimal (the first `policy().photo_first_bytes` are enough);
/// nothing for another file. Its name and the browser's media type do not count: phones and shops name the same JPEG `.jpg`, `.jfif`,
/// `.JPE` or nothing at all.
#[must_use]
pub fn media_type(start: &str) -> Option<&'static str> {
    let begins = |signature: &[u8]| {
        let mut digits = start.chars().map(|digit| digit.to_digit(16));
        signature.iter().all(|byte| {
            [byte >> 4, byte & 0xf].into_iter().all(|digit| digits.next().flatten() == Some(u32::from(digit)))
        })
    };
    kind(begins)
}

/// [`media_type`] of the bytes themselves.
#[must_use]
pub fn media_type_of(file: &[u8]) -> Option<&'static str> {
    kind(|signature| file.starts_with(signature))
}

fn kind(begins: impl Fn(&[u8]) -> bool) -> Option<&'static str> {
    if begins(&JPEG_SIGNATURE) {
        Some(JPEG_MEDIA_TYPE)
    } else if begins(&PNG_SIGNATURE) {
        Some(PNG_MEDIA_TYPE)
    } else {
        None
    }
}

fn is_photo(file: &PhotoFile) -> bool {
    policy::PHOTO_MEDIA_TYPES.contains(&file.media_type.trim())
}

/// `photos.validate` (spec A, section 5).
#[must_use]
pub fn validate(form: &PhotosForm) -> Vec<Issue> {
    let added = u64::try_from(form.files.len()).unwrap_or(u64::MAX);
    if form.existing.get().saturating_add(added) > policy::MAX_PHOTOS {
        vec![Issue::new("photos", Message::TOO_MANY_PHOTOS)]
    } else if form.files.iter().all(is_photo) {
        vec![]
    } else {
        vec![Issue::new("photos", Message::PHOTO_TYPE_INVALID)]
    }
}

/// What is wrong with a photo's size in pixels: a side that is too long, or too many pixels. Only the server calls it, because only
/// the server reads the size; the limits are in [`policy`].
#[must_use]
pub fn dimensions_issue(width: u32, height: u32) -> Option<Issue> {
    let pixels = u64::from(width).saturating_mul(u64::from(height));
    let is_taken = width.max(height) <= policy::PHOTO_MAX_SIDE && pixels <= policy::PHOTO_MAX_PIXELS;
    (!is_taken).then(|| Issue::new("photos", Message::PHOTO_TOO_MANY_PIXELS))
}

#[cfg(test)]
mod tests {
    use super::dimensions_issue;

    #[test]
    fn a_photo_has_at_most_60_megapixels_and_10_000_pixels_a_side() {
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
