//! Orders, dashboard, history, decisions, ordering and subscription.

use crate::{
    convert::{ask, ask_strictly, tell, tell_strictly, typed, write, written, written_strictly},
    faults::faults_of,
};
use js_sys::Array;
use stylebox_core::{
    box_::{
        decision::{self, Action, BoxDecisions, ChoicesInput, Feedback, LeftDecision, ReasonsFor, StoredDecision},
        line_item::{self, ReturnInput},
        review::{self, ReviewForm, ReviewItems, ReviewReadiness, SentReview},
    },
    card::{
        card_change::{self, CardChangeAccess, CardChangeInput},
        consent::{self, Consent},
    },
    checkout::{
        try_on::{self, RemindersInput, SystemCheckout, SystemCheckoutInput},
        try_on_days::{self, CustomerPickUp, ReturnByInput},
    },
    delivery::pickup_signup::{self, PickupChoice},
    order::{
        self, CancelInput, CheckOutInput, CompletionInput, DeliveryInput, EditInput, Screening, ScreeningInput,
        Transition,
        delivery_order::{self, DeliveryOrderInput},
        pickup_order::{self, PickupOrderInput},
        readiness::OrderReadiness,
    },
    screens::{
        dashboard::{self, OrderRefs, Tile, TileInput},
        history::{self, HistoryLines, LineGroups},
        orders::{self, DatedOrders},
        purchase_history::{self, NextPage, Pages},
        stylist_notes::{self, DeliveredOrders},
    },
    subscription::{
        self, ChangeInput, ChosenFrequency, ConfirmationInput, FirstBoxInput, Frequency, FrequencyChoice, SignupChoice,
        SkipInput, Type,
    },
    values::plain_input::Nothing,
};
use tsify::Ts;
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};

/// Whether fulfilment may take an order that step.
#[wasm_bindgen(js_name = orderCanTransition)]
pub fn order_can_transition(input: Ts<Transition>) -> Result<bool, JsError> {
    tell(&input, order::can_transition)
}

/// Whether an order can be cancelled, and by whom.
#[wasm_bindgen(js_name = orderCanCancel)]
pub fn order_can_cancel(input: Ts<CancelInput>) -> Result<bool, JsError> {
    tell(&input, order::can_cancel)
}

/// Whether the customer can still change an order.
#[wasm_bindgen(js_name = orderCanEdit)]
pub fn order_can_edit(input: Ts<EditInput>) -> Result<bool, JsError> {
    tell(&input, order::can_edit)
}

/// What comes before an order is charged: the fraud check, somebody in the shop, or nothing.
#[wasm_bindgen(js_name = orderScreening)]
pub fn order_screening(input: Ts<ScreeningInput>) -> Result<Ts<Screening>, JsError> {
    ask(&input, order::screening)
}

/// Whether the customer can check an order out.
#[wasm_bindgen(js_name = orderCanCheckOut)]
pub fn order_can_check_out(input: Ts<CheckOutInput>) -> Result<bool, JsError> {
    tell(&input, order::can_check_out)
}

/// Whether the customer can decide what to keep.
#[wasm_bindgen(js_name = orderCanDecide)]
pub fn order_can_decide(input: Ts<CheckOutInput>) -> Result<bool, JsError> {
    tell(&input, order::can_decide)
}

/// What follows each way to check out, or null.
#[wasm_bindgen(js_name = orderAfterCheckout, unchecked_return_type = "Status | null")]
pub fn order_after_checkout(input: Ts<EditInput>) -> Result<JsValue, JsError> {
    written(&input, order::after_checkout)
}

/// What follows where a box comes to its customer, or null.
#[wasm_bindgen(js_name = orderOnDelivery, unchecked_return_type = "Delivery | null")]
pub fn order_on_delivery(input: Ts<DeliveryInput>) -> Result<JsValue, JsError> {
    written(&input, order::on_delivery)
}

/// Whether an order can be closed.
#[wasm_bindgen(js_name = orderCanComplete)]
pub fn order_can_complete(input: Ts<CompletionInput>) -> Result<bool, JsError> {
    tell(&input, order::can_complete)
}

/// Whether an item is to come back.
#[wasm_bindgen(js_name = lineItemIsDueBack)]
pub fn line_item_is_due_back(input: Ts<ReturnInput>) -> Result<bool, JsError> {
    tell(&input, line_item::is_due_back)
}

/// The id of the order that the dashboard is about, or null.
#[wasm_bindgen(js_name = dashboardCurrentOrder, unchecked_return_type = "string | null")]
pub fn dashboard_current_order(input: Ts<OrderRefs>) -> Result<JsValue, JsError> {
    written(&input, dashboard::current_order)
}

/// What the dashboard's tile shows and offers.
#[wasm_bindgen(js_name = dashboardTile)]
pub fn dashboard_tile(input: Ts<TileInput>) -> Result<Ts<Tile>, JsError> {
    ask_strictly(&input, dashboard::tile)
}

/// The ids of past orders, newest first.
#[wasm_bindgen(js_name = ordersPrevious, unchecked_return_type = "string[]")]
pub fn orders_previous(input: Ts<DatedOrders>) -> Result<JsValue, JsError> {
    written_strictly(&input, orders::previous)
}

/// The ids of the orders that the purchase history shows.
#[wasm_bindgen(js_name = purchaseHistoryVisible, unchecked_return_type = "string[]")]
pub fn purchase_history_visible(input: Ts<OrderRefs>) -> Result<JsValue, JsError> {
    written(&input, purchase_history::visible)
}

/// The purchase history with one more page.
#[wasm_bindgen(js_name = purchaseHistoryAppend)]
pub fn purchase_history_append(input: Ts<NextPage>) -> Result<Ts<Pages>, JsError> {
    ask(&input, purchase_history::append)
}

/// The ids of the orders whose notes are shown, newest first.
#[wasm_bindgen(js_name = stylistNotesList, unchecked_return_type = "string[]")]
pub fn stylist_notes_list(input: Ts<DeliveredOrders>) -> Result<JsValue, JsError> {
    written_strictly(&input, stylist_notes::list)
}

/// The ids of an order's items, by what became of them.
#[wasm_bindgen(js_name = historyGroupLines)]
pub fn history_group_lines(input: Ts<HistoryLines>) -> Result<Ts<LineGroups>, JsError> {
    ask(&input, history::group_lines)
}

/// What can be done with an item.
#[wasm_bindgen(js_name = decisionChoices, unchecked_return_type = "Action[]")]
pub fn decision_choices(input: Ts<ChoicesInput>) -> Result<JsValue, JsError> {
    written(&input, decision::choices)
}

/// The reasons that are offered with an action.
#[wasm_bindgen(js_name = decisionReasons, unchecked_return_type = "string[]")]
pub fn decision_reasons(input: Ts<ReasonsFor>) -> Result<JsValue, JsError> {
    written(&input, decision::reasons)
}

/// The decision that a line item keeps, or null.
#[wasm_bindgen(js_name = decisionFromLineItem, unchecked_return_type = "Action | null")]
pub fn decision_from_line_item(input: Ts<StoredDecision>) -> Result<JsValue, JsError> {
    written(&input, decision::from_line_item)
}

/// What the stylist is told of a decision.
#[wasm_bindgen(js_name = decisionFeedback)]
pub fn decision_feedback(input: Ts<Feedback>) -> Result<String, JsError> {
    tell(&input, decision::feedback)
}

/// The decisions on a box as they are sent.
#[wasm_bindgen(js_name = decisionLineItemsAttributes, unchecked_return_type = "LineItemAttributes[]")]
pub fn decision_line_items_attributes(input: Ts<BoxDecisions>) -> Result<JsValue, JsError> {
    written_strictly(&input, decision::line_items_attributes)
}

/// What is done with an item that the customer has left to the system.
#[wasm_bindgen(js_name = decisionAtSystemCheckout)]
pub fn decision_at_system_checkout(input: Ts<LeftDecision>) -> Result<Ts<Action>, JsError> {
    ask(&input, decision::at_system_checkout)
}

/// The reminders whose hour has come, as days before the day to check out by.
#[wasm_bindgen(js_name = tryOnRemindersDue, unchecked_return_type = "number[]")]
pub fn try_on_reminders_due(input: Ts<RemindersInput>) -> Result<JsValue, JsError> {
    written_strictly(&input, try_on::reminders_due)
}

/// Whether the system checks out, and what it waits for.
#[wasm_bindgen(js_name = tryOnSystemCheckout)]
pub fn try_on_system_checkout(input: Ts<SystemCheckoutInput>) -> Result<Ts<SystemCheckout>, JsError> {
    ask_strictly(&input, try_on::system_checkout)
}

/// Whether a return that has not come in is overdue.
#[wasm_bindgen(js_name = tryOnReturnIsOverdue)]
pub fn try_on_return_is_overdue(input: Ts<ReturnByInput>) -> Result<bool, JsError> {
    tell_strictly(&input, try_on::return_is_overdue)
}

/// Where a customer goes who has checked out.
#[wasm_bindgen(js_name = checkoutSuccessPage)]
pub fn checkout_success_page(input: Ts<CustomerPickUp>) -> Result<String, JsError> {
    tell(&input, |input| try_on_days::success_page(input).to_owned())
}

/// Whether every item is decided.
#[wasm_bindgen(js_name = reviewReadiness)]
pub fn review_readiness(input: Ts<ReviewItems>) -> Result<Ts<ReviewReadiness>, JsError> {
    ask(&input, review::readiness)
}

/// What is wrong with a review.
#[wasm_bindgen(js_name = reviewValidate, unchecked_return_type = "Issue[]")]
pub fn review_validate(form: Ts<SentReview>) -> Result<Array, JsError> {
    faults_of(&form, review::validate)
}

/// What the button of the review reads.
#[wasm_bindgen(js_name = reviewButton)]
pub fn review_button(input: Ts<ReviewForm>) -> Result<String, JsError> {
    tell(&input, |input| review::button(input).to_owned())
}

/// What a pick-up order still misses.
#[wasm_bindgen(js_name = pickupOrderReadiness)]
pub fn pickup_order_readiness(input: Ts<PickupOrderInput>) -> Result<Ts<OrderReadiness>, JsError> {
    ask_strictly(&input, pickup_order::readiness)
}

/// What a shipped order still misses.
#[wasm_bindgen(js_name = deliveryOrderReadiness)]
pub fn delivery_order_readiness(input: Ts<DeliveryOrderInput>) -> Result<Ts<OrderReadiness>, JsError> {
    ask_strictly(&input, delivery_order::readiness)
}

/// Whether the pick-up step of the sign-up can be left.
#[wasm_bindgen(js_name = pickupSignupReadiness)]
pub fn pickup_signup_readiness(input: Ts<PickupChoice>) -> Result<bool, JsError> {
    tell(&input, pickup_signup::readiness)
}

/// What a frequency is called.
#[wasm_bindgen(js_name = subscriptionLabel)]
pub fn subscription_label(input: Ts<Frequency>) -> Result<String, JsError> {
    tell(&input, |input| subscription::label(input).to_owned())
}

/// Whether skipping the next box is offered.
#[wasm_bindgen(js_name = subscriptionSkipOffered)]
pub fn subscription_skip_offered(input: Ts<SkipInput>) -> Result<bool, JsError> {
    tell(&input, subscription::skip_offered)
}

/// What is said when the frequency changes, or null.
#[wasm_bindgen(js_name = subscriptionChange, unchecked_return_type = "string | null")]
pub fn subscription_change(input: Ts<ChangeInput>) -> Result<JsValue, JsError> {
    written(&input, subscription::change)
}

/// Whether a change of frequency must be confirmed.
#[wasm_bindgen(js_name = subscriptionChangeNeedsConfirmation)]
pub fn subscription_change_needs_confirmation(input: Ts<ConfirmationInput>) -> Result<bool, JsError> {
    tell(&input, subscription::change_needs_confirmation)
}

/// The frequency that a sign-up starts with, or null.
#[wasm_bindgen(js_name = subscriptionForSignup, unchecked_return_type = "Type | null")]
pub fn subscription_for_signup(input: Ts<SignupChoice>) -> Result<JsValue, JsError> {
    written(&input, subscription::for_signup)
}

/// How often boxes come from the first one on.
#[wasm_bindgen(js_name = subscriptionFirstBox)]
pub fn subscription_first_box(input: Ts<FirstBoxInput>) -> Result<Ts<Type>, JsError> {
    ask(&input, subscription::first_box)
}

/// What choosing a frequency comes to, for the next box and for the order that it is chosen with.
#[wasm_bindgen(js_name = subscriptionChoose)]
pub fn subscription_choose(input: Ts<FrequencyChoice>) -> Result<Ts<ChosenFrequency>, JsError> {
    ask(&input, subscription::choose)
}

/// Whether the card may be changed, and how the page speaks of it.
#[wasm_bindgen(js_name = cardChangeAccess)]
pub fn card_change_access(input: Ts<CardChangeInput>) -> Result<Ts<CardChangeAccess>, JsError> {
    ask(&input, card_change::access)
}

/// The frequencies that can be chosen, and what they are called.
#[wasm_bindgen(js_name = subscriptionOptions, unchecked_return_type = "SubscriptionOption[]")]
pub fn subscription_options() -> JsValue {
    write(&subscription::options(&Nothing {}))
}

/// The sentence about automatic checkout that a customer agrees to with the card.
#[wasm_bindgen(js_name = consentCurrent)]
pub fn consent_current() -> Ts<Consent> {
    typed(&consent::current(&Nothing {}))
}
