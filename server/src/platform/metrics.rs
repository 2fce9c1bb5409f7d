//! What the service counts and measures, in Prometheus's text format. Labels name routes, methods, statuses and parties, and never
//! anything of a customer. The numbers belong to the process.

pub mod database;
mod exported;
mod money;

use crate::platform::clock::Timestamp;
use database::Database;
use exported::{metric, seconds};
use money::Money;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

/// The upper bounds of the buckets of durations, in seconds. Most calls take milliseconds, and a call ends after 60 seconds.
const SECONDS: [f64; 10] = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0];

/// The statuses of answers to calls that failed.
const FAILURES: [u16; 2] = [500, 503];

static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Call {
    method: String,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    method: String,
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PartyCall {
    party: &'static str,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Party {
    party: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct JobRun {
    job: &'static str,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Job {
    job: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Channel {
    channel: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AttentionKind {
    kind: &'static str,
}

struct Metrics {
    registry: Registry,
    calls: Family<Call, Counter>,
    durations: Family<Route, Histogram>,
    party_calls: Family<PartyCall, Counter>,
    party_durations: Family<Party, Histogram>,
    reachable: Family<Party, Gauge>,
    rests: Family<Party, Gauge>,
    job_runs: Family<JobRun, Counter>,
    job_durations: Family<Job, Histogram>,
    outbox_waiting: Family<Channel, Gauge>,
    attention_waiting: Family<AttentionKind, Gauge>,
    attention_unread: Family<AttentionKind, Gauge>,
    clock_ran_back: Counter,
    database_reachable: Gauge,
    watched_at: Gauge,
    spans: Family<Outcome, Counter>,
    database: Database,
    money: Money,
}

impl Metrics {
    fn new() -> Self {
        let mut registry = Registry::with_prefix("stylebox");
        let all = &mut registry;
        Self {
            calls: metric(all, "http_requests", "Requests, by route and status"),
            durations: seconds(all, "http_request_duration", "How long requests took", in_seconds),
            party_calls: metric(all, "party_calls", "Calls of outside parties, by outcome"),
            party_durations: seconds(all, "party_call_duration", "How long calls of outside parties took", in_seconds),
            reachable: metric(all, "party_reachable", "1 if an outside party answered the last check"),
            rests: metric(
                all,
                "party_rests",
                "1 if jobs do not call an outside party for a while because it does not answer",
            ),
            job_runs: metric(all, "job_runs", "Runs of jobs on this server, by outcome"),
            job_durations: seconds(all, "job_duration", "How long runs of jobs took", in_seconds),
            outbox_waiting: metric(all, "outbox_waiting", "Messages that are not sent yet"),
            attention_waiting: metric(all, "attention_waiting", "What waits for staff, by kind"),
            attention_unread: metric(
                all,
                "attention_unread",
                "1 if the server failed to read whether anything of the kind waits for staff",
            ),
            clock_ran_back: metric(all, "clock_ran_back", "How often the clock ran back"),
            database_reachable: metric(all, "database_reachable", "1 if the database takes writes"),
            watched_at: metric(
                all,
                "watched_at_seconds",
                "When this server last looked at the clock, the jobs and the parties, in seconds since 1970",
            ),
            spans: metric(all, "telemetry_spans", "Spans of traces, by outcome"),
            database: Database::new(all),
            money: Money::new(all),
            registry,
        }
    }
}

/// The metrics of the database.
pub fn of_database() -> &'static Database {
    &METRICS.database
}

/// The metrics of money.
pub fn of_money() -> &'static Money {
    &METRICS.money
}

fn in_seconds() -> Histogram {
    Histogram::new(SECONDS)
}

/// Makes the counters of a route's failures. Prometheus sees an increase only of a counter that was there before, so each counter that an
/// alarm looks at is made before the first thing that it counts.
pub fn may_fail(method: &str, route: &str) {
    for status in FAILURES {
        drop(METRICS.calls.get_or_create(&Call { method: method.to_owned(), route: route.to_owned(), status }));
    }
}

/// Counts a request. `route` is a template, such as `/api/orders/{id}`.
pub fn answered(method: &str, route: &str, status: u16, took: Duration) {
    let (method, route) = (method.to_owned(), route.to_owned());
    METRICS
        .durations
        .get_or_create(&Route { method: method.clone(), route: route.clone() })
        .observe(took.as_secs_f64());
    METRICS.calls.get_or_create(&Call { method, route, status }).inc();
}

/// Makes the counter of an outcome before the first call of a party that ends so, as [`may_fail`] does for a route.
pub fn party_may_end(party: &'static str, outcome: &'static str) {
    drop(METRICS.party_calls.get_or_create(&PartyCall { party, outcome }));
}

/// Counts a call of an outside party. `outcome` is one of a few words.
pub fn party_called(party: &'static str, outcome: &'static str, took: Duration) {
    METRICS.party_calls.get_or_create(&PartyCall { party, outcome }).inc();
    METRICS.party_durations.get_or_create(&Party { party }).observe(took.as_secs_f64());
}

/// Notes when this server looked at the clock, the jobs and the parties.
pub fn watched(at: Timestamp) {
    METRICS.watched_at.set(at.0 / 1_000_000);
}

/// Notes whether an outside party can be worked with.
pub fn party_reachable(party: &'static str, is_reachable: bool) {
    METRICS.reachable.get_or_create(&Party { party }).set(i64::from(is_reachable));
}

/// Notes whether jobs let an outside party rest.
pub fn party_rests(party: &'static str, rests: bool) {
    METRICS.rests.get_or_create(&Party { party }).set(i64::from(rests));
}

/// Counts a run of a job. `outcome` is one of a few words.
pub fn job_ran(job: &'static str, outcome: &'static str, took: Duration) {
    METRICS.job_runs.get_or_create(&JobRun { job, outcome }).inc();
    METRICS.job_durations.get_or_create(&Job { job }).observe(took.as_secs_f64());
}

/// Notes how many messages wait in the outbox.
pub fn outbox_waiting(channel: &'static str, messages: i64) {
    METRICS.outbox_waiting.get_or_create(&Channel { channel }).set(messages);
}

/// Notes how many things of a kind wait for staff; `None` if that could not be read, which leaves the last number.
pub fn attention(kind: &'static str, waiting: Option<usize>) {
    METRICS.attention_unread.get_or_create(&AttentionKind { kind }).set(i64::from(waiting.is_none()));
    if let Some(waiting) = waiting {
        let waiting = i64::try_from(waiting).unwrap_or(i64::MAX);
        METRICS.attention_waiting.get_or_create(&AttentionKind { kind }).set(waiting);
    }
}

/// Counts that the clock ran back.
pub fn clock_ran_back() {
    METRICS.clock_ran_back.inc();
}

/// Notes whether the database takes writes.
pub fn database_reachable(is_reachable: bool) {
    METRICS.database_reachable.set(i64::from(is_reachable));
}

/// Counts spans that were sent, refused by the collector, or dropped because it does not take them in time.
pub fn spans(outcome: &'static str, count: u64) {
    METRICS.spans.get_or_create(&Outcome { outcome }).inc_by(count);
}

/// Everything, as Prometheus reads it.
///
/// # Errors
/// Never, unless memory is out.
pub fn text() -> Result<String, fmt::Error> {
    let mut text = String::new();
    METRICS.database.read_pools();
    encode(&mut text, &METRICS.registry)?;
    Ok(text)
}
