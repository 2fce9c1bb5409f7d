//! The first order: made when a sign-up ends with a card, from the answers on the way (spec A, section 4). If it cannot be made
//! then, the customer makes it without the card, and it is the same order.

use crate::data::ThemeBox;
use crate::platform::error::{AppError, AppResult};
use crate::service::account::record;
use crate::service::checkout::coupons::{self, Holder};
use crate::service::order::draft;
use crate::service::order::form::{self, issue};
use crate::service::order::kept_wish;
use crate::service::subscription::plan as subscription;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses;
use crate::store::order::first_order_wishes;
use crate::store::order::orders::{self, OrderRow};
use crate::store::style::style_profiles;
use crate::store::{CustomerTx, Tx};
use serde_json::{Map, Value};
use stylebox_core::Issue;
use stylebox_core::delivery::delivery_calendar::{DeliveryPresent, default_date};
use stylebox_core::delivery::flow::Flow;
use stylebox_core::order::Actor;
use stylebox_core::order::first_box::{self, FirstBoxPlan, FirstBoxSignup, FirstCard};
use stylebox_core::order::order_form::{OrderWish, Text};
use stylebox_core::policy::{DAY_QUESTION, MESSAGE_QUESTION, THEME_QUESTION};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::fields::{Filled, optional};
use stylebox_core::values::message::Message;

/// Whether a sign-up makes an order.
#[derive(Debug, Clone)]
pub enum FirstOrder {
    /// It makes this one, once the card and the address are saved, unless something is missing then.
    Planned(Box<PlannedOrder>),
    /// The sign-up has made this one before.
    Made(Box<OrderRow>),
    /// The customer has had orders, so this is no sign-up.
    HasOrdered,
    /// It makes none: a choice has become impossible while the bank was asked.
    Impossible,
}

/// The order with the choices of the sign-up so far.
#[derive(Debug, Clone)]
pub struct PlannedOrder {
    order: OrderRow,
    /// The chosen day.
    day: Option<Date>,
    /// The issue of a theme box without a theme.
    missing_theme: Option<Issue>,
}

/// Plans the order that saving the customer's card will make, from the answers and the form of the card. Something may be missing
/// from it, which [`place`] checks after the card is saved. An impossible choice is refused here, before the bank is asked, so
/// that the customer can change it first.
///
/// # Errors
/// Those of [`plan`].
pub async fn planned(
    state: &AppState,
    tx: &mut Tx,
    customer: &CustomerRow,
    wish: &OrderWish,
    themes: &[ThemeBox],
) -> AppResult<FirstOrder> {
    if let Some(order) = orders::newest_of_customer(tx, &customer.id).await? {
        let is_open = !order.status.is_finished();
        return Ok(if is_open { FirstOrder::Made(Box::new(order)) } else { FirstOrder::HasOrdered });
    }
    // The card is kept, but nothing is ordered any more.
    if customer.closing_since.is_some() {
        return Ok(FirstOrder::HasOrdered);
    }
    Ok(FirstOrder::Planned(Box::new(plan(state, tx, customer, wish.clone(), themes).await?)))
}

/// The first order: for each choice what the form says, otherwise the wish kept from before, otherwise what the customer
/// answered.
///
/// # Errors
/// An issue if a day is malformed, or a store or a theme is not offered; [`Refusal::PromoCodeNotRecognized`].
///
/// [`Refusal::PromoCodeNotRecognized`]: stylebox_core::messages::refusals::Refusal::PromoCodeNotRecognized
pub async fn plan(
    state: &AppState,
    tx: &mut Tx,
    customer: &CustomerRow,
    mut wish: OrderWish,
    themes: &[ThemeBox],
) -> AppResult<PlannedOrder> {
    let answers = style_profiles::answers_of_customer(tx, &customer.id).await?;
    let text = |key: &str| answers.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let first = first_box(state, customer, &answers, &wish);
    let mut order = draft::blank(state, customer);
    order.customer_pick_up = first.flow == Flow::Pickup;
    if first.flow != state.data.questionnaire.flow(&answers, customer.dressing_room_to_go_signup)
        && let Some(location) = record::answered_location(state, &answers, first.flow)
    {
        order.assigned_location_id = location;
    }
    order.themebox_sign_up = first.is_themebox;
    if !order.customer_pick_up {
        subscription::check_offered(customer.subscription_type, wish.subscription_type, &state.data.terms)?;
    }
    order.subscription_type = first.subscription_type;
    order.on_demand_customer_msg = text(MESSAGE_QUESTION).map(ToOwned::to_owned);
    order.coupon = coupons::default_code(state, tx, Holder::from(customer)).await?;
    order.shipping_address_id = shipping_addresses::primary(tx, &customer.id).await?.map(|address| address.id);
    if let (Text::AsItIs, Some(theme)) = (&wish.themebox, answered_theme(&answers)) {
        wish.themebox = Text::New(theme);
    }
    let ended_code = kept_wish::ended_code(&wish, state, tx, &customer.id).await?;
    let wish = kept_wish::added_to(wish, state, tx, &customer.id).await?;
    let wished_day = wish.ship_by_date;
    form::apply(state, tx, customer, &mut order, wish, themes).await?;
    order.ended_coupon = ended_code;
    let day = day(state, &order, wished_day, text(DAY_QUESTION))?;
    order.ship_by_date = day.unwrap_or(order.ship_by_date);
    let missing_theme = form::missing_theme(&order, Some(first.is_themebox));
    Ok(PlannedOrder { order, day, missing_theme })
}

/// Whether saving the first card orders the customer's first box, by core's `first_box.is_ordered_with_card`.
pub async fn is_ordered_with_card(state: &AppState, tx: &mut Tx, customer: &CustomerRow) -> AppResult<bool> {
    let answers = style_profiles::answers_of_customer(tx, &customer.id).await?;
    let FirstBoxPlan { flow, is_themebox, .. } = first_box(state, customer, &answers, &OrderWish::default());
    let day = answers.get(DAY_QUESTION).and_then(Value::as_str).and_then(optional);
    Ok(first_box::is_ordered_with_card(&FirstCard { flow, is_themebox, has_day: day.is_some() }))
}

/// The first box by core's `first_box.plan`. The form takes precedence over what the customer answered.
fn first_box(state: &AppState, customer: &CustomerRow, answers: &Map<String, Value>, wish: &OrderWish) -> FirstBoxPlan {
    let wished_flow = wish.customer_pick_up.map(|picks_up| if picks_up { Flow::Pickup } else { Flow::Delivery });
    let theme = wish.themebox.clone().or(answered_theme(answers).map(|theme| theme.to_string()));
    first_box::plan(&FirstBoxSignup {
        chosen_flow: wished_flow.or(state.data.questionnaire.chosen_flow(answers)),
        dressing_room_to_go_signup: customer.dressing_room_to_go_signup,
        is_pickup_planned: None,
        themebox_signup: wish.themebox_sign_up.unwrap_or(customer.themebox_signup),
        themebox: theme.filter(|_| wish.themebox_sign_up != Some(false)),
        subscription_type: wish.subscription_type.or(customer.subscription_type),
    })
}

fn answered_theme(answers: &Map<String, Value>) -> Option<Filled> {
    optional(answers.get(THEME_QUESTION)?.as_str()?)
}

/// Refuses an order on a day that is closed by now.
///
/// # Errors
/// An issue of the day.
pub fn refuse_closed_day(state: &AppState, first: &FirstOrder) -> AppResult<()> {
    let FirstOrder::Planned(planned) = first else { return Ok(()) };
    let Some(day) = planned.day else { return Ok(()) };
    let reason = form::why_closed(state, day, &planned.order)?;
    reason.map_or(Ok(()), |reason| Err(issue("ship_by_date", reason)))
}

/// The day of the form, or of the answers before. A shipped theme box without a chosen day gets the proposed day.
fn day(state: &AppState, order: &OrderRow, wished: Option<Date>, answered: Option<&str>) -> AppResult<Option<Date>> {
    if wished.is_some() {
        return Ok(wished);
    }
    if let Some(answered) = answered {
        return answered.parse().map(Some).map_err(|_| issue("ship_by_date", Message::DATE_MALFORMED));
    }
    if !order.themebox_sign_up || order.customer_pick_up {
        return Ok(None);
    }
    let present = DeliveryPresent { now: state.clock.now().instant(), holidays: state.data.holidays.clone() };
    default_date(&present, &state.data.terms).map_err(AppError::unexpected)
}

/// Makes the order, to that address if the form had one. The card and the address are on file by now, so the missing fields are
/// those that `POST /orders` would name. If the order cannot be made yet, the account says what the customer signs up for; once it
/// is made, what was ordered.
///
/// # Errors
/// An issue for each missing field. Nothing of the order is written then.
pub async fn place(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &mut CustomerRow,
    planned: PlannedOrder,
    address_id: Option<String>,
) -> AppResult<OrderRow> {
    let PlannedOrder { mut order, day, missing_theme } = planned;
    order.shipping_address_id = address_id.or(order.shipping_address_id);
    order.phone = order.phone.or_else(|| customer.phone.clone()).filter(|_| order.customer_pick_up);
    let mut missing = form::missing(state, tx, customer, &order, day, true).await?;
    missing.extend(missing_theme);
    if !missing.is_empty() {
        mark(customer, order.customer_pick_up, order.themebox_sign_up);
        return Err(AppError::Form(missing));
    }
    customer.dressing_room_to_go_signup = order.customer_pick_up;
    customer.themebox_signup = order.themebox_sign_up;
    subscription::choose(customer, Some(order.subscription_type), false, &state.data.terms);
    draft::make(state, tx, &mut order, Actor::Customer, "Ordered at sign-up").await?;
    first_order_wishes::forget(tx, &customer.id).await?;
    Ok(order)
}

/// Marks how the customer signs up while the order cannot be made.
const fn mark(customer: &mut CustomerRow, picks_up: bool, is_theme_box: bool) {
    customer.dressing_room_to_go_signup |= picks_up;
    customer.themebox_signup |= is_theme_box;
}

/// Marks how the customer signs up if their order cannot even be planned: the page has to know what they want.
pub async fn mark_unplanned(
    state: &AppState,
    tx: &mut Tx,
    customer: &mut CustomerRow,
    wish: &OrderWish,
) -> AppResult<()> {
    let answers = style_profiles::answers_of_customer(tx, &customer.id).await?;
    let first = first_box(state, customer, &answers, wish);
    mark(customer, first.flow == Flow::Pickup, first.is_themebox);
    Ok(())
}
