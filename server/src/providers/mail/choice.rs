//! Which email service the shop works with.

use crate::providers::common::sender::{KeptInOutbox, MessageSender};
use crate::providers::mail::EmailMessage;
use crate::providers::mail::smtp::Smtp;
use crate::providers::mail::smtp::settings::MailOptions;
use std::sync::Arc;

choice! {
    /// The email service. The outbox only keeps emails in the database and is for demo mode only.
    "--mail" "STYLEBOX_MAIL" mail: MailChoice {
        /// Emails stay in the database's outbox.
        Outbox fake "the outbox sends no email",
        /// An email server takes them.
        Smtp(smtp: MailOptions),
    }
}

impl MailChoice {
    /// The service that is chosen.
    pub(crate) fn provider(&self) -> Result<Arc<dyn MessageSender<EmailMessage>>, String> {
        Ok(match self {
            Self::Outbox => Arc::new(KeptInOutbox),
            Self::Smtp(settings) => Arc::new(Smtp::new(settings)?),
        })
    }
}
