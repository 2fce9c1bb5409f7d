//! Passwords that many people have, and that meet the composition of a new password (the contract: security, weak passwords).
//!
//! Each is the lower-case form: typed with a capital, it has an uppercase letter, a number and a special character. What is
//! shorter than a password, or lacks a number or a special character, is refused before this list is looked at. People make
//! most of these in one way, a word and an ending; so the list is the words with the endings, which keeps it small.

/// Words that people make a password of with one of [`ENDINGS`].
const WORDS: [&str; 37] = [
    "password", "passw0rd", "pa55word", "p@ssword", "p@ssw0rd", "pa$$word", "pa$$w0rd", "p@$$word", "p@$$w0rd",
    "passwort", "welcome", "letmein", "changeme", "iloveyou", "qwerty", "asdfgh", "zxcvbn", "football", "baseball",
    "soccer", "monkey", "dragon", "sunshine", "princess", "superman", "batman", "shadow", "master", "michael",
    "jordan", "jennifer", "jessica", "charlie", "freedom", "whatever", "starwars", "computer",
];

/// How people fulfil the demand for a number and a special character.
const ENDINGS: [&str; 16] = [
    "1!", "1@", "1#", "1$", "12!", "123!", "123@", "123#", "1234!", "12345!", "!1", "!123", "@1", "@123", "@1234", "#1",
];

/// Shorter words, which one of [`LONG_ENDINGS`] makes long enough.
const SHORT_WORDS: [&str; 12] =
    ["admin", "test", "user", "guest", "login", "hello", "love", "pass", "p@ss", "abcd", "qwer", "asdf"];

/// Endings of four characters and more.
const LONG_ENDINGS: [&str; 8] = ["123!", "123@", "123#", "1234!", "!123", "@123", "@1234", "#123"];

/// Words that people put a year behind, because a password once had to change with the season.
const SEASONS: [&str; 7] = ["spring", "summer", "autumn", "fall", "winter", "password", "welcome"];

/// The years that follow them.
const YEARS: [&str; 12] =
    ["2020!", "2021!", "2022!", "2023!", "2024!", "2025!", "2026!", "2027!", "@2023", "@2024", "@2025", "@2026"];

/// Those made in another way: runs of keys, and words whose letters were replaced.
const OTHERS: [&str; 36] = [
    "qwertyuiop1!",
    "basketball1!",
    "administrator1!",
    "password1!1",
    "p@ssw0rd",
    "p@ssw0rd!",
    "pa$$w0rd",
    "p@$$w0rd",
    "passw0rd!",
    "pa55w0rd!",
    "p@55w0rd",
    "p@55word",
    "trustno1!",
    "abc123!@#",
    "abc@1234",
    "abc12345!",
    "abc1234!",
    "a1b2c3d4!",
    "aa123456!",
    "aa@123456",
    "a123456!",
    "1qaz@wsx",
    "1qaz!qaz",
    "!qaz1qaz",
    "!qaz2wsx",
    "1qaz2wsx!",
    "zaq1@wsx",
    "zaq!2wsx",
    "zaq12wsx!",
    "xsw2!qaz",
    "q1w2e3r4!",
    "1q2w3e4r!",
    "1q2w3e4r5t!",
    "qwe123!@#",
    "l3tm31n!",
    "w3lc0me!",
];

/// Each list of beginnings with its endings.
const MADE_OF: [(&[&str], &[&str]); 4] =
    [(&WORDS, &ENDINGS), (&SHORT_WORDS, &LONG_ENDINGS), (&SEASONS, &YEARS), (&[""], &OTHERS)];

/// Most characters of an entry.
const LONGEST: usize = 15;

/// Whether `password`, in lower case, is on the list.
pub(super) fn is_common(password: &str) -> bool {
    let mut buffer = [0; LONGEST];
    let Some(password) = lower_case(password, &mut buffer) else { return false };
    MADE_OF.iter().any(|(beginnings, endings)| {
        let mut rests = beginnings.iter().filter_map(|beginning| after(beginning.as_bytes(), password));
        rests.any(|rest| endings.iter().any(|ending| ending.as_bytes() == rest))
    })
}

/// The password in lower case, or nothing if it then has other characters than an entry has, or more. The form is checked at every
/// key stroke, so nothing is allocated.
fn lower_case<'buffer>(password: &str, buffer: &'buffer mut [u8; LONGEST]) -> Option<&'buffer [u8]> {
    let mut places = buffer.iter_mut();
    for character in password.chars().flat_map(char::to_lowercase) {
        *places.next()? = u8::try_from(character).ok().filter(u8::is_ascii)?;
    }
    let length = LONGEST.saturating_sub(places.len());
    buffer.get(..length)
}

/// What follows `beginning`. Most passwords do not even start with its first letter, which is looked at first.
fn after<'password>(beginning: &[u8], password: &'password [u8]) -> Option<&'password [u8]> {
    let differs = beginning.first().is_some_and(|first| password.first() != Some(first));
    if differs { None } else { password.strip_prefix(beginning) }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, MADE_OF, is_common};
    use crate::{messages::Message, values::fields::new_password};
    use std::collections::BTreeSet;

    fn all() -> Vec<String> {
        let every = |(beginnings, endings): &(&[&str], &[&str])| {
            let beginnings = beginnings.iter();
            beginnings.flat_map(|start| endings.iter().map(move |end| format!("{start}{end}"))).collect::<Vec<_>>()
        };
        MADE_OF.iter().flat_map(every).collect()
    }

    /// The first letter as a capital: how most people type the uppercase letter that is asked for.
    fn capitalised(entry: &str) -> String {
        let first = entry.find(char::is_alphabetic).unwrap();
        let (before, rest) = entry.split_at(first);
        let (letter, rest) = rest.split_at(1);
        format!("{before}{}{rest}", letter.to_uppercase())
    }

    #[test]
    fn every_entry_would_pass_without_the_list_and_stands_there_once() {
        let entries = all();
        for entry in &entries {
            assert!(entry.is_ascii() && *entry == entry.to_lowercase(), "{entry}");
            assert_eq!(new_password(&capitalised(entry)), Err(Message::PasswordTooCommon), "{entry}");
            assert_eq!(new_password(entry), Err(Message::PasswordTooSimple), "{entry} has no capital");
            assert!(is_common(&entry.to_uppercase()), "{entry}");
        }
        assert_eq!(entries.iter().map(String::len).max(), Some(LONGEST));
        let different: BTreeSet<_> = entries.iter().collect();
        assert_eq!(different.len(), entries.len());
    }

    /// The contract: a few hundred, in at most 2 KB.
    #[test]
    fn the_list_is_long_and_its_text_is_short() {
        let count = all().len();
        assert!((300..1000).contains(&count), "{count}");
        let words: BTreeSet<_> = MADE_OF.iter().flat_map(|(start, end)| start.iter().chain(*end)).collect();
        let bytes: usize = words.iter().map(|word| word.len()).sum();
        assert!(bytes <= 2048, "{bytes}");
    }
}
