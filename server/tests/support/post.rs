//! The services that carry messages, and a strike that a test can call.

use std::sync::Mutex;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::mail::{Letter, MailSender, NotSent};
use stylebox_server::providers::sms::{SmsSender, TextMessage};

/// How a text message stands among the letters.
const SMS: &str = "SMS";

/// What the services do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strike {
    /// They carry.
    No,
    /// They do not answer.
    Down,
    /// The one for e-mail does not.
    EmailDown,
    /// They carry, and do not say so.
    LosesAnswers,
    /// They take nothing for anybody.
    Refuses,
}

/// The services, and what they carried.
pub struct Post {
    strike: Mutex<Strike>,
    carried: Mutex<Vec<Letter>>,
    asked: Mutex<usize>,
}

impl Post {
    pub fn new() -> Self {
        Self { strike: Mutex::new(Strike::No), carried: Mutex::new(Vec::new()), asked: Mutex::new(0) }
    }

    pub fn set(&self, strike: Strike) {
        *self.strike.lock().unwrap() = strike;
    }

    /// How often something was handed over.
    pub fn asked(&self) -> usize {
        *self.asked.lock().unwrap()
    }

    /// What was carried, each key once, as a service with keys does.
    pub fn carried(&self) -> Vec<Letter> {
        self.carried.lock().unwrap().clone()
    }

    /// The subjects of what was carried to somebody.
    pub fn subjects(&self, recipient: &str) -> Vec<String> {
        let to_them = self.carried().into_iter().filter(|letter| letter.recipient == recipient);
        to_them.map(|letter| letter.subject).collect()
    }

    fn take(&self, letter: Letter) -> Result<(), NotSent> {
        *self.asked.lock().unwrap() += 1;
        let strike = match *self.strike.lock().unwrap() {
            Strike::EmailDown if letter.subject == SMS => Strike::No,
            Strike::EmailDown => Strike::Down,
            other => other,
        };
        let mut carried = self.carried.lock().unwrap();
        if matches!(strike, Strike::No | Strike::LosesAnswers) && carried.iter().all(|other| other.key != letter.key) {
            carried.push(letter);
        }
        match strike {
            Strike::No => Ok(()),
            Strike::Down | Strike::EmailDown | Strike::LosesAnswers => Err(NotSent::Down),
            Strike::Refuses => Err(NotSent::Refused),
        }
    }
}

impl MailSender for Post {
    fn send<'a>(&'a self, letter: &'a Letter) -> BoxFuture<'a, Result<(), NotSent>> {
        let taken = self.take(letter.clone());
        Box::pin(async move { taken })
    }
}

impl SmsSender for Post {
    fn send<'a>(&'a self, message: &'a TextMessage) -> BoxFuture<'a, Result<(), NotSent>> {
        let TextMessage { key, phone, text } = message.clone();
        let taken = self.take(Letter { key, recipient: phone, subject: SMS.to_owned(), body: text });
        Box::pin(async move { taken })
    }
}
