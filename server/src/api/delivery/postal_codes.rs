//! `GET /postal_codes/{postal_code}`: the city and state that complete an address, and the nearest stores.

use crate::api::answers::TooManyTries;
use crate::data::Location;
use crate::http::client_address::ClientAddress;
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::delivery::postal_codes as service;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::Serialize;
use stylebox_core::Issue;
use stylebox_core::values::{fields, reading::zip};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read))
}

/// The part of an address that its ZIP code determines.
#[derive(Serialize, ToSchema)]
pub struct PostalCodePlace {
    /// Its first five digits.
    postal_code: String,
    city: String,
    /// `MN`; always one that an address form takes.
    state: String,
    /// The stores that are offered, nearest first. Empty for the armed forces' codes, which have no location.
    stores: Vec<StoreDistance>,
}

/// How far a store is.
#[derive(Serialize, ToSchema)]
pub struct StoreDistance {
    id: String,
    /// From the center of the ZIP code to the center of the store's, rounded to a mile.
    miles: u32,
}

impl StoreDistance {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no distance is below 0, or more than half around the earth"
    )]
    fn of((store, miles): (&Location, f64)) -> Self {
        Self { id: store.id.clone(), miles: miles.round() as u32 }
    }
}

/// The city and state of a ZIP code, and the stores by their distance. Places whose state no address form takes are not known:
/// Puerto Rico and the other territories, and the armed forces outside the Americas.
#[utoipa::path(
    get, path = "/postal_codes/{postal_code}", tag = "reference", security(()),
    params(("postal_code", description = "Five digits, or nine with or without a dash: `55435`")),
    responses(
        (status = 200, body = PostalCodePlace),
        (status = 404, description = "It is not known", body = ErrorBody),
        (status = 422, description = "It is not of that form", body = ErrorBody),
        TooManyTries,
    )
)]
async fn read(
    State(state): State<AppState>,
    ClientAddress(caller): ClientAddress,
    Path(typed): Path<String>,
) -> AppResult<impl IntoResponse> {
    let typed = zip::read(&typed).unwrap_or(typed);
    let code = fields::zip_with_or_without_dash(&typed).map_err(|message| vec![Issue::new("postal_code", message)])?;
    let place = service::place_of(&state, &code, caller)?;
    let stores = service::nearest(&state, &place).into_iter().map(StoreDistance::of).collect();
    let (postal_code, city, us_state) = (place.code.to_owned(), place.city.to_owned(), place.state.to_owned());
    // Cities do not move, and a store that opens can wait for a day.
    let kept_for_a_day = [(header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((kept_for_a_day, Json(PostalCodePlace { postal_code, city, state: us_state, stores })))
}
