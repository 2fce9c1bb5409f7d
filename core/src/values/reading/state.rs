//! The states of an address, and which of them a text names by its code, its name or its abbreviation in newspapers.

use super::prepare::prepared;
use crate::values::plain_input::Nothing;
use serde::Serialize;

/// The fifty states, the District of Columbia, and the armed forces in the Americas, in the order of their codes.
pub const STATES: [State; 52] = [
    State("AA Armed Forces Americas"),
    State("AK Alaska"),
    State("AL Alabama, Ala"),
    State("AR Arkansas, Ark"),
    State("AZ Arizona, Ariz"),
    State("CA California, Calif"),
    State("CO Colorado, Colo"),
    State("CT Connecticut, Conn"),
    State("DC District of Columbia, Washington DC"),
    State("DE Delaware, Del"),
    State("FL Florida, Fla"),
    State("GA Georgia"),
    State("HI Hawaii"),
    State("IA Iowa"),
    State("ID Idaho"),
    State("IL Illinois, Ill"),
    State("IN Indiana, Ind"),
    State("KS Kansas, Kan"),
    State("KY Kentucky"),
    State("LA Louisiana"),
    State("MA Massachusetts, Mass"),
    State("MD Maryland"),
    State("ME Maine"),
    State("MI Michigan, Mich"),
    State("MN Minnesota, Minn"),
    State("MO Missouri"),
    State("MS Mississippi, Miss"),
    State("MT Montana, Mont"),
    State("NC North Carolina"),
    State("ND North Dakota"),
    State("NE Nebraska, Neb"),
    State("NH New Hampshire"),
    State("NJ New Jersey"),
    State("NM New Mexico"),
    State("NV Nevada, Nev"),
    State("NY New York"),
    State("OH Ohio"),
    State("OK Oklahoma, Okla"),
    State("OR Oregon, Ore"),
    State("PA Pennsylvania"),
    State("RI Rhode Island"),
    State("SC South Carolina"),
    State("SD South Dakota"),
    State("TN Tennessee, Tenn"),
    State("TX Texas"),
    State("UT Utah"),
    State("VA Virginia"),
    State("VT Vermont"),
    State("WA Washington, Wash"),
    State("WI Wisconsin, Wis"),
    State("WV West Virginia, WVa"),
    State("WY Wyoming, Wyo"),
];

/// A state as one text: its code, then its name, then its other names. Three texts for each would make the browser's
/// WebAssembly larger.
#[derive(Debug, Clone, Copy)]
pub struct State(&'static str);

impl State {
    /// The state with this code, in capitals.
    #[must_use]
    pub fn of(code: &str) -> Option<Self> {
        let place = STATES.binary_search_by(|state| state.code().cmp(code)).ok()?;
        STATES.get(place).copied()
    }

    /// Its two letters.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.parts().0
    }

    /// Its full name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.names().next().unwrap_or_default()
    }

    /// Its full name for use in a sentence.
    #[must_use]
    pub fn in_a_sentence(self) -> &'static str {
        if self.code() == "DC" { "the District of Columbia" } else { self.name() }
    }

    /// Its full name, then its other names.
    fn names(self) -> impl Iterator<Item = &'static str> {
        self.parts().1.split(',')
    }

    fn parts(self) -> (&'static str, &'static str) {
        self.0.split_once(' ').unwrap_or_default()
    }
}

/// A state in the list that a form offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StateOption {
    /// Its two letters.
    pub code: &'static str,
    /// Its full name.
    pub name: &'static str,
}

/// `state.options`: the states that an address can be in.
#[must_use]
pub fn options(_: &Nothing) -> Vec<StateOption> {
    STATES.iter().map(|state| StateOption { code: state.code(), name: state.name() }).collect()
}

/// `state.read`: the code of the state that a text names; nothing if it names none.
#[must_use]
pub fn read(text: &str) -> Option<&'static str> {
    let typed = prepared(text);
    let is_typed = |name: &str| letters(name).eq(letters(&typed));
    STATES.iter().find(|state| is_typed(state.code()) || state.names().any(is_typed)).map(|state| state.code())
}

/// The letters of a name for comparison: case, full stops, commas and white space do not count.
fn letters(name: &str) -> impl Iterator<Item = char> {
    let counts = |character: &char| !matches!(character, '.' | ',') && !character.is_whitespace();
    name.chars().filter(counts).map(|character| character.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::{STATES, State, read};
    use std::collections::BTreeSet;

    #[test]
    fn a_state_is_found_by_its_code_and_by_each_of_its_names() {
        assert!(STATES.is_sorted_by_key(|state| state.code()));
        let mut names = BTreeSet::new();
        for state in STATES {
            assert_eq!(State::of(state.code()).unwrap().name(), state.name());
            assert_eq!(state.code().len(), 2);
            for name in state.names().chain([state.code()]) {
                assert_eq!(read(name), Some(state.code()), "{name}");
                assert_eq!(read(&name.to_lowercase()), Some(state.code()), "{name}");
                assert!(names.insert(name.replace(' ', "").to_uppercase()), "{name} stands twice");
            }
        }
        assert!(State::of("PR").is_none() && State::of("mn").is_none());
    }
}
