//! Writes the digits of dates and amounts. A screen writes hundreds, and the standard library's padding is slow.

/// A short text of digits and signs, written from its end.
#[derive(Debug, Clone, Copy)]
pub struct Digits {
    bytes: [u8; Self::MOST],
    start: usize,
}

impl Default for Digits {
    fn default() -> Self {
        Self::new()
    }
}

impl Digits {
    /// The longest number of 64 bits has 20 digits.
    const MOST: usize = 24;

    /// An empty text.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [b'0'; Self::MOST], start: Self::MOST }
    }

    /// Puts `sign`, an ASCII character, before the text.
    #[must_use]
    pub fn after(mut self, sign: u8) -> Self {
        self.put(sign);
        self
    }

    /// Puts `number` before the text, in `width` digits at least.
    #[must_use]
    pub fn after_number(mut self, number: u64, width: usize) -> Self {
        let end = self.start;
        let mut rest = number;
        while rest > 0 || end.saturating_sub(self.start) < width {
            self.put(b'0'.saturating_add((rest % 10) as u8));
            rest /= 10;
        }
        self
    }

    fn put(&mut self, byte: u8) {
        let before = self.start.saturating_sub(1);
        if let Some(place) = self.bytes.get_mut(before) {
            *place = byte;
            self.start = before;
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.bytes.get(self.start..).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Digits;

    #[test]
    fn each_part_is_written_before_the_parts_so_far() {
        let text = Digits::new().after_number(7, 2).after(b'.').after_number(120, 1);
        assert_eq!(text.as_str(), "120.07");
    }

    #[test]
    fn numbers_are_padded_with_zeros() {
        let number = |number, width| Digits::new().after_number(number, width).as_str().to_owned();
        assert_eq!(number(0, 1), "0");
        assert_eq!(number(0, 2), "00");
        assert_eq!(number(120, 2), "120");
        assert_eq!(number(u64::MAX, 1), "18446744073709551615");
    }
}
