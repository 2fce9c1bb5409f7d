//! From an error to a response: `{"errors": {code: message}}`, and for a form also `"issues": [{field, code, message}]`.
//!
//! A mistake of ours says `unexpected` and nothing more; what it was stands in the log, once.

use crate::store::StoreError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::time::Duration;
use stylebox_core::messages::refusals::{self, Reason};
use stylebox_core::{Issue, messages};

/// A documented way to refuse a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// The response's status.
    pub status: StatusCode,
    /// The code, for programs.
    pub code: &'static str,
    /// The words, where a screen has none for the code.
    words: Option<&'static str>,
}

impl Refusal {
    /// A refusal whose code a screen words too: the words are those of `messages.text`.
    #[must_use]
    pub const fn known(status: StatusCode, code: &'static str) -> Self {
        Self { status, code, words: None }
    }

    /// A refusal for a reason that only the server words, in core too.
    #[must_use]
    pub const fn new(status: StatusCode, reason: Reason) -> Self {
        Self { status, code: reason.0, words: Some(reason.1) }
    }

    /// The words.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.words.or_else(|| messages::text(self.code)).unwrap_or(self.code)
    }

    /// This refusal in other words.
    pub fn saying(self, text: impl Into<Cow<'static, str>>) -> AppError {
        AppError::Refused { refusal: self, text: text.into() }
    }
}

/// No session, or one that has ended.
pub const NOT_SIGNED_IN: Refusal = Refusal::known(StatusCode::UNAUTHORIZED, "not_authorized");
/// A session, but not for this.
pub const NOT_AUTHORIZED: Refusal = Refusal::known(StatusCode::FORBIDDEN, "not_authorized");
/// There is nothing of the kind, or it is somebody else's.
pub const NOT_FOUND: Refusal = Refusal::new(StatusCode::NOT_FOUND, refusals::NOT_FOUND);
/// The address is known, but not with this method.
pub const METHOD_NOT_ALLOWED: Refusal = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, refusals::METHOD_NOT_ALLOWED);
/// A body that is no JSON.
pub const NOT_JSON: Refusal = Refusal::new(StatusCode::BAD_REQUEST, refusals::NOT_JSON);
/// A body that is JSON, but not of the call's form.
pub const NOT_OF_THE_FORM: Refusal = Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, refusals::NOT_OF_THE_FORM);
/// A body that is not said to be JSON.
pub const NOT_SAID_TO_BE_JSON: Refusal =
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, refusals::NOT_SAID_TO_BE_JSON);
/// A body over the limit.
pub const TOO_LARGE: Refusal = Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, refusals::TOO_LARGE);
/// Too many tries.
pub const TOO_MANY: Refusal = Refusal::known(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
/// A request that did not arrive in time: its head, or its body.
pub const REQUEST_TOO_SLOW: Refusal = Refusal::new(StatusCode::REQUEST_TIMEOUT, refusals::REQUEST_TOO_SLOW);
/// It took too long.
pub const TOO_SLOW: Refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, refusals::TOO_SLOW);
/// Fields of a form that do not pass; the issues say which.
pub const FORM_INVALID: Refusal = Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, refusals::FORM_INVALID);
/// A mistake of ours.
pub const UNEXPECTED: Refusal = Refusal::known(StatusCode::INTERNAL_SERVER_ERROR, "unexpected");

/// Why a call did not do what it was asked for.
#[derive(Debug)]
pub enum AppError {
    /// A documented refusal, in its words or better ones.
    Refused {
        /// Which.
        refusal: Refusal,
        /// In which words.
        text: Cow<'static, str>,
    },
    /// A form whose fields do not pass.
    Form(Vec<Issue>),
    /// Too many tries; the time after which the next may be made.
    TooMany(Duration),
    /// A mistake of ours, or of what we depend on.
    Unexpected(Box<dyn Error + Send + Sync>),
}

/// What a handler or a service gives.
pub type AppResult<T> = Result<T, AppError>;

impl AppError {
    /// A mistake of ours.
    pub fn unexpected(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Unexpected(error.into())
    }
}

/// One sentence, as a terminal or the log shows it. A customer never reads what went wrong on our side.
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

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        Self::unexpected(error)
    }
}

/// A failure's body, as the page parses it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ErrorBody {
    /// Code → message.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    errors: Map<String, Value>,
    /// For a form: what is wrong with which field.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<IssueBody>>)]
    issues: Option<Vec<Issue>>,
}

/// What is wrong with a field.
#[derive(Debug, utoipa::ToSchema)]
#[expect(dead_code, reason = "describes what core's Issue looks like in JSON")]
pub struct IssueBody {
    field: String,
    code: String,
    message: String,
}

impl ErrorBody {
    fn new(code: &str, text: &str) -> Self {
        let mut errors = Map::new();
        errors.insert(code.to_owned(), json!(text));
        Self { errors, issues: None }
    }
}

impl From<AppError> for ErrorBody {
    /// The body with which the error is answered; a mistake of ours is in the log by then.
    fn from(error: AppError) -> Self {
        match error {
            AppError::Refused { refusal, text } => Self::new(refusal.code, &text),
            AppError::Form(issues) => {
                let body = Self::new(FORM_INVALID.code, FORM_INVALID.text());
                Self { issues: Some(issues), ..body }
            }
            AppError::TooMany(_) => Self::new(TOO_MANY.code, TOO_MANY.text()),
            AppError::Unexpected(error) => {
                tracing::error!(error = error.to_string(), "a call failed");
                Self::new(UNEXPECTED.code, UNEXPECTED.text())
            }
        }
    }
}

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        match self {
            Self::Refused { refusal, .. } => (refusal.status, Json(ErrorBody::from(self))).into_response(),
            Self::Form(_) => (FORM_INVALID.status, Json(ErrorBody::from(self))).into_response(),
            Self::TooMany(wait) => {
                // Rounded up: a second too early is one more try.
                let seconds = wait.as_millis().div_ceil(1000).max(1).try_into().unwrap_or(u64::MAX);
                let mut response = Self::from(TOO_MANY).into_response();
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
                response
            }
            Self::Unexpected(_) => (UNEXPECTED.status, Json(ErrorBody::from(self))).into_response(),
        }
    }
}
