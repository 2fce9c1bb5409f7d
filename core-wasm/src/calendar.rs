//! Calendar and card.

use crate::convert::{ask_strictly, written, written_strictly};
use stylebox_core::{
    business_time::Date,
    card::{self, CardForOrder, CardToday},
    checkout::try_on_days::{self, DueDateInput, Extension, ExtensionInput, ReturnByInput},
    delivery::{
        calendar::{self, CalendarDay, CalendarStretch},
        delivery_calendar::{self, DeliveryDay, DeliveryPresent, DeliverySearch},
        pickup_calendar,
    },
    order::{self, ExpectedDeliveryInput},
    subscription::{self, NextBox, NextBoxInput, NextBoxTiming},
};
use tsify::Ts;
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};

/// Why nothing can be picked up on a day, or null.
#[wasm_bindgen(js_name = pickupCalendarBlocked, unchecked_return_type = "Blocked | null")]
pub fn pickup_calendar_blocked(input: Ts<CalendarDay>) -> Result<JsValue, JsError> {
    written_strictly(&input, pickup_calendar::blocked)
}

/// Why nothing can be delivered on a day, or null.
#[wasm_bindgen(js_name = deliveryCalendarBlocked, unchecked_return_type = "Blocked | null")]
pub fn delivery_calendar_blocked(input: Ts<CalendarDay>) -> Result<JsValue, JsError> {
    written_strictly(&input, delivery_calendar::blocked)
}

/// The day on which a box leaves, to be delivered on a day.
#[wasm_bindgen(js_name = deliveryCalendarShipDate)]
pub fn delivery_calendar_ship_date(input: Ts<DeliveryDay>) -> Result<Ts<Date>, JsError> {
    ask_strictly(&input, delivery_calendar::ship_date)
}

/// The first day from one day on that can be chosen for a delivery, or null.
#[wasm_bindgen(js_name = deliveryCalendarFirstOpen, unchecked_return_type = "Date | null")]
pub fn delivery_calendar_first_open(input: Ts<DeliverySearch>) -> Result<JsValue, JsError> {
    written_strictly(&input, delivery_calendar::first_open)
}

/// The delivery date that is proposed, or null.
#[wasm_bindgen(js_name = deliveryCalendarDefaultDate, unchecked_return_type = "Date | null")]
pub fn delivery_calendar_default_date(input: Ts<DeliveryPresent>) -> Result<JsValue, JsError> {
    written_strictly(&input, delivery_calendar::default_date)
}

/// Each day from one day to another, with why it cannot be chosen.
#[wasm_bindgen(js_name = calendarWindow, unchecked_return_type = "WindowDay[]")]
pub fn calendar_window(input: Ts<CalendarStretch>) -> Result<JsValue, JsError> {
    written_strictly(&input, calendar::window)
}

/// The day of the next subscription box, or null.
#[wasm_bindgen(js_name = subscriptionNextBoxDate, unchecked_return_type = "Date | null")]
pub fn subscription_next_box_date(input: Ts<NextBoxInput>) -> Result<JsValue, JsError> {
    written_strictly(&input, subscription::next_box_date)
}

/// When the customer is told of the next box, when it is ordered and comes, and what is to be done today.
#[wasm_bindgen(js_name = subscriptionNextBoxTiming)]
pub fn subscription_next_box_timing(input: Ts<NextBox>) -> Result<Ts<NextBoxTiming>, JsError> {
    ask_strictly(&input, subscription::next_box_timing)
}

/// What the dashboard says of the card on file, or null.
#[wasm_bindgen(js_name = cardDashboardBanner, unchecked_return_type = "CardNotice | null")]
pub fn card_dashboard_banner(input: Ts<CardToday>) -> Result<JsValue, JsError> {
    written(&input, card::dashboard_banner)
}

/// What an order form says of the card on file, or null.
#[wasm_bindgen(js_name = cardOrderWarning, unchecked_return_type = "CardNotice | null")]
pub fn card_order_warning(input: Ts<CardForOrder>) -> Result<JsValue, JsError> {
    written(&input, card::order_warning)
}

/// Whether more days to try on are offered, and until when.
#[wasm_bindgen(js_name = checkoutExtension)]
pub fn checkout_extension(input: Ts<ExtensionInput>) -> Result<Ts<Extension>, JsError> {
    ask_strictly(&input, try_on_days::extension)
}

/// The day until which what is not kept goes back.
#[wasm_bindgen(js_name = checkoutReturnBy)]
pub fn checkout_return_by(input: Ts<ReturnByInput>) -> Result<Ts<Date>, JsError> {
    ask_strictly(&input, try_on_days::return_by)
}

/// The day until which to check out.
#[wasm_bindgen(js_name = checkoutDueDate)]
pub fn checkout_due_date(input: Ts<DueDateInput>) -> Result<Ts<Date>, JsError> {
    ask_strictly(&input, try_on_days::due_date)
}

/// The day on which a box is expected.
#[wasm_bindgen(js_name = orderExpectedDeliveryDate)]
pub fn order_expected_delivery_date(input: Ts<ExpectedDeliveryInput>) -> Result<Ts<Date>, JsError> {
    ask_strictly(&input, order::expected_delivery_date)
}
