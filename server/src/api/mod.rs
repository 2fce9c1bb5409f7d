//! The calls, one file for each resource. A handler takes the session and the parsed form, calls one service, and answers.

pub mod account;
pub mod address_checks;
pub mod address_suggestions;
pub mod bank;
pub mod closing;
pub mod credit_cards;
pub mod demo;
mod description;
pub mod dev;
pub mod devices;
pub mod email_confirmations;
pub mod export;
pub mod fraud_collector;
pub mod health;
pub mod human_check;
pub mod invoice_body;
pub mod invoices;
pub mod mfa;
pub mod next_box_note;
pub mod next_charge;
pub mod order_body;
pub mod order_detail;
pub mod order_fields;
pub mod orders;
pub mod parcels;
pub mod passwords;
pub mod payment_confirmation;
pub mod phone_links;
pub mod postal_codes;
pub mod reference;
pub mod referrals;
pub mod registrations;
pub mod reviews;
pub mod rules;
pub mod sessions;
pub mod shipping_addresses;
pub mod signup_codes;
pub mod status;
pub mod style_profiles;
pub mod suggested_items;
pub mod theme_boxes;
pub mod uploads;
pub mod webhooks;
pub mod words;

use crate::http::rules_version;
use crate::platform::error::{AppError, AppResult};
use crate::state::AppState;
use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use std::sync::OnceLock;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// The head of the description. The paths come from the resources' routers.
#[derive(Debug, OpenApi)]
#[openapi(
    info(title = "Stylebox", description = "The calls of the members' area."),
    servers((url = "/api"))
)]
struct Description;

/// All calls below `/api`, and `/api/openapi.json`, which describes them.
pub fn router(state: &AppState) -> Router<AppState> {
    let demo = if state.settings.demo { demo::router() } else { OpenApiRouter::new() };
    let (router, mut description) = OpenApiRouter::with_openapi(Description::openapi())
        .merge(status::router())
        .merge(rules::router())
        .merge(human_check::router())
        .merge(sessions::router())
        .merge(registrations::router())
        .merge(passwords::router())
        .merge(phone_links::router())
        .merge(account::router())
        .merge(devices::router())
        .merge(export::router())
        .merge(closing::router())
        .merge(email_confirmations::router())
        .merge(next_box_note::router())
        .merge(next_charge::router())
        .merge(signup_codes::router())
        .merge(mfa::router())
        .merge(shipping_addresses::router())
        .merge(address_checks::router())
        .merge(address_suggestions::router())
        .merge(style_profiles::router())
        .merge(uploads::router())
        .merge(reference::router())
        .merge(postal_codes::router())
        .merge(theme_boxes::router())
        .merge(credit_cards::router())
        .merge(orders::router())
        .merge(payment_confirmation::router())
        .merge(suggested_items::router())
        .merge(referrals::router())
        .merge(invoices::router())
        .merge(reviews::router())
        .merge(demo)
        .split_for_parts();
    let written = if state.settings.demo { &IN_DEMO } else { &OUTSIDE_DEMO };
    let description = written.get_or_init(|| {
        description::complete(&mut description);
        rules_version::describe(&mut description);
        description::written(&description).map(Bytes::from).map_err(|error| error.to_string())
    });
    router
        .route("/openapi.json", get(async move || answer(description.clone())))
        .route("/webhooks/{party}", post(webhooks::receive))
        .route(fraud_collector::PATH, get(fraud_collector::script))
}

/// The description as text. It is written once: as values it takes many times the memory, and each answer would copy it.
type Written = OnceLock<Result<Bytes, String>>;

static IN_DEMO: Written = OnceLock::new();
static OUTSIDE_DEMO: Written = OnceLock::new();

fn answer(description: Result<Bytes, String>) -> AppResult<impl IntoResponse> {
    let description = description.map_err(AppError::unexpected)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], description))
}

/// The calls outside `/api`.
pub fn outside(state: &AppState) -> Router<AppState> {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .merge(dev::router(state))
        .merge(bank::router(state))
        .merge(uploads::outside())
}
