//! The style profile, and the suggestions beside a box.

mod decks;
mod photo_files;
mod photos;
mod photos_outage;
pub mod photos_s3;
mod photos_s3_check;
mod photos_s3_peer;
mod profile;
mod suggested_items;
