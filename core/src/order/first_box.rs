//! How the first box comes, and how often boxes follow (spec A, section 4).

use crate::{
    delivery::flow::Flow,
    subscription::{self, SignupChoice},
    values::frequency::{Type, type_or_null},
    wire::{Input, non_empty},
};
use serde::Serialize;

/// What a customer has chosen for the first box, and how they signed up.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FirstBoxSignup {
    /// The flow that was chosen in the delivery step, or with the order; null while it is not.
    pub chosen_flow: Option<Flow>,
    /// Whether the customer signed up to pick up the box.
    pub dressing_room_to_go_signup: bool,
    /// Whether a pick-up is planned in the browser, which the account does not know yet.
    #[serde(default)]
    pub is_pickup_planned: Option<bool>,
    /// Whether the customer signed up for a theme box.
    pub themebox_signup: bool,
    /// The chosen theme, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub themebox: Option<String>,
    /// How often boxes come; null while that is not chosen.
    #[serde(default, deserialize_with = "type_or_null")]
    pub subscription_type: Option<Type>,
}

/// The box that a sign-up leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FirstBoxPlan {
    /// How it reaches the customer.
    pub flow: Flow,
    /// Whether it is a theme box.
    pub is_themebox: bool,
    /// How often boxes come from it on.
    pub subscription_type: Type,
    /// Whether the customer chose it, or it must be so. If neither is true, it can still be chosen.
    pub is_frequency_chosen: bool,
}

/// `first_box.plan`: the choice of the delivery step counts over the way in which the customer signed up. A pick-up is on demand
/// (spec A, section 4: "pick-up forces on demand"). Nobody is subscribed unasked: without a chosen frequency the box is on demand.
#[must_use]
pub fn plan(signup: &FirstBoxSignup) -> FirstBoxPlan {
    let signed_up_to_pick_up = signup.dressing_room_to_go_signup || signup.is_pickup_planned == Some(true);
    let flow = flow(signup.chosen_flow, signed_up_to_pick_up);
    let is_themebox = signup.themebox_signup || signup.themebox.is_some();
    let chosen = subscription::for_signup(&SignupChoice { flow, chosen: signup.subscription_type });
    FirstBoxPlan {
        flow,
        is_themebox,
        subscription_type: chosen.unwrap_or(Type::OnDemand),
        is_frequency_chosen: is_themebox || chosen.is_some(),
    }
}

/// What is known of the first box when the first card is saved.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FirstCard {
    /// How the box reaches the customer.
    pub flow: Flow,
    /// Whether it is a theme box.
    pub is_themebox: bool,
    /// Whether its day is chosen.
    pub has_day: bool,
}

/// `first_box.is_ordered_with_card`: saving the first card also orders the box of a sign-up for a pick-up or a theme box (spec B,
/// section 4), and another one if its day is chosen (the contract: orders).
#[must_use]
pub fn is_ordered_with_card(card: &FirstCard) -> bool {
    card.flow == Flow::Pickup || card.is_themebox || card.has_day
}

/// How the first box reaches the customer: as they chose. If they have not chosen yet, as they signed up.
#[must_use]
pub fn flow(chosen: Option<Flow>, signed_up_to_pick_up: bool) -> Flow {
    let signed_up = if signed_up_to_pick_up { Flow::Pickup } else { Flow::Delivery };
    chosen.unwrap_or(signed_up)
}
