//! The style quiz, the style profile that its answers make, and the stylist's letter.

pub mod answers;
pub mod birthday;
pub mod denim_spend;
pub mod disliked_colors;
pub mod letter;
pub mod photos;
pub mod quiz_answer;
pub mod quiz_plan;
pub mod quiz_progress;
pub mod quiz_step;
pub mod reshuffle;
pub mod shuffle;
pub mod style_profile;
pub mod stylists;
