//! Orders, dashboard, history, decisions, ordering and subscription.

use super::Rule;

pub(super) const RULES: &[Rule] = &[];
