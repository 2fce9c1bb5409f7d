//! A state and a ZIP code that disagree (the contract: late orders and other rules). The page asks the customer, who decides.

use crate::{
    messages::addresses as texts,
    values::reading::{
        state::{self, State},
        zip,
    },
    wire::{Input, or_empty},
};
use serde::Serialize;

/// How many digits of a ZIP code name a place.
const AREA_DIGITS: usize = 5;

/// An address's state, and the state in which its ZIP code lies.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StateAndZip {
    /// The state as typed.
    #[serde(default, deserialize_with = "or_empty")]
    pub state: String,
    /// The ZIP code that the question names.
    #[serde(default, deserialize_with = "or_empty")]
    pub postal_code: String,
    /// The code of the state in which the ZIP code lies.
    #[serde(default, deserialize_with = "or_empty")]
    pub state_of_zip: String,
}

/// The question that the page asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StateQuestion {
    /// `89101 is in Nevada.`
    pub message: String,
    /// The code of the state that the ZIP code means.
    pub state: &'static str,
    /// The button that takes this state.
    pub change: String,
    /// The button that leaves the address as it is.
    pub keep: &'static str,
}

/// `address.state_question`: what to ask if state and ZIP code disagree; nothing if they agree, or if one of them is not known.
#[must_use]
pub fn question(address: &StateAndZip) -> Option<StateQuestion> {
    let typed = state::read(&address.state)?;
    let meant = State::of(&address.state_of_zip)?;
    let zip = zip::read(&address.postal_code)?;
    let area = zip.get(..AREA_DIGITS)?;
    (typed != meant.code()).then(|| StateQuestion {
        message: texts::zip_is_in(area, meant),
        state: meant.code(),
        change: texts::change_state_to(meant),
        keep: texts::ADDRESS_IS_RIGHT,
    })
}
