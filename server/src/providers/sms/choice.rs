//! Which text message service the shop works with.

use crate::providers::common::sender::{KeptInOutbox, MessageSender};
use crate::providers::parts::Parts;
use crate::providers::sms::TextMessage;
use crate::providers::sms::twilio::Twilio;
use crate::providers::sms::twilio::settings::TwilioOptions;
use std::sync::Arc;

choice! {
    /// The text message service. The outbox only keeps messages in the database and is for demo mode only; with none, codes go by
    /// email only.
    "--sms" "STYLEBOX_SMS" sms: SmsChoice {
        /// Text messages stay in the database's outbox.
        Outbox fake "the outbox sends no text message",
        /// Twilio sends them.
        Twilio(twilio: TwilioOptions),
        /// None is written: codes go by email.
        None,
    }
}

impl SmsChoice {
    /// The service that is chosen, if any.
    pub(crate) fn provider(&self, parts: &Parts) -> Result<Option<Arc<dyn MessageSender<TextMessage>>>, String> {
        Ok(match self {
            Self::Outbox => Some(Arc::new(KeptInOutbox)),
            Self::Twilio(settings) => Some(Arc::new(Twilio::new(settings, &parts.public_url)?)),
            Self::None => None,
        })
    }
}
