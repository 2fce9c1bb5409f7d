//! The thread that sends spans. Ended spans wait in a queue with a bound; if it is full, a span is dropped and counted.

use super::{Export, Otlp};
use crate::platform::metrics;
use crate::providers::telemetry::allowed::only_allowed;
use crate::providers::telemetry::limits::Limits;
use opentelemetry::Context;
use opentelemetry_proto::transform::common::tonic::ResourceAttributesWithSchema;
use opentelemetry_proto::transform::trace::tonic::group_spans_by_resource_and_scope;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::{OTelSdkError, OTelSdkResult};
use opentelemetry_sdk::trace::{Span, SpanData, SpanProcessor};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::{self, Runtime};

/// The longest wait before a repeat, also if the collector asks for a longer one.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// What becomes of a span, in the metrics.
const SENT: &str = "sent";
const REFUSED: &str = "refused";
const DROPPED: &str = "dropped";

/// Takes ended spans from the threads that work, and never blocks one.
#[derive(Debug)]
pub(crate) struct Exporting {
    /// Both are dropped to end the thread.
    running: Mutex<Option<Running>>,
    /// Closed once the thread has ended.
    ended: Mutex<Receiver<()>>,
}

#[derive(Debug)]
struct Running {
    queue: SyncSender<SpanData>,
    /// Held, and never used: while it lives, the thread may wait before it sends again.
    _keeps_waiting: SyncSender<()>,
}

impl Exporting {
    pub(crate) fn start(otlp: Otlp, resource: &Resource, limits: Limits) -> Result<Self, String> {
        let cannot = |error: std::io::Error| format!("Traces cannot be sent: {error}.");
        let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(cannot)?;
        let (queue, spans) = mpsc::sync_channel(limits.queue);
        let (keeps_waiting, is_over) = mpsc::sync_channel(0);
        let (ending, ended) = mpsc::sync_channel(0);
        let resource = ResourceAttributesWithSchema::from(resource);
        let exporter = Exporter { otlp, runtime, resource, limits, spans, is_over };
        let work = move || {
            exporter.run();
            drop(ending);
        };
        // So that the first increase of each is seen.
        for outcome in [SENT, REFUSED, DROPPED] {
            metrics::spans(outcome, 0);
        }
        thread::Builder::new().name("traces".to_owned()).spawn(work).map_err(cannot)?;
        let running = Mutex::new(Some(Running { queue, _keeps_waiting: keeps_waiting }));
        Ok(Self { running, ended: Mutex::new(ended) })
    }
}

impl SpanProcessor for Exporting {
    fn on_start(&self, _: &mut Span, _: &Context) {}

    fn on_end(&self, span: SpanData) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let is_taken = running.as_ref().is_some_and(|running| running.queue.try_send(span).is_ok());
        if !is_taken {
            metrics::spans(DROPPED, 1);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        drop(self.running.lock().unwrap_or_else(PoisonError::into_inner).take());
        match self.ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(timeout) {
            Err(RecvTimeoutError::Timeout) => Err(OTelSdkError::Timeout(timeout)),
            Ok(()) | Err(RecvTimeoutError::Disconnected) => Ok(()),
        }
    }
}

/// What the thread works with.
struct Exporter {
    otlp: Otlp,
    /// Its own runtime, so that it does not depend on the one that serves.
    runtime: Runtime,
    resource: ResourceAttributesWithSchema,
    limits: Limits,
    spans: Receiver<SpanData>,
    is_over: Receiver<()>,
}

impl Exporter {
    fn run(self) {
        // The queue is closed at the end of the program, and is empty then.
        while let Ok(first) = self.spans.recv() {
            let batch = self.batch(first);
            self.deliver(batch);
        }
    }

    /// The first span with those that end soon after it.
    fn batch(&self, first: SpanData) -> Vec<SpanData> {
        let mut batch = vec![only_allowed(first)];
        let until = Instant::now() + self.limits.interval;
        while batch.len() < self.limits.batch {
            let Ok(next) = self.spans.recv_timeout(until.saturating_duration_since(Instant::now())) else { break };
            batch.push(only_allowed(next));
        }
        batch
    }

    /// Sends a batch, and drops it after too many tries.
    fn deliver(&self, batch: Vec<SpanData>) {
        let count = u64::try_from(batch.len()).unwrap_or(u64::MAX);
        let spans = group_spans_by_resource_and_scope(batch, &self.resource);
        let mut wait = self.limits.first_wait;
        for left in (0..self.limits.tries).rev() {
            match self.runtime.block_on(self.otlp.export(spans.clone())) {
                Export::Taken { refused } => {
                    metrics::spans(SENT, count.saturating_sub(refused));
                    return metrics::spans(REFUSED, refused.min(count));
                }
                Export::Refused => return metrics::spans(REFUSED, count),
                Export::Later(asked) => {
                    // Several servers should not come back at once.
                    let next = asked.unwrap_or(wait).min(LONGEST_WAIT).mul_f64(rand::random_range(1.0..1.25));
                    wait = wait.saturating_mul(2);
                    if left == 0 || self.is_over.try_recv() == Err(TryRecvError::Disconnected) {
                        break;
                    }
                    // If the program ends meanwhile, there is one more try immediately.
                    let _ = self.is_over.recv_timeout(next);
                }
            }
        }
        metrics::spans(DROPPED, count);
    }
}
