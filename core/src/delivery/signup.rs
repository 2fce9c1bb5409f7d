//! The steps of signing up (spec A, section 4).

use crate::{InputError, delivery::flow::Flow, wire::Input};

/// What was chosen on the delivery step.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DeliveryStep {
    /// Shipped or picked up.
    pub flow: Flow,
    /// Whether the customer wants to try shoes on; only a pick-up asks it.
    pub wants_shoes: Option<bool>,
}

/// How a customer signs up.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct SignupKind {
    /// Whether the first box is picked up at a store ("dressing room to go").
    pub dressing_room_to_go_signup: bool,
    /// Whether the first box is a theme box.
    pub themebox_signup: bool,
}

/// `signup.needs_quiz`: whether the quiz must be answered before the first box is paid for (spec A, section 4). A pick-up and a
/// theme box are ordered together with the card.
#[must_use]
pub const fn needs_quiz(kind: &SignupKind) -> bool {
    !kind.dressing_room_to_go_signup && !kind.themebox_signup
}

/// Whether the questions about shoes are asked: only at a store they can be tried on, by a customer who wants them.
#[must_use]
pub const fn asks_about_shoes(step: &DeliveryStep) -> bool {
    matches!(step, DeliveryStep { flow: Flow::Pickup, wants_shoes: Some(true) })
}

/// `signup.next_step`: the path after the delivery step.
///
/// # Errors
/// If a pick-up does not say whether shoes are wanted.
pub fn next_step(step: &DeliveryStep) -> Result<&'static str, InputError> {
    match (step.flow, step.wants_shoes) {
        _ if asks_about_shoes(step) => Ok("/quiz/14"),
        (Flow::Delivery, _) => Ok("/quiz/confirmation"),
        (Flow::Pickup, Some(_)) => Ok("/payment/billing"),
        (Flow::Pickup, None) => Err(InputError::new("wants_shoes: a pick-up says whether shoes are wanted.")),
    }
}
