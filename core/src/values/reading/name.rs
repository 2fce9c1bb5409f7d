//! Removes invisible characters from names, addresses and campaign texts. A name that is only a filler would leave a label empty, and a
//! direction mark would reverse the rest of a letter.

use super::prepare::is_format;
use crate::values::fields::trimmed;

/// These two say how the letters around them join; Persian and the scripts of India need them.
const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';

/// `name.clean`: `text` without format, default-ignorable and control characters, trimmed. Line breaks stay, so that the form's check
/// refuses them; Unicode's line and paragraph separators become a space.
#[must_use]
pub fn clean(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return trimmed(text).to_owned();
    }
    let mut kept = String::with_capacity(text.len());
    let mut before = None;
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let stays = match character {
            NON_JOINER | JOINER => before.is_some_and(is_letter_or_mark) && rest.clone().next().is_some_and(is_letter),
            _ => !is_unseen(character),
        };
        if stays {
            kept.push(if matches!(character, '\u{2028}' | '\u{2029}') { ' ' } else { character });
        }
        before = Some(character);
    }
    trimmed(&kept).to_owned()
}

/// Whether a character is invisible, white space apart.
fn is_unseen(character: char) -> bool {
    let is_line_break = matches!(character, '\t'..='\r' | '\u{85}');
    is_format(character) || is_ignorable(character) || (character.is_control() && !is_line_break)
}

/// Whether a character is default-ignorable but no format character: a filler or a variation selector.
const fn is_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Whether a character is a visible letter. Unicode counts invisible fillers as letters too.
fn is_letter(character: char) -> bool {
    character.is_alphabetic() && !is_ignorable(character)
}

fn is_letter_or_mark(character: char) -> bool {
    (character.is_alphabetic() || is_mark(character)) && !is_ignorable(character)
}

/// The runs of combining marks that are not alphabetic; a run may include letters. Each run is two numbers: how far its first character
/// is from the last one of the run before, and how many characters follow. A number has seven bits a byte, the lowest first, and the
/// highest bit is set in all but its last byte. A test compares the runs with Unicode. As pairs of characters they would be three times
/// as large in the browser.
const MARKS: &[u8] = b"\
    \x80\x06b\xa1\x02\x06\x88\x02\x1e\x19\x01\x8f\x01\x00\x87\x01\x01\x0a\x02T\x0a\xa1\x01\x08\x0a\x00\x1b\x15,\
    \x02=I\x09jh\x00\x11\x001\x00>\x00\x11\x00o\x00\x11\x000\x02=\x00\x11\x00\x06\x02x\x00o\x00\x11\x00o\x00\x11\
    \x00n\x01\x11\x00}\x00}\x07l\x00\x0e\x06J\x01\x1c\x00\x02\x00\x02\x00\x05\x01E\x00\x02\x01?\x00q\x03\xa3\x06\
    \x02\xb5\x07\x01\x1f\x00\x95\x01\x0a\x0a\x00\xdc\x02\x02\xa5\x02\x1c\x03\x001@D\x10'\x087\x01;\x0dD\x00\x99\
    \x01\x02\x02%\xc7\x01?\xd1\x05\x20\xff\x17\x02\x8e\x01\x00\xab\x05\x05j\x01\xd5\xeb\x01\x03\x0a\x01s\x01\x95\
    \x02\x00&\x00\x98\x01\x00\x1c\x11:\x02&\x00`\x0d\xff\x01\x025\x00\xf6\x01\x01\xb3\xa4\x01\x0f\xce\x07\x00\
    \xe3\x01\x00\xd8\x0e\x02\x05\x00\xa6\x01\x01\x84\x05\x03\xde\x02\x04!\x0fG\x0a2\x03\xc1\x01\x00*\x00\x0f;y\
    \x01?\x00M\x00\x09\x03i\x01\xb3\x01\x01Q\x01\x11\x00\x19\x06\x04\x04Z\x04\x0f\x01`\x04\x18\x00d\x01\xfc\x01\
    \x01\x7f\x00w\x01t\x00\x8e\x02\x01\x83\x02\x06\x9d\x01\x00S\x01\x13\x00Q\x01\xc7\x01\x07\xd8\x01\x00\x83\x02\
    \x03R\x00Y\x00\xd1\x02\x01\x18\x00\xe6)\x15\xdaY\x00\xc1\x13\x04<\x06\xae\x09\x00\xb9\x99\x01\x00\xe3$-\x03\
    \x16\xe1\x03\x01=\x04\x04\x05\x09\x07\x03\x06\x1f\x03\x95\x01\x02\x0c\x02\x09\x01\x03\x00!\x01\xff\x0e6\x051\
    \x09\x00\x0f\x00\x17\x04\x02\x0e\x81\x0d\x06\xf8\x02\x00>\x03\xfd\x03\x03\xff\x01\x01\xf4\x01\x00\x03\x00\
    \x08\x01\x06\x00\xdb\x03\x06n\x06";

fn is_mark(character: char) -> bool {
    let (mut number, mut shift, mut reached) = (0_u32, 0_u32, 0_u32);
    let mut is_first = true;
    for byte in MARKS {
        number |= u32::from(byte & 0x7f).wrapping_shl(shift);
        shift = shift.wrapping_add(7);
        if byte & 0x80 == 0 {
            let (start, character) = (reached, u32::from(character));
            reached = number.wrapping_add(reached);
            if !is_first && (start..=reached).contains(&character) {
                return true;
            }
            (number, shift, is_first) = (0, 0, !is_first);
        }
    }
    false
}

/// [`clean`] for a text that may be missing.
#[must_use]
pub fn clean_given(text: Option<String>) -> Option<String> {
    text.map(|text| clean(&text))
}

#[cfg(test)]
mod tests {
    use super::{clean, is_ignorable, is_letter_or_mark, is_unseen};
    use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

    #[test]
    fn combining_marks_are_those_of_unicode() {
        for character in '\0'..=char::MAX {
            let is_mark = character.general_category_group() == GeneralCategoryGroup::Mark;
            let expected = (character.is_alphabetic() || is_mark) && !is_ignorable(character);
            assert_eq!(is_letter_or_mark(character), expected, "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn exactly_unicodes_invisible_characters_are_removed() {
        for character in '\0'..=char::MAX {
            let category = character.general_category();
            let expected = match category {
                GeneralCategory::Format => true,
                GeneralCategory::Control => !matches!(character, '\t'..='\r' | '\u{85}'),
                _ => is_ignorable(character),
            };
            assert_eq!(is_unseen(character), expected, "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn cleaning_a_clean_text_changes_nothing() {
        for text in [
            "a\u{200d}b",
            "a\u{200c}\u{200d}b",
            " \u{3164}\u{200d}x ",
            "क\u{94d}\u{200d}ष",
            "a\u{200b}\u{200d}b\u{2028}c",
        ] {
            let cleaned = clean(text);
            assert_eq!(clean(&cleaned), cleaned, "{text:?}");
        }
    }
}
