//! The purchase history, page by page (spec B, section 4).

use crate::{policy, screens::dashboard::OrderRefs, values::by_id::ById, wire::Input};
use serde::Serialize;

/// `purchase_history.visible`: the ids of the orders that the history shows, in order.
#[must_use]
pub fn visible(list: &OrderRefs) -> Vec<String> {
    list.orders.iter().filter(|order| order.status.is_in_history()).map(|order| order.id.clone()).collect()
}

/// The orders that are shown already, and the next page.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct NextPage {
    /// The ids that are shown already.
    pub have: Vec<String>,
    /// The ids of the next page.
    pub page: Vec<String>,
}

/// The orders that are shown then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Pages {
    /// The ids, in order.
    pub ids: Vec<String>,
    /// Whether there is no further page.
    pub reached_end: bool,
}

/// `purchase_history.append`: the shown orders, followed by those of the page that are not shown yet, each once. A page that is not full
/// is the last one; its length counts before doubles are left out.
#[must_use]
pub fn append(next: &NextPage) -> Pages {
    let mut seen = ById::new();
    for id in &next.have {
        seen.insert(id, ());
    }
    let new = next.page.iter().filter(|id| seen.insert(id, ()));
    let ids = next.have.iter().chain(new).cloned().collect();
    Pages { ids, reached_end: next.page.len() < policy::HISTORY_PAGE_SIZE }
}
