//! Which paths and calls need a session, and what happens if it has ended (spec A, sections 2, 4 and 6).

use crate::{
    brand::SLUG,
    wire::{Input, non_empty},
};
use serde::Serialize;

/// The route of signing in.
const LOGIN: &str = "/login";
/// The route of registration.
const REGISTER: &str = "/register";
/// The default path.
const DASHBOARD: &str = "/dashboard";

/// Routes that anybody may see; a `{product}` is the product's slug.
const PUBLIC_ROUTES: &[&str] = &[
    "login",
    "forgot_password",
    "reset_password",
    "register",
    "quiz/style",
    "quiz/delivery",
    "schedule-pickup",
    "schedule-pickup-in-store",
    "{product}-store-signup",
    "quiz/1",
    "order-theme-box",
    "catalog-qr",
    "welcome",
    "register-themebox",
    "theme/box",
    "{product}-store-signup-location",
    // Not in the spec: the code on a store's tablet leads here (the contract: screens).
    "{product}-store-signup-phone",
    // Not in the spec: the link that proves a new email address leads here (the contract: accounts).
    "confirm_email",
];

/// Routes on which the customer is not loaded.
const ROUTES_WITHOUT_CUSTOMER: &[&str] = &[
    "login",
    "register",
    "forgot_password",
    "reset_password",
    "register-themebox",
    "{product}-store-signup",
    "quiz/1",
];

/// `session.is_public_route`: whether a visitor may see `path` (spec A, section 2).
#[must_use]
pub fn is_public_route(path: &str) -> bool {
    is_among(path, PUBLIC_ROUTES)
}

/// `session.loads_customer`: whether the customer's record is loaded on `path` (spec A, section 6).
#[must_use]
pub fn loads_customer(path: &str) -> bool {
    !is_among(path, ROUTES_WITHOUT_CUSTOMER)
}

fn is_among(path: &str, routes: &[&str]) -> bool {
    let Some(path) = route_of(path).strip_prefix('/') else { return false };
    routes.iter().any(|route| match route.strip_prefix("{product}") {
        Some(rest) => path.strip_prefix(SLUG) == Some(rest),
        None => path == *route,
    })
}

/// The route of a path: without its query, its fragment and one trailing slash.
pub(crate) fn route_of(path: &str) -> &str {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    path.strip_suffix('/').unwrap_or(path)
}

/// A call that was answered with 401, and the screen that made it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Unauthorized {
    /// The screen's path, below the base path.
    pub path: String,
    /// The call's method: `GET`.
    pub method: String,
    /// Whether a visitor has planned a pick-up. False for a customer whose session has ended.
    #[serde(default)]
    pub is_pickup_planned: Option<bool>,
}

/// What a screen does after a 401.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AfterUnauthorized {
    /// Whether the stored session and style profile are dropped.
    pub clear_session: bool,
    /// The path to which the customer is sent.
    pub redirect: Option<&'static str>,
    /// The path to come back to after signing in.
    pub remember: Option<String>,
    /// Whether the errors of the answer are shown.
    pub show_errors: bool,
}

/// The paths of the payment steps, which a visitor reaches who has planned a pick-up.
const PAYMENT: &str = "payment/";

/// `session.on_unauthorized` (spec A, section 4). A visitor who has planned a pick-up reaches the payment steps, and is sent to
/// registration.
#[must_use]
pub fn on_unauthorized(call: &Unauthorized) -> AfterUnauthorized {
    if is_public_route(&call.path) {
        let show_errors = call.method != "GET";
        AfterUnauthorized { clear_session: false, redirect: None, remember: None, show_errors }
    } else {
        let remember = Some(call.path.clone());
        let registers =
            call.is_pickup_planned == Some(true) && call.path.get(1..).is_some_and(|path| path.starts_with(PAYMENT));
        let redirect = Some(if registers { REGISTER } else { LOGIN });
        AfterUnauthorized { clear_session: !registers, redirect, remember, show_errors: false }
    }
}

/// What is known after a sign-in.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SignedIn {
    /// The path that a 401 remembered.
    #[serde(default, deserialize_with = "non_empty")]
    pub redirect_to: Option<String>,
    /// The theme box that was chosen before.
    #[serde(default, deserialize_with = "non_empty")]
    pub theme_box: Option<String>,
    /// Whether the customer had to sign in to change the card.
    pub payment_flag: bool,
    /// The path that the screen would go to.
    #[serde(default, deserialize_with = "non_empty")]
    pub default: Option<String>,
}

/// `session.after_login`: the path to go to (spec A, section 4).
#[must_use]
pub fn after_login(signed_in: &SignedIn) -> &str {
    if signed_in.payment_flag {
        return "/change/payment";
    }
    if signed_in.theme_box.is_some() {
        return "/customize/order/order";
    }
    let wanted = [&signed_in.redirect_to, &signed_in.default];
    wanted.into_iter().flatten().map(String::as_str).find(|path| stays_here(path)).unwrap_or(DASHBOARD)
}

/// Whether a path stays on our site: browsers read `//host`, `/\host` and `/<tab>/host` as another site's.
fn stays_here(path: &str) -> bool {
    let Some(rest) = path.strip_prefix('/') else { return false };
    !rest.starts_with(|next: char| matches!(next, '/' | '\\') || next.is_control())
}

/// A call to the server.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ApiCall {
    /// Its method: `POST`.
    pub method: String,
    /// Its path below `/api`: `/sessions`.
    pub path: String,
}

/// `session.needs_csrf`: whether a call needs the anti-forgery token (spec A, section 6).
#[must_use]
pub fn needs_csrf(call: &ApiCall) -> bool {
    let route = route_of(&call.path);
    match call.method.as_str() {
        "GET" | "HEAD" => false,
        "POST" => !(matches!(route, "/sessions" | "/registrations" | "/passwords") || route.starts_with("/rules/")),
        "PUT" => route != "/passwords",
        _ => true,
    }
}
