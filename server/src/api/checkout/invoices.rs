//! Invoices and checking out.

use crate::api::answers::{CodeNotRecognized, InvoiceNotToBeChanged, TaxAskedTooOften, TaxUnavailable, TooManyTries};
use crate::api::checkout::body::InvoiceBody;
use crate::http::body::JsonBody;
use crate::http::response::ErrorBody;
use crate::platform::error::{AppError, AppResult};
use crate::platform::trace;
use crate::service::access::idempotency::IdempotencyKey;
use crate::service::access::session::SignedIn;
use crate::service::checkout::purchase::{self, CheckedOut, Destination, Purchase};
use crate::service::checkout::{discounts, first_invoice, invoice};
use crate::service::order::change;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stylebox_core::account::address::AddressForm;
use stylebox_core::account::shipping_address::{self, Names, ShippingAddress, ShippingAddressForm};
use stylebox_core::values::money::Money;
use stylebox_core::values::reading::code;
use stylebox_core::wire::{empty_as_null, null_as_empty};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(current))
        .routes(routes!(create))
        .routes(routes!(apply_coupon, remove_coupon))
        .routes(routes!(apply_gift_card, remove_gift_card))
        .routes(routes!(exchange_sizes))
        .routes(routes!(check_out))
}

/// The order's invoice. The amounts of an open one are calculated again.
#[utoipa::path(
    get, path = "/orders/{id}/invoices/current", tag = "checkout", params(("id",)),
    responses(
        (status = 200, body = InvoiceBody),
        (status = 404, description = "There is none yet", body = ErrorBody),
        (status = 409, description = "`tax_unknown`", body = ErrorBody),
        TaxAskedTooOften,
        TaxUnavailable,
    )
)]
async fn current(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<InvoiceBody>> {
    Ok(Json(invoice::current(&state, &customer.customer_id, &id).await?.into()))
}

/// Makes the order's invoice, or answers the one that exists.
#[utoipa::path(
    post, path = "/orders/{id}/invoices", tag = "checkout", params(("id",)),
    responses(
        (status = 201, body = InvoiceBody),
        (status = 409, description = "`not_to_be_checked_out`, `tax_unknown`", body = ErrorBody),
        TaxAskedTooOften,
        TaxUnavailable,
    )
)]
async fn create(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<(StatusCode, Json<InvoiceBody>)> {
    let invoice = first_invoice::create(&state, &customer.customer_id, &id).await?;
    Ok((StatusCode::CREATED, Json(invoice.into())))
}

/// A code, as typed.
#[derive(Deserialize, ToSchema)]
pub struct Code {
    #[serde(default, deserialize_with = "null_as_empty")]
    code: String,
}

/// Applies a coupon. It replaces an earlier one.
#[utoipa::path(
    post, path = "/invoices/{id}/coupons", tag = "checkout", params(("id",)), request_body = Code,
    responses(
        (status = 200, body = InvoiceBody),
        InvoiceNotToBeChanged,
        CodeNotRecognized,
        TooManyTries,
        TaxUnavailable,
    )
)]
async fn apply_coupon(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
    JsonBody(Code { code }): JsonBody<Code>,
) -> AppResult<Json<InvoiceBody>> {
    Ok(Json(discounts::apply_coupon(&state, &customer.customer_id, &id, &code::read(&code)).await?.into()))
}

/// Removes the coupon.
#[utoipa::path(
    delete, path = "/invoices/{id}/coupons", tag = "checkout", params(("id",)),
    responses(
        (status = 200, body = InvoiceBody),
        InvoiceNotToBeChanged,
        TaxAskedTooOften,
        TaxUnavailable,
    )
)]
async fn remove_coupon(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<InvoiceBody>> {
    Ok(Json(discounts::remove_coupon(&state, &customer.customer_id, &id).await?.into()))
}

/// Applies a gift card. It replaces an earlier one.
#[utoipa::path(
    post, path = "/invoices/{id}/gift_cards", tag = "checkout", params(("id",)), request_body = Code,
    responses(
        (status = 200, body = InvoiceBody),
        (status = 404, description = "`not_found`: no such invoice, or no such gift card", body = ErrorBody),
        InvoiceNotToBeChanged,
        TooManyTries,
        TaxUnavailable,
    )
)]
async fn apply_gift_card(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
    JsonBody(Code { code }): JsonBody<Code>,
) -> AppResult<Json<InvoiceBody>> {
    Ok(Json(discounts::apply_gift_card(&state, &customer.customer_id, &id, &code::read(&code)).await?.into()))
}

/// Removes the gift card.
#[utoipa::path(
    delete, path = "/invoices/{id}/gift_cards", tag = "checkout", params(("id",)),
    responses(
        (status = 200, body = InvoiceBody),
        InvoiceNotToBeChanged,
        TaxAskedTooOften,
        TaxUnavailable,
    )
)]
async fn remove_gift_card(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<InvoiceBody>> {
    Ok(Json(discounts::remove_gift_card(&state, &customer.customer_id, &id).await?.into()))
}

/// The sizes that an item can be exchanged for.
#[derive(Serialize, ToSchema)]
pub struct ExchangeSizes {
    sizes: Vec<String>,
}

/// The sizes in stock that an item can be exchanged for.
#[utoipa::path(
    get, path = "/invoices/available_exchange_sizes/{line_item_id}", tag = "checkout", params(("line_item_id",)),
    responses((status = 200, body = ExchangeSizes))
)]
async fn exchange_sizes(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(line_item_id): Path<String>,
) -> AppResult<Json<ExchangeSizes>> {
    let sizes = change::exchange_sizes(&state, &customer.customer_id, &line_item_id).await?;
    Ok(Json(ExchangeSizes { sizes }))
}

/// What the customer agrees to.
#[derive(Deserialize, ToSchema)]
pub struct CheckOut {
    /// The total that the page showed.
    expected_total_due: Money,
    /// What the gift card pays, as the page showed. If it is missing or null, it is not compared: the total alone is.
    #[serde(default)]
    expected_gift_card_amount: Option<Money>,
    /// Where exchanged items go; null for the order's own address.
    #[serde(default)]
    exchange_address: Option<ExchangeAddress>,
}

/// Where exchanged items go.
#[derive(Deserialize, ToSchema)]
pub struct ExchangeAddress {
    /// The recipient. If it is missing, the customer.
    #[serde(default, deserialize_with = "empty_as_null")]
    name: Option<String>,
    #[serde(flatten)]
    address: AddressForm,
}

impl CheckOut {
    /// Core's reading of what was sent.
    fn parse(self) -> AppResult<Purchase> {
        let parse = |ExchangeAddress { name, address }| {
            let form = ShippingAddressForm { name, ..address.into() };
            let ShippingAddress { name, address, .. } = shipping_address::parse(&form.cleaned().read(), Names::Own)?;
            Ok::<_, AppError>(Destination { name, address })
        };
        let exchange_address = self.exchange_address.map(parse).transpose()?;
        let Self { expected_total_due, expected_gift_card_amount, .. } = self;
        Ok(Purchase { expected_total_due, expected_gift_card_amount, exchange_address })
    }
}

/// Checks out: charges the card, once, for what is kept.
///
/// A repeated call, with the same key or another, continues the first one and never charges a second time.
#[utoipa::path(
    post, path = "/invoices/{id}/checkout", tag = "checkout",
    params(("id",), ("Idempotency-Key" = String, Header, description = "1 to 255 visible characters, kept for 24 hours",
            min_length = 1, max_length = 255, pattern = "^[!-~]+$")),
    request_body = CheckOut,
    responses(
        (status = 200, description = "It is paid", body = InvoiceBody),
        (status = 202, description = "The bank has not answered yet: read the invoice again later. Or it wants the customer to \
            confirm: lead them to `bank_url`, or let them confirm in the page if `confirm_in_page` says so", body = InvoiceBody),
        (status = 400, description = "`idempotency_key_invalid`", body = ErrorBody),
        (status = 402, description = "`payment_declined`; `confirmation_needed`: the customer did not confirm it; `payment_called_off`: it was \
            canceled before it was confirmed, because of another card, for example; `payment_given_back`: the gateway took another amount, and \
            gave it back; `paid_with_another_card`: the gateway charged a card that is not the one on file, and gave the money back; \
            `card_expired`; or `card_missing`", body = ErrorBody),
        (status = 409, description = "`invoice_changed`, `not_to_be_checked_out` or `tax_unknown`; or `payment_to_be_matched`: after a restored \
            backup, staff have to match a payment of the box first", body = ErrorBody),
        (status = 422, description = "`undecided`, `exchange_size_unavailable`, `PROMO_CODE_NOT_RECOGNIZED`, \
            `shippo_id_invalid`, `idempotency_key_reused`, or `form_invalid` with issues", body = ErrorBody),
        (status = 429, description = "`card_tried_too_often`: the card was declined too often, and another one can be used; or `too_many_requests`: \
            the tax was calculated too often. Only the second has Retry-After, which says how long to wait", body = ErrorBody),
        (status = 503, description = "`tax_unavailable`, `payments_paused`: nothing was begun; send it again", body = ErrorBody),
    )
)]
async fn check_out(
    State(state): State<AppState>,
    customer: SignedIn,
    key: IdempotencyKey,
    Path(id): Path<String>,
    JsonBody(agreed): JsonBody<CheckOut>,
) -> AppResult<(StatusCode, Json<InvoiceBody>)> {
    let purchase = agreed.parse()?;
    let checkout = purchase::check_out(&state, &customer.customer_id, &id, &key, &purchase);
    Ok(match trace::step("checkout", checkout).await? {
        CheckedOut::Paid(invoice) => (StatusCode::OK, Json(InvoiceBody::from(*invoice))),
        CheckedOut::Processing(invoice) => (StatusCode::ACCEPTED, Json(InvoiceBody::from(*invoice))),
    })
}
