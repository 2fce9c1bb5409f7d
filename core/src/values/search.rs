//! Finding a text in another, comparing texts without regard to case, and what a search finds.
//!
//! The standard library can find and compare too, with a search that is made for long texts and with all of Unicode's casing rules.
//! In the browser that would take eight kilobytes, with its panics. The texts of rules are short.

use crate::values::reading::prepare::prepared;

/// The first place of `needle` in `text`.
pub(crate) fn find(text: &str, needle: &str) -> Option<usize> {
    text.as_bytes().windows(needle.len().max(1)).position(|window| window == needle.as_bytes())
}

pub(crate) fn contains(text: &str, needle: &str) -> bool {
    find(text, needle).is_some()
}

/// The text before and after the first `separator`.
pub(crate) fn split_once<'text>(text: &'text str, separator: &str) -> Option<(&'text str, &'text str)> {
    let (before, rest) = text.split_at_checked(find(text, separator)?)?;
    Some((before, rest.strip_prefix(separator)?))
}

/// The text after the last `separator`; the whole text if there is none.
pub(crate) fn after_last<'text>(text: &'text str, separator: &str) -> &'text str {
    let is_separator = |start: &usize| text.get(*start..).is_some_and(|rest| rest.starts_with(separator));
    let last = (0..text.len()).rev().find(is_separator).and_then(|start| text.get(start..));
    last.and_then(|rest| rest.strip_prefix(separator)).unwrap_or(text)
}

/// The text in a form that is the same for texts which differ in case alone.
#[must_use]
pub fn caseless(text: &str) -> String {
    let lower = text.chars().flat_map(char::to_lowercase);
    // Lower-case sigma has another form at the end of a word.
    lower.map(|character| if character == 'ς' { 'σ' } else { character }).collect()
}

/// `search.fold`: the form in which a search compares texts: words in lower case, without accents and punctuation, with a space between
/// them; `saint` is `st`.
#[must_use]
pub fn fold(text: &str) -> String {
    let (mut folded, mut word) = (String::new(), String::new());
    for character in caseless(&prepared(text)).chars() {
        match character {
            // They join the letters around them: o'clock is one word, however its apostrophe is written.
            '\'' | '\u{2019}' | '\u{2bc}' | '\u{300}'..='\u{36f}' => {}
            'ß' => word.push_str("ss"),
            'æ' | 'ǣ' | 'ǽ' => word.push_str("ae"),
            'œ' => word.push_str("oe"),
            _ if character.is_ascii_digit() || character.is_alphabetic() => word.push(without_marks(character)),
            _ => end_word(&mut folded, &mut word),
        }
    }
    end_word(&mut folded, &mut word);
    folded
}

/// Adds a complete word to the folded text.
fn end_word(folded: &mut String, word: &mut String) {
    if !word.is_empty() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(if word == "saint" { "st" } else { word });
        word.clear();
    }
}

/// The Latin letter without its marks.
fn without_marks(letter: char) -> char {
    match letter {
        'ø' | 'ǿ' => 'o',
        'ł' => 'l',
        'đ' => 'd',
        'ħ' => 'h',
        'ŧ' => 't',
        'ı' => 'i',
        'ǯ' => 'ʒ',
        'ẛ' => 'ſ',
        _ => base(letter).map_or(letter, char::from),
    }
}

/// The base letter of one from U+00E0 to U+024F or from U+1E00 to U+1EFF, without its marks.
fn base(letter: char) -> Option<u8> {
    let code = u32::from(letter);
    let place = match letter {
        '\u{e0}'..='\u{24f}' => code.wrapping_sub(0xe0),
        '\u{1e00}'..='\u{1eff}' => code.wrapping_sub(0x1e00 - ADDITIONAL),
        _ => return None,
    };
    BASES.get(usize::try_from(place).ok()?).copied().filter(|base| *base != b'.')
}

/// The place of U+1E00 in [`BASES`].
const ADDITIONAL: u32 = 0x250 - 0xe0;

/// The base letters of both ranges, one range after the other; a full stop for a letter without marks.
const BASES: &[u8] = b"\
    aaaaaa.ceeeeiiii.nooooo..uuuuy.yaaaaaaccccccccdd..eeeeeeeeeegggg\
    gggghh..iiiiiiiii...jjkk.llllll....nnnnnn...oooooo..rrrrrrssssss\
    sstttt..uuuuuuuuuuuuwwyyyzzzzzz.................................\
    oo.............uu............................aaiioouuuuuuuuuu.aa\
    aa....ggkkoooo..j...gg..nnaa....aaaaeeeeiiiioooorrrruuuusstt..hh\
    ......aaeeooooooooyy............................\
    aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm\
    mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv\
    wwwwwwwwwwxxxxyyzzzzzzhtwy......aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
    eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......";

/// Whether a search finds a text: each word of the search begins a word of the text, in any order (the contract: reading what was
/// pasted, filled in or sent). A search without a word finds everything.
#[must_use]
pub fn finds(search: &str, text: &str) -> bool {
    let (search, text) = (fold(search), fold(text));
    search.split(' ').all(|sought| text.split(' ').any(|word| word.starts_with(sought)))
}

/// The words of a folded text, sorted, each once. A database can look for several words of a search in them at a time.
#[must_use]
pub fn sorted_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = fold(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.sort_unstable();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::{after_last, caseless, find, finds, fold, sorted_words, split_once};

    #[test]
    fn a_text_is_found_at_its_first_place() {
        assert_eq!(find("a - b - c", " - "), Some(1));
        assert_eq!(find("é-", "-"), Some(2));
        assert_eq!(find("abc", "abcd"), None);
        assert_eq!(find("", "a"), None);
        assert_eq!(split_once("a - b - c", " - "), Some(("a", "b - c")));
        assert_eq!(split_once("a-b", " - "), None);
    }

    #[test]
    fn the_last_part_is_after_the_last_separator() {
        assert_eq!(after_last("a - b - c", " - "), "c");
        assert_eq!(after_last("a - ", " - "), "");
        assert_eq!(after_last("abc", " - "), "abc");
        assert_eq!(after_last("a - - b", " - "), "b");
    }

    #[test]
    fn case_does_not_count_in_any_script() {
        assert_eq!(caseless("ÉVRY"), caseless("évry"));
        assert_eq!(caseless("ΟΔΟΣ"), caseless("οδος"));
        assert_ne!(caseless("Evry"), caseless("évry"));
    }

    #[test]
    fn a_search_finds_the_beginnings_of_words_in_any_order() {
        let text = "Bouclé coat, 100% wool\nMaison ÉVRY";
        for found in ["boucle", "WOOL évry", "mai 100", "evr-bouc", "", " % ", "coat, coat"] {
            assert!(finds(found, text), "{found}");
        }
        for missed in ["oucle", "coats", "boucle silk", "00"] {
            assert!(!finds(missed, text), "{missed}");
        }
        assert!(!finds("a", ""));
    }

    #[test]
    fn the_words_of_a_text_are_sorted_and_listed_once() {
        assert_eq!(sorted_words("Wool coat, wool-Blend: St. Anne"), ["anne", "blend", "coat", "st", "wool"]);
        assert_eq!(sorted_words(" % "), Vec::<String>::new());
    }

    #[test]
    fn folding_a_folded_letter_changes_nothing() {
        for character in '\0'..=char::MAX {
            let folded = fold(&character.to_string());
            assert_eq!(fold(&folded), folded, "U+{:04X}", u32::from(character));
        }
    }
}
