//! `ops attention` and `ops overdue`: what needs staff.

use crate::jobs::runner;
use crate::ops::table::table;
use crate::platform::clock::Timestamp;
use crate::platform::error::{StaffError, StaffResult};
use crate::service::account::address_rechecks;
use crate::service::card::tries;
use crate::service::checkout::system;
use crate::service::order::{lose, next_box, transition};
use crate::service::payment::{screening, tax_records};
use crate::service::shipping::attention as shipping;
use crate::state::AppState;
use crate::store::message::outbox::{self, Channel};
use crate::store::message::refused_reviews::{self, RefusedRow};
use crate::store::message::undelivered::{self, UndeliveredRow};
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::{self, ListedOrder};
use crate::store::payment::gateway_notices::{self, Kind, NoticeRow};
use crate::store::payment::payment_attempts::{self, AttemptRow};
use crate::store::platform::webhook_events::{self, EventRow};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;
use stylebox_core::business_time::Date;
use stylebox_core::checkout::try_on::return_is_overdue;
use stylebox_core::checkout::try_on_days::ReturnByInput;
use stylebox_core::order::{ExpectedBox, SentBox, Status, can_be_lost, delivery_is_overdue};
use stylebox_core::policy;
use stylebox_core::policy::limits;

/// What needs staff, and why.
type Waiting = [String; 2];

/// Lists everything that does not go on by itself. A row that cannot be read is named, and hides no other.
pub async fn list(state: &AppState) -> String {
    let mut rows = Vec::new();
    add(&mut rows, "held orders", screening::held(state).await, |(order, why)| {
        Some([order, why.unwrap_or_else(|error| error.to_string())])
    });
    add(&mut rows, "orders without an address", nowhere_to_go(state).await, |code| {
        Some([code, "there is no address for it to go to".to_owned()])
    });
    add(
        &mut rows,
        "orders to wrong addresses",
        address_rechecks::orders_to_undeliverable_addresses(state).await,
        |code| {
            let why = "nothing can be delivered to its address, the address check says: ask the customer before it is packed (\"ops customer \
             address-is-right EMAIL\" if it is right)";
            Some([code, why.to_owned()])
        },
    );
    add(&mut rows, "boxes on their way", overdue_boxes(state).await, |(code, due)| {
        let why = match due {
            Ok(by) => format!(
                "it has not come, and was expected on {by}: ask the carrier (\"ops lost {code}\" writes it off)"
            ),
            Err(error) => format!("whether it is late cannot be said: {error}"),
        };
        Some([code, why])
    });
    add(&mut rows, "labels", shipping::labels(state).await, |(order, why)| Some([order, why]));
    add(&mut rows, "parcels", shipping::parcels(state).await, |(order, why)| Some([order, why]));
    add(&mut rows, "checkouts", system::due(state).await, |(order, waits)| {
        let why = match waits {
            Ok(waits) if !waits.needs_somebody() => return None,
            Ok(waits) => waits.words().to_owned(),
            Err(error) => error.to_string(),
        };
        Some([order.code, format!("not checked out: {why}")])
    });
    add(&mut rows, "next boxes", next_box::blocked(state).await, |(customer, why)| {
        Some([customer, format!("the next box is not ordered: {why}")])
    });
    add(&mut rows, "returns", overdue_returns(state).await, |(order, due)| {
        let why = match due {
            Ok(by) => {
                format!(
                    "its return is overdue: it was due on {by} (\"ops write-off {} not-sent\" gives it up)",
                    order.code
                )
            }
            Err(error) => format!("whether its return is overdue cannot be said: {error}"),
        };
        Some([order.code, why])
    });
    add(&mut rows, "payments", stopped_payments(state).await, |(attempt, why)| {
        Some([format!("payment {}", attempt.id), why])
    });
    add(&mut rows, "notices", open_notices(state).await, |(notice, code)| Some(notice_line(&notice, &code)));
    add(&mut rows, "cards", tries::wave(state).await.map(Vec::from_iter), |(cards, customers)| {
        let why = format!(
            "{cards} cards of {customers} customers were refused within the last hour: somebody may be testing stolen numbers"
        );
        Some(["cards".to_owned(), why])
    });
    add(&mut rows, "taxes", tax_records::stuck(state).await, |(record, why)| {
        Some([format!("tax record {record}"), why])
    });
    add(&mut rows, "jobs", runner::list(state).await, |(job, row)| {
        let outcome = row.filter(|row| row.failed)?.outcome.unwrap_or_default();
        Some([format!("job {}", job.name), format!("failed: {outcome}")])
    });
    let parties = state.providers.reach().await.into_iter().filter(|(_, reach)| !reach.is_good());
    rows.extend(parties.map(|(party, reach)| [format!("party {party}"), format!("{reach}: {}", meanwhile(party))]));
    add(&mut rows, "messages", stuck(state).await.map(stuck_lines), Some);
    add(&mut rows, "e-mails", undelivered(state).await, Some);
    add(&mut rows, "reviews", refused_reviews(state).await, |RefusedRow { code, failed_at, last_error }| {
        let why = format!(
            "the reviews service refused its review on {}: {last_error} (\"ops review noted {code}\")",
            failed_at.today()
        );
        Some([code, why])
    });
    add(&mut rows, "events", stuck_events(state).await, |event| {
        let why = event.last_error.unwrap_or_default();
        Some([format!("event {}", event.id), format!("of {}: failed {} times, {why}", event.party, event.failures)])
    });
    if rows.is_empty() { "Nothing waits for you.\n".to_owned() } else { table(&rows) }
}

/// What happens to what needs a party, by its flag's name, while it cannot be worked with.
fn meanwhile(party: &str) -> &'static str {
    match party {
        "human-check" => "the proof of work takes its place",
        "address-suggestions" => "addresses are typed by hand",
        "theme-boxes" => "the last good ones stay",
        "telemetry" => "traces are dropped",
        _ => "what needs it waits",
    }
}

fn add<T>(
    rows: &mut Vec<Waiting>,
    what: &str,
    found: Result<Vec<T>, impl Display>,
    row: impl Fn(T) -> Option<Waiting>,
) {
    match found {
        Ok(found) => rows.extend(found.into_iter().filter_map(row)),
        Err(error) => rows.push([what.to_owned(), format!("cannot be listed: {error}")]),
    }
}

/// The codes of the unfinished orders that are to be shipped but have no address. They are neither charged nor shipped.
async fn nowhere_to_go(state: &AppState) -> StaffResult<Vec<String>> {
    let listed = orders::without_address(&mut state.db.read().await?).await?;
    Ok(listed.into_iter().map(|order| order.code).collect())
}

/// The codes of the boxes that should have come long ago, each with the day on which it was expected, or why that cannot be computed.
async fn overdue_boxes(state: &AppState) -> StaffResult<Vec<(String, StaffResult<Date>)>> {
    let on_their_way = |status: Status| SentBox { status, customer_pick_up: false, delivered: false };
    let mut overdue = Vec::new();
    for status in Status::ALL.iter().filter(|status| can_be_lost(&on_their_way(**status))) {
        for order in orders::unfinished_in(&mut state.db.read().await?, *status).await? {
            let expected = expected_until(state, &order.id).await.transpose();
            overdue.extend(expected.map(|due| (order.code, due)));
        }
    }
    Ok(overdue)
}

/// The day on which a box was expected that should have come long ago.
async fn expected_until(state: &AppState, order_id: &str) -> StaffResult<Option<Date>> {
    let order = transition::load(&mut state.db.read().await?, order_id).await?;
    let Some(expected_delivery_date) = order.expected_delivery_date else { return Ok(None) };
    if !can_be_lost(&lose::sent_box(&order)) {
        return Ok(None);
    }
    let now = state.clock.now().instant();
    let is_overdue =
        delivery_is_overdue(&ExpectedBox { expected_delivery_date, now }).map_err(StaffError::unexpected)?;
    Ok(is_overdue.then_some(expected_delivery_date))
}

/// The payments that do not go on by themselves, or have been open for long, each with a message.
async fn stopped_payments(state: &AppState) -> StaffResult<Vec<(AttemptRow, String)>> {
    let now = state.clock.now();
    let long_ago = now.minus(Duration::from_secs(policy::PAYMENT_SILENT_HOURS * 60 * 60));
    let mut tx = state.db.read().await?;
    let mut stopped = payment_attempts::refused_refunds(&mut tx, now).await?;
    stopped.extend(payment_attempts::open_since(&mut tx, now).await?);
    stopped.sort_by(|one, other| (one.created_at, &one.id).cmp(&(other.created_at, &other.id)));
    drop(tx);
    let mut with_words = Vec::new();
    for attempt in stopped {
        let words = match held_words(state, &attempt).await {
            Some(words) => words,
            None => silent_words(&attempt, long_ago),
        };
        with_words.extend(words.map(|words| (attempt, words)));
    }
    Ok(with_words)
}

/// What is said of a held payment, if anything; an outer `None` if it is not held. One whose order is held stands there.
async fn held_words(state: &AppState, attempt: &AttemptRow) -> Option<Option<String>> {
    if !attempt.is_held() || attempt.is_stuck() {
        return None;
    }
    let amount = attempt.amount.formatted();
    Some(match screening::is_held(state, &attempt.order_id).await {
        Ok(true) => None,
        Ok(false) if attempt.called_off_at.is_some() => {
            Some(format!("{amount} is reserved and not wanted any more, and the gateway has not let it go"))
        }
        Ok(false) => Some(format!("{amount} is reserved and cleared, and the gateway has not taken it")),
        Err(error) => Some(format!("{amount} is reserved, and whether its order is held cannot be said: {error}")),
    })
}

/// What is said of a payment that needs staff or has been open since `long_ago`; `None` of another one.
fn silent_words(attempt: &AttemptRow, long_ago: Timestamp) -> Option<String> {
    let (amount, why) = (attempt.amount.formatted(), attempt.decline_reason.as_ref().map(ToString::to_string));
    Some(match (attempt.is_open(), why) {
        (false, why) => format!("the gateway refused to give {amount} back: {}", why.unwrap_or_default()),
        (true, Some(why)) => why,
        (true, None) if attempt.created_at > long_ago || attempt.waits_for_cardholder() => return None,
        (true, None) if attempt.purpose.is_refund() => format!(
            "the gateway has not said for long whether it gave {amount} back: it is asked again, so do not do it by hand"
        ),
        (true, None) => format!("the gateway has not said for long what became of {amount}"),
    })
}

/// The disputes and failed refunds that are not closed, each with the code of its order.
async fn open_notices(state: &AppState) -> StaffResult<Vec<(NoticeRow, String)>> {
    Ok(gateway_notices::open(&mut state.db.read().await?, state.clock.now()).await?)
}

fn notice_line(notice: &NoticeRow, order_code: &str) -> Waiting {
    let NoticeRow { id, status, reason, .. } = notice;
    let amount = notice.amount.formatted();
    let why = match notice.kind {
        Kind::Dispute => {
            let until = notice.answer_by.map(|by| format!(", answer it there by {} Central Time", by.in_words()));
            format!(
                "the cardholder disputes {amount} ({reason}): it is {status} at the gateway{}",
                until.unwrap_or_default()
            )
        }
        Kind::FailedRefund => {
            format!("a refund of {amount} did not reach the card ({reason}): pay it back in another way")
        }
    };
    [order_code.to_owned(), format!("{why}; then \"ops payment noted {id}\"")]
}

/// A line for each message, and one each for all analytics events and all reviews: they fail together.
fn stuck_lines(stuck: Vec<outbox::StuckRow>) -> Vec<Waiting> {
    let (events, stuck): (Vec<_>, Vec<_>) = stuck.into_iter().partition(|row| row.channel == Channel::Analytics);
    let (reviews, messages): (Vec<_>, Vec<_>) = stuck.into_iter().partition(|row| row.channel == Channel::Review);
    let line = |row: outbox::StuckRow| {
        let why = format!("to {}: tried {} times, {}", row.recipient, row.attempts, row.last_error);
        let remedy = if row.channel == Channel::Email {
            format!(" (\"ops message give-up {}\" if it will never be taken)", row.id)
        } else {
            String::new()
        };
        [row.kind, why + &remedy]
    };
    let mut lines: Vec<Waiting> = messages.into_iter().map(line).collect();
    if let Some(oldest) = events.first() {
        lines.push(["analytics".to_owned(), format!("{} events are not sent: {}", events.len(), oldest.last_error)]);
    }
    if let Some(oldest) = reviews.first() {
        lines.push(["reviews".to_owned(), format!("{} reviews are not sent: {}", reviews.len(), oldest.last_error)]);
    }
    lines
}

async fn stuck(state: &AppState) -> StaffResult<Vec<outbox::StuckRow>> {
    let mut tx = state.db.read().await?;
    Ok(outbox::stuck(&mut tx, limits::STUCK_AFTER_TRIES).await?)
}

/// A line for each customer whom e-mails do not reach: how many, of which kinds, and why the last one did not arrive.
async fn undelivered(state: &AppState) -> StaffResult<Vec<Waiting>> {
    let rows = undelivered::to_see(&mut state.db.read().await?, state.clock.now()).await?;
    let line = |rows: &[UndeliveredRow]| {
        let last = rows.last()?;
        let kinds: BTreeSet<&str> = rows.iter().map(|row| row.kind.as_str()).collect();
        let kinds: Vec<&str> = kinds.into_iter().collect();
        let (number, email, why, kinds) = (rows.len(), &last.email, &last.last_error, kinds.join(", "));
        let to = if last.recipient == *email { String::new() } else { format!(" to {}", last.recipient) };
        Some([
            email.clone(),
            format!(
                "{number} e-mails did not arrive ({kinds}), the last{to} on {}: {why} (\"ops customer clear-bounces {email}\" if the \
                 address is right)",
                last.failed_at.today()
            ),
        ])
    };
    Ok(rows.chunk_by(|one, other| one.email == other.email).filter_map(line).collect())
}

/// The reviews that the reviews service refused.
async fn refused_reviews(state: &AppState) -> StaffResult<Vec<RefusedRow>> {
    Ok(refused_reviews::to_see(&mut state.db.read().await?, state.clock.now()).await?)
}

/// The events of outside parties that failed several times.
async fn stuck_events(state: &AppState) -> StaffResult<Vec<EventRow>> {
    let mut tx = state.db.read().await?;
    Ok(webhook_events::stuck(&mut tx, limits::EVENT_STUCK_AFTER_FAILURES).await?)
}

/// The returns that are overdue.
///
/// # Errors
/// A sentence that says why they cannot be listed.
pub async fn overdue(state: &AppState) -> Result<String, String> {
    let overdue = overdue_returns(state).await.map_err(|error| error.to_string())?;
    if overdue.is_empty() {
        return Ok("No return is overdue.\n".to_owned());
    }
    let head = [["CODE", "DUE", "CUSTOMER"].map(ToOwned::to_owned)];
    let rows = overdue.into_iter().map(|(ListedOrder { code, email, .. }, due)| match due {
        Ok(by) => [code, by.to_string(), email],
        Err(error) => [code, "?".to_owned(), format!("{email}: {error}")],
    });
    Ok(table(&head.into_iter().chain(rows).collect::<Vec<_>>()))
}

/// The orders whose return is overdue, the oldest day to check out by first, or why that cannot be computed.
async fn overdue_returns(state: &AppState) -> StaffResult<Vec<(ListedOrder, StaffResult<Date>)>> {
    let listed = orders::unfinished(&mut state.db.read().await?).await?;
    let mut overdue = Vec::new();
    for order in listed {
        if let Some(due) = overdue_since(state, &order.id).await.transpose() {
            overdue.push((order, due));
        }
    }
    overdue.sort_by_key(|(_, due)| due.as_ref().ok().copied());
    Ok(overdue)
}

/// The day to check out by of an order with overdue items.
async fn overdue_since(state: &AppState, order_id: &str) -> StaffResult<Option<Date>> {
    // Each in a transaction of its own: after an error PostgreSQL refuses the rest of a transaction.
    let mut tx = state.db.read().await?;
    let order = transition::load(&mut tx, order_id).await?;
    let Some(checkout_by_date) = order.checkout_by_date else { return Ok(None) };
    let now = state.clock.now().instant();
    let is_over = return_is_overdue(&ReturnByInput { checkout_by_date, now }).map_err(StaffError::unexpected)?;
    let is_out = is_over && items::lines(&mut tx, order_id).await?.iter().any(LineItemRow::is_due_back);
    Ok(is_out.then_some(checkout_by_date))
}
