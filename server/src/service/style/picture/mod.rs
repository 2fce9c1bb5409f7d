//! Pictures as they may be kept: really JPEG or PNG, and without what a camera adds. Where and when a photo was taken is
//! nobody's business; what it looks like stays as it is, bit for bit, and which way up it is held stays known.
//!
//! Whoever looks at a picture unpacks it, so a file must not promise more pixels than a photo has, nor more than it holds.

mod jpeg;
mod orientation;
mod pixels;
mod png;
mod reader;
mod size;

use reader::Reader;
use size::Size;
use stylebox_core::Issue;
use stylebox_core::messages::Message;
use stylebox_core::quiz::photos::dimensions_issue;

/// A picture that may be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// `image/jpeg` or `image/png`.
    pub media_type: &'static str,
    /// What of the file is kept.
    pub content: Vec<u8>,
}

/// The picture that a file holds, without locations, times, names, thumbnails, comments and whatever hangs on behind its end.
///
/// # Errors
/// An issue of `photos` if it is no whole JPEG or PNG, or has more pixels than a photo may have.
pub fn cleaned(file: &[u8]) -> Result<Picture, Issue> {
    let no_picture = || Issue::new("photos", Message::PhotoTypeInvalid);
    let reader = Reader::new(file);
    let is_jpeg = file.starts_with(&jpeg::SIGNATURE);
    if !is_jpeg && !file.starts_with(&png::SIGNATURE) {
        return Err(no_picture());
    }
    let size = if is_jpeg { jpeg::size(reader) } else { png::size(reader) };
    let Size { width, height } = size.ok_or_else(no_picture)?;
    // First of all: what follows may cost time for each pixel.
    dimensions_issue(width, height).map_or(Ok(()), Err)?;
    let content = if is_jpeg { jpeg::cleaned(reader) } else { png::cleaned(reader) };
    let media_type = if is_jpeg { "image/jpeg" } else { "image/png" };
    Ok(Picture { media_type, content: content.ok_or_else(no_picture)? })
}
