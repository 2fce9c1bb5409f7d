//! Checks that a PNG holds all of its pixels: they are unpacked chunk by chunk, counted and dropped.

use crate::service::style::picture::size::Size;
use flate2::{Decompress, FlushDecompress, Status};

/// How many bytes are unpacked at a time.
const PIECE: usize = 32 * 1024;

/// A picture with more unpacked bytes than this must not be compressed to less than a hundredth. A photo never is: such a file is
/// a decompression bomb, and is not unpacked.
const LARGE: u64 = 64 * 1024 * 1024;
const TIGHTEST: u64 = 100;

/// The layout of a picture's pixels, by its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Raster {
    pub(crate) size: Size,
    /// Bits for each sample.
    pub(crate) depth: u8,
    /// The kind of color: 0 gray, 2 RGB, 3 by palette, 4 gray with alpha, 6 RGB with alpha.
    pub(crate) color: u8,
    /// Whether the pixels come in the seven passes of Adam7.
    pub(crate) is_interlaced: bool,
}

impl Raster {
    pub(crate) const fn needs_palette(&self) -> bool {
        self.color == 3
    }

    /// The bytes of all rows, each with its filter byte. A pass without pixels has no rows.
    fn bytes(&self) -> u64 {
        // First column and row of a pass, and the steps to the next ones.
        const ADAM7: [[u32; 4]; 7] =
            [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]];
        const WHOLE: [[u32; 4]; 1] = [[0, 0, 1, 1]];
        let passes = if self.is_interlaced { &ADAM7[..] } else { &WHOLE[..] };
        let bits = u64::from(self.depth) * self.samples();
        let bytes = passes.iter().map(|[left, top, right, down]| {
            let width = u64::from(self.size.width.saturating_sub(*left).div_ceil(*right));
            let height = u64::from(self.size.height.saturating_sub(*top).div_ceil(*down));
            let row = if width == 0 { 0 } else { 1 + (width * bits).div_ceil(8) };
            height.saturating_mul(row)
        });
        bytes.fold(0, u64::saturating_add)
    }

    const fn samples(&self) -> u64 {
        match self.color {
            2 => 3,
            4 => 2,
            6 => 4,
            _ => 1,
        }
    }
}

/// The unpacked pixels of a picture so far.
pub(crate) struct Pixels {
    stream: Decompress,
    expected: u64,
}

impl Pixels {
    /// The pixels of a picture, in a file with so many bytes left; `None` if they cannot fit into these.
    pub(crate) fn of(raster: Raster, packed: usize) -> Option<Self> {
        let expected = raster.bytes();
        let packed = u64::try_from(packed).unwrap_or(u64::MAX);
        let is_bomb = expected > LARGE && expected > packed.saturating_mul(TIGHTEST);
        (!is_bomb).then(|| Self { stream: Decompress::new(true), expected })
    }

    /// Unpacks a chunk, up to the last pixel; `None` if it cannot be unpacked.
    pub(crate) fn unpack(&mut self, mut packed: &[u8]) -> Option<()> {
        let mut piece = [0; PIECE];
        while !self.are_whole() {
            let (read, written) = (self.stream.total_in(), self.stream.total_out());
            let status = self.stream.decompress(packed, &mut piece, FlushDecompress::None).ok()?;
            let taken = usize::try_from(self.stream.total_in() - read).ok()?;
            packed = packed.get(taken..)?;
            let is_stuck = taken == 0 && self.stream.total_out() == written;
            if status == Status::StreamEnd || is_stuck {
                break;
            }
        }
        Some(())
    }

    pub(crate) fn are_whole(&self) -> bool {
        self.stream.total_out() >= self.expected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster(width: u32, height: u32, depth: u8, color: u8, is_interlaced: bool) -> Raster {
        Raster { size: Size { width, height }, depth, color, is_interlaced }
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        // 8,192 rows of 8,191 pixels and a byte are 64 MiB.
        let (large, larger) = (raster(8_191, 8_192, 8, 0, false), raster(8_191, 8_193, 8, 0, false));
        assert_eq!((large.bytes(), larger.bytes()), (LARGE, LARGE + 8_192));
        assert!(Pixels::of(large, 1).is_some(), "a small one may be of one color");
        assert!(Pixels::of(larger, 671_170).is_none());
        assert!(Pixels::of(larger, 671_171).is_some());
    }

    #[test]
    fn rows_are_as_long_as_their_pixels_and_a_byte() {
        for (raster, bytes) in [
            (raster(1, 1, 8, 0, false), 2),
            (raster(3, 2, 8, 2, false), 2 * (1 + 9)),
            (raster(3, 2, 16, 6, false), 2 * (1 + 24)),
            (raster(9, 1, 1, 0, false), 1 + 2),
            (raster(8, 1, 1, 3, false), 1 + 1),
            (raster(3, 1, 4, 3, false), 1 + 2),
            (raster(2, 2, 16, 4, false), 2 * (1 + 8)),
            // One pixel lies in the first pass alone.
            (raster(1, 1, 8, 0, true), 2),
            // An 8 by 8 square, by passes: 1x1, 1x1, 2x1, 2x2, 4x2, 4x4, 8x4.
            (raster(8, 8, 8, 0, true), 2 + 2 + 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9),
            (raster(65_535, 65_535, 8, 0, false), 65_535 * 65_536),
        ] {
            assert_eq!(raster.bytes(), bytes, "{raster:?}");
        }
    }
}
