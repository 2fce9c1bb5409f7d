//! The quiz, its decks and the stores.

use super::{Rule, form, rule, strict_rule};
use crate::{
    delivery::{
        signup,
        stores::{self, StoreChoice},
    },
    quiz::{quiz_answer, quiz_step, reshuffle, shuffle, style_profile},
};

pub(super) const RULES: &[Rule] = &[
    strict_rule!("signup.next_step", "spec A, sections 2 and 4", signup::next_step),
    rule!("quiz_step.readiness", "spec A, sections 2 and 3", quiz_step::readiness),
    form!("quiz_answer.validate", "spec A, sections 3 and 5", quiz_answer::validate),
    rule!("style_profile.stats", "spec A, section 3; spec B, sections 2 and 3", style_profile::stats),
    rule!("shuffle.state", "spec A, sections 4 and 9", shuffle::state),
    rule!("reshuffle.state", "spec B, sections 2, 4 and 9", reshuffle::state),
    rule!("stores.assigned_location", "spec A, section 4", |input: &StoreChoice| {
        stores::assigned_location(input).map(ToOwned::to_owned)
    }),
    rule!("stores.visible", "spec A, section 2; spec B, sections 2 and 9", stores::visible),
];
