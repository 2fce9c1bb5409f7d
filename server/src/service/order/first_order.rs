//! The first order: made when a sign-up ends with a card, from the answers on the way (spec A, section 4).

use crate::data::ThemeBox;
use crate::platform::error::{AppError, AppResult};
use crate::service::account::plan;
use crate::service::checkout::{coupons, invoice};
use crate::service::order::draft;
use crate::service::order::place::{self, choose_theme, issue, why_closed};
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::order::orders::{self, OrderRow};
use crate::store::style::style_profiles;
use crate::store::{CustomerTx, Tx};
use serde_json::{Map, Value};
use stylebox_core::Issue;
use stylebox_core::business_time::Date;
use stylebox_core::delivery::delivery_calendar::{DeliveryPresent, default_date};
use stylebox_core::delivery::flow::Flow;
use stylebox_core::messages::Message;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::Actor;
use stylebox_core::order::order_form::{OrderWish, Text};
use stylebox_core::subscription::{FirstBoxInput, first_box};
use stylebox_core::values::fields::filled;

/// Whether a sign-up makes an order.
#[derive(Debug, Clone)]
pub enum FirstOrder {
    /// It makes this one, once the card and the address are saved, unless something is missing then.
    Planned(Box<PlannedOrder>),
    /// The sign-up has made this one before.
    Made(Box<OrderRow>),
    /// The customer has had orders, so this is no sign-up.
    HasOrdered,
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
/// An issue if the day is not open or a theme is not offered; [`Refusal::PromoCodeNotRecognized`].
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
    let answers = style_profiles::answers_of_customer(tx, &customer.id).await?;
    let text = |key: &str| answers.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let mut order = draft::blank(state, customer);
    order.customer_pick_up = wish.customer_pick_up == Some(true) || flow(state, customer, &answers) == Flow::Pickup;
    order.themebox_sign_up = customer.themebox_signup;
    let theme = match &wish.themebox {
        Text::AsItIs => text("themebox").and_then(|theme| filled(theme).ok()).map_or(Text::AsItIs, Text::New),
        said => said.clone(),
    };
    choose_theme(&mut order, wish.themebox_sign_up, theme, wish.themebox_description.clone(), themes)?;
    let day = day(state, &order, wish, text("ship_by_date"))?;
    if let Some(day) = day {
        if let Some(reason) = why_closed(state, day, order.customer_pick_up)? {
            return Err(issue("ship_by_date", reason));
        }
        order.ship_by_date = day;
    }
    let flow = if order.customer_pick_up { Flow::Pickup } else { Flow::Delivery };
    order.subscription_type =
        first_box(&FirstBoxInput { flow, chosen: customer.subscription_type, themebox: order.themebox.is_some() });
    order.on_demand_customer_msg = text("msg").map(ToOwned::to_owned);
    order.blog_interest = wish.blog_interest.clone().or(None);
    if let Text::New(code) = &wish.coupon
        && !invoice::is_coupon(state, tx, &customer.id, code.as_str()).await?
    {
        return Err(Refusal::PromoCodeNotRecognized.into());
    }
    order.coupon = match &wish.coupon {
        Text::AsItIs => coupons::default_code(state, tx, &customer.id).await?,
        said => said.clone().or(None),
    };
    let missing_theme = place::missing_theme(&order, wish.themebox_sign_up);
    Ok(FirstOrder::Planned(Box::new(PlannedOrder { order, day, missing_theme })))
}

/// A pick-up if the customer signed up for one, or chose it in the delivery step.
fn flow(state: &AppState, customer: &CustomerRow, answers: &Map<String, Value>) -> Flow {
    let questions = &state.data.questionnaire.delivery_questions;
    let question = questions.iter().find(|question| question.reference == "delivery_style");
    let mut choices = question.and_then(|question| question.properties.choices.as_ref()).into_iter().flatten();
    let pickup = choices.find(|choice| choice.reference == Flow::Pickup.as_str());
    let answer = answers.get("delivery_style").and_then(Value::as_str);
    let said = pickup.is_some_and(|choice| answer == Some(choice.label.as_str()));
    if said || customer.dressing_room_to_go_signup { Flow::Pickup } else { Flow::Delivery }
}

/// The day of the card's form, or of the answers before. A shipped theme box without a chosen day gets the proposed day.
fn day(state: &AppState, order: &OrderRow, wish: &OrderWish, answered: Option<&str>) -> AppResult<Option<Date>> {
    if let Some(day) = wish.ship_by_date {
        return Ok(Some(day));
    }
    if let Some(answered) = answered {
        return answered.parse().map(Some).map_err(|_| issue("ship_by_date", Message::DateMalformed));
    }
    if !order.themebox_sign_up || order.customer_pick_up {
        return Ok(None);
    }
    let present = DeliveryPresent { now: state.clock.now().instant(), holidays: state.data.holidays.clone() };
    default_date(&present).map_err(AppError::unexpected)
}

/// Makes the order, to that address. The card and the address are on file by now, so the missing fields are those that `POST
/// /orders` would name.
///
/// # Errors
/// An issue for each missing field. Nothing of the order is written then.
pub async fn place(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &mut CustomerRow,
    planned: PlannedOrder,
    address_id: String,
) -> AppResult<OrderRow> {
    let PlannedOrder { mut order, day, missing_theme } = planned;
    order.shipping_address_id = Some(address_id);
    order.phone = customer.phone.clone().filter(|_| order.customer_pick_up);
    // The sign-up counts even if the order cannot be made yet.
    customer.dressing_room_to_go_signup |= order.customer_pick_up;
    customer.themebox_signup |= order.themebox_sign_up;
    let mut missing = place::missing(state, tx, customer, &order, day, true).await?;
    missing.extend(missing_theme);
    if !missing.is_empty() {
        return Err(AppError::Form(missing));
    }
    plan::choose(customer, Some(order.subscription_type), false);
    draft::make(state, tx, &mut order, Actor::Customer, "Ordered at sign-up").await?;
    Ok(order)
}
