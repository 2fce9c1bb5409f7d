//! The purchase history, page by page (spec B, section 4).

use crate::{policy, screens::dashboard::OrderRefs, values::by_id::ById, wire::Input};
use serde::Serialize;

/// `purchase_history.visible`: the ids of the orders that the history shows, in order.
#[must_use]
pub fn visible(list: &OrderRefs) -> Vec<String> {
    list.orders.iter().filter(|order| order.status.is_in_history()).map(|order| order.id.clone()).collect()
}

/// What is shown already, and the page that came.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct NextPage {
    /// The ids that are shown already.
    pub have: Vec<String>,
    /// The ids of the page that came.
    pub page: Vec<String>,
}

/// What is shown after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Pages {
    /// The ids, in order.
    pub ids: Vec<String>,
    /// Whether there is no further page.
    pub reached_end: bool,
}

/// `purchase_history.append`: what is new on the page comes after what is shown, once; a page that is not full, counted as
/// it came, is the last one.
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
