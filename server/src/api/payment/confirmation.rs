//! A payment or a card that the bank wants the customer to confirm.

use crate::api::answers::{GatewayUnavailable, TooManyQuestions};
use crate::api::order::body::OrderBody;
use crate::api::order::orders;
use crate::http::body::JsonBody;
use crate::platform::error::AppResult;
use crate::providers::payment::charge::ClientSecret;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::SignedIn;
use crate::service::card::confirmation as card_confirmation;
use crate::service::payment::confirmation;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use stylebox_core::card::entry::PaymentMethod;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(check_payment)).routes(routes!(confirm_payment)).routes(routes!(confirm_card))
}

/// Questions by one customer to the gateway.
const CHECKS: Limit = Limit::new("payment-checks", limits::PAYMENT_CHECKS);

/// Asks the gateway what became of the payment that the bank wanted confirmed, and answers the order. To be called when the customer
/// comes back from the bank; if no payment waits, nothing is asked. No other charge begins.
#[utoipa::path(
    post, path = "/orders/{id}/payment_check", tag = "orders", params(("id",)),
    responses(
        (status = 200, body = OrderBody),
        TooManyQuestions,
    )
)]
async fn check_payment(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<OrderBody>> {
    CHECKS.count(&state, &customer.customer_id).await?;
    confirmation::check(&state, &customer.customer_id, &id).await?;
    orders::answer(&state, &customer, &id).await
}

/// What the page hands to the gateway's script.
#[derive(Serialize, ToSchema)]
pub struct ConfirmationSecret {
    /// The secret of this one payment or card; null if nothing is to be confirmed in our page, or not any more.
    client_secret: Option<String>,
}

impl From<Option<ClientSecret>> for ConfirmationSecret {
    fn from(secret: Option<ClientSecret>) -> Self {
        Self { client_secret: secret.map(|ClientSecret(secret)| secret) }
    }
}

/// The secret by which the gateway's script lets the customer confirm the payment that waits for it. No other charge begins. Call
/// `POST /orders/{id}/payment_check` afterwards, whatever the customer did.
#[utoipa::path(
    post, path = "/orders/{id}/payment_confirmation", tag = "orders", params(("id",)),
    responses(
        (status = 200, body = ConfirmationSecret),
        TooManyQuestions,
        GatewayUnavailable,
    )
)]
async fn confirm_payment(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<ConfirmationSecret>> {
    CHECKS.count(&state, &customer.customer_id).await?;
    Ok(Json(confirmation::secret(&state, &customer.customer_id, &id).await?.into()))
}

/// A card that the bank wants confirmed.
// It has no `Debug`: the id is the customer's.
#[derive(Deserialize, ToSchema)]
pub struct CardToConfirm {
    /// What the gateway's own fields made of the card.
    payment_method: String,
}

/// The secret by which the gateway's script lets the customer confirm a card. Call it after `card_to_confirm`, and send the same
/// card again afterwards.
#[utoipa::path(
    post, path = "/credit_cards/confirmation", tag = "billing", request_body = CardToConfirm,
    responses(
        (status = 200, body = ConfirmationSecret),
        TooManyQuestions,
        GatewayUnavailable,
    )
)]
async fn confirm_card(
    State(state): State<AppState>,
    customer: SignedIn,
    JsonBody(CardToConfirm { payment_method }): JsonBody<CardToConfirm>,
) -> AppResult<Json<ConfirmationSecret>> {
    CHECKS.count(&state, &customer.customer_id).await?;
    let card = PaymentMethod::of(&payment_method).ok_or(Refusal::BodyMalformed)?;
    Ok(Json(card_confirmation::secret(&state, &customer.customer_id, &card).await?.into()))
}
