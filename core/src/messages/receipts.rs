//! The email about a paid checkout. No screen shows it, so the browser does not load it.

use crate::{checkout::receipt::PaidCheckout, order::Actor, values::count::Count};

/// An exchange whose size has sold out is a return by then, so it does not say that what was decided stands: the pieces stand below.
pub(crate) fn opening(checkout: &PaidCheckout) -> String {
    let PaidCheckout { code, checked_out_by, undecided, has_agreed, keeps_any } = checkout;
    let has_undecided = *undecided != Count::default();
    let done = match checked_out_by {
        Actor::Customer => format!("Thank you for checking out box {code}."),
        Actor::System | Actor::Ops => {
            let agreed = if *has_agreed { ", as you agreed," } else { "" };
            let what = match (has_undecided, has_agreed) {
                (false, _) => "",
                (true, true) => ": what you had not decided is kept",
                (true, false) => ": what you had not decided about goes back",
            };
            format!("Your time to try on box {code} is over, and{agreed} we have checked out for you{what}.")
        }
    };
    let keeps = if *keeps_any { "This is what you are keeping:" } else { "You are keeping nothing from it." };
    format!("{done} {keeps}")
}
