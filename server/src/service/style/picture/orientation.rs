//! The orientation of a photo: the only part of a camera's metadata (EXIF) that is needed to show it.

use crate::service::style::picture::reader::Reader;

/// The tag of the orientation, and the number types that cameras use for it.
const ORIENTATION: u16 = 0x0112;
const SHORT: u16 = 3;

/// The orientation in EXIF metadata, if it is not the normal one: 2 to 8.
pub(crate) fn read(tiff: &[u8]) -> Option<u8> {
    let is_little = match tiff.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short =
        |reader: &mut Reader<'_>| reader.short().map(|value| if is_little { value.swap_bytes() } else { value });
    let long = |reader: &mut Reader<'_>| reader.long().map(|value| if is_little { value.swap_bytes() } else { value });
    let start = usize::try_from(long(&mut Reader::new(tiff.get(4..)?))?).ok()?;
    let mut directory = Reader::new(tiff.get(start..)?);
    for _ in 0..short(&mut directory)? {
        let mut entry = Reader::new(directory.take(12)?);
        if (short(&mut entry)?, short(&mut entry)?) == (ORIENTATION, SHORT) {
            long(&mut entry)?;
            return u8::try_from(short(&mut entry)?).ok().filter(|orientation| (2..=8).contains(orientation));
        }
    }
    None
}

/// EXIF metadata with only the orientation.
pub(crate) fn written(orientation: u8) -> [u8; 26] {
    #[rustfmt::skip]
    let notes = [
        b'M', b'M', 0, b'*', 0, 0, 0, 8, // high bytes first; the directory begins at 8
        0, 1, // one entry:
        0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, // the orientation, one short
        0, 0, 0, 0, // no further directory
    ];
    notes
}

#[cfg(test)]
mod tests {
    use super::{read, written};

    #[test]
    fn what_is_written_is_read_again() {
        for orientation in 2..=8 {
            assert_eq!(read(&written(orientation)), Some(orientation));
        }
        assert_eq!(read(&written(1)), None, "the usual one goes without saying");
        assert_eq!(read(&written(9)), None);
    }

    #[test]
    fn both_byte_orders_are_read_and_other_entries_ignored() {
        let little = b"II*\0\x08\0\0\0\x02\0\x0f\x01\x02\0\x04\0\0\0abcd\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        assert_eq!(read(little), Some(6));
    }

    #[test]
    fn broken_notes_say_nothing() {
        let whole = written(6);
        for length in 0..20 {
            assert_eq!(read(&whole[..length]), None, "{length}");
        }
        assert_eq!(read(b"MM\0*\xff\xff\xff\xff"), None);
    }
}
