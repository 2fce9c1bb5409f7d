//! The purchase history, page by page (spec B, section 4).

use crate::{dashboard::OrderRefs, input::Input, order::Status, policy};
use serde::Serialize;
use std::collections::BTreeSet;

/// `purchase_history.visible`: the ids of the orders that the history shows, in order.
#[must_use]
pub fn visible(list: &OrderRefs) -> Vec<String> {
    list.orders.iter().filter(|order| is_shown(order.status)).map(|order| order.id.clone()).collect()
}

const fn is_shown(status: Status) -> bool {
    matches!(
        status,
        Status::Completed
            | Status::DeliveredToStylebox
            | Status::InTransitToStylebox
            | Status::CheckedOutByAdmin
            | Status::PostAdminCheckoutProcessing
            | Status::PostCustomerCheckoutProcessing
    )
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
    let mut seen = BTreeSet::new();
    // Collecting would sort first, which is a lot of code in the browser.
    seen.extend(next.have.iter().map(String::as_str));
    let new = next.page.iter().filter(|id| seen.insert(id.as_str()));
    let ids = next.have.iter().chain(new).cloned().collect();
    Pages { ids, reached_end: next.page.len() < policy::HISTORY_PAGE_SIZE }
}
