//! What the customer likes: the style profile, photos, and the box that a stylist composes from it.

pub mod compose;
pub mod decks;
pub mod photos;
pub mod picture;
pub mod profile;
pub mod suggestions;
