//! The texts that rules answer, each written once. The labels of an enum are beside the enum; `screens::messages` finds the words of any
//! code.

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
pub(crate) mod payment;
pub mod refusals;
pub mod staff;
pub(crate) mod subscription;
pub(crate) mod terms;

/// Pairs of a code and its words.
pub(crate) type Words = &'static [(&'static str, &'static str)];

pub(crate) fn find(words: Words, code: &str) -> Option<&'static str> {
    words.iter().find(|(known, _)| *known == code).map(|(_, words)| *words)
}
