//! The style profile.

mod decks;
mod photos;
mod photos_s3;
mod photos_s3_check;
mod photos_s3_peer;
mod profile;
