//! Pictures as they may be kept: really JPEG or PNG, and without what a camera adds. Where and when a photo was taken is
//! nobody's business; what it looks like stays as it is, bit for bit, and which way up it is held stays known.

mod jpeg;
mod orientation;
mod png;
mod reader;

use reader::Reader;

/// A picture that may be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// `image/jpeg` or `image/png`.
    pub media_type: &'static str,
    /// What of the file is kept.
    pub content: Vec<u8>,
}

/// The picture that a file holds, without locations, times, names, thumbnails, comments and whatever hangs on behind its end;
/// nothing where it is no whole JPEG or PNG.
#[must_use]
pub fn cleaned(file: &[u8]) -> Option<Picture> {
    if file.starts_with(&jpeg::SIGNATURE) {
        Some(Picture { media_type: "image/jpeg", content: jpeg::cleaned(Reader::new(file))? })
    } else if file.starts_with(&png::SIGNATURE) {
        Some(Picture { media_type: "image/png", content: png::cleaned(Reader::new(file))? })
    } else {
        None
    }
}
