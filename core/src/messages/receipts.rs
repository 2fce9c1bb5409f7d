//! The email about a paid checkout. No screen shows it, so the browser does not load it.

use crate::{checkout::receipt::PaidCheckout, order::Actor, values::count::Count};

/// An exchange whose size has sold out is a return by then, so it does not say that what was decided stands: the pieces stand below.
pub(crate) fn opening(checkout: &PaidCheckout) -> String {
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
