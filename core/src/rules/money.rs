//! Money.

use super::Rule;

pub(super) const RULES: &[Rule] = &[];
