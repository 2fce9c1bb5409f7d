//! Texts that a rule can answer and no enum has, once. What an enum is called stands beside the enum; `screens::messages` finds the
//! words of any code.

pub(crate) mod addresses;
pub(crate) mod card;
pub(crate) mod closing;
pub(crate) mod email;
pub mod errors;
pub mod forgetting;
pub(crate) mod form;
pub(crate) mod ordering;
pub(crate) mod orders;
pub(crate) mod passwords;
pub mod refusals;
pub mod staff;

/// Code → words.
pub(crate) type Words = &'static [(&'static str, &'static str)];

pub(crate) fn find(words: Words, code: &str) -> Option<&'static str> {
    words.iter().find(|(known, _)| *known == code).map(|(_, words)| *words)
}
