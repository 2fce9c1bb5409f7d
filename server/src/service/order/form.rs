//! What every form that orders a box shares: its fields are applied to an order, and core says what is still missing.

use crate::data::{Location, ThemeBox};
use crate::platform::error::{AppError, AppResult};
use crate::service::checkout::discounts;
use crate::service::delivery::stores;
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::card::cards;
use crate::store::order::orders::OrderRow;
use crate::store::style::style_profiles;
use crate::values::postal_address::PostalAddress;
use serde_json::Value;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::delivery_order::{self, AddressOnFile, DeliveryOrderInput};
use stylebox_core::order::order_form::{OrderWish, Text};
use stylebox_core::order::pickup_order::{self, PickupOrderInput};
use stylebox_core::order::readiness::{CardOnFile, Missing};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::message::Message;
use stylebox_core::values::responses::Responses;
use stylebox_core::{
    Issue,
    delivery::{delivery_calendar, pickup_calendar},
};

/// Applies the form's fields to the order, except how often boxes come.
pub(super) async fn apply(
    state: &AppState,
    tx: &mut Tx,
    customer: &CustomerRow,
    order: &mut OrderRow,
    wish: OrderWish,
    themes: &[ThemeBox],
) -> AppResult<()> {
    order.customer_pick_up = wish.customer_pick_up.unwrap_or(order.customer_pick_up);
    // A form that is sent as it was read names the order's own frequency. A pick-up takes none.
    let chosen = wish.subscription_type.filter(|chosen| *chosen != order.subscription_type && !order.customer_pick_up);
    plan::check_offered(customer.subscription_type, chosen, &state.data.terms)?;
    order.ship_by_date = wish.ship_by_date.unwrap_or(order.ship_by_date);
    if let Some(id) = wish.assigned_location_id {
        let known = state.data.locations.iter().find(|store| store.id == id.as_str());
        let store = known.ok_or_else(|| issue("assigned_location_id", Message::CHOICE_UNKNOWN))?;
        order.assigned_location_id = Some(store.id.clone());
    }
    if let Some(id) = wish.shipping_address_id {
        let known = shipping_addresses::of_customer(tx, &customer.id).await?;
        let address = known.into_iter().find(|address| address.id == id.as_str());
        order.shipping_address_id = Some(address.ok_or(Refusal::NotFound)?.id);
    }
    if let Some(phone) = wish.phone {
        order.phone = Some(phone.to_string());
    }
    if let Text::New(code) = &wish.coupon
        && !discounts::is_coupon(state, tx, &customer.id, code.as_str()).await?
    {
        return Err(Refusal::PromoCodeNotRecognized.into());
    }
    if wish.coupon != Text::AsItIs {
        order.ended_coupon = None;
    }
    order.coupon = wish.coupon.or(order.coupon.take());
    order.on_demand_customer_msg = wish.on_demand_customer_msg.or(order.on_demand_customer_msg.take());
    order.blog_interest = wish.blog_interest.or(order.blog_interest.take());
    choose_theme(order, wish.themebox_sign_up, wish.themebox, wish.themebox_description, themes)
}

/// One field that does not pass.
pub(super) fn issue(field: &'static str, message: Message) -> AppError {
    AppError::Form(vec![Issue::new(field, message)])
}

/// Sets theme and description of a theme box, and clears those of another box.
///
/// # Errors
/// An issue of `themebox` if the theme is not offered.
fn choose_theme(
    order: &mut OrderRow,
    signed_up: Option<bool>,
    theme: Text,
    description: Text,
    themes: &[ThemeBox],
) -> AppResult<()> {
    let before = order.themebox.take();
    order.themebox = theme.or(before.clone());
    let is_taken_away = before.is_some() && order.themebox.is_none();
    let is_one = order.themebox.is_some() || (order.themebox_sign_up && !is_taken_away);
    order.themebox_sign_up = signed_up.unwrap_or(is_one);
    if !order.themebox_sign_up {
        order.themebox = None;
        order.themebox_description = None;
        return Ok(());
    }
    let mut described = order.themebox_description.take();
    if let Some(chosen) = order.themebox.as_ref().filter(|chosen| before.as_ref() != Some(chosen)) {
        let offered = themes.iter().find(|offered| offered.theme == *chosen);
        let offered = offered.ok_or_else(|| issue("themebox", Message::CHOICE_UNKNOWN))?;
        described = Some(offered.description.clone());
    }
    order.themebox_description = description.or(described);
    Ok(())
}

/// The issue of a theme box without a theme.
pub(super) fn missing_theme(order: &OrderRow, signed_up: Option<bool>) -> Option<Issue> {
    let is_missing = signed_up == Some(true) && order.themebox.is_none();
    is_missing.then(|| Issue::new("themebox", Message::REQUIRED))
}

/// Refuses an order with something missing, by core. A day that stays the same need not be open any more.
pub(super) async fn check(
    state: &AppState,
    tx: &mut Tx,
    customer: &CustomerRow,
    order: &OrderRow,
    ship_by_date: Option<Date>,
    day_is_asked_about: bool,
) -> AppResult<()> {
    let issues = missing(state, tx, customer, order, ship_by_date, day_is_asked_about).await?;
    if issues.is_empty() { Ok(()) } else { Err(AppError::Form(issues)) }
}

/// An issue for each missing field by core's rule, in the order of the form.
pub(super) async fn missing(
    state: &AppState,
    tx: &mut Tx,
    customer: &CustomerRow,
    order: &OrderRow,
    ship_by_date: Option<Date>,
    day_is_asked_about: bool,
) -> AppResult<Vec<Issue>> {
    let now = state.clock.now().instant();
    let holidays = state.data.holidays.clone();
    let card = cards::current(tx, &customer.id).await?.map(|card| CardOnFile { expiration: card.expiration });
    let responses = answers(tx, &customer.id).await?;
    let why_closed = ship_by_date.map_or(Ok(None), |day| why_closed(state, day, order))?;
    let readiness = if order.customer_pick_up {
        let phone = order.phone.clone().or_else(|| customer.phone.clone()).unwrap_or_default();
        let store = store(state, order);
        let store_days =
            store.map(|store| store.days(now, &state.data.terms)).transpose().map_err(AppError::unexpected)?;
        let store = store.map(|store| store.name.clone());
        let input = PickupOrderInput { card, store, ship_by_date, phone, responses, now, holidays, store_days };
        pickup_order::readiness(&input, &state.data.terms)
    } else {
        let known = shipping_addresses::of_customer(tx, &customer.id).await?;
        let address = known.into_iter().find(|address| Some(&address.id) == order.shipping_address_id.as_ref());
        let shipping_address = address.map(on_file);
        let input = DeliveryOrderInput { card, shipping_address, ship_by_date, responses, now, holidays };
        delivery_order::readiness(&input, &state.data.terms)
    };
    let missing = readiness.map_err(AppError::unexpected)?.missing.into_iter();
    let missing = missing.filter(|missing| day_is_asked_about || *missing != Missing::ShipByDate);
    let mut issues = Vec::new();
    for missing in missing {
        let why = why_closed.filter(|_| missing == Missing::ShipByDate);
        issues.push(Issue::new(missing.as_str(), why.unwrap_or(Message::from(missing))));
    }
    Ok(issues)
}

/// The store of a pick-up; `None` if the order's location is no store.
fn store<'a>(state: &'a AppState, order: &OrderRow) -> Option<&'a Location> {
    stores::of_order(state, order).filter(|store| store.pickup)
}

fn on_file(address: AddressRow) -> AddressOnFile {
    let PostalAddress { line_1, line_2: _, city, state, postal_code } = address.address;
    AddressOnFile { line_1, city, state, postal_code }
}

async fn answers(tx: &mut Tx, customer_id: &str) -> AppResult<Responses> {
    let answers = style_profiles::answers_of_customer(tx, customer_id).await?;
    serde_json::from_value(Value::Object(answers)).map_err(AppError::unexpected)
}

/// Why a day cannot be chosen, by the calendar of the pick-ups at the order's store or of deliveries; `None` if it can.
pub(super) fn why_closed(state: &AppState, day: Date, order: &OrderRow) -> AppResult<Option<Message>> {
    let (now, holidays) = (state.clock.now().instant(), &state.data.holidays);
    let blocked = if order.customer_pick_up {
        let store_days = store(state, order)
            .map(|store| store.days(now, &state.data.terms))
            .transpose()
            .map_err(AppError::unexpected)?;
        pickup_calendar::blocked_on(day, now, holidays, store_days.as_ref(), &state.data.terms)
    } else {
        delivery_calendar::blocked_on(day, now, holidays, &state.data.terms)
    };
    Ok(blocked.map_err(AppError::unexpected)?.map(Message::from))
}
