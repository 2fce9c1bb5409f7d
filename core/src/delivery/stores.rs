//! Choosing one of the retailer's stores (spec A, sections 2 and 4).

use crate::{
    delivery::flow::Flow,
    policy::{self, NO_PREFERENCE},
    values::{
        reading::state::State,
        search::{after_last, caseless, finds},
    },
    wire::{Input, or_empty},
};

/// The text between a store's place and its name in a choice.
const SEPARATOR: &str = " - ";

/// A store, or the studio.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StoreLocation {
    /// The id that an account's `assigned_location_id` holds.
    pub id: String,
    /// The last part of a choice: `Galleria`.
    pub name: String,
}

/// A choice among the stores.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StoreChoice {
    /// What was chosen: `Edina, MN - Galleria`.
    pub choice: String,
    /// The locations among which the choice is looked up.
    pub locations: Vec<StoreLocation>,
}

/// The name of the store that a choice means: `Galleria` of `Edina, MN - Galleria`.
#[must_use]
pub fn name_of(choice: &str) -> &str {
    if choice == NO_PREFERENCE { choice } else { after_last(choice, SEPARATOR) }
}

/// `stores.assigned_location`: the id of the location that a choice assigns (spec A, section 4).
#[must_use]
pub fn assigned_location(chosen: &StoreChoice) -> Option<&str> {
    let choice = chosen.choice.as_str();
    let name = name_of(choice);
    chosen.locations.iter().find(|location| location.name == name).map(|location| location.id.as_str())
}

/// A store that a search may find.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct SearchedStore {
    /// The id that the search answers if it finds the store.
    pub id: String,
    /// The name, which is searched like the parts of the address.
    pub name: String,
    /// The city, without the state.
    pub address_city: String,
    /// The code of its state.
    pub address_state: String,
    /// Its ZIP code.
    pub address_postal_code: String,
}

/// What was typed above the list of stores, and that list.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StoreSearch {
    /// What is searched for; null is empty.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub search: String,
    /// The stores, in their order.
    pub stores: Vec<SearchedStore>,
}

/// `stores.found`: the ids of the stores that a search finds by name, city, state and ZIP code (the contract: reading what was
/// pasted, filled in or sent).
#[must_use]
pub fn found(sought: &StoreSearch) -> Vec<&str> {
    sought.stores.iter().filter(|store| is_found(&sought.search, store)).map(|store| store.id.as_str()).collect()
}

/// Whether a search finds a store. The searched text has both the name and the code of the store's state.
#[must_use]
pub fn is_found(search: &str, store: &SearchedStore) -> bool {
    let SearchedStore { id: _, name, address_city, address_state, address_postal_code } = store;
    let state = State::of(&address_state.to_ascii_uppercase()).map(State::name).unwrap_or_default();
    finds(search, &[name, address_city, address_state, state, address_postal_code].map(AsRef::as_ref).join(" "))
}

/// The question whose answer assigns the customer's location (spec A, section 4: "Choosing a store sets the assigned location"). It is
/// the question about a pick-up or the one about a shipped box, as `flow` says. If it is not answered, the other one takes its place.
/// Nothing if neither is answered.
#[must_use]
pub fn deciding_question(flow: Flow, is_answered: impl Fn(&str) -> bool) -> Option<&'static str> {
    let mut questions = [policy::STORE_QUESTION, policy::OTHER_STORE_QUESTION];
    if flow == Flow::Delivery {
        questions.reverse();
    }
    questions.into_iter().find(|question| is_answered(question))
}

/// The stores of a question, and the hidden ones.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StoreList {
    /// The choices, in order.
    pub stores: Vec<String>,
    /// The choices that are not offered.
    pub hidden: Vec<String>,
}

/// `stores.visible`: the stores that are offered, in order (spec A, section 2).
#[must_use]
pub fn visible(list: &StoreList) -> Vec<String> {
    let hidden: Vec<_> = list.hidden.iter().map(|store| comparable(store)).collect();
    let offered = |store: &&String| !is_no_preference(store) && !hidden.contains(&comparable(store));
    list.stores.iter().filter(offered).cloned().collect()
}

/// Whether a choice names no store.
#[must_use]
pub fn is_no_preference(choice: &str) -> bool {
    comparable(choice) == comparable(NO_PREFERENCE)
}

fn comparable(store: &str) -> String {
    caseless(store.trim())
}

#[cfg(test)]
mod tests {
    use super::{Flow, deciding_question};

    #[test]
    fn the_question_of_the_flow_decides_and_the_other_one_if_that_is_not_answered() {
        let (pickup, shipped) = ("preferred_store", "match_with_stylist_2");
        for (flow, answered, deciding) in [
            (Flow::Pickup, vec![pickup, shipped], Some(pickup)),
            (Flow::Pickup, vec![shipped], Some(shipped)),
            (Flow::Delivery, vec![pickup, shipped], Some(shipped)),
            (Flow::Delivery, vec![pickup], Some(pickup)),
            // This question asks for a stylist and not for a store.
            (Flow::Delivery, vec!["match_with_stylist"], None),
            (Flow::Pickup, vec![], None),
        ] {
            assert_eq!(
                deciding_question(flow, |question| answered.contains(&question)),
                deciding,
                "{flow:?} {answered:?}"
            );
        }
    }
}
