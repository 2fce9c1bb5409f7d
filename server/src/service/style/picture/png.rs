//! PNG: chunks, each with a name and a checksum.

use crate::service::style::picture::orientation;
use crate::service::style::picture::pixels::{Pixels, Raster};
use crate::service::style::picture::reader::Reader;
use crate::service::style::picture::size::Size;
use stylebox_core::style::photos::PNG_SIGNATURE;

/// The chunks that determine how the picture looks: size, palette, pixels, colors, density.
const KEPT: [&[u8; 4]; 16] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"mDCV", b"cLLI",
    b"sBIT", b"bKGD", b"hIST", b"pHYs",
];

/// The size in the header; `None` without a header.
pub(crate) fn size(mut file: Reader<'_>) -> Option<Size> {
    file.take(PNG_SIGNATURE.len())?;
    let (name, header) = chunk(&mut file)?;
    (name == *b"IHDR").then(|| raster(header))?.map(|raster| raster.size)
}

/// The picture without texts, times and a camera's metadata; `None` if it is no PNG or incomplete. Whatever follows the end is
/// left out, and of an animation only the first picture is kept.
pub(crate) fn cleaned(mut file: Reader<'_>) -> Option<Vec<u8>> {
    let mut kept = file.take(PNG_SIGNATURE.len())?.to_vec();
    let (name, header) = chunk(&mut file)?;
    let raster = (name == *b"IHDR").then(|| raster(header))??;
    let (mut has_palette, mut pixels) = (false, Pixels::of(raster, file.rest().len())?);
    push(&mut kept, name, header);
    loop {
        let (name, content) = chunk(&mut file)?;
        match &name {
            b"IHDR" => return None,
            b"PLTE" => has_palette = true,
            b"IDAT" if raster.needs_palette() && !has_palette => return None,
            b"IDAT" => pixels.unpack(content)?,
            b"eXIf" => {
                if let Some(found) = orientation::read(content) {
                    push(&mut kept, name, &orientation::written(found));
                }
            }
            _ => {}
        }
        if KEPT.contains(&&name) {
            push(&mut kept, name, content);
        } else if name.first().is_some_and(u8::is_ascii_uppercase) {
            // An unknown critical chunk: no program could show the picture.
            return None;
        }
        if name == *b"IEND" {
            return pixels.are_whole().then_some(kept);
        }
    }
}

/// The next chunk; `None` if its checksum is wrong.
fn chunk<'a>(file: &mut Reader<'a>) -> Option<([u8; 4], &'a [u8])> {
    let length = usize::try_from(file.long()?).ok()?;
    let name: [u8; 4] = file.array()?;
    let content = file.take(length)?;
    let is_whole = file.long()? == checksum(name, content) && name.iter().all(u8::is_ascii_alphabetic);
    is_whole.then_some((name, content))
}

fn checksum(name: [u8; 4], content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&name);
    hasher.update(content);
    hasher.finalize()
}

/// Reads a header; `None` if it is inconsistent.
fn raster(header: &[u8]) -> Option<Raster> {
    let mut header = Reader::new(header);
    let size = Size { width: header.long()?, height: header.long()? };
    let (depth, color) = (header.byte()?, header.byte()?);
    let is_pixel = match color {
        0 => matches!(depth, 1 | 2 | 4 | 8 | 16),
        3 => matches!(depth, 1 | 2 | 4 | 8),
        2 | 4 | 6 => matches!(depth, 8 | 16),
        _ => false,
    };
    let [compression, filter, interlace] = header.array()?;
    let is_side = |side: u32| (1..=0x7fff_ffff).contains(&side);
    let holds = is_side(size.width) && is_side(size.height) && is_pixel && compression == 0 && filter == 0;
    (holds && interlace <= 1 && header.rest().is_empty()).then_some(Raster {
        size,
        depth,
        color,
        is_interlaced: interlace == 1,
    })
}

fn push(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    // The content is that of a chunk, or shorter.
    let length = u32::try_from(content.len()).unwrap_or(u32::MAX);
    file.extend(length.to_be_bytes());
    file.extend(name);
    file.extend(content);
    file.extend(checksum(name, content).to_be_bytes());
}
