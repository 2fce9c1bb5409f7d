//! JPEG: segments, each with a marker, and the picture data between them.

use crate::service::style::picture::orientation;
use crate::service::style::picture::reader::Reader;
use crate::service::style::picture::size::Size;

const START: [u8; 2] = [0xff, 0xd8];
const END: [u8; 2] = [0xff, 0xd9];
const JFIF: &[u8] = b"JFIF\0";
const EXIF: &[u8] = b"Exif\0\0";
const COLOR_PROFILE: &[u8] = b"ICC_PROFILE\0";
const ADOBE: &[u8] = b"Adobe";

/// The parts of a file that are kept.
#[derive(Default)]
struct Kept {
    /// The pixels' density, which comes first.
    density: Vec<u8>,
    orientation: Option<u8>,
    body: Vec<u8>,
    frame: Option<Frame>,
    /// The bytes of picture data in all scans.
    coded: usize,
}

/// A frame header.
#[derive(Clone, Copy)]
struct Frame {
    size: Size,
    /// Whether the picture is Huffman-coded: baseline, extended or progressive.
    is_huffman: bool,
}

impl Frame {
    /// The fewest bytes that can hold the picture: a block of 8 by 8 pixels takes at least a bit. With arithmetic coding it may
    /// be less.
    fn least(self) -> usize {
        let blocks = |side: u32| usize::try_from(side.div_ceil(8)).unwrap_or(usize::MAX);
        let bits = blocks(self.size.width).saturating_mul(blocks(self.size.height));
        if self.is_huffman { bits.div_ceil(8) } else { 1 }
    }
}

/// The size in the header; `None` without a header.
pub(crate) fn size(mut file: Reader<'_>) -> Option<Size> {
    file.take(START.len())?;
    loop {
        match marker(&mut file)? {
            0x00..=0xbf | 0xd0..=0xda => return None,
            code => {
                let length = usize::from(file.short()?);
                let content = file.take(length.checked_sub(2)?)?;
                if is_frame(code) {
                    return frame(code, content).map(|frame| frame.size);
                }
            }
        }
    }
}

/// The picture without a camera's metadata; `None` if it is no JPEG or incomplete. Whatever follows the end is left out: phones
/// append videos there, and second pictures with metadata of their own.
pub(crate) fn cleaned(mut file: Reader<'_>) -> Option<Vec<u8>> {
    file.take(START.len())?;
    let mut kept = Kept::default();
    loop {
        match marker(&mut file)? {
            0xd9 => {
                let is_whole = kept.frame.is_some_and(|frame| kept.coded >= frame.least());
                return is_whole.then(|| kept.written());
            }
            0x00..=0xbf | 0xd0..=0xd8 => return None,
            code => {
                let length = usize::from(file.short()?);
                kept.segment(code, file.take(length.checked_sub(2)?)?)?;
                if code == 0xda {
                    let coded = scan(&mut file)?;
                    kept.coded += coded.len();
                    kept.body.extend_from_slice(coded);
                }
            }
        }
    }
}

/// The code of the next marker, which may follow fill bytes.
fn marker(file: &mut Reader<'_>) -> Option<u8> {
    if file.byte()? != 0xff {
        return None;
    }
    loop {
        match file.byte()? {
            0xff => {}
            code => return Some(code),
        }
    }
}

/// The picture data up to the next marker. In it `ff 00` is a stuffed byte, and `ff d0` to `ff d7` are restart markers.
fn scan<'a>(file: &mut Reader<'a>) -> Option<&'a [u8]> {
    let is_marker = |pair: &[u8]| matches!(pair, [0xff, code] if !matches!(code, 0x00 | 0xd0..=0xd7));
    let length = file.rest().windows(2).position(is_marker)?;
    file.take(length).filter(|coded| !coded.is_empty())
}

impl Kept {
    /// Keeps a segment, or the part of it that determines how the picture looks.
    fn segment(&mut self, code: u8, content: &[u8]) -> Option<()> {
        match code {
            0xe0 if content.starts_with(JFIF) => {
                // Without the thumbnail that may follow.
                self.density = [content.get(..12)?, &[0, 0]].concat();
            }
            0xe1 if content.starts_with(EXIF) => {
                self.orientation = self.orientation.or_else(|| orientation::read(content.get(EXIF.len()..)?));
            }
            0xe2 if content.starts_with(COLOR_PROFILE) => push(&mut self.body, code, content),
            0xee if content.starts_with(ADOBE) => push(&mut self.body, code, content.get(..12)?),
            // Other metadata, comments and extensions are dropped.
            0xe0..=0xfe => {}
            _ if is_frame(code) => {
                let frame = frame(code, content)?;
                if self.frame.replace(frame).is_some() {
                    return None;
                }
                push(&mut self.body, code, content);
            }
            0xc4 | 0xcc | 0xdb..=0xdd => push(&mut self.body, code, content),
            0xda if self.frame.is_some() => push(&mut self.body, code, content),
            _ => return None,
        }
        Some(())
    }

    fn written(self) -> Vec<u8> {
        let mut file = START.to_vec();
        if !self.density.is_empty() {
            push(&mut file, 0xe0, &self.density);
        }
        if let Some(orientation) = self.orientation {
            push(&mut file, 0xe1, &[EXIF, &orientation::written(orientation)].concat());
        }
        file.extend(self.body);
        file.extend(END);
        file
    }
}

const fn is_frame(code: u8) -> bool {
    matches!(code, 0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf)
}

/// Reads a frame header; `None` if its length does not fit its components.
fn frame(code: u8, content: &[u8]) -> Option<Frame> {
    let mut header = Reader::new(content);
    let (_precision, height, width) = (header.byte()?, header.short()?, header.short()?);
    let components = usize::from(header.byte()?);
    let holds = height > 0 && width > 0 && (1..=4).contains(&components) && header.rest().len() == 3 * components;
    let size = Size { width: width.into(), height: height.into() };
    holds.then_some(Frame { size, is_huffman: matches!(code, 0xc0..=0xc2) })
}

fn push(file: &mut Vec<u8>, code: u8, content: &[u8]) {
    // The content is that of a segment, or shorter.
    let length = u16::try_from(content.len() + 2).unwrap_or(u16::MAX);
    file.extend([0xff, code]);
    file.extend(length.to_be_bytes());
    file.extend(content);
}
