//! The quiz.

use super::labels;
use crate::style::style_profile::{FormSection, Section};

// The sections of the quiz.
labels! {
    Section {
        About = "About you",
        SizeAndFit = "Size & fit",
        Style = "Style",
        Shipping = "Your first box",
    }
}

// The sections of the style profile's form.
labels! {
    FormSection {
        About = "About Me",
        SizeFit = "Size & Fit",
        Style = "Style",
        Shipping = "Additional Details",
    }
}
