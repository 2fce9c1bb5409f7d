//! Whether a customer gets text messages. Only the codes that confirm a change are sent as text messages.

use crate::values::words::{labels, words};

words! {
    /// Whether codes can be sent to the customer's phone. The words for the customer are the text `texts_…` (`messages.text`).
    pub enum TextMessages {
        /// They are sent there if the customer chooses so.
        Sent = "sent",
        /// The shop sends no text messages.
        None = "none",
        /// The phone has answered STOP.
        Stopped = "stopped",
        /// The last text message did not reach the phone.
        Unreachable = "unreachable",
    }
}

labels! {
    TextMessages {
        Sent = "For codes by text message, which confirm a change of your account. We send no others. Reply STOP to get none.",
        None = "We send no text messages: codes come by email.",
        Stopped = "This number has answered STOP, so codes come by email. To get text messages again, reply START to the last one.",
        Unreachable = "Our last text message did not reach this number, so codes come by email for now.",
    }
}
