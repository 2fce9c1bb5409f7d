//! The code of a coupon, a gift card, an order or a parcel: letters, digits and dashes that staff or customers type.

use super::prepare::joined;

/// The code without white space, for comparison. Unlike [`digits::read`](super::digits::read) it keeps dashes, which a coupon's code can
/// have.
#[must_use]
pub fn read(text: &str) -> String {
    joined(text)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_code_is_read_without_white_space_and_invisible_characters() {
        assert_eq!(read(" spring\u{2011}26\u{200b} "), "spring-26");
        assert_eq!(read("9035 1234\u{a0}5678\t9012 3456"), "90351234567890123456");
        assert_eq!(read("\u{ff28}\u{ff45}llo\u{ff12}\u{ff15}"), "Hello25");
        assert_eq!(read("\u{ad}\u{3000}"), "");
    }
}
