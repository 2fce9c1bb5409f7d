//! Cleaning pictures: real JPEG or PNG, without a camera's metadata, so that nobody learns where and when a photo was taken. The
//! pixels stay the same, bit for bit, and the orientation is kept.
//!
//! A browser that shows a picture unpacks it, so a file must not claim more pixels than a photo has, or more than it contains.

mod jpeg;
mod orientation;
mod pixels;
mod png;
mod reader;
mod size;

use reader::Reader;
use size::Size;
use stylebox_core::Issue;
use stylebox_core::style::photos::{JPEG_MEDIA_TYPE, dimensions_issue, media_type_of};
use stylebox_core::values::message::Message;

/// A cleaned picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// `image/jpeg` or `image/png`.
    pub(crate) media_type: &'static str,
    pub(crate) content: Vec<u8>,
}

/// The picture of a file, without locations, times, names, thumbnails, comments and whatever follows its end.
///
/// # Errors
/// An issue of `photos` if it is no complete JPEG or PNG, or has more pixels than a photo may have.
pub fn cleaned(file: &[u8]) -> Result<Picture, Issue> {
    let no_picture = || Issue::new("photos", Message::PHOTO_TYPE_INVALID);
    let reader = Reader::new(file);
    let media_type = media_type_of(file).ok_or_else(no_picture)?;
    let is_jpeg = media_type == JPEG_MEDIA_TYPE;
    let size = if is_jpeg { jpeg::size(reader) } else { png::size(reader) };
    let Size { width, height } = size.ok_or_else(no_picture)?;
    // Checked first, because the rest may cost time for each pixel.
    dimensions_issue(width, height).map_or(Ok(()), Err)?;
    let content = if is_jpeg { jpeg::cleaned(reader) } else { png::cleaned(reader) };
    Ok(Picture { media_type, content: content.ok_or_else(no_picture)? })
}
