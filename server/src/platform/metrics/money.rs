//! Money on its way: what is open, what was declined, and what waits. The gauges are counted once a minute, and each server shows
//! the same numbers.

use super::exported::metric;
use crate::platform::clock::Timestamp;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Open {
    purpose: &'static str,
    status: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Settled {
    purpose: &'static str,
    outcome: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct WaitsFor {
    waits_for: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Count {
    count: &'static str,
}

/// The metrics of money.
#[derive(Debug)]
pub struct Money {
    settled: Family<Settled, Counter>,
    open: Family<Open, Gauge>,
    oldest_open: Family<Open, Gauge>,
    first_release: Gauge,
    paused: Gauge,
    refused_refunds: Gauge,
    notices: Family<Kind, Gauge>,
    first_answer: Gauge,
    fees: Family<WaitsFor, Gauge>,
    movements: Family<Outcome, Gauge>,
    oldest_movement: Family<Outcome, Gauge>,
    unread: Family<Count, Gauge>,
}

impl Money {
    pub(super) fn new(all: &mut Registry) -> Self {
        Self {
            settled: metric(all, "payments_settled", "Charges and refunds that this server settled, by outcome"),
            open: metric(all, "payments_open", "Charges and refunds without an outcome"),
            oldest_open: metric(all, "payments_oldest_open_seconds", "How long the oldest of them has been open"),
            first_release: metric(
                all,
                "payments_held_until_seconds",
                "When the first held charge is released if nobody clears it, in seconds since 1970; 0 if none is held",
            ),
            paused: metric(all, "payments_paused", "1 while nothing is charged or refunded after a restored backup"),
            refused_refunds: metric(
                all,
                "refunds_refused",
                "Refunds that the gateway refused and staff have not settled",
            ),
            notices: metric(all, "gateway_notices_open", "Disputes and failed refunds that staff have not closed"),
            first_answer: metric(
                all,
                "disputes_answer_by_seconds",
                "Until when the first dispute can be answered, in seconds since 1970; 0 if none waits",
            ),
            fees: metric(all, "styling_fees_waiting", "Styling fees that were declined and are not paid yet"),
            movements: metric(
                all,
                "gateway_movements",
                "Movements of the gateway's own list that are not found in the books, by outcome",
            ),
            oldest_movement: metric(
                all,
                "gateway_movements_oldest_seconds",
                "How long ago the oldest of them was made",
            ),
            unread: metric(
                all,
                "money_unread",
                "1 if the server failed to count it; its numbers are the last ones then",
            ),
        }
    }

    /// Counts a charge or refund that has ended. Both are words of a closed list.
    pub fn settled(&self, purpose: &'static str, outcome: &'static str) {
        self.settled.get_or_create(&Settled { purpose, outcome }).inc();
    }

    /// Makes the counter of an outcome before the first one, so that its first increase is seen.
    pub fn may_settle(&self, purpose: &'static str, outcome: &'static str) {
        drop(self.settled.get_or_create(&Settled { purpose, outcome }));
    }

    /// Notes how many payments of a purpose are open, and the age of the oldest, which is 0 if there is none.
    pub fn open(&self, purpose: &'static str, status: &'static str, payments: usize, oldest: Duration) {
        let labels = Open { purpose, status };
        self.open.get_or_create(&labels).set(number(payments));
        self.oldest_open.get_or_create(&labels).set(whole_seconds(oldest));
    }

    /// Notes when the first held charge is released.
    pub fn held_until(&self, first: Option<Timestamp>) {
        self.first_release.set(since_1970(first));
    }

    /// Notes whether nothing is charged or refunded, because it is not known yet what the gateway did since a backup that was restored.
    pub fn paused(&self, is_paused: bool) {
        self.paused.set(i64::from(is_paused));
    }

    /// Notes how many refunds the gateway has refused that staff have not settled.
    pub fn refused_refunds(&self, refunds: usize) {
        self.refused_refunds.set(number(refunds));
    }

    /// Notes how many of the gateway's notices are open.
    pub fn notices(&self, kind: &'static str, open: usize) {
        self.notices.get_or_create(&Kind { kind }).set(number(open));
    }

    /// Notes until when the first dispute can be answered.
    pub fn answer_by(&self, first: Option<Timestamp>) {
        self.first_answer.set(since_1970(first));
    }

    /// Notes how many declined styling fees wait, for another try or for another card.
    pub fn fees(&self, waits_for: &'static str, fees: usize) {
        self.fees.get_or_create(&WaitsFor { waits_for }).set(number(fees));
    }

    /// Notes how many movements of the gateway's list have an outcome, and the age of the oldest, which is 0 if there is none.
    pub fn movements(&self, outcome: &'static str, movements: i64, oldest: Duration) {
        self.movements.get_or_create(&Outcome { outcome }).set(movements);
        self.oldest_movement.get_or_create(&Outcome { outcome }).set(whole_seconds(oldest));
    }

    /// Notes whether something could be counted. If not, its last numbers stay.
    pub fn counted(&self, count: &'static str, is_read: bool) {
        self.unread.get_or_create(&Count { count }).set(i64::from(!is_read));
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// In seconds since 1970; 0 for `None`.
fn since_1970(at: Option<Timestamp>) -> i64 {
    at.map_or(0, |at| at.0 / 1_000_000)
}

fn whole_seconds(age: Duration) -> i64 {
    i64::try_from(age.as_secs()).unwrap_or(i64::MAX)
}
