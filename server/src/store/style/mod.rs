//! The style profile's tables: answers, photos, reshuffles, suggestions.

pub mod photo_files;
pub mod photos;
pub mod reshuffle_answers;
pub mod style_profiles;
pub mod suggested_items;
