//! The lines of an order in the history (spec B, section 2).

use serde::Serialize;
use stylebox_wire::{Input, non_empty};

/// A line of an order.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct HistoryLine {
    /// The line item's id.
    pub id: String,
    /// Whether it was bought.
    pub paid_for: bool,
    /// The size for which it was exchanged, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub exchange_size: Option<String>,
}

/// The lines of an order.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct HistoryLines {
    /// All lines of the order, bought or not.
    pub lines: Vec<HistoryLine>,
}

/// The ids of the lines, grouped by outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct LineGroups {
    /// Bought.
    pub kept: Vec<String>,
    /// Bought in another size.
    pub exchanged: Vec<String>,
    /// Returned: not bought, even if another size was asked for.
    pub returned: Vec<String>,
}

/// `history.group_lines`: the ids of the lines, grouped by outcome.
#[must_use]
pub fn group_lines(order: &HistoryLines) -> LineGroups {
    let mut groups = LineGroups::default();
    for line in &order.lines {
        let group = match (line.paid_for, &line.exchange_size) {
            (false, _) => &mut groups.returned,
            (true, Some(_)) => &mut groups.exchanged,
            (true, None) => &mut groups.kept,
        };
        group.push(line.id.clone());
    }
    groups
}
