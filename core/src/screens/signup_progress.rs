//! The tile of a customer who is still signing up: the steps to the first box (spec B, section 2).

use crate::{messages::orders as texts, style::quiz_plan, wire::Input};
use serde::Serialize;

/// Which steps of signing up a customer has done.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct SignupProgress {
    /// Whether an order is under way.
    pub has_current_order: bool,
    /// Whether there is any order, finished or not.
    pub has_orders: bool,
    /// Whether the first of the three steps is done.
    pub style_profile_complete: bool,
    /// Whether a frequency is chosen.
    pub subscription_type_selected: bool,
    /// Whether there is a card on file.
    pub billing_info_complete: bool,
}

/// A step to the first box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct SignupStep {
    /// What it is called.
    pub label: &'static str,
    /// Whether the step is done, and ticked.
    pub is_done: bool,
}

/// The tile of a customer who has not ordered the first box yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FirstBox {
    /// The steps, in their order.
    pub steps: [SignupStep; 3],
    /// The path on which the customer goes on.
    pub next: &'static str,
}

/// The words about the steps that are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FirstBoxWords {
    /// Which box it is about.
    pub eyebrow: &'static str,
    /// What the customer does next.
    pub title: &'static str,
    /// What is left, and what follows from it.
    pub text: &'static str,
}

/// `dashboard.first_box`: the steps to the first box; nothing if the tile of the current order is shown. If all are done and
/// there is still no order, the day is asked for again.
#[must_use]
pub fn first_box(signup: &SignupProgress) -> Option<FirstBox> {
    let is_signing_up = !signup.has_current_order && (!signup.billing_info_complete || !signup.has_orders);
    let done = [signup.style_profile_complete, signup.subscription_type_selected, signup.billing_info_complete];
    let next = match done {
        [false, _, _] => "/quiz/1",
        [true, true, false] => "/payment/shipping",
        [true, _, _] => quiz_plan::DELIVERY,
    };
    let [profile, delivery, payment] = done;
    is_signing_up.then_some(FirstBox {
        steps: [
            SignupStep { label: texts::SIGN_UP_PROFILE, is_done: profile },
            SignupStep { label: texts::SIGN_UP_DELIVERY, is_done: delivery },
            SignupStep { label: texts::SIGN_UP_PAYMENT, is_done: payment },
        ],
        next,
    })
}

/// `dashboard.first_box_words`: the words above the steps of [`first_box`]; nothing if those are not shown. A customer who has ordered
/// before reads of the next box.
#[must_use]
pub fn first_box_words(signup: &SignupProgress) -> Option<FirstBoxWords> {
    let FirstBox { steps, .. } = first_box(signup)?;
    let eyebrow = if signup.has_orders { texts::NEXT_BOX } else { texts::FIRST_BOX };
    let (title, text) = match (steps.map(|step| step.is_done), signup.has_orders) {
        ([true, true, true], _) => texts::DAY_OPEN,
        ([true, true, false], false) => texts::CARD_OPEN,
        ([true, true, false], true) => texts::CARD_OPEN_AGAIN,
        _ => texts::ANSWERS_OPEN,
    };
    Some(FirstBoxWords { eyebrow, title, text })
}
