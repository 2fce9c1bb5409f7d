//! Passwords that many people use although they meet the other requirements of a new password (the contract: security, weak passwords).
//!
//! Entries are in lower case: typed with a capital, each has an uppercase letter, a number and a special character. Texts that are
//! too short, or lack a number or a special character, are refused before this list is searched. Most of these passwords are a word
//! and an ending, so the list stores words and endings, which keeps it small.

/// Words to which people append one of [`ENDINGS`].
const WORDS: [&str; 37] = [
    "asdfgh", "baseball", "batman", "changeme", "charlie", "computer", "dragon", "football", "freedom", "iloveyou",
    "jennifer", "jessica", "jordan", "letmein", "master", "michael", "monkey", "p@$$w0rd", "p@$$word", "p@ssw0rd",
    "p@ssword", "pa$$w0rd", "pa$$word", "pa55word", "passw0rd", "password", "passwort", "princess", "qwerty", "shadow",
    "soccer", "starwars", "sunshine", "superman", "welcome", "whatever", "zxcvbn",
];

/// What people append to get a number and a special character.
const ENDINGS: [&str; 16] = [
    "1!", "1@", "1#", "1$", "12!", "123!", "123@", "123#", "1234!", "12345!", "!1", "!123", "@1", "@123", "@1234", "#1",
];

/// Shorter words, which one of [`LONG_ENDINGS`] makes long enough.
const SHORT_WORDS: [&str; 12] =
    ["abcd", "admin", "asdf", "guest", "hello", "login", "love", "p@ss", "pass", "qwer", "test", "user"];

/// Endings of four characters and more.
const LONG_ENDINGS: [&str; 8] = ["123!", "123@", "123#", "1234!", "!123", "@123", "@1234", "#123"];

/// Words to which people append a year, because passwords once had to change every season.
const SEASONS: [&str; 7] = ["autumn", "fall", "password", "spring", "summer", "welcome", "winter"];

/// The years that people append to [`SEASONS`].
const YEARS: [&str; 12] =
    ["2020!", "2021!", "2022!", "2023!", "2024!", "2025!", "2026!", "2027!", "@2023", "@2024", "@2025", "@2026"];

/// Passwords made in another way: runs of keys, and words with replaced letters.
const OTHERS: [&str; 36] = [
    "!qaz1qaz",
    "!qaz2wsx",
    "1q2w3e4r!",
    "1q2w3e4r5t!",
    "1qaz!qaz",
    "1qaz2wsx!",
    "1qaz@wsx",
    "a123456!",
    "a1b2c3d4!",
    "aa123456!",
    "aa@123456",
    "abc123!@#",
    "abc1234!",
    "abc12345!",
    "abc@1234",
    "administrator1!",
    "basketball1!",
    "l3tm31n!",
    "p@$$w0rd",
    "p@55w0rd",
    "p@55word",
    "p@ssw0rd",
    "p@ssw0rd!",
    "pa$$w0rd",
    "pa55w0rd!",
    "passw0rd!",
    "password1!1",
    "q1w2e3r4!",
    "qwe123!@#",
    "qwertyuiop1!",
    "trustno1!",
    "w3lc0me!",
    "xsw2!qaz",
    "zaq!2wsx",
    "zaq12wsx!",
    "zaq1@wsx",
];

/// Each list of words with its endings. The words are sorted, and so is [`OTHERS`].
const MADE_OF: [(&[&str], &[&str]); 3] = [(&WORDS, &ENDINGS), (&SHORT_WORDS, &LONG_ENDINGS), (&SEASONS, &YEARS)];

/// Most characters of an entry.
const LONGEST: usize = 15;

/// Whether `password`, in lower case, is on the list.
pub(crate) fn is_common(password: &str) -> bool {
    let mut buffer = [0; LONGEST];
    let Some(password) = lower_case(password, &mut buffer) else { return false };
    let is_made_of = |(words, endings): &(&[&str], &[&str])| {
        let mut rests = with_first_letter_of(password, words).filter_map(|word| password.strip_prefix(word.as_bytes()));
        rests.any(|rest| endings.iter().any(|ending| ending.as_bytes() == rest))
    };
    MADE_OF.iter().any(is_made_of) || with_first_letter_of(password, &OTHERS).any(|other| other.as_bytes() == password)
}

/// The words with the first letter of `password`. The form is checked at every key stroke, so the other words are skipped.
fn with_first_letter_of<'word>(password: &[u8], words: &'word [&str]) -> impl Iterator<Item = &'word &'word str> {
    let first = password.first().copied();
    let initial = |word: &&str| word.as_bytes().first().copied();
    let start = words.partition_point(|word| initial(word) < first);
    words.iter().skip(start).take_while(move |word| initial(word) == first)
}

/// The password in lower case; nothing if it is longer than every entry, or not ASCII. The form is checked at every key
/// stroke, so nothing is allocated.
fn lower_case<'buffer>(password: &str, buffer: &'buffer mut [u8; LONGEST]) -> Option<&'buffer [u8]> {
    let mut places = buffer.iter_mut();
    for character in password.chars().flat_map(char::to_lowercase) {
        *places.next()? = u8::try_from(character).ok().filter(u8::is_ascii)?;
    }
    let length = LONGEST.saturating_sub(places.len());
    buffer.get(..length)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, MADE_OF, OTHERS, is_common};
    use crate::values::{fields::new_password, message::Message};
    use std::collections::BTreeSet;

    fn all() -> Vec<String> {
        let every = |(beginnings, endings): &(&[&str], &[&str])| {
            let beginnings = beginnings.iter();
            beginnings.flat_map(|start| endings.iter().map(move |end| format!("{start}{end}"))).collect::<Vec<_>>()
        };
        MADE_OF.iter().flat_map(every).chain(OTHERS.map(ToOwned::to_owned)).collect()
    }

    /// The entry with its first letter as a capital, as most people type it.
    fn capitalized(entry: &str) -> String {
        let first = entry.find(char::is_alphabetic).unwrap();
        let (before, rest) = entry.split_at(first);
        let (letter, rest) = rest.split_at(1);
        format!("{before}{}{rest}", letter.to_uppercase())
    }

    #[test]
    fn every_entry_would_be_accepted_without_the_list_and_is_listed_once() {
        let entries = all();
        for entry in &entries {
            assert!(entry.is_ascii() && *entry == entry.to_lowercase(), "{entry}");
            assert_eq!(new_password(&capitalized(entry)), Err(Message::PASSWORD_TOO_COMMON), "{entry}");
            assert_eq!(new_password(entry), Err(Message::PASSWORD_TOO_SIMPLE), "{entry} has no capital");
            assert!(is_common(&entry.to_uppercase()), "{entry}");
        }
        assert_eq!(entries.iter().map(String::len).max(), Some(LONGEST));
        let different: BTreeSet<_> = entries.iter().collect();
        assert_eq!(different.len(), entries.len());
    }

    #[test]
    fn words_are_sorted() {
        for words in MADE_OF.iter().map(|(words, _)| *words).chain([OTHERS.as_slice()]) {
            assert!(words.is_sorted(), "{words:?}");
        }
    }

    /// A few hundred passwords, in at most 2 KB (the contract: security, weak passwords).
    #[test]
    fn the_list_has_300_passwords_or_more_in_at_most_2_kb() {
        let count = all().len();
        assert!((300..1000).contains(&count), "{count}");
        let words: BTreeSet<_> =
            MADE_OF.iter().flat_map(|(start, end)| start.iter().chain(*end)).chain(&OTHERS).collect();
        let bytes: usize = words.iter().map(|word| word.len()).sum();
        assert!(bytes <= 2048, "{bytes}");
    }
}
