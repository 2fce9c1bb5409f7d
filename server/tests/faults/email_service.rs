//! The email service of the shop. It sends each key once, and remembers what it sent however often the service dies.

use super::turns::{Fault, Turns};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::common::sender::{MessageSender, NotSent};
use stylebox_server::providers::mail::EmailMessage;

#[derive(Debug, Clone)]
pub struct Sent {
    pub recipient: String,
    pub subject: String,
    pub body: String,
}

/// Whether it can go wrong when an email is handed over.
const fn is_of_emails(fault: Fault) -> bool {
    matches!(fault, Fault::Unreached | Fault::AnswerLost | Fault::Twice | Fault::Refuses)
}

pub struct EmailService {
    turns: Arc<Turns>,
    sent: Mutex<BTreeMap<String, Sent>>,
    wrong: Mutex<Vec<String>>,
    /// The keys of what was handed over in the present step.
    fresh: Mutex<Vec<String>>,
    /// The keys of what was handed over while nothing went wrong: nobody hands it over again.
    settled: Mutex<BTreeSet<String>>,
}

impl EmailService {
    pub fn new(turns: Arc<Turns>) -> Self {
        Self {
            turns,
            sent: Mutex::default(),
            wrong: Mutex::default(),
            fresh: Mutex::default(),
            settled: Mutex::default(),
        }
    }

    /// What was sent, by its key.
    pub fn sent(&self) -> BTreeMap<String, Sent> {
        self.sent.lock().unwrap().clone()
    }

    /// What the shop has done that no shop may do.
    pub fn wrong(&self) -> Vec<String> {
        self.wrong.lock().unwrap().clone()
    }

    /// A step has ended. If nothing has gone wrong in it, what was handed over is settled.
    pub fn end(&self, was_disturbed: bool) {
        let fresh = std::mem::take(&mut *self.fresh.lock().unwrap());
        for key in fresh.into_iter().filter(|_| !was_disturbed) {
            if !self.settled.lock().unwrap().insert(key.clone()) {
                self.is_wrong(&key);
            }
        }
    }

    fn is_wrong(&self, key: &str) {
        let wrong = format!("an email was handed over again under the key {key}, though nothing went wrong");
        self.wrong.lock().unwrap().push(wrong);
    }

    fn take(&self, email: &EmailMessage) {
        if self.settled.lock().unwrap().contains(&email.key) {
            self.is_wrong(&email.key);
        }
        self.fresh.lock().unwrap().push(email.key.clone());
        self.enter(email);
    }

    /// Sends it, unless it was sent before.
    fn enter(&self, email: &EmailMessage) {
        let EmailMessage { key, recipient, subject, body, .. } = email.clone();
        let mut sent = self.sent.lock().unwrap();
        if let Some(before) = sent.get(&key)
            && (&before.recipient, &before.subject) != (&recipient, &subject)
        {
            self.wrong.lock().unwrap().push(format!("the key {key} came with {subject:?} after {:?}", before.subject));
        }
        sent.entry(key).or_insert(Sent { recipient, subject, body });
    }
}

impl MessageSender<EmailMessage> for EmailService {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn send<'a>(&'a self, email: &'a EmailMessage) -> BoxFuture<'a, Result<(), NotSent>> {
        Box::pin(async move {
            match self.turns.fault_of_party(is_of_emails).await {
                Some(Fault::Unreached) => return Err(NotSent::Down),
                Some(Fault::Refuses) => return Err(NotSent::Later),
                Some(Fault::AnswerLost) => {
                    self.take(email);
                    return Err(NotSent::Down);
                }
                Some(Fault::Twice) => self.enter(email),
                _ => {}
            }
            self.take(email);
            Ok(())
        })
    }
}
