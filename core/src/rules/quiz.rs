//! The quiz, its decks and the stores.

use super::Rule;

pub(super) const RULES: &[Rule] = &[];
