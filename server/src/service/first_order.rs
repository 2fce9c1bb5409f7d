//! The first order: made when a sign-up ends with a card, from what was chosen in the delivery step.

use super::order_draft::{self, DEFAULT_FREQUENCY};
use super::ordering::why_closed;
use crate::http::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::customers::CustomerRow;
use crate::store::orders::{self, OrderRow};
use crate::store::{Tx, style_profiles};
use serde_json::{Map, Value};
use stylebox_core::business_time::Date;
use stylebox_core::flow::Flow;
use stylebox_core::messages::Message;
use stylebox_core::order::Actor;
use stylebox_core::subscription::{SignupChoice, Type, for_signup};
use stylebox_core::{Issue, policy};

/// Whether a sign-up makes an order.
#[derive(Debug, Clone)]
pub enum FirstOrder {
    /// It makes this one.
    Planned(Plan),
    /// It was made before.
    Made(Box<OrderRow>),
    /// No date was chosen yet, or the sign-up is long over.
    NotChosen,
}

/// What was chosen.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The day.
    pub ship_by_date: Date,
    /// How often.
    pub subscription_type: Type,
    /// Whether it is fetched at a store.
    pub flow: Flow,
    /// Where it goes; known once the card's form is.
    pub address_id: String,
    /// A coupon's code; the sign-up's own where there is none.
    pub coupon: Option<String>,
    /// How the customer came to know of it.
    pub blog_interest: Option<String>,
}

/// What saving the customer's card will make of the answers.
///
/// # Errors
/// An issue of `ship_by_date`, where the day is not open.
pub async fn planned(state: &AppState, tx: &mut Tx, customer: &CustomerRow) -> AppResult<FirstOrder> {
    let earlier = orders::of_customer(tx, &customer.id).await?;
    if let Some(order) = earlier.into_iter().next() {
        let is_open = !order.status.is_finished();
        return Ok(if is_open { FirstOrder::Made(Box::new(order)) } else { FirstOrder::NotChosen });
    }
    let Some(profile) = style_profiles::of_customer(tx, &customer.id).await? else { return Ok(FirstOrder::NotChosen) };
    let answers = style_profiles::answers(tx, &profile.id).await?;
    let text = |key: &str| answers.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let Some(chosen) = text("ship_by_date") else { return Ok(FirstOrder::NotChosen) };
    let flow = flow(state, customer, &answers);
    let ship_by_date = open_day(state, chosen, flow)?;
    let chosen = match text("subscription_type") {
        Some(answer) => answer.parse().ok(),
        None => customer.subscription_type,
    };
    let subscription_type = for_signup(&SignupChoice { flow, chosen }).unwrap_or(DEFAULT_FREQUENCY);
    Ok(FirstOrder::Planned(Plan {
        ship_by_date,
        subscription_type,
        flow,
        address_id: String::new(),
        coupon: None,
        blog_interest: None,
    }))
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

fn open_day(state: &AppState, text: &str, flow: Flow) -> AppResult<Date> {
    let issue = |message| AppError::Form(vec![Issue::new("ship_by_date", message)]);
    let date: Date = text.parse().map_err(|_| issue(Message::DateMalformed))?;
    match why_closed(state, date, flow == Flow::Pickup)? {
        None => Ok(date),
        Some(reason) => Err(issue(reason)),
    }
}

/// Makes the order.
///
/// # Errors
/// Where the database fails.
pub async fn place(state: &AppState, tx: &mut Tx, customer: &mut CustomerRow, plan: Plan) -> AppResult<OrderRow> {
    let mut order = order_draft::blank(state, customer);
    let coupon = plan.coupon.filter(|code| !code.trim().is_empty());
    order.customer_pick_up = plan.flow == Flow::Pickup;
    order.ship_by_date = plan.ship_by_date.to_string();
    order.subscription_type = plan.subscription_type;
    order.shipping_address_id = Some(plan.address_id);
    order.coupon = Some(coupon.unwrap_or_else(|| policy::WELCOME_COUPON_CODE.to_owned()));
    order.themebox_sign_up = customer.themebox_signup;
    order.blog_interest = plan.blog_interest;
    customer.dressing_room_to_go_signup |= order.customer_pick_up;
    order_draft::make(state, tx, &mut order, Actor::Customer, "Ordered at sign-up").await?;
    Ok(order)
}
