//! The embedded stand-in for the third-party reviews service (spec B, section 4).

use crate::api::answers::TooManyTries;
use crate::http::body::JsonBody;
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::providers::reviews::Invitation;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::SignedIn;
use crate::service::checkout::reviews::{self, PostedReview};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stylebox_core::policy::limits;
use stylebox_core::{values::count::Count, wire::null_as_empty};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Reviews of one customer.
const REVIEWS: Limit = Limit::new("reviews", limits::REVIEWS);

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(post))
}

/// What the page sends unchanged with a review: the shop, the product, and our signature.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ReviewInvitation {
    site_key: String,
    domain: String,
    sku: String,
    product_title: String,
    /// Seconds since 1970.
    time_stamp: i64,
    /// Valid for a day.
    signature: String,
}

impl From<Invitation> for ReviewInvitation {
    fn from(invitation: Invitation) -> Self {
        let Invitation { site_key, domain, sku, product_title, time_stamp, signature } = invitation;
        Self { site_key, domain, sku, product_title, time_stamp, signature }
    }
}

/// A review.
#[derive(Deserialize, ToSchema)]
pub struct NewReview {
    /// The order's `review_invitation`.
    #[serde(flatten)]
    invitation: ReviewInvitation,
    /// The customer's first and last name.
    display_name: String,
    /// The customer's email address.
    email: String,
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(value_type = Option<String>)]
    review_content: String,
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(value_type = Option<String>)]
    review_title: String,
    /// Stars, 0 to 5; null if there are none.
    review_score: Option<Count>,
    reviewer_type: ReviewerType,
}

/// The kind of reviewer.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewerType {
    /// A customer who received the box.
    VerifiedReviewer,
}

/// The saved review.
#[derive(Serialize, ToSchema)]
pub struct KeptReview {
    id: String,
}

/// Saves a review of a box. Each box can be reviewed once.
#[utoipa::path(
    post, path = "/reviews", tag = "orders", request_body = NewReview,
    responses(
        (status = 201, body = KeptReview),
        (status = 404, description = "`not_found`: the order is somebody else's", body = ErrorBody),
        (status = 409, description = "`reviewed_already`", body = ErrorBody),
        (status = 422, description = "`signature_invalid`, or `form_invalid` with issues", body = ErrorBody),
        TooManyTries,
    )
)]
async fn post(
    State(state): State<AppState>,
    customer: SignedIn,
    JsonBody(body): JsonBody<NewReview>,
) -> AppResult<(StatusCode, Json<KeptReview>)> {
    REVIEWS.count(&state, &customer.customer_id).await?;
    let ReviewInvitation { site_key, domain, sku, product_title, time_stamp, signature } = body.invitation;
    let posted = PostedReview {
        invitation: Invitation { site_key, domain, sku, product_title, time_stamp, signature },
        display_name: body.display_name,
        email: body.email,
        content: body.review_content,
        title: body.review_title,
        score: body.review_score,
        reviewer_type: match body.reviewer_type {
            ReviewerType::VerifiedReviewer => "verified_reviewer",
        },
    };
    let id = reviews::post(&state, &customer.customer_id, posted).await?;
    Ok((StatusCode::CREATED, Json(KeptReview { id })))
}
