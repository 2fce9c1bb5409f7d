//! What the e-mail service is handed. A real service is a [`MessageSender`](super::sender::MessageSender) of [`Letter`]s, chosen by
//! `--mail`.

use std::fmt;

/// An e-mail. It does not show itself in logs or errors.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// The idempotency key: the same one is sent once.
    pub key: String,
    /// An e-mail address.
    pub recipient: String,
    /// The subject.
    pub subject: String,
    /// The text.
    pub body: String,
}

impl fmt::Debug for Letter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Letter").field("key", &self.key).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Letter;

    #[test]
    fn a_letter_does_not_show_itself() {
        let [recipient, subject, body] = ["ann@example.com", "Your code", "123456"].map(ToOwned::to_owned);
        let shown = format!("{:?}", Letter { key: "key-1".to_owned(), recipient, subject, body });
        assert_eq!(shown, "Letter { key: \"key-1\", .. }");
    }
}
