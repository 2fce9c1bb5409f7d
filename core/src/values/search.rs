//! Finding a text in another, and comparing texts whatever their case.
//!
//! The standard library does both, by a search for long texts and by all rules of Unicode's casing; in the browser that is
//! eight kilobytes, with the panics that it can end in. What rules look through is short.

/// The first place of `needle` in `text`.
pub(crate) fn find(text: &str, needle: &str) -> Option<usize> {
    text.as_bytes().windows(needle.len().max(1)).position(|window| window == needle.as_bytes())
}

/// Whether `text` contains `needle`.
pub(crate) fn contains(text: &str, needle: &str) -> bool {
    find(text, needle).is_some()
}

/// The text before and after the first `separator`.
pub(crate) fn split_once<'text>(text: &'text str, separator: &str) -> Option<(&'text str, &'text str)> {
    let (before, rest) = text.split_at_checked(find(text, separator)?)?;
    Some((before, rest.strip_prefix(separator)?))
}

/// The text after the last `separator`; all of it if there is none.
pub(crate) fn after_last<'text>(text: &'text str, separator: &str) -> &'text str {
    let is_separator = |start: &usize| text.get(*start..).is_some_and(|rest| rest.starts_with(separator));
    let last = (0..text.len()).rev().find(is_separator).and_then(|start| text.get(start..));
    last.and_then(|rest| rest.strip_prefix(separator)).unwrap_or(text)
}

/// The text in a form in which two that differ in case alone are the same.
#[must_use]
pub fn caseless(text: &str) -> String {
    let lower = text.chars().flat_map(char::to_lowercase);
    // Lower-case sigma has two forms, by its place in the word.
    lower.map(|character| if character == 'ς' { 'σ' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::{after_last, caseless, find, split_once};

    #[test]
    fn a_text_is_found_where_it_first_stands() {
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
}
