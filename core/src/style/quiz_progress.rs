//! How far a customer is in the quiz (spec A, section 2).

use crate::{style::style_profile::Section, wire::Input};
use serde::Serialize;

/// A step of the quiz.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ProgressStep {
    /// The section that the step belongs to.
    pub onboarding_section: Section,
    /// Whether the customer has passed the step and nothing in it is open.
    pub is_behind: bool,
}

/// The steps of the quiz that the customer is asked.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct QuizProgress {
    /// The steps, without the delivery step that follows them.
    pub steps: Vec<ProgressStep>,
}

/// How far a customer is in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct SectionProgress {
    /// The part of the questionnaire that is counted.
    pub section: Section,
    /// What it is called.
    pub label: &'static str,
    /// How many of its steps are behind the customer.
    pub behind: usize,
    /// How many steps it has. The delivery step, which follows the questions, belongs to the last section.
    pub of: usize,
}

/// `quiz_progress.sections`: the sections in the order in which they come, each with how far the customer is.
#[must_use]
pub fn sections(progress: &QuizProgress) -> Vec<SectionProgress> {
    Section::ALL.iter().map(|&section| section_progress(section, &progress.steps)).collect()
}

fn section_progress(section: Section, steps: &[ProgressStep]) -> SectionProgress {
    let own = || steps.iter().filter(|step| step.onboarding_section == section);
    let behind = own().filter(|step| step.is_behind).count();
    let delivery = usize::from(section == Section::Shipping);
    SectionProgress { section, label: section.label(), behind, of: own().count().saturating_add(delivery) }
}
