//! The first order: made when a sign-up ends with a card, from what was chosen on the way (spec A, section 4).

use super::ordering::{choose_theme, issue, why_closed};
use super::{invoices, order_draft, ordering, subscription};
use crate::data::ThemeBox;
use crate::http::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::customers::CustomerRow;
use crate::store::orders::{self, OrderRow};
use crate::store::{Tx, style_profiles};
use serde_json::{Map, Value};
use stylebox_core::business_time::Date;
use stylebox_core::delivery_calendar::{DeliveryPresent, default_date};
use stylebox_core::fields::filled;
use stylebox_core::flow::Flow;
use stylebox_core::messages::Message;
use stylebox_core::order::Actor;
use stylebox_core::order_form::{OrderWish, Text};
use stylebox_core::policy;
use stylebox_core::readiness::Missing;
use stylebox_core::subscription::{FirstBoxInput, first_box};

/// Whether a sign-up makes an order.
#[derive(Debug, Clone)]
pub enum FirstOrder {
    /// It makes this one, once it is known where it goes.
    Planned(Box<OrderRow>),
    /// It was made before.
    Made(Box<OrderRow>),
    /// No date was chosen yet, or the sign-up is long over.
    NotChosen,
}

/// What saving the customer's card will make of the answers, and of what is said with the card.
///
/// # Errors
/// An issue, where the day is not open, a pick-up has no store, or a theme is not offered.
pub async fn planned(
    state: &AppState,
    tx: &mut Tx,
    customer: &CustomerRow,
    wish: &OrderWish,
    themes: &[ThemeBox],
) -> AppResult<FirstOrder> {
    let earlier = orders::of_customer(tx, &customer.id).await?;
    if let Some(order) = earlier.into_iter().next() {
        let is_open = !order.status.is_finished();
        return Ok(if is_open { FirstOrder::Made(Box::new(order)) } else { FirstOrder::NotChosen });
    }
    let Some(profile) = style_profiles::of_customer(tx, &customer.id).await? else { return Ok(FirstOrder::NotChosen) };
    let answers = style_profiles::answers(tx, &profile.id).await?;
    let text = |key: &str| answers.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let mut order = order_draft::blank(state, customer);
    order.customer_pick_up = wish.customer_pick_up == Some(true) || flow(state, customer, &answers) == Flow::Pickup;
    order.themebox_sign_up = customer.themebox_signup;
    let theme = match &wish.themebox {
        Text::AsItIs => text("themebox").and_then(|theme| filled(theme).ok()).map_or(Text::AsItIs, Text::New),
        said => said.clone(),
    };
    choose_theme(&mut order, wish.themebox_sign_up, theme, wish.themebox_description.clone(), themes)?;
    let Some(day) = day(state, &order, wish, text("ship_by_date"))? else { return Ok(FirstOrder::NotChosen) };
    if let Some(reason) = why_closed(state, day, order.customer_pick_up)? {
        return Err(issue("ship_by_date", reason));
    }
    order.ship_by_date = day.to_string();
    if order.customer_pick_up && ordering::store(state, &order).is_none() {
        return Err(issue("store", Message::Missing(Missing::Store)));
    }
    let flow = if order.customer_pick_up { Flow::Pickup } else { Flow::Delivery };
    order.subscription_type =
        first_box(&FirstBoxInput { flow, chosen: customer.subscription_type, themebox: order.themebox.is_some() });
    order.on_demand_customer_msg = text("msg").map(ToOwned::to_owned);
    order.blog_interest = wish.blog_interest.clone().or(None);
    if let Text::New(code) = &wish.coupon
        && !invoices::is_coupon(state, tx, &customer.id, code.as_str()).await?
    {
        return Err(invoices::PROMO_CODE_NOT_RECOGNIZED.into());
    }
    order.coupon = wish.coupon.clone().or(Some(policy::WELCOME_COUPON_CODE.to_owned()));
    Ok(FirstOrder::Planned(Box::new(order)))
}

/// A pick-up where the customer signed up for one, or said so in the delivery step.
fn flow(state: &AppState, customer: &CustomerRow, answers: &Map<String, Value>) -> Flow {
    let is = |entry: &&Value, reference: &str| entry.get("ref").is_some_and(|found| found == reference);
    let questions = &state.data.questionnaire.delivery_questions;
    let question = questions.iter().find(|question| is(question, "delivery_style"));
    let choices = question.and_then(|question| question.pointer("/properties/choices")).and_then(Value::as_array);
    let pickup = choices.into_iter().flatten().find(|choice| is(choice, Flow::Pickup.as_str()));
    let label = pickup.and_then(|choice| choice.get("label"));
    let said = label.is_some_and(|label| answers.get("delivery_style") == Some(label));
    if said || customer.dressing_room_to_go_signup { Flow::Pickup } else { Flow::Delivery }
}

/// The day that was said with the card, or answered before. A theme box that is sent comes on the day that is proposed where
/// none was chosen; a pick-up that is asked for with the card needs one.
fn day(state: &AppState, order: &OrderRow, wish: &OrderWish, answered: Option<&str>) -> AppResult<Option<Date>> {
    if let Some(day) = wish.ship_by_date {
        return Ok(Some(day));
    }
    if let Some(answered) = answered {
        return answered.parse().map(Some).map_err(|_| issue("ship_by_date", Message::DateMalformed));
    }
    if wish.customer_pick_up == Some(true) {
        return Err(issue("ship_by_date", Message::Missing(Missing::ShipByDate)));
    }
    if !order.themebox_sign_up || order.customer_pick_up {
        return Ok(None);
    }
    let present = DeliveryPresent { now: state.clock.now().instant(), holidays: state.data.holidays.clone() };
    default_date(&present).map_err(AppError::unexpected)
}

/// Makes the order, which goes to that address.
///
/// # Errors
/// Where the database fails.
pub async fn place(
    state: &AppState,
    tx: &mut Tx,
    customer: &mut CustomerRow,
    planned: OrderRow,
    address_id: String,
) -> AppResult<OrderRow> {
    let mut order = OrderRow { shipping_address_id: Some(address_id), ..planned };
    order.phone = customer.phone.clone().filter(|_| order.customer_pick_up);
    subscription::choose(customer, Some(order.subscription_type), false);
    customer.dressing_room_to_go_signup |= order.customer_pick_up;
    customer.themebox_signup |= order.themebox_sign_up;
    order_draft::make(state, tx, &mut order, Actor::Customer, "Ordered at sign-up").await?;
    Ok(order)
}
