//! Codes that a new customer can enter.

use crate::api::answers::{CodeNotRecognized, TooManyTries};
use crate::http::client_address::ClientAddress;
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::access::session::{SignedIn, Visitor};
use crate::service::account::signup_codes::{self, SignupCode};
use crate::service::checkout::coupons::FoundCoupon;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use stylebox_core::checkout::coupon::CouponKind;
use stylebox_core::values::money::Money;
use stylebox_core::values::reading::code;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(validate)).routes(routes!(read))
}

/// A code, and what it takes off the first box.
#[derive(Serialize, ToSchema)]
pub struct SignupCodeBody {
    /// The code in its usual spelling.
    code: String,
    kind: CouponKind,
    /// Dollars or percent: `25.00`.
    value: Money,
    /// The same in words: `$25.00 off`.
    description: String,
    /// The first name of the customer who invites with this code; null if it is no referral code.
    invited_by: Option<String>,
    /// What the customer is told if the code that came with the card has ended and this one replaces it. Null otherwise,
    /// and for a code that is typed.
    ended: Option<String>,
}

impl SignupCodeBody {
    fn new(found: FoundCoupon, invited_by: Option<String>) -> Self {
        Self {
            code: found.code,
            kind: found.coupon.kind(),
            value: found.coupon.value(),
            description: found.coupon.in_words(),
            invited_by,
            ended: None,
        }
    }
}

/// What a code takes off the first box: the welcome coupon, a coupon that the shop issued, or a friend's referral code. For a
/// customer who is signed in, it is what the code takes off their next box. A code that would be refused for their order is
/// refused here too.
#[utoipa::path(
    get, path = "/account/validate_signup_code/{code}", tag = "access", security(()),
    params(("code", description = "As typed")),
    responses(
        (status = 200, body = SignupCodeBody),
        CodeNotRecognized,
        TooManyTries,
    )
)]
async fn validate(
    State(state): State<AppState>,
    ClientAddress(caller): ClientAddress,
    visitor: Visitor,
    Path(code): Path<String>,
) -> AppResult<Json<SignupCodeBody>> {
    let customer_id = visitor.as_ref().map(|session| session.customer_id.as_str());
    let SignupCode { found, invited_by } =
        signup_codes::validate(&state, &code::read(&code), customer_id, caller).await?;
    Ok(Json(SignupCodeBody::new(found, invited_by)))
}

/// The discount on the customer's next box if no code is typed. It is that of the code that came with the card, if the first
/// order could not be made then; otherwise the percentage of the invitation, or the welcome coupon.
#[utoipa::path(
    get, path = "/account/signup_code", tag = "account",
    responses(
        (status = 200, body = SignupCodeBody),
        (status = 404, description = "There is none: `not_found`; `signup_code_ended` if the code that came with the card has ended", body = ErrorBody),
    )
)]
async fn read(State(state): State<AppState>, customer: SignedIn) -> AppResult<Json<SignupCodeBody>> {
    let (found, ended) = signup_codes::by_default(&state, &customer.customer_id).await?;
    Ok(Json(SignupCodeBody { ended, ..SignupCodeBody::new(found, None) }))
}
