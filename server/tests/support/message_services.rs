//! Fake services for emails and text messages. A test can make them fail.

use std::sync::Mutex;
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::common::sender::{MessageSender, NotSent, ServerAnswer};
use stylebox_server::providers::mail::EmailMessage;
use stylebox_server::providers::sms::TextMessage;

/// The subject of a text message among the emails.
const SMS: &str = "SMS";

/// How the services fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageFault {
    None,
    /// Neither answers.
    Down,
    /// The email service does not answer.
    EmailDown,
    /// They send, but their answers are lost.
    LosesAnswers,
    Refuses,
    /// They say that there is no such mailbox.
    NoMailbox,
}

/// The services, and what they sent.
pub struct MessageServices {
    fault: Mutex<MessageFault>,
    sent: Mutex<Vec<EmailMessage>>,
    handed_over: Mutex<usize>,
}

impl MessageServices {
    pub fn new() -> Self {
        Self { fault: Mutex::new(MessageFault::None), sent: Mutex::new(Vec::new()), handed_over: Mutex::new(0) }
    }

    pub fn set(&self, fault: MessageFault) {
        *self.fault.lock().unwrap() = fault;
    }

    /// How often a message was handed over, including repeats.
    pub fn handed_over(&self) -> usize {
        *self.handed_over.lock().unwrap()
    }

    /// The messages that were sent. Like a real service with keys, it sends each key once.
    pub fn sent(&self) -> Vec<EmailMessage> {
        self.sent.lock().unwrap().clone()
    }

    /// The subjects of what was sent to a recipient.
    pub fn subjects(&self, recipient: &str) -> Vec<String> {
        let to_them = self.sent().into_iter().filter(|email| email.recipient == recipient);
        to_them.map(|email| email.subject).collect()
    }

    fn take(&self, email: EmailMessage) -> Result<(), NotSent> {
        *self.handed_over.lock().unwrap() += 1;
        let fault = match *self.fault.lock().unwrap() {
            MessageFault::EmailDown if email.subject == SMS => MessageFault::None,
            MessageFault::EmailDown => MessageFault::Down,
            other => other,
        };
        let mut sent = self.sent.lock().unwrap();
        if matches!(fault, MessageFault::None | MessageFault::LosesAnswers)
            && sent.iter().all(|other| other.key != email.key)
        {
            sent.push(email);
        }
        match fault {
            MessageFault::None => Ok(()),
            MessageFault::Down | MessageFault::EmailDown | MessageFault::LosesAnswers => Err(NotSent::Down),
            MessageFault::Refuses => Err(NotSent::Refused),
            MessageFault::NoMailbox => Err(NotSent::NoMailbox(ServerAnswer { code: 550, detail: Some([5, 1, 1]) })),
        }
    }
}

impl MessageSender<EmailMessage> for MessageServices {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn send<'a>(&'a self, email: &'a EmailMessage) -> BoxFuture<'a, Result<(), NotSent>> {
        let taken = self.take(email.clone());
        Box::pin(async move { taken })
    }
}

impl MessageSender<TextMessage> for MessageServices {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn send<'a>(&'a self, message: &'a TextMessage) -> BoxFuture<'a, Result<(), NotSent>> {
        let TextMessage { key, phone, text } = message.clone();
        let taken = self.take(EmailMessage {
            key,
            recipient: phone,
            subject: SMS.to_owned(),
            body: text,
            html: String::new(),
            written_at: Timestamp(0),
        });
        Box::pin(async move { taken })
    }
}
