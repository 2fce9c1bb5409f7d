//! Errors as values. What a customer may read and what staff read are two types, and nothing turns a [`StaffError`] into an
//! [`AppError`] implicitly: a sentence for staff cannot reach a customer.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::time::Duration;
use stylebox_core::Issue;
use stylebox_core::messages::refusals::Refusal;

type Cause = Box<dyn Error + Send + Sync>;

/// Why a call did not do what the customer asked for.
#[derive(Debug)]
pub enum AppError {
    /// A documented refusal.
    Refused {
        /// Gives the code and the status.
        refusal: Refusal,
        /// The refusal's own words, or more exact ones.
        text: Cow<'static, str>,
    },
    /// A form whose fields do not pass.
    Form(Vec<Issue>),
    /// Too many tries. Holds the time until the next one is allowed.
    TooMany(Duration),
    /// A mistake of ours, or of what we depend on. The customer reads nothing else about it.
    Unexpected(Cause),
}

/// The result of what a customer asked for.
pub type AppResult<T> = Result<T, AppError>;

impl AppError {
    /// A mistake of ours.
    pub fn unexpected(error: impl Into<Cause>) -> Self {
        Self::Unexpected(error.into())
    }

    /// A refusal in more exact words than its own.
    pub fn refused(refusal: Refusal, text: impl Into<Cow<'static, str>>) -> Self {
        Self::Refused { refusal, text: text.into() }
    }
}

/// One sentence, as a terminal or the log shows it.
impl fmt::Display for AppError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { text, .. } => formatter.write_str(text),
            Self::Form(issues) => {
                let texts: Vec<_> = issues.iter().map(|issue| issue.message.text()).collect();
                formatter.write_str(&texts.join(" "))
            }
            Self::TooMany(_) => formatter.write_str("Too many tries."),
            Self::Unexpected(error) => write!(formatter, "This failed: {error}."),
        }
    }
}

impl From<Refusal> for AppError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused { refusal, text: Cow::Borrowed(refusal.text()) }
    }
}

impl From<Vec<Issue>> for AppError {
    fn from(issues: Vec<Issue>) -> Self {
        Self::Form(issues)
    }
}

/// Why staff, or a job, could not do something: a sentence for the terminal, the list of what needs attention, and the log.
#[derive(Debug)]
pub enum StaffError {
    /// It cannot be done as things stand; the sentence says why, and what can be done about it.
    Refused(String),
    /// A mistake of ours, or of what we depend on.
    Unexpected(Cause),
}

/// The result of what staff or a job do.
pub type StaffResult<T> = Result<T, StaffError>;

impl StaffError {
    /// A mistake of ours.
    pub fn unexpected(error: impl Into<Cause>) -> Self {
        Self::Unexpected(error.into())
    }

    /// It cannot be done as things stand.
    pub fn refused(why: impl Into<String>) -> Self {
        Self::Refused(why.into())
    }

    /// Treats the refusal as a mistake of ours: it was not expected here.
    #[must_use]
    pub fn into_mistake(self) -> AppError {
        match self {
            Self::Refused(why) => AppError::unexpected(why),
            Self::Unexpected(error) => AppError::Unexpected(error),
        }
    }

    /// What the customer reads instead: only that it cannot be done now.
    #[must_use]
    pub fn without_details(self) -> AppError {
        match self {
            Self::Refused(_) => Refusal::NotNow.into(),
            Self::Unexpected(error) => AppError::Unexpected(error),
        }
    }
}

/// One sentence, as a terminal or the log shows it.
impl fmt::Display for StaffError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => formatter.write_str(why),
            Self::Unexpected(error) => write!(formatter, "This failed: {error}."),
        }
    }
}

/// Staff may read what a customer reads.
impl From<AppError> for StaffError {
    fn from(error: AppError) -> Self {
        match error {
            AppError::Unexpected(error) => Self::Unexpected(error),
            refused @ (AppError::Refused { .. } | AppError::Form(_) | AppError::TooMany(_)) => {
                Self::Refused(refused.to_string())
            }
        }
    }
}

impl From<Refusal> for StaffError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.text().to_owned())
    }
}

impl From<Vec<Issue>> for StaffError {
    fn from(issues: Vec<Issue>) -> Self {
        AppError::from(issues).into()
    }
}
