//! What every reading does first: it removes characters that look like nothing, and replaces those that look like ASCII ones.

use crate::values::fields::trimmed;

/// The first and the last of each run of Unicode's format characters (general category Cf).
const FORMAT_CHARACTERS: [(char, char); 21] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{180e}', '\u{180e}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{2064}'),
    ('\u{2066}', '\u{206f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{fff9}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0001}', '\u{e0001}'),
    ('\u{e0020}', '\u{e007f}'),
];

/// The distance from an ASCII character to its full-width form.
const FULL_WIDTH_DISTANCE: u32 = 0xfee0;

/// Whether a character is an invisible format character, such as a soft hyphen, a zero-width space or a direction mark.
pub(crate) fn is_format(character: char) -> bool {
    !character.is_ascii() && FORMAT_CHARACTERS.iter().any(|(first, last)| (*first..=*last).contains(&character))
}

/// `text` without format characters, trimmed, with full-width characters as ASCII and every dash as `-`.
pub(crate) fn prepared(text: &str) -> String {
    let prepared: String = text.chars().filter(|character| !is_format(*character)).map(plain).collect();
    trimmed(&prepared).to_owned()
}

/// `text` as [`prepared`], without any white space.
pub(crate) fn joined(text: &str) -> String {
    let mut joined = prepared(text);
    joined.retain(|character| !character.is_whitespace());
    joined
}

/// The ASCII form of a full-width character or a dash; any other character itself.
fn plain(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(character).wrapping_sub(FULL_WIDTH_DISTANCE)).unwrap_or(character)
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_format, plain, prepared};
    use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

    #[test]
    fn format_characters_are_those_of_unicode() {
        for character in '\0'..=char::MAX {
            let is_of_unicode = character.general_category() == GeneralCategory::Format;
            assert_eq!(is_format(character), is_of_unicode, "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn full_width_characters_are_read_as_the_visible_ascii_characters() {
        let shown: String = ('\u{ff01}'..='\u{ff5e}').map(plain).collect();
        assert_eq!(shown, ('!'..='~').collect::<String>());
        for other in ['\u{ff00}', '\u{ff5f}', '\u{200f}', '\u{2016}', '\u{2011}', '\u{2212}', '~', 'é'] {
            let expected = if matches!(other, '\u{2011}' | '\u{2212}') { '-' } else { other };
            assert_eq!(plain(other), expected, "U+{:04X}", u32::from(other));
        }
    }

    #[test]
    fn white_space_is_removed_at_the_ends_alone_even_behind_format_characters() {
        assert_eq!(prepared("\u{200b}\u{a0} 0\u{ad}3 \u{2013} 29\u{3000}\u{feff}\t"), "03 - 29");
        assert_eq!(prepared("\u{feff}\u{200b}"), "");
    }
}
