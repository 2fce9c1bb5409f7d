//! "More like this": a customer points out items of past boxes to the stylist of the next box (the contract: screens).

use crate::{
    messages::staff,
    policy,
    values::count::Count,
    wire::{Input, non_empty},
};
use serde::Serialize;

/// An item that the customer wants more of.
#[derive(Debug, Clone, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct LikedItem {
    /// Its name.
    pub description: String,
    /// The brand, as the catalogue names it.
    pub brand: String,
}

/// The customer's own note to the stylist, and the items that they want more of.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NextBoxWishes {
    /// The customer's own note, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub own: Option<String>,
    /// The items, in the order in which they were chosen.
    pub items: Vec<LikedItem>,
}

/// The note to the stylist of the next box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NextBoxNote {
    /// The note; null if there is nothing to say.
    pub note: Option<String>,
    /// How many of the items it names, from the first on. The others wait for the box after this one.
    pub named: Count,
}

/// `next_box_note.with_items`: the customer's own note, and below it a line about each item. If the whole would be longer than a note may
/// be, the first item that does not fit and those after it are left out.
#[must_use]
pub fn with_items(wishes: &NextBoxWishes) -> NextBoxNote {
    let mut note = wishes.own.clone().unwrap_or_default();
    let mut named: usize = 0;
    for LikedItem { description, brand } in &wishes.items {
        let line = staff::more_like(description, brand);
        let gap = if note.is_empty() { "" } else { "\n" };
        let longer = [note.as_str(), gap, &line].concat();
        if longer.chars().count() > policy::LONG_TEXT_MAX_LENGTH {
            break;
        }
        note = longer;
        named = named.saturating_add(1);
    }
    NextBoxNote { note: Some(note).filter(|note| !note.is_empty()), named: Count::of(named) }
}

/// An item that an order's note names.
#[derive(Debug, Clone, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct TakenItem {
    /// The id that `next_box_note.given_back` answers.
    pub id: String,
    /// Its name.
    pub description: String,
    /// The brand, as the catalogue names it.
    pub brand: String,
}

/// The note of an order that is called off, and the items that were added to it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct UnusedNote {
    /// The note as it is now, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub note: Option<String>,
    /// The items, in the order in which they were chosen.
    pub items: Vec<TakenItem>,
}

/// `next_box_note.given_back`: the ids of the items that wait for the next box again because this one is called off. An item whose
/// line the customer has removed from the note is no longer wanted.
#[must_use]
pub fn given_back(unused: &UnusedNote) -> Vec<String> {
    let mut lines: Vec<&str> = unused.note.as_deref().unwrap_or_default().lines().map(str::trim).collect();
    let mut ids = Vec::new();
    for TakenItem { id, description, brand } in &unused.items {
        let line = staff::more_like(description, brand);
        // Each line stands for one item: two items of the same name have two lines.
        if let Some(place) = lines.iter().position(|known| *known == line.trim()) {
            lines.swap_remove(place);
            ids.push(id.clone());
        }
    }
    ids
}
