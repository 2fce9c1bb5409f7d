//! Whether a customer gets text messages. Only the codes that confirm a change are sent as text messages.

use crate::values::words::words;

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

#[cfg(test)]
mod tests {
    use super::TextMessages;
    use crate::screens::messages;

    #[test]
    fn each_state_has_words_for_the_customer() {
        for state in TextMessages::ALL {
            assert!(messages::text(&format!("texts_{state}")).is_some(), "{state}");
        }
    }
}
