//! Whether a customer gets text messages: only the codes that confirm a change are sent as such.

use crate::values::words::words;

words! {
    /// Whether codes can go to the phone: they can; the shop sends no text messages; the phone has answered STOP; or the last text
    /// message did not reach it. The words for the customer are the text `texts_…` (`messages.text`).
    pub enum TextMessages {
        /// They go there if the customer chooses so.
        Sent = "sent",
        /// The shop sends none.
        None = "none",
        /// The phone has answered STOP.
        Stopped = "stopped",
        /// The last one did not reach the phone.
        Unreachable = "unreachable",
    }
}

#[cfg(test)]
mod tests {
    use super::TextMessages;
    use crate::screens::messages;

    #[test]
    fn each_has_words() {
        for state in TextMessages::ALL {
            assert!(messages::text(&format!("texts_{state}")).is_some(), "{state}");
        }
    }
}
