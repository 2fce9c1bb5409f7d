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

/// `signup.next_step`: the path after the delivery step.
///
/// # Errors
/// If a pick-up does not say whether shoes are wanted.
pub fn next_step(step: &DeliveryStep) -> Result<&'static str, InputError> {
    match (step.flow, step.wants_shoes) {
        (Flow::Delivery, _) => Ok("/quiz/confirmation"),
        (Flow::Pickup, Some(true)) => Ok("/quiz/14"),
        (Flow::Pickup, Some(false)) => Ok("/payment/billing"),
        (Flow::Pickup, None) => Err(InputError::new("wants_shoes: a pick-up says whether shoes are wanted.")),
    }
}
