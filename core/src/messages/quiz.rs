//! The quiz.

use super::labels;
use crate::quiz::style_profile::Section;

// The sections of the quiz.
labels! {
    Section {
        About = "About you",
        SizeAndFit = "Size & fit",
        Style = "Style",
        Shipping = "Your first box",
    }
}
