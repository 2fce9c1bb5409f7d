//! How complete a style profile is (spec A, section 3; spec B, section 2).

use crate::{
    values::{
        count::Count,
        plain_input::Nothing,
        responses::Responses,
        words::{labels, words},
    },
    wire::Input,
};
use serde::Serialize;

words! {
    /// A section of the questionnaire.
    pub enum Section {
        /// Who the customer is.
        About = "about",
        /// Measures, and how clothes should sit.
        SizeAndFit = "size_and_fit",
        /// Taste.
        Style = "style",
        /// How the box comes.
        Shipping = "shipping",
    }
}

labels! {
    Section {
        About = "About you",
        SizeAndFit = "Size & fit",
        Style = "Style",
        Shipping = "Your first box",
    }
}

/// A question of the profile. A group is given as its fields.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ProfileQuestion {
    /// The question's key in the responses.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The section that it belongs to.
    pub onboarding_section: Section,
}

/// A profile's questions and answers.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct StyleProfile {
    /// All questions that ask for an answer, required or not.
    pub questions: Vec<ProfileQuestion>,
    /// All answers; null is none.
    #[serde(default)]
    pub responses: Option<Responses>,
}

/// How complete a section is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SectionStats {
    /// 0 to 100, rounded down: 100 only if nothing is left.
    pub completion_percentage: u64,
}

/// How complete each section is, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProfileStats {
    /// Who the customer is.
    pub about: SectionStats,
    /// Sizes and fit.
    pub size_and_fit: SectionStats,
    /// Taste.
    pub style: SectionStats,
    /// How the box comes.
    pub shipping: SectionStats,
}

/// `style_profile.stats`: the answered share of each section's questions; a section without questions is complete.
#[must_use]
pub fn stats(profile: &StyleProfile) -> ProfileStats {
    let of = |section| section_stats(profile, section);
    ProfileStats {
        about: of(Section::About),
        size_and_fit: of(Section::SizeAndFit),
        style: of(Section::Style),
        shipping: of(Section::Shipping),
    }
}

words! {
    /// A section of the profile's form (spec B, section 2).
    pub enum FormSection {
        /// `/edit-profile/about`.
        About = "about",
        /// `/edit-profile/size_fit`.
        SizeFit = "size_fit",
        /// `/edit-profile/style`.
        Style = "style",
        /// `/edit-profile/shipping`.
        Shipping = "shipping",
    }
}

labels! {
    FormSection {
        About = "About Me",
        SizeFit = "Size & Fit",
        Style = "Style",
        Shipping = "Additional Details",
    }
}

/// What a section of the profile's form asks.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FormSectionDetails {
    /// The section, as in its path.
    pub id: FormSection,
    /// The heading, such as `About Me`.
    pub title: &'static str,
    /// The questionnaire's sections whose questions it has.
    pub holds: &'static [Section],
    /// The section whose completion its card shows; null if it has no card.
    pub card: Option<Section>,
}

/// `style_profile.sections`: the sections of the profile's form, in their order (spec B, section 2).
#[must_use]
pub fn sections(_: &Nothing) -> Vec<FormSectionDetails> {
    use FormSection as Form;
    use Section::{About, Shipping, SizeAndFit, Style};
    let section = |id: Form, holds, card| FormSectionDetails { id, title: id.label(), holds, card };
    vec![
        section(Form::About, &[About], Some(About)),
        section(Form::SizeFit, &[SizeAndFit, Shipping], Some(SizeAndFit)),
        section(Form::Style, &[Style], Some(Style)),
        section(Form::Shipping, &[Shipping], None),
    ]
}

fn section_stats(profile: &StyleProfile, section: Section) -> SectionStats {
    let is_answered = |question: &&ProfileQuestion| {
        profile.responses.as_ref().is_some_and(|responses| responses.has(&question.reference))
    };
    let questions: Vec<_> =
        profile.questions.iter().filter(|question| question.onboarding_section == section).collect();
    let answered = Count::of(questions.iter().copied().filter(is_answered).count()).get();
    let all = Count::of(questions.len()).get();
    let completion_percentage = answered.saturating_mul(100).checked_div(all).unwrap_or(100);
    SectionStats { completion_percentage }
}
