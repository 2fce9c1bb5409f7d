//! The kinds of things that wait for staff.

use crate::jobs::attention::waiting::Waiting;
use crate::jobs::attention::{messages, orders, payments, returns, running};
use crate::platform::error::StaffResult;
use crate::platform::future::BoxFuture;
use crate::state::AppState;

/// A kind of thing that waits.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// As `--json` and the metric name it.
    pub name: &'static str,
    /// Finds everything of this kind. A row that cannot be read is listed too, and hides no other.
    pub find: for<'a> fn(&'a AppState) -> BoxFuture<'a, StaffResult<Vec<Waiting>>>,
}

/// All kinds, in the order of the list.
pub const ALL: &[Kind] = &[
    Kind { name: "held_orders", find: |state| Box::pin(orders::held(state)) },
    Kind { name: "orders_without_an_address", find: |state| Box::pin(orders::without_an_address(state)) },
    Kind { name: "orders_to_wrong_addresses", find: |state| Box::pin(orders::to_wrong_addresses(state)) },
    Kind { name: "late_orders", find: |state| Box::pin(orders::late(state)) },
    Kind { name: "overdue_boxes", find: |state| Box::pin(orders::overdue_boxes(state)) },
    Kind { name: "labels", find: |state| Box::pin(orders::labels(state)) },
    Kind { name: "parcels", find: |state| Box::pin(orders::parcels(state)) },
    Kind { name: "checkouts", find: |state| Box::pin(orders::checkouts(state)) },
    Kind { name: "unpaid_fees", find: |state| Box::pin(payments::unpaid_fees(state)) },
    Kind { name: "next_boxes", find: |state| Box::pin(orders::next_boxes(state)) },
    Kind { name: "overdue_returns", find: |state| Box::pin(returns::overdue(state)) },
    Kind { name: "payments", find: |state| Box::pin(payments::stopped(state)) },
    Kind { name: "disputes_and_failed_refunds", find: |state| Box::pin(payments::notices(state)) },
    Kind { name: "gateway_movements", find: |state| Box::pin(payments::foreign_movements(state)) },
    Kind { name: "restored_money", find: |state| Box::pin(payments::since_restore(state)) },
    Kind { name: "refused_cards", find: |state| Box::pin(payments::refused_cards(state)) },
    Kind { name: "taxes", find: |state| Box::pin(payments::taxes(state)) },
    Kind { name: "jobs", find: |state| Box::pin(running::jobs(state)) },
    Kind { name: "disk", find: |state| Box::pin(running::disk(state)) },
    Kind { name: "backups", find: |state| Box::pin(running::backups(state)) },
    Kind { name: "clock", find: |state| Box::pin(running::clock(state)) },
    Kind { name: "parties", find: |state| Box::pin(running::parties(state)) },
    Kind { name: "messages", find: |state| Box::pin(messages::stuck(state)) },
    Kind { name: "undelivered_emails", find: |state| Box::pin(messages::undelivered(state)) },
    Kind { name: "refused_reviews", find: |state| Box::pin(messages::refused_reviews(state)) },
    Kind { name: "events", find: |state| Box::pin(running::events(state)) },
];

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn each_kind_has_a_name_of_its_own_that_a_metric_can_have() {
        for (place, kind) in ALL.iter().enumerate() {
            assert!(kind.name.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_'), "{}", kind.name);
            assert!(ALL.iter().skip(place + 1).all(|other| other.name != kind.name), "{}", kind.name);
        }
    }
}
