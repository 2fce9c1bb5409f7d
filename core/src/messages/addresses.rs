//! What the page says about an address, for example that its state and ZIP code disagree.

use super::Words;
use crate::values::reading::state::State;

/// The button for an address that is right although its state and ZIP code disagree.
pub(crate) const ADDRESS_IS_RIGHT: &str = "My address is right";

/// Says in which state a ZIP code lies.
pub(crate) fn zip_is_in(area: &str, state: State) -> String {
    [area, " is in ", state.in_a_sentence(), "."].concat()
}

/// The button that takes the state of the ZIP code.
pub(crate) fn change_state_to(state: State) -> String {
    ["Change to ", state.in_a_sentence()].concat()
}

/// The texts beside an address: that it was found undeliverable after it was saved, what follows from changing it, and how the address
/// check writes it.
pub(crate) const WORDS: Words = &[
    ("address_undeliverable", "It seems that nothing can be delivered to this address. Please check it:"),
    (
        "address_undeliverable_but_right",
        "Until you change it, your boxes go there. If it is right, please contact customer support.",
    ),
    ("later_boxes_too", "This is your main address: later boxes go there too."),
    ("address_suggested", "The address check writes this address another way. Which one is right?"),
];
