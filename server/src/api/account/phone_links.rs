//! Phone links, by which a customer who signed up on a store's tablet continues on their own phone: making one, asking whether
//! it was used, using it. The tablet shows the link as a QR code.

use crate::api::account::record::Account;
use crate::api::answers::{ForgedInSession, TooManyTries};
use crate::http::body::JsonBody;
use crate::http::client_address::ClientAddress;
use crate::http::response::ErrorBody;
use crate::http::session::Cookies;
use crate::platform::error::AppResult;
use crate::service::access::session::{Browser, SignedIn};
use crate::service::account::{phone_links, record};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stylebox_core::policy::LINE_MAX_LENGTH;
use stylebox_core::screens::session;
use stylebox_core::wire::null_as_empty;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(make, read, redeem))
}

/// A request for a phone link.
#[derive(Deserialize, ToSchema)]
pub struct MakePhoneLink {
    phone_link: NewPhoneLink,
}

/// Where the customer is on the tablet.
#[derive(Deserialize, ToSchema)]
pub struct NewPhoneLink {
    /// The path of the screen, below the base path: `/quiz/4`.
    #[serde(default, deserialize_with = "null_as_empty")]
    path: String,
}

/// A link for the customer's own phone.
#[derive(Serialize, ToSchema)]
pub struct PhoneLink {
    /// The address, with the token in its fragment.
    link: String,
    /// How long it works, in seconds.
    ttl_seconds: u64,
}

/// Makes a link by which a customer who registered in a store continues on their own phone. It works once, for some minutes,
/// until this session ends or another link is made.
#[utoipa::path(
    post, path = "/phone_links", tag = "access", request_body = MakePhoneLink,
    responses(
        (status = 201, body = PhoneLink),
        (status = 403, description = "`not_authorized`: not registered in a store, or without the anti-forgery token", body = ErrorBody),
        (status = 429, description = "Too many links; Retry-After says how long to wait", body = ErrorBody),
    )
)]
async fn make(
    State(state): State<AppState>,
    session: SignedIn,
    JsonBody(MakePhoneLink { phone_link: NewPhoneLink { path } }): JsonBody<MakePhoneLink>,
) -> AppResult<(StatusCode, Json<PhoneLink>)> {
    // If the path is not one of ours, core returns the default one.
    let redirect_to = Some(path).filter(|path| path.len() <= LINE_MAX_LENGTH);
    let signed_in = session::SignedIn { redirect_to, theme_box: None, payment_flag: false, default: None };
    let new = phone_links::make(&state, &session, session::after_login(&signed_in).to_owned()).await?;
    Ok((StatusCode::CREATED, Json(PhoneLink { link: new.link, ttl_seconds: new.lifetime.as_secs() })))
}

/// Whether a phone link was used.
#[derive(Serialize, ToSchema)]
pub struct PhoneLinkUse {
    /// Whether a phone has used it.
    used: bool,
}

/// Whether this session's phone link was used.
#[utoipa::path(
    get, path = "/phone_links", tag = "access",
    responses(
        (status = 200, body = PhoneLinkUse),
        (status = 404, description = "There is no link", body = ErrorBody),
    )
)]
async fn read(State(state): State<AppState>, session: SignedIn) -> AppResult<Json<PhoneLinkUse>> {
    Ok(Json(PhoneLinkUse { used: phone_links::is_used(&state, &session).await? }))
}

/// A use of a phone link.
#[derive(Deserialize, ToSchema)]
pub struct RedeemPhoneLink {
    phone_link: PhoneLinkToken,
}

/// The phone link that is used.
#[derive(Deserialize, ToSchema)]
pub struct PhoneLinkToken {
    /// The token in the fragment of its address.
    #[serde(default, deserialize_with = "null_as_empty")]
    token: String,
}

/// The account, and the screen to continue on.
#[derive(Serialize, ToSchema)]
pub struct PhoneSession {
    account: Account,
    /// The path of the screen, below the base path.
    path: String,
}

/// Signs in by a phone link, which works only once.
#[utoipa::path(
    put, path = "/phone_links", tag = "access", security(()), request_body = RedeemPhoneLink,
    responses(
        (status = 200, description = "Signed in; the session's cookies are set", body = PhoneSession),
        ForgedInSession,
        (status = 422, description = "`phone_link_invalid`", body = ErrorBody),
        TooManyTries,
    )
)]
async fn redeem(
    State(state): State<AppState>,
    ClientAddress(caller): ClientAddress,
    browser: Browser,
    JsonBody(RedeemPhoneLink { phone_link: PhoneLinkToken { token } }): JsonBody<RedeemPhoneLink>,
) -> AppResult<(Cookies, Json<PhoneSession>)> {
    let (customer, path, opened) = phone_links::redeem(&state, &token, caller, &browser).await?;
    let account = Account::new(record::read(&state, &customer.id).await?, &opened.kount_session_id);
    Ok((opened.cookies(&state), Json(PhoneSession { account, path })))
}
