//! `POST /address_suggestions`: addresses that may be meant while one is typed. They are asked for by `POST`, because what is typed
//! must not stand in addresses, which servers and proxies log.

use crate::api::answers::TooManyTries;
use crate::http::body::JsonBody;
use crate::platform::error::AppResult;
use crate::providers::address_suggestions::{Suggestion, Typed};
use crate::service::access::session::SignedIn;
use crate::service::account::address_suggestions as service;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use stylebox_core::account::address::AddressForm;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(suggest)).routes(routes!(choose))
}

/// What is typed so far.
#[derive(Deserialize, ToSchema)]
pub struct TypedText {
    /// The first line of an address. Nothing is suggested for less than three characters.
    #[serde(deserialize_with = "typed_text")]
    #[schema(max_length = 1000)]
    text: String,
    /// Made by the page for each address that is typed: 1 to 36 letters, digits, dashes and underscores.
    #[serde(deserialize_with = "session_token")]
    #[schema(min_length = 1, max_length = 36, pattern = "^[A-Za-z0-9_-]+$")]
    session: String,
}

/// The addresses that may be meant.
#[derive(Serialize, ToSchema)]
pub struct AddressSuggestions {
    /// The likeliest first; at most five. Empty if nobody can say.
    suggestions: Vec<SuggestedLine>,
}

/// An address that may be meant.
#[derive(Serialize, ToSchema)]
pub struct SuggestedLine {
    id: String,
    /// `731 Market Street`.
    line: String,
    /// `San Francisco, CA, USA`; may be empty.
    place: String,
}

impl From<Suggestion> for SuggestedLine {
    fn from(Suggestion { id, line, place }: Suggestion) -> Self {
        Self { id, line, place }
    }
}

/// Suggests addresses in the United States for what is typed so far.
#[utoipa::path(
    post, path = "/address_suggestions", tag = "account", request_body = TypedText,
    responses(
        (status = 200, body = AddressSuggestions),
        TooManyTries,
    )
)]
async fn suggest(
    State(state): State<AppState>,
    customer: SignedIn,
    JsonBody(TypedText { text, session }): JsonBody<TypedText>,
) -> AppResult<Json<AddressSuggestions>> {
    let found = service::suggest(&state, &customer.customer_id, &Typed { text, session }).await?;
    Ok(Json(AddressSuggestions { suggestions: found.into_iter().map(SuggestedLine::from).collect() }))
}

/// A suggestion that was chosen.
#[derive(Deserialize, ToSchema)]
pub struct ChosenLine {
    /// The suggestion's id.
    #[serde(deserialize_with = "place_id")]
    #[schema(min_length = 1, max_length = 300, pattern = "^[A-Za-z0-9_-]+$")]
    id: String,
    /// The session in which it was suggested.
    #[serde(deserialize_with = "session_token")]
    #[schema(min_length = 1, max_length = 36, pattern = "^[A-Za-z0-9_-]+$")]
    session: String,
}

/// The whole of a suggestion.
#[derive(Serialize, ToSchema)]
pub struct ChosenAddress {
    /// Null if nobody can say.
    address: Option<WholeAddress>,
}

/// An address as it is suggested. Parts that are not known are empty, also `line_2`, and none is checked.
#[derive(Serialize, ToSchema)]
pub struct WholeAddress {
    line_1: String,
    line_2: String,
    city: String,
    state: String,
    postal_code: String,
}

impl From<AddressForm> for WholeAddress {
    fn from(AddressForm { line_1, line_2, city, state, postal_code, phone: _ }: AddressForm) -> Self {
        Self { line_1, line_2, city, state, postal_code }
    }
}

/// The address of a suggestion.
#[utoipa::path(
    post, path = "/address_suggestions/choice", tag = "account", request_body = ChosenLine,
    responses(
        (status = 200, body = ChosenAddress),
        TooManyTries,
    )
)]
async fn choose(
    State(state): State<AppState>,
    customer: SignedIn,
    JsonBody(ChosenLine { id, session }): JsonBody<ChosenLine>,
) -> AppResult<Json<ChosenAddress>> {
    let address = service::choose(&state, &customer.customer_id, &id, &session).await?;
    Ok(Json(ChosenAddress { address: address.map(WholeAddress::from) }))
}

fn typed_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.chars().count() <= 1000 { Ok(text) } else { Err(D::Error::custom("it is longer than 1000 characters")) }
}

fn session_token<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    safe_in_address(deserializer, 36)
}

fn place_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    safe_in_address(deserializer, 300)
}

/// A text of letters, digits, dashes and underscores, which can stand in the address of a call as it is.
fn safe_in_address<'de, D: Deserializer<'de>>(deserializer: D, longest: usize) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_safe = text.chars().all(|character| character.is_ascii_alphanumeric() || "-_".contains(character));
    if is_safe && (1..=longest).contains(&text.len()) {
        Ok(text)
    } else {
        Err(D::Error::custom("it is not of that form"))
    }
}
