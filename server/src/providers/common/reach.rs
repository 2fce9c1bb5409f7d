//! Whether an outside party can be reached: it is asked something harmless, for `stylebox-server check`.

use crate::platform::future::BoxFuture;
use std::fmt;

/// What asking a party has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// It is embedded: there is nobody to ask.
    Embedded,
    /// It answered, and takes our settings.
    Reached,
    /// It answered, and refused. Holds a sentence for the operator that says what, and names no secret.
    Refused(String),
    /// It did not answer.
    NotReachable,
}

impl Reach {
    /// Whether the party can be worked with.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        matches!(self, Self::Embedded | Self::Reached)
    }

    /// One or two words, which anybody may read.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::Reached => "reached",
            Self::Refused(_) => "refused",
            Self::NotReachable => "not reachable",
        }
    }
}

/// The word, and the sentence of a refusal. For the operator.
impl fmt::Display for Reach {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())?;
        match self {
            Self::Refused(sentence) => write!(formatter, ": {sentence}"),
            Self::Embedded | Self::Reached | Self::NotReachable => Ok(()),
        }
    }
}

/// The answer of what is embedded.
#[must_use]
pub fn embedded<'a>() -> BoxFuture<'a, Reach> {
    Box::pin(async { Reach::Embedded })
}
