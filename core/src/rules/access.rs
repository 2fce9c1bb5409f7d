//! Access, errors and words.

use super::Rule;

pub(super) const RULES: &[Rule] = &[];
