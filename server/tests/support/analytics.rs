//! A fake analytics service that records the events that it gets. A test can make it fail.

use std::sync::Mutex;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::analytics::Occurrence;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::common::sender::{MessageSender, NotSent};

#[derive(Default)]
pub struct AnalyticsRecorder {
    fault: Mutex<Option<AnalyticsFault>>,
    counted: Mutex<Vec<Occurrence>>,
    handed_over: Mutex<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnalyticsFault {
    /// It does not answer.
    Down,
    /// It counts, but its answers are lost.
    LosesAnswers,
}

impl AnalyticsRecorder {
    pub fn set(&self, fault: Option<AnalyticsFault>) {
        *self.fault.lock().unwrap() = fault;
    }

    /// The events that it counted, each key once.
    pub fn counted(&self) -> Vec<Occurrence> {
        self.counted.lock().unwrap().clone()
    }

    /// How often an event was handed over, including repeats.
    pub fn handed_over(&self) -> usize {
        *self.handed_over.lock().unwrap()
    }
}

impl MessageSender<Occurrence> for AnalyticsRecorder {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn send<'a>(&'a self, occurrence: &'a Occurrence) -> BoxFuture<'a, Result<(), NotSent>> {
        *self.handed_over.lock().unwrap() += 1;
        let fault = *self.fault.lock().unwrap();
        let mut counted = self.counted.lock().unwrap();
        if fault != Some(AnalyticsFault::Down) && counted.iter().all(|other| other.key != occurrence.key) {
            counted.push(occurrence.clone());
        }
        let answer = if fault.is_some() { Err(NotSent::Down) } else { Ok(()) };
        Box::pin(async move { answer })
    }
}
