//! Every text that a rule can answer, once, by area.

mod form;

pub use form::Message;

/// Code → words, an area's.
pub(crate) type Words = &'static [(&'static str, &'static str)];

/// Add an area's words here; a code stands in one table only.
const AREAS: &[Words] = &[form::WORDS];

/// The words for a code that a rule answers: why a day is blocked, what an order still misses, a tile, a status. Nothing
/// where no rule answers such a code.
#[must_use]
pub fn text(code: &str) -> Option<&'static str> {
    AREAS.iter().copied().flatten().find(|(known, _)| *known == code).map(|(_, words)| *words)
}
