//! The style profile, photos, and composing a box from the answers.

pub mod compose;
pub mod decks;
pub mod photo_intake;
pub mod photos;
pub mod photos_in_database;
pub mod picture;
pub mod profile;
pub mod suggestions;
