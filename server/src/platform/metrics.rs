//! What the service counts and measures, in Prometheus's text format. Labels name routes, methods, statuses and parties, and never
//! anything of a customer. The numbers belong to the process.

use crate::platform::clock::Timestamp;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

/// The upper bounds of the buckets of durations, in seconds. Most calls take milliseconds, and a call ends after 60 seconds.
const SECONDS: [f64; 10] = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0];

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
}

impl Metrics {
    fn new() -> Self {
        let mut registry = Registry::with_prefix("stylebox");
        let calls = Family::default();
        registry.register("http_requests", "Requests, by route and status", calls.clone());
        let durations = Family::new_with_constructor(in_seconds as fn() -> Histogram);
        registry.register_with_unit(
            "http_request_duration",
            "How long requests took",
            Unit::Seconds,
            durations.clone(),
        );
        let party_calls = Family::default();
        registry.register("party_calls", "Calls of outside parties, by outcome", party_calls.clone());
        let party_durations = Family::new_with_constructor(in_seconds as fn() -> Histogram);
        let how_long = "How long calls of outside parties took";
        registry.register_with_unit("party_call_duration", how_long, Unit::Seconds, party_durations.clone());
        let reachable = Family::default();
        registry.register("party_reachable", "1 if an outside party answered the last check", reachable.clone());
        let rests = Family::default();
        registry.register(
            "party_rests",
            "1 if jobs do not call an outside party for a while because it does not answer",
            rests.clone(),
        );
        let job_runs = Family::default();
        registry.register("job_runs", "Runs of jobs on this server, by outcome", job_runs.clone());
        let job_durations = Family::new_with_constructor(in_seconds as fn() -> Histogram);
        registry.register_with_unit("job_duration", "How long runs of jobs took", Unit::Seconds, job_durations.clone());
        let outbox_waiting = Family::default();
        registry.register("outbox_waiting", "Messages that are not sent yet", outbox_waiting.clone());
        let attention_waiting = Family::default();
        registry.register("attention_waiting", "What waits for staff, by kind", attention_waiting.clone());
        let attention_unread = Family::default();
        let unread = "1 if the server failed to read whether anything of the kind waits for staff";
        registry.register("attention_unread", unread, attention_unread.clone());
        let clock_ran_back = Counter::default();
        registry.register("clock_ran_back", "How often the clock ran back", clock_ran_back.clone());
        let database_reachable = Gauge::default();
        registry.register("database_reachable", "1 if the database takes writes", database_reachable.clone());
        let watched_at = Gauge::default();
        let when = "When this server last looked at the clock, the jobs and the parties, in seconds since 1970";
        registry.register("watched_at_seconds", when, watched_at.clone());
        let spans = Family::default();
        registry.register("telemetry_spans", "Spans of traces, by outcome", spans.clone());
        Self {
            registry,
            calls,
            durations,
            party_calls,
            party_durations,
            reachable,
            rests,
            job_runs,
            job_durations,
            outbox_waiting,
            attention_waiting,
            attention_unread,
            clock_ran_back,
            database_reachable,
            watched_at,
            spans,
        }
    }
}

fn in_seconds() -> Histogram {
    Histogram::new(SECONDS)
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
    encode(&mut text, &METRICS.registry)?;
    Ok(text)
}
