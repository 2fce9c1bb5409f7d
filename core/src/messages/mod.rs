//! Every text that a rule can answer, once, by area.

pub(crate) mod card;
mod form;
pub(crate) mod ordering;
pub(crate) mod orders;

pub use form::Message;

/// Code → words, an area's.
pub(crate) type Words = &'static [(&'static str, &'static str)];

/// Add an area's words here; a code stands in one table only.
const AREAS: &[Words] = &[
    form::WORDS,
    card::WORDS,
    ordering::BLOCKED,
    ordering::MISSING,
    ordering::SUBSCRIPTIONS,
    ordering::FLOWS,
    orders::STATUSES,
    orders::TILES,
    orders::ACTIONS,
    orders::DECISIONS,
];

/// The words for a code that a rule answers: why a day is blocked, what an order still misses, a tile, a status. Nothing
/// where no rule answers such a code.
#[must_use]
pub fn text(code: &str) -> Option<&'static str> {
    AREAS.iter().copied().flatten().find(|(known, _)| *known == code).map(|(_, words)| *words)
}
