//! The jobs: what the service does by itself, at intervals.
//!
//! A job is a row of [`ALL`]: its name, how often it runs, and what it does. If several servers share the database, one of them
//! runs it each time ([`runner`]). `ops jobs list` shows them, `ops jobs run NAME` runs one immediately. Each can be stopped at
//! any point and run again, because its progress is in the database.

pub mod attention;
pub mod clock_watch;
pub mod demo_clock;
pub mod money_watch;
pub mod party_watch;
pub mod runner;
pub mod server_watch;

use crate::fulfilment::{complete, demo, parcels};
use crate::platform::batch::Batch;
use crate::platform::error::StaffResult;
use crate::platform::future::BoxFuture;
use crate::service::account::{address_rechecks, closing, erasure_marks, forgetting};
use crate::service::card::expiry;
use crate::service::checkout::reminders;
use crate::service::checkout::system::{self, Run};
use crate::service::checkout::tax_records;
use crate::service::delivery::labels;
use crate::service::mail::outbox;
use crate::service::operation::{retention, webhooks};
use crate::service::order::late_orders::{self, LateRun};
use crate::service::order::theme_boxes;
use crate::service::payment::{carry_out, gateway_list, notices, taking_up, unpaid_fees};
use crate::service::style::photos;
use crate::service::subscription::next_box::{self, NextBoxRun};
use crate::settings::{Mode, Settings};
use crate::state::AppState;
use crate::store::mail::outbox::Channel;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy)]
pub struct Job {
    /// As `ops jobs` shows it.
    pub name: &'static str,
    /// How often it runs; `None` if it does not run by itself.
    pub every: fn(&Settings) -> Option<Duration>,
    /// Whether the first run is at the start of the server, or an interval later.
    pub at_start: bool,
    /// Runs it, and returns what was done and what failed.
    pub work: for<'a> fn(&'a AppState) -> BoxFuture<'a, StaffResult<Batch<String>>>,
}

/// All jobs, as `ops jobs list` shows them.
pub const ALL: &[Job] = &[
    Job {
        name: "payments",
        every: |settings| Some(Duration::from_secs(settings.payment_retry_seconds.into())),
        at_start: true,
        work: |state| Box::pin(settle_payments(state)),
    },
    Job {
        name: "outbox",
        every: |_| Some(Duration::from_secs(5)),
        at_start: true,
        work: |state| Box::pin(deliver(state, Channel::Email)),
    },
    Job {
        name: "texts",
        every: |_| Some(Duration::from_secs(5)),
        at_start: true,
        work: |state| Box::pin(deliver(state, Channel::Sms)),
    },
    Job {
        name: "analytics",
        every: |_| Some(Duration::from_secs(5)),
        at_start: true,
        work: |state| Box::pin(deliver(state, Channel::Analytics)),
    },
    Job {
        name: "reviews",
        every: |_| Some(Duration::from_secs(5)),
        at_start: true,
        work: |state| Box::pin(deliver(state, Channel::Review)),
    },
    Job {
        name: "gateway_notices",
        every: |_| Some(6 * 60 * MINUTE),
        at_start: true,
        work: |state| Box::pin(look_for_notices(state)),
    },
    Job {
        name: gateway_list::JOB,
        every: |settings| (!settings.parties.charging.payment().is_embedded()).then_some(60 * MINUTE),
        at_start: true,
        work: |state| Box::pin(compare_gateway_list(state)),
    },
    Job {
        name: "webhooks",
        every: |_| Some(Duration::from_secs(5)),
        at_start: true,
        work: |state| Box::pin(work_events(state)),
    },
    Job { name: "taxes", every: |_| Some(MINUTE), at_start: true, work: |state| Box::pin(record_taxes(state)) },
    Job { name: "labels", every: |_| Some(MINUTE), at_start: true, work: |state| Box::pin(make_labels(state)) },
    Job { name: "parcels", every: |_| Some(MINUTE), at_start: true, work: |state| Box::pin(look_for_parcels(state)) },
    Job { name: "reminders", every: |_| Some(5 * MINUTE), at_start: true, work: |state| Box::pin(remind(state)) },
    Job {
        name: "system_checkout",
        every: |_| Some(5 * MINUTE),
        at_start: true,
        work: |state| Box::pin(check_out(state)),
    },
    Job { name: "card_expiry", every: |_| Some(60 * MINUTE), at_start: true, work: |state| Box::pin(warn(state)) },
    Job {
        name: "after_checkout",
        every: |_| Some(60 * MINUTE),
        at_start: false,
        work: |state| Box::pin(follow_up(state)),
    },
    Job { name: "fees", every: |_| Some(15 * MINUTE), at_start: true, work: |state| Box::pin(retry_fees(state)) },
    Job { name: "late", every: |_| Some(15 * MINUTE), at_start: true, work: |state| Box::pin(look_for_late(state)) },
    Job {
        name: "next_boxes",
        every: |_| Some(15 * MINUTE),
        at_start: true,
        work: |state| Box::pin(look_after_next_boxes(state)),
    },
    Job {
        name: "addresses",
        every: |_| Some(5 * MINUTE),
        at_start: true,
        work: |state| Box::pin(check_addresses(state)),
    },
    Job { name: "closings", every: |_| Some(5 * MINUTE), at_start: true, work: |state| Box::pin(end_accounts(state)) },
    Job {
        name: "forgetting",
        every: |_| Some(10 * MINUTE),
        at_start: true,
        work: |state| Box::pin(ask_parties(state)),
    },
    Job { name: "housekeeping", every: |_| Some(10 * MINUTE), at_start: true, work: |state| Box::pin(sweep(state)) },
    Job { name: "photos", every: |_| Some(10 * MINUTE), at_start: true, work: |state| Box::pin(clean_photos(state)) },
    Job {
        name: "theme_boxes",
        every: |settings| settings.parties.theme_boxes.changes().then_some(15 * MINUTE),
        at_start: true,
        work: |state| Box::pin(refresh_theme_boxes(state)),
    },
    Job {
        name: "simulator",
        every: |settings| {
            let Mode::Demo { simulator_seconds, .. } = settings.mode else { return None };
            (simulator_seconds > 0).then(|| Duration::from_secs(simulator_seconds.into()))
        },
        // A visitor who has just ordered can see the order first.
        at_start: false,
        work: |state| Box::pin(simulate(state)),
    },
];

#[must_use]
pub fn find(name: &str) -> Option<Job> {
    ALL.iter().find(|job| job.name == name).copied()
}

/// Asks the gateway about the payments that it has not answered. After a restored backup, charges wait for what it did since: if it did not
/// answer when the job `gateway_list` asked, they do not wait for the next turn of that job.
async fn settle_payments(state: &AppState) -> StaffResult<Batch<String>> {
    let mut batch = carry_out::resume_open(state).await?;
    batch.join(taking_up::run(state).await?);
    Ok(batch.map(|settled| format!("{settled} open payments were settled")))
}

/// Tells the tax service what was sold and what goes back.
async fn record_taxes(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = tax_records::tell(state).await?;
    Ok(batch.map(|recorded| format!("{recorded} sales and returns were recorded for the sales tax")))
}

/// Makes the labels that are wanted, and gives back those that are not used.
async fn make_labels(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = labels::work_due(state).await?;
    Ok(batch.map(|worked| format!("{worked} labels were made or given back")))
}

/// Asks the carrier where parcels are.
async fn look_for_parcels(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = parcels::look_due(state).await?;
    Ok(batch.map(|moved| format!("{moved} parcels have moved")))
}

/// Hands over the messages of a channel that wait in the outbox.
async fn deliver(state: &AppState, channel: Channel) -> StaffResult<Batch<String>> {
    let batch = outbox::deliver_by(state, channel).await?;
    Ok(batch.map(|sent| format!("{sent} messages were sent")))
}

/// Asks the gateway for disputes and failed refunds.
async fn look_for_notices(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = notices::look_all(state).await?;
    Ok(batch.map(|new| format!("{new} disputes or failed refunds are new")))
}

/// Compares the gateway's own list of what moved with our books.
async fn compare_gateway_list(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = gateway_list::run(state).await?;
    let words = |gateway_list::Compared { new, ours, foreign, waiting, taken_up, .. }| {
        let taken_up = match taken_up {
            0 => String::new(),
            1 => "1 charge since the backup was taken up again; ".to_owned(),
            charges => format!("{charges} charges since the backup were taken up again; "),
        };
        format!(
            "{taken_up}{new} movements at the gateway are new; {ours} were found in the books, {foreign} were booked as the gateway's own, \
             {waiting} wait"
        )
    };
    Ok(batch.map(words))
}

/// Processes the events that outside parties have sent.
async fn work_events(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = webhooks::work_due(state).await?;
    Ok(batch.map(|worked| format!("{worked} events of outside parties were worked")))
}

/// Asks for the theme boxes of today.
async fn refresh_theme_boxes(state: &AppState) -> StaffResult<Batch<String>> {
    Ok(theme_boxes::refresh(state).await.map(|count| format!("the feed has {count} theme boxes")))
}

/// Reminds customers of the day to check out by.
async fn remind(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = reminders::write_due(state).await?;
    Ok(batch.map(|written| format!("{written} customers were reminded")))
}

/// Runs the system's checkouts that are due.
async fn check_out(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = system::run_due(state).await?;
    Ok(batch.map(|Run { checked_out, waiting }| format!("{checked_out} orders were checked out, {waiting} wait")))
}

/// Notifies customers whose card ends soon.
async fn warn(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = expiry::notify(state).await?;
    Ok(batch.map(|told| format!("{told} customers were told that their card ends")))
}

/// Books checkouts, and closes the orders that were kept whole.
async fn follow_up(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = complete::follow_up(state).await?;
    Ok(batch.map(|moved| format!("{moved} orders went on after their checkout")))
}

/// Tries declined styling fees again, and cancels the orders for which no other card came.
async fn retry_fees(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = unpaid_fees::run(state).await?;
    let words = |unpaid_fees::Run { paid, cancelled }| {
        format!("{paid} declined styling fees were paid, {cancelled} orders were canceled without another card")
    };
    Ok(batch.map(words))
}

/// Moves orders that can no longer come on their day, and cancels those that nobody keeps.
async fn look_for_late(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = late_orders::run(state).await?;
    let words = |LateRun { moved, asked, cancelled }| {
        format!("{moved} late orders were moved, {asked} customers were asked about theirs, {cancelled} were canceled")
    };
    Ok(batch.map(words))
}

/// Checks addresses that were saved while the address check did not answer.
async fn check_addresses(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = address_rechecks::run(state).await?;
    Ok(batch.map(|checked| format!("{checked} addresses were checked that had been saved unchecked")))
}

/// Notifies subscribers of their next box, and orders it a week later.
async fn look_after_next_boxes(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = next_box::run(state).await?;
    let words = |NextBoxRun { notified, ordered }| {
        format!("{notified} customers were told of their next box, {ordered} boxes were ordered")
    };
    Ok(batch.map(words))
}

/// Ends the accounts that are being closed, once all is settled, and those that were never used.
async fn end_accounts(state: &AppState) -> StaffResult<Batch<String>> {
    let mut batch = closing::end_settled(state).await?;
    batch.done += batch.join(closing::close_abandoned(state).await?);
    Ok(batch.map(|ended| format!("{ended} accounts were closed")))
}

/// Asks outside parties again to forget people whose accounts have ended, and cards that were never put on file.
async fn ask_parties(state: &AppState) -> StaffResult<Batch<String>> {
    let mut batch = forgetting::ask_again(state).await?;
    batch.record("the marks of erased people", erasure_marks::write_due(state).await);
    Ok(batch.map(|forgotten| format!("outside parties have forgotten {forgotten} things that they had to")))
}

/// Removes and empties what has passed its time.
async fn sweep(state: &AppState) -> StaffResult<Batch<String>> {
    let rows = retention::sweep(state).await?;
    Ok(format!("{rows} rows had passed their time").into())
}

/// Deletes the photos that no answer shows.
async fn clean_photos(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = photos::clean_up(state).await?;
    Ok(batch.map(|gone| format!("{gone} photos that no answer shows were taken away")))
}

/// Moves every box a step on.
async fn simulate(state: &AppState) -> StaffResult<Batch<String>> {
    let batch = demo::move_all(state).await?;
    Ok(batch.map(|()| "every box that waits for the shop was moved a step on".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn each_job_has_a_name_of_its_own() {
        for (place, job) in ALL.iter().enumerate() {
            assert!(ALL.iter().skip(place + 1).all(|other| other.name != job.name), "{}", job.name);
        }
    }
}
