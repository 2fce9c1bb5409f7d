//! From an error to a response: `{"errors": {code: message}}`, and for a form also `"issues": [{field, code, message}]`.
//!
//! A mistake of ours says `unexpected` and nothing more; the cause is logged, once.

use crate::platform::error::AppError;
use crate::store::StoreError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::error::Error;
use std::time::Duration;
use stylebox_core::Issue;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;

/// When a call that could not be served may be made again.
const UNAVAILABLE_FOR: Duration = Duration::from_secs(limits::UNAVAILABLE_SECONDS);

/// The status with which a refusal is answered.
#[must_use]
pub const fn status_of(refusal: Refusal) -> StatusCode {
    match refusal {
        Refusal::NotJson | Refusal::IdempotencyKeyInvalid | Refusal::PhotoIncomplete => StatusCode::BAD_REQUEST,
        Refusal::NotSignedIn | Refusal::CredentialsInvalid => StatusCode::UNAUTHORIZED,
        Refusal::ConfirmationNeeded
        | Refusal::PaymentCalledOff
        | Refusal::PaymentGivenBack
        | Refusal::PaidWithAnotherCard
        | Refusal::CardExpired
        | Refusal::CardMissing
        | Refusal::CardDeclined
        | Refusal::CardToConfirm
        | Refusal::PaymentDeclined => StatusCode::PAYMENT_REQUIRED,
        Refusal::MfaRequired | Refusal::CardInUse | Refusal::UploadExpired | Refusal::NotAuthorized => {
            StatusCode::FORBIDDEN
        }
        Refusal::NotFound | Refusal::GiftCardNotFound | Refusal::SignupCodeEnded => StatusCode::NOT_FOUND,
        Refusal::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Refusal::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
        Refusal::MfaNotRequired
        | Refusal::AddressInUse
        | Refusal::TooManyAddresses
        | Refusal::ConsentOutdated
        | Refusal::UploadUsed
        | Refusal::OrderUnfinished
        | Refusal::NotNow
        | Refusal::OrderNotEditable
        | Refusal::OrderNotCancellable
        | Refusal::SkipNotOffered
        | Refusal::OrderNotDecidable
        | Refusal::CheckoutNotExtendable
        | Refusal::OrderNotReadyForCheckout
        | Refusal::TaxUnknown
        | Refusal::InvoiceNotOpen
        | Refusal::AlreadyReviewed
        | Refusal::InvoiceChanged
        | Refusal::CurrentDevice
        | Refusal::AccountClosing
        | Refusal::AccountErasedBefore
        | Refusal::PaymentToBeMatched
        | Refusal::SignupEmailFixed => StatusCode::CONFLICT,
        Refusal::BodyTooLarge | Refusal::PhotoTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Refusal::ContentTypeNotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Refusal::BodyMalformed
        | Refusal::FormInvalid
        | Refusal::IdempotencyKeyReused
        | Refusal::MfaCodeInvalid
        | Refusal::MfaCodeExpired
        | Refusal::MfaTriesUsedUp
        | Refusal::LocationUnknown
        | Refusal::QuestionUnknown
        | Refusal::DecisionsInvalid
        | Refusal::DecidedTwice
        | Refusal::ExchangeSizeUnavailable
        | Refusal::ItemsUndecided
        | Refusal::SignatureInvalid
        | Refusal::EmailTaken
        | Refusal::ResetLinkInvalid
        | Refusal::EmailLinkInvalid
        | Refusal::PhoneLinkInvalid
        | Refusal::HumanCheckFailed
        | Refusal::AddressInvalid
        | Refusal::DebitCard
        | Refusal::CardNumberInvalid
        | Refusal::PromoCodeNotRecognized => StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::TooManyTries | Refusal::CardTriedTooOften => StatusCode::TOO_MANY_REQUESTS,
        Refusal::Unexpected => StatusCode::INTERNAL_SERVER_ERROR,
        Refusal::CallTimeout
        | Refusal::DatabaseUnavailable
        | Refusal::PhotosUnavailable
        | Refusal::GatewayUnavailable
        | Refusal::PaymentsPaused
        | Refusal::TaxUnavailable => StatusCode::SERVICE_UNAVAILABLE,
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
    #[schema(value_type = Vec<Issue>)]
    issues: Option<Vec<Issue>>,
}

impl ErrorBody {
    fn new(refusal: Refusal, text: &str) -> Self {
        let mut errors = Map::new();
        errors.insert(refusal.code().to_owned(), json!(text));
        Self { errors, issues: None }
    }
}

impl From<Refusal> for ErrorBody {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal, refusal.text())
    }
}

impl From<AppError> for ErrorBody {
    /// The body of the answer. A mistake of ours is logged here.
    fn from(error: AppError) -> Self {
        match error {
            AppError::Refused { refusal, text } => Self::new(refusal, &text),
            AppError::Form(issues) => Self { issues: Some(issues), ..Self::from(Refusal::FormInvalid) },
            AppError::TooMany(_) => Self::from(Refusal::TooManyTries),
            AppError::Unexpected(error) => {
                tracing::error!(error = error.to_string(), "a call failed");
                Self::from(refusal_of_mistake(&*error))
            }
        }
    }
}

/// The refusal of what went wrong: a database that cannot be used at the moment is no mistake of ours.
fn refusal_of_mistake(error: &(dyn Error + Send + Sync + 'static)) -> Refusal {
    let store = error.downcast_ref::<StoreError>();
    if store.is_some_and(StoreError::is_unavailable) { Refusal::DatabaseUnavailable } else { Refusal::Unexpected }
}

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let (refusal, retry_after) = match &self {
            Self::Refused { refusal, .. } => (*refusal, None),
            Self::Form(_) => (Refusal::FormInvalid, None),
            Self::TooMany(wait) => (Refusal::TooManyTries, Some(*wait)),
            Self::Unexpected(error) => (refusal_of_mistake(&**error), None),
        };
        let status = status_of(refusal);
        let retry_after = retry_after.or((status == StatusCode::SERVICE_UNAVAILABLE).then_some(UNAVAILABLE_FOR));
        let mut response = (status, Json(ErrorBody::from(self))).into_response();
        if let Some(wait) = retry_after {
            // Rounded up: a caller who comes back too early uses up another try.
            let seconds = wait.as_millis().div_ceil(1000).max(1).try_into().unwrap_or(u64::MAX);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
