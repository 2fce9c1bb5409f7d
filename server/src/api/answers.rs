//! Answers that several calls share. Their doc comments are their texts in the description. A handler names them among its
//! `responses`.
//!
//! What follows from how a call is made (a session, a body, an id in its path) is not here: `description` adds it to every call.

use crate::http::response::ErrorBody;
use utoipa::IntoResponses;

/// Nothing has changed since the answer with the `ETag` in `If-None-Match`
#[derive(IntoResponses)]
#[response(status = 304)]
pub struct NothingChanged;

/// `card_declined`, or `card_to_confirm`: let the customer confirm it by `POST /credit_cards/confirmation`, and send it again
#[derive(IntoResponses)]
#[response(status = 402)]
pub struct CardNotAccepted(pub ErrorBody);

/// `card_in_use` during a first box, `mfa_required`: the card waits for a code, or `not_authorized` without the anti-forgery token
#[derive(IntoResponses)]
#[response(status = 403)]
pub struct CardWaits(pub ErrorBody);

/// `not_authorized`: in a session, without its anti-forgery token
#[derive(IntoResponses)]
#[response(status = 403)]
pub struct ForgedInSession(pub ErrorBody);

/// The item is in none of the customer's boxes
#[derive(IntoResponses)]
#[response(status = 404)]
pub struct ItemNotTheirs(pub ErrorBody);

/// `invoice_not_open`, or `tax_unknown`: the tax at the order's address is not known
#[derive(IntoResponses)]
#[response(status = 409)]
pub struct InvoiceNotToBeChanged(pub ErrorBody);

/// `form_invalid` with issues, or `shippo_id_invalid`
#[derive(IntoResponses)]
#[response(status = 422)]
pub struct AddressInvalid(pub ErrorBody);

/// `PROMO_CODE_NOT_RECOGNIZED`
#[derive(IntoResponses)]
#[response(status = 422)]
pub struct CodeNotRecognized(pub ErrorBody);

/// `request_invalid`: no such page
#[derive(IntoResponses)]
#[response(status = 422)]
pub struct NoSuchPage(pub ErrorBody);

/// The tax was calculated too often; Retry-After says how long to wait
#[derive(IntoResponses)]
#[response(status = 429)]
pub struct TaxAskedTooOften(pub ErrorBody);

/// Too many questions; Retry-After says how long to wait
#[derive(IntoResponses)]
#[response(status = 429)]
pub struct TooManyQuestions(pub ErrorBody);

/// Too many tries; Retry-After says how long to wait
#[derive(IntoResponses)]
#[response(status = 429)]
pub struct TooManyTries(pub ErrorBody);

/// `gateway_unavailable`
#[derive(IntoResponses)]
#[response(status = 503)]
pub struct GatewayUnavailable(pub ErrorBody);

/// `tax_unavailable`: ask again
#[derive(IntoResponses)]
#[response(status = 503)]
pub struct TaxUnavailable(pub ErrorBody);
