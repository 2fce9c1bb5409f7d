//! Every text that a rule can answer, once, by area.

pub(crate) mod card;
pub mod errors;
mod form;
pub(crate) mod ordering;
pub(crate) mod orders;
pub mod refusals;
pub(crate) mod staff;

pub use form::Message;

/// Code → words, an area's.
pub(crate) type Words = &'static [(&'static str, &'static str)];

/// Add an area's words here; a code stands in one table only.
const AREAS: &[Words] = &[
    form::WORDS,
    errors::WORDS,
    card::WORDS,
    ordering::BLOCKED,
    ordering::MISSING,
    ordering::COUPONS,
    ordering::SUBSCRIPTIONS,
    ordering::FLOWS,
    orders::STATUSES,
    orders::TILES,
    orders::ACTIONS,
    orders::DECISIONS,
    orders::PROMPTS,
];

/// The words for a code that a rule answers: why a day is blocked, what an order still misses, a tile, a status. Nothing
/// where no rule answers such a code.
#[must_use]
pub fn text(code: &str) -> Option<&'static str> {
    AREAS.iter().copied().flatten().find(|(known, _)| *known == code).map(|(_, words)| *words)
}

/// `messages.text`: the words for a code that a rule answers.
///
/// # Errors
/// Where no rule answers such a code.
pub fn required_text(code: &str) -> Result<&'static str, crate::InputError> {
    text(code).ok_or_else(|| crate::InputError::new(format!("No rule answers the code `{code}`.")))
}

#[cfg(test)]
mod tests {
    use super::AREAS;
    use std::collections::BTreeSet;

    #[test]
    fn a_code_has_its_words_once() {
        let codes: Vec<_> = AREAS.iter().copied().flatten().collect();
        assert!(codes.iter().all(|(_, words)| !words.trim().is_empty()));
        let different: BTreeSet<_> = codes.iter().map(|(code, _)| code).collect();
        assert_eq!(different.len(), codes.len());
    }
}
