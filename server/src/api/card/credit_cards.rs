//! The card on file.

use crate::api::answers::{CardNotAccepted, CardWaits, GatewayUnavailable, TooManyTries};
use crate::http::body::JsonBody;
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::platform::trace;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::SignedIn;
use crate::service::card::save::{self, NewPayment, Options};
use crate::service::card::sign_up::Saved;
use crate::service::card::{on_file, replace};
use crate::state::AppState;
use crate::store::card::cards::{CardRow, KnownCard};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stylebox_core::account::address::AddressForm;
use stylebox_core::card::card_change::{self, BillingChangeForm, CardChange, CardChangeForm};
use stylebox_core::card::entry::{CardEntry, CardEntryKind, PaymentMethod};
use stylebox_core::card::masked_number;
use stylebox_core::card::payment::{self, CardForm, CardholderForm, PaymentForm};
use stylebox_core::card::{
    billing::{self, BillingForm},
    payment::Billing,
};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::order_form::{self, OrderForm};
use stylebox_core::policy::limits;
use stylebox_core::values::frequency::Type;
use stylebox_core::wire::empty_as_null;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create, change)).routes(routes!(read))
}

/// Calls by one customer. Asking for a token and asking the bank have limits of their own, which a mistyped form does not use up.
const CALLS: Limit = Limit::new("card-calls", limits::CARD_CALLS);

/// A card, its cardholder, and where boxes go.
// It has no `Debug`: the number must not get into a log.
#[derive(Deserialize, ToSchema)]
pub struct NewCard {
    cardholder: CardholderForm,
    /// The card, if `GET /status` says that cards are `typed`. Either this or `payment_method`.
    card_info: Option<CardForm>,
    /// What the gateway's own fields made of the card, if `GET /status` says `payment_method`.
    payment_method: Option<String>,
    options: OptionsBody,
}

/// A card as it came: it still has to be checked if it was typed.
enum GivenCard {
    Typed(CardForm),
    PaymentMethod(PaymentMethod),
}

impl GivenCard {
    /// The card of a body. It must be given in the way in which the gateway takes cards.
    fn of(state: &AppState, typed: Option<CardForm>, payment_method: Option<String>) -> AppResult<Self> {
        let takes = state.providers.payment.card_entry();
        let given = match (typed, payment_method) {
            (Some(typed), None) if takes == CardEntryKind::Typed => Some(Self::Typed(typed.read())),
            (None, Some(id)) if takes == CardEntryKind::PaymentMethod => {
                PaymentMethod::of(&id).map(Self::PaymentMethod)
            }
            _ => None,
        };
        Ok(given.ok_or(Refusal::BodyMalformed)?)
    }
}

/// What comes with a card.
#[derive(Deserialize, ToSchema)]
pub struct OptionsBody {
    shipping_address: AddressForm,
    #[serde(default)]
    same_as_shipping: bool,
    /// The version of the consent that the page showed beside the card.
    #[serde(default, deserialize_with = "empty_as_null")]
    consent_version: Option<String>,
    #[serde(default, deserialize_with = "empty_as_null")]
    blog_interest: Option<String>,
    /// A coupon's code, or an empty text for none. If it is missing, the first box gets the percentage off of the customer's
    /// invitation, otherwise the welcome coupon.
    coupon: Option<String>,
    /// Whether the first box is picked up at the chosen store. If it is missing, the answer in the quiz decides.
    #[serde(rename = "isDressingRoomToGo")]
    is_dressing_room_to_go: Option<bool>,
    /// Whether the first box is a theme box.
    #[serde(rename = "isThemeboxSignUp")]
    is_themebox_sign_up: Option<bool>,
    /// The theme, as `GET /current_themeboxes` names it. An issue about it names the field `themebox`.
    #[serde(rename = "themeboxTheme", default, deserialize_with = "empty_as_null")]
    themebox_theme: Option<String>,
    #[serde(rename = "themeboxDescription", default, deserialize_with = "empty_as_null")]
    themebox_description: Option<String>,
    /// The day of the first box, `YYYY-MM-DD`. If it is missing, the answer in the quiz decides.
    ship_by_date: Option<String>,
}

impl OptionsBody {
    /// What the options say about the first order.
    fn order(&self) -> OrderForm {
        OrderForm {
            // A form without pick-ups or theme boxes sends false. Then the sign-up decides.
            customer_pick_up: self.is_dressing_room_to_go.filter(|is_one| *is_one),
            ship_by_date: self.ship_by_date.clone(),
            themebox_sign_up: self.is_themebox_sign_up.filter(|is_one| *is_one),
            themebox: self.themebox_theme.clone(),
            themebox_description: self.themebox_description.clone(),
            coupon: self.coupon.clone(),
            blog_interest: self.blog_interest.clone(),
            ..OrderForm::default()
        }
    }
}

/// The cardholder of the card on file.
#[derive(Serialize, ToSchema)]
pub struct CardholderBody {
    name: String,
    street_address1: String,
    /// Null if there is none.
    street_address2: Option<String>,
    city: String,
    state: String,
    zip_code: String,
    /// Always US.
    country: String,
    phone: String,
}

/// What was saved.
#[derive(Serialize, ToSchema)]
pub struct SavedCard {
    brand: String,
    last_four: String,
    /// `MM/YY`.
    expiration: String,
    /// The first order, if the sign-up has made it. A card that is saved by a customer who has had orders makes none.
    order_id: Option<String>,
    /// Why the first order could not be made, as `POST /orders` would refuse it. The card is saved; the customer adds what is
    /// missing and orders there.
    order_error: Option<ErrorBody>,
}

impl From<Saved> for SavedCard {
    fn from(Saved { card: CardRow { brand, last_four, expiration, .. }, order_id, order_error }: Saved) -> Self {
        let expiration = expiration.to_string();
        Self { brand, last_four, expiration, order_id, order_error: order_error.map(ErrorBody::from) }
    }
}

/// Saves a card; at sign-up also makes the first order. The card number is kept in memory for this call only.
#[utoipa::path(
    post, path = "/credit_cards", tag = "billing", request_body = NewCard,
    responses(
        (status = 201, body = SavedCard),
        CardNotAccepted,
        CardWaits,
        (status = 409, description = "`consent_outdated` or `too_many_addresses`", body = ErrorBody),
        (status = 422, description = "`form_invalid` with issues, of the card or of the first order; `request_invalid`: the card did not come as the gateway takes it; `credit_card_number_invalid`, `debit_card`, `shippo_id_invalid`, `PROMO_CODE_NOT_RECOGNIZED`", body = ErrorBody),
        TooManyTries,
        GatewayUnavailable,
    )
)]
async fn create(
    State(state): State<AppState>,
    customer: SignedIn,
    JsonBody(NewCard { cardholder, card_info, payment_method, options }): JsonBody<NewCard>,
) -> AppResult<(StatusCode, Json<SavedCard>)> {
    CALLS.count(&state, &customer.customer_id).await?;
    let wish = order_form::parse(&options.order().cleaned().read())?;
    let (shipping, same_as_shipping) = (options.shipping_address.cleaned().read(), options.same_as_shipping);
    let cardholder = cardholder.cleaned().read();
    let payment = match GivenCard::of(&state, card_info, payment_method)? {
        GivenCard::Typed(card_info) => {
            let now = state.clock.now().instant();
            let form = PaymentForm { shipping, same_as_shipping, cardholder, card_info, now };
            NewPayment::from(payment::parse(&form)?)
        }
        GivenCard::PaymentMethod(payment_method) => {
            let Billing { shipping, cardholder } =
                billing::parse(&BillingForm { shipping, same_as_shipping, cardholder })?;
            NewPayment { shipping, cardholder, card: CardEntry::PaymentMethod(payment_method) }
        }
    };
    let options = Options { consent_version: options.consent_version, wish };
    let saved = trace::step("save a card", save::save(&state, &customer, payment, options)).await?;
    Ok((StatusCode::CREATED, Json(saved.into())))
}

/// A card that replaces the one on file.
// It has no `Debug`: the number must not get into a log.
#[derive(Deserialize, ToSchema)]
pub struct OtherCard {
    /// All fields except `street_address2` are needed.
    cardholder: CardholderForm,
    /// The card, if `GET /status` says that cards are `typed`. Either this or `payment_method`.
    card_info: Option<CardForm>,
    /// What the gateway's own fields made of the card, if `GET /status` says `payment_method`.
    payment_method: Option<String>,
    /// The version of the consent that the page showed beside the card. If it is missing, the earlier consent stays.
    #[serde(default, deserialize_with = "empty_as_null")]
    consent_version: Option<String>,
    /// How often boxes come from now on, if the customer chose it with the card. Ignored if they had chosen before. Without it, the
    /// customer is not subscribed.
    #[serde(default, deserialize_with = "empty_as_null")]
    #[schema(value_type = Option<Type>)]
    subscription_type: Option<String>,
    /// False if the first card must not make the first order, because the customer is about to fill in the order form. If it is
    /// missing, the card makes the order.
    order_first_box: Option<bool>,
}

/// Replaces the card on file. If it is another card, a styling fee that was declined on the card before, or that its bank still
/// waits to have confirmed, is charged to the new one immediately (the rule `styling_fee.by_new_card`); how that went is in the
/// order, not in this answer. If a sign-up was left before its card was saved, the first card also makes the first order, provided
/// that it is a pick-up or a theme box or its day is chosen, and `order_first_box` is not false.
#[utoipa::path(
    patch, path = "/credit_cards", tag = "billing", request_body = OtherCard,
    responses(
        (status = 200, body = SavedCard),
        CardNotAccepted,
        CardWaits,
        (status = 409, description = "`consent_outdated`", body = ErrorBody),
        (status = 422, description = "`form_invalid` with issues, or `request_invalid`: the card did not come as the gateway takes it, or there is no such subscription; `credit_card_number_invalid`, `debit_card`", body = ErrorBody),
        TooManyTries,
        GatewayUnavailable,
    )
)]
async fn change(
    State(state): State<AppState>,
    customer: SignedIn,
    JsonBody(other): JsonBody<OtherCard>,
) -> AppResult<Json<SavedCard>> {
    CALLS.count(&state, &customer.customer_id).await?;
    let OtherCard { cardholder, card_info, payment_method, consent_version, subscription_type, order_first_box } =
        other;
    let subscription_type = subscription_type.map(|word| word.parse()).transpose();
    let subscription_type = subscription_type.map_err(|_| Refusal::BodyMalformed)?;
    let cardholder = cardholder.cleaned().read();
    let (cardholder, card) = match GivenCard::of(&state, card_info, payment_method)? {
        GivenCard::Typed(card_info) => {
            let form = CardChangeForm { cardholder, card_info, now: state.clock.now().instant() };
            let CardChange { cardholder, card } = card_change::parse(&form)?;
            (cardholder, CardEntry::Typed(card))
        }
        GivenCard::PaymentMethod(payment_method) => {
            let cardholder = card_change::billing_parse(&BillingChangeForm { cardholder })?;
            (cardholder, CardEntry::PaymentMethod(payment_method))
        }
    };
    let order_first_box = order_first_box.unwrap_or(true);
    let options = replace::Options { consent_version, subscription_type, order_first_box };
    let saved = trace::step("replace a card", replace::replace(&state, &customer, cardholder, card, options)).await?;
    Ok(Json(saved.into()))
}

/// The card on file, under `data`.
#[derive(Serialize, ToSchema)]
pub struct CardOnFile {
    data: CardData,
}

/// The card on file.
#[derive(Serialize, ToSchema)]
pub struct CardData {
    card_info: MaskedCardInfo,
    cardholder: CardholderBody,
}

/// What may be shown of a card.
#[derive(Serialize, ToSchema)]
pub struct CardInfo {
    brand: String,
    last_four: String,
    /// `MM/YY`.
    expiration: String,
}

/// What may be shown of a card, its number masked.
#[derive(Serialize, ToSchema)]
pub struct MaskedCardInfo {
    /// `XXXXXXXXXXXX4242`: the last four digits, whatever the number's length.
    credit_card_number: String,
    brand: String,
    last_four: String,
    /// `MM/YY`.
    expiration: String,
}

impl From<KnownCard> for CardInfo {
    fn from(KnownCard { brand, last_four, expiration, .. }: KnownCard) -> Self {
        Self { brand, last_four, expiration: expiration.to_string() }
    }
}

impl From<CardRow> for CardData {
    fn from(card: CardRow) -> Self {
        let CardRow { brand, last_four, expiration, .. } = card;
        let cardholder = CardholderBody {
            name: card.cardholder_name,
            street_address1: card.address.line_1,
            street_address2: card.address.line_2,
            city: card.address.city,
            state: card.address.state,
            zip_code: card.address.postal_code,
            country: card.country,
            phone: card.phone,
        };
        let credit_card_number = masked_number(&last_four);
        let expiration = expiration.to_string();
        Self { card_info: MaskedCardInfo { credit_card_number, brand, last_four, expiration }, cardholder }
    }
}

/// The card on file.
#[utoipa::path(
    get, path = "/credit_card", tag = "billing",
    responses(
        (status = 200, body = CardOnFile),
        (status = 404, description = "There is none", body = ErrorBody),
    )
)]
async fn read(State(state): State<AppState>, customer: SignedIn) -> AppResult<Json<CardOnFile>> {
    let card = on_file::current(&state, &customer.customer_id).await?;
    Ok(Json(CardOnFile { data: card.into() }))
}
