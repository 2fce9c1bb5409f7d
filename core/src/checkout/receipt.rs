//! The opening of the email about a paid checkout (the contract: try-on, checkout, money).

use crate::{order::Actor, values::count::Count, wire::Input};

/// What the opening of a receipt depends on.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct PaidCheckout {
    /// The order's code.
    pub code: String,
    /// The customer, or the system or staff in their place.
    pub checked_out_by: Actor,
    /// How many items the customer had not decided about.
    pub undecided: Count,
    /// Whether the customer had agreed to be checked out.
    pub has_agreed: bool,
    /// Whether anything is kept.
    pub keeps_any: bool,
}

/// `receipt.opening`: who has checked out, what happened to undecided items if there were any, and whether anything is kept. The list
/// of pieces follows it in the email.
///
/// It does not say that the customer's decisions hold, because an exchange whose size has sold out has become a return by then.
#[must_use]
pub fn opening(checkout: &PaidCheckout) -> String {
    let PaidCheckout { code, checked_out_by, undecided, has_agreed, keeps_any } = checkout;
    let has_undecided = *undecided != Count::default();
    let over = format!("Your time to try on box {code} is over, and");
    let done = match (checked_out_by, has_undecided, has_agreed) {
        (Actor::Customer, ..) => format!("Thank you for checking out box {code}."),
        (Actor::System | Actor::Ops, false, false) => format!("{over} we have checked out for you."),
        (Actor::System | Actor::Ops, false, true) => format!("{over}, as you agreed, we have checked out for you."),
        (Actor::System | Actor::Ops, true, true) => {
            format!("{over}, as you agreed, we have checked out for you: what you had not decided is kept.")
        }
        (Actor::System | Actor::Ops, true, false) => {
            format!("{over} we have checked out for you: what you had not decided about goes back.")
        }
    };
    if *keeps_any {
        format!("{done} This is what you are keeping:")
    } else {
        format!("{done} You are keeping nothing from it.")
    }
}
