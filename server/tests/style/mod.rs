//! The style profile.

mod decks;
mod photos;
mod profile;
